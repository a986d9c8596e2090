import { strToU8, Zip, ZipDeflate } from 'fflate';
import { exportWords } from '../i18n/export-words';
import { escapeFormula, workbookSheet, type Cell } from '../kit/csv';
import type { Language } from '../kit/storage/stored-settings';
import { longestCell } from './scored-csv';

/** What a spreadsheet can have. */
const mostRows = 1_048_576;

interface WorkbookOptions {
  /** Of the mark at the end of a cell that is cut. */
  language: Language;
  /** Called for each cell that is cut. */
  onLong: () => void;
}

/**
 * An .xlsx file in pieces: packed row by row, so that it never takes more memory than the finished file. Text is text: no cell
 * is a formula. An empty piece only yields to the page.
 */
export async function* workbookChunks(
  rows: AsyncIterable<readonly Cell[] | null>,
  options: WorkbookOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const nothing = new Uint8Array();
  let packed: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    packed.push(bytes);
  });
  const begin = (name: string) => {
    const file = new ZipDeflate(name);
    zip.add(file);
    return (text: string, isLast = false) => file.push(strToU8(text), isLast);
  };
  for (const [name, text] of Object.entries(parts)) begin(name)(xml + text, true);
  const write = begin('xl/worksheets/sheet1.xml');
  write(`${xml}<worksheet ${main}>${frozenHeader}<sheetData>`);
  let number = 0;
  for await (const row of rows) {
    if (row) write(rowXml(row, (number += 1), options));
    if (number > mostRows) throw new Error(exportWords[options.language].tooManyRows(mostRows - 1));
    yield* packed;
    packed = [];
    yield nothing;
  }
  write('</sheetData></worksheet>', true);
  zip.end();
  yield* packed;
}

function rowXml(row: readonly Cell[], number: number, options: WorkbookOptions): string {
  const cells = row.map((cell, column) => {
    const at = `${columnLetters(column)}${number}`;
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
    if (cell === '') return '';
    const text = xmlText(cell.length > longestCell ? cut(cell, options) : cell);
    // Such a text stays a text when a person edits its cell.
    const format = escapeFormula(cell) === cell ? '' : ' s="1"';
    return `<c r="${at}"${format} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  });
  return `<row r="${number}">${cells.join('')}</row>`;
}

function cut(text: string, { language, onLong }: WorkbookOptions): string {
  onLong();
  const { cutMark } = exportWords[language];
  // The mark never gets longer than for all of the text.
  const kept = text.slice(0, longestCell - cutMark(text.length).length).replace(/[\ud800-\udbff]$/, '');
  return kept + cutMark(text.length - kept.length);
}

function columnLetters(column: number): string {
  const before = Math.floor(column / 26);
  return (before > 0 ? columnLetters(before - 1) : '') + String.fromCharCode(65 + (column % 26));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** What XML cannot hold is written as `_x0001_`, and text that looks like that has its own `_` written so. */
function xmlText(text: string): string {
  return text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>\r]/g, (sign) => entities[sign] ?? sign)
    .replace(
      // eslint-disable-next-line no-control-regex
      /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const namespace = 'http://schemas.openxmlformats.org';
const main = `xmlns="${namespace}/spreadsheetml/2006/main"`;
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const relation = (id: number, kind: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${namespace}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`;
const relations = (...each: string[]) =>
  `<Relationships xmlns="${namespace}/package/2006/relationships">${each.join('')}</Relationships>`;
const frozenHeader =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

const plain = 'numFmtId="0" fontId="0" fillId="0" borderId="0"';
const parts = {
  '[Content_Types].xml': `<Types xmlns="${namespace}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `<workbook ${main} xmlns:r="${namespace}/officeDocument/2006/relationships"><sheets><sheet name="${workbookSheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(
    relation(1, 'worksheet', 'worksheets/sheet1.xml'),
    relation(2, 'styles', 'styles.xml'),
  ),
  'xl/styles.xml': `<styleSheet ${main}><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf ${plain}/></cellStyleXfs><cellXfs count="2"><xf ${plain} xfId="0"/><xf ${plain} xfId="0" quotePrefix="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};
