import type { FoundInstead, ReadingFailure } from '../table';

interface Signature {
  kind: Exclude<FoundInstead, { detail: string } | { line: number }>['kind'];
  name: string;
  bytes: readonly number[];
}

const SIGNATURES: readonly Signature[] = [
  { kind: 'png', name: 'a PNG picture', bytes: [0x89, 0x50, 0x4e, 0x47] },
  { kind: 'jpeg', name: 'a JPEG picture', bytes: [0xff, 0xd8, 0xff] },
  { kind: 'gif', name: 'a GIF picture', bytes: [0x47, 0x49, 0x46, 0x38] },
  { kind: 'pdf', name: 'a PDF document', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { kind: 'gzip', name: 'a gzip archive', bytes: [0x1f, 0x8b] },
  { kind: '7z', name: 'a 7-Zip archive', bytes: [0x37, 0x7a, 0xbc, 0xaf] },
  { kind: 'parquet', name: 'a Parquet file', bytes: [0x50, 0x41, 0x52, 0x31] },
];
const ZIP = [0x50, 0x4b];
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP_END = [0x50, 0x4b, 0x05, 0x06];
/** The end record of a zip and the longest comment that may follow it. */
const ZIP_TAIL = 22 + 65_535;

/** What a file is by its bytes: text of some sort, a workbook, or nothing we read. */
export function detectContainer(bytes: Uint8Array): 'text' | 'xlsx' | ReadingFailure {
  if (bytes.length === 0) return { code: 'empty', message: 'Expected a file with cases, this one is empty.' };
  if (startsWith(bytes, COMPOUND_FILE)) return compoundFile(bytes);
  if (startsWith(bytes, ZIP) && bytes[2] !== undefined && bytes[2] < 9) return zipFile(bytes);
  const known = SIGNATURES.find((signature) => startsWith(bytes, signature.bytes));
  return known ? notText(known) : 'text';
}

export type TextForm = 'csv' | 'json' | 'jsonl';

/**
 * Text that opens like JSON is JSON, even when it is broken further on: reading it as a table of commas would hide the
 * fault. The file's name decides only where the text leaves a doubt.
 */
export function detectTextForm(text: string, name = ''): TextForm {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (extension === 'jsonl' || extension === 'ndjson') return 'jsonl';
  if (extension === 'json') return isOneObjectPerLine(text) ? 'jsonl' : 'json';
  if (/^\s*\[\s*(\{|\])/.test(text)) return 'json';
  if (!/^\s*\{\s*["}]/.test(text) || extension === 'csv' || extension === 'tsv') return 'csv';
  return isOneObjectPerLine(text) ? 'jsonl' : 'json';
}

/** Whether the first two lines that say something are an object each. A single line is plain JSON. */
function isOneObjectPerLine(text: string): boolean {
  const lines = /^\s*(\{[^\n]*\})\s*\n\s*(\{)/.exec(text);
  return lines?.[1] !== undefined && parses(lines[1]);
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function startsWith(bytes: Uint8Array, signature: readonly number[], at = 0): boolean {
  return signature.every((byte, index) => bytes[at + index] === byte);
}

/** Office keeps an encrypted workbook, and every workbook of before 2007, in a compound file. */
function compoundFile(bytes: Uint8Array): ReadingFailure {
  const isOldWorkbook = includesUtf16(bytes, 'Workbook') && !includesUtf16(bytes, 'EncryptedPackage');
  return isOldWorkbook
    ? notText({ kind: 'xls', name: 'a workbook in the old .xls format' })
    : {
        code: 'encrypted',
        message:
          'This workbook is protected by a password. Open it, remove the password, save it and choose it again.',
      };
}

function includesUtf16(bytes: Uint8Array, word: string): boolean {
  const wanted = [...word].flatMap((char) => [char.charCodeAt(0), 0]);
  const first = wanted[0] ?? 0;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (startsWith(bytes, wanted, at)) return true;
  return false;
}

function zipFile(bytes: Uint8Array): 'xlsx' | ReadingFailure {
  const names = zipEntryNames(bytes);
  if (names === null)
    return {
      code: 'damaged',
      message:
        'This workbook is damaged: the list of its parts, which stands at the end of the file, is missing. ' +
        'It may have been cut off on the way; fetch or save it again.',
      found: { kind: 'cut-workbook' },
    };
  if (names.some((name) => name.replaceAll('\\', '/').endsWith('xl/workbook.xml'))) return 'xlsx';
  return notText({ kind: 'zip', name: 'a zip archive that holds no .xlsx workbook' });
}

/** The names in a zip's directory; null where there is no whole directory. */
function zipEntryNames(bytes: Uint8Array): string[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  const lowest = Math.max(0, bytes.length - ZIP_TAIL);
  while (end >= lowest && !startsWith(bytes, ZIP_END, end)) end -= 1;
  if (end < lowest) return null;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const names: string[] = [];
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50) return null;
    const nameLength = view.getUint16(at + 28, true);
    names.push(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}

function notText({ kind, name }: Pick<Signature, 'kind' | 'name'>): ReadingFailure {
  return {
    code: 'not-text',
    message: `Expected CSV, TSV, JSON, JSONL or .xlsx, got ${name}. Save the cases in one of these and choose that file.`,
    found: { kind },
  };
}
