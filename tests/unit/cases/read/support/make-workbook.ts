import { crc32 } from 'node:zlib';

/** A cell as a workbook's XML has it: `<c>` without its address. */
export type SheetCell =
  { text: string } | { number: string; style?: 'date' | 'time' } | { truth: boolean } | null;

/** The bytes of an .xlsx file with these sheets, its parts stored without compression. A sheet may be the XML of its rows. */
export function makeWorkbook(sheets: Record<string, SheetCell[][] | string>): Uint8Array<ArrayBuffer> {
  return storeZip(workbookParts(sheets));
}

export function workbookParts(sheets: Record<string, SheetCell[][] | string>): Record<string, string> {
  const names = Object.keys(sheets);
  return {
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${names
        .map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names
        .map(
          (_, at) =>
            `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
        )
        .join('')}<Relationship Id="rIdS" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet xmlns="${MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows)]),
    ),
  };
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function sheetXml(rows: SheetCell[][] | string): string {
  if (typeof rows === 'string')
    return xml(`<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`);
  const body = rows.map((cells, row) => {
    const written = cells.map((cell, column) =>
      cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`),
    );
    return `<row r="${row + 1}">${written.join('')}</row>`;
  });
  return xml(`<worksheet xmlns="${MAIN}"><sheetData>${body.join('')}</sheetData></worksheet>`);
}

function cellXml(cell: SheetCell, address: string): string {
  if (cell === null) return '';
  if ('text' in cell)
    return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell.text)}</t></is></c>`;
  if ('truth' in cell) return `<c r="${address}" t="b"><v>${cell.truth ? 1 : 0}</v></c>`;
  const style = cell.style === undefined ? 0 : cell.style === 'date' ? 1 : 2;
  return `<c r="${address}" s="${style}"><v>${cell.number}</v></c>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function xml(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`;
}

/** What a zip archive's directory says of a file, where it is not true. */
export type ZipLie = { method?: number; packed?: number; size?: number; offset?: number };

/** A zip archive of texts, or of bytes that are packed already. */
export function storeZip(
  files: Record<string, string | Uint8Array>,
  lies: Record<string, ZipLie> = {},
): Uint8Array<ArrayBuffer> {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const path = Buffer.from(name);
    const data = Buffer.from(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt16LE(path.length, 22);
    const lie = lies[name] ?? {};
    common.writeUInt16LE(lie.method ?? 0, 4);
    common.writeUInt32LE(lie.packed ?? data.length, 14);
    common.writeUInt32LE(lie.size ?? data.length, 18);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(lie.offset ?? offset, 10);
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), common, path, data);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, path);
    offset += 4 + common.length + path.length + data.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...bodies, list, Buffer.from('PK\x05\x06', 'latin1'), end]));
}
