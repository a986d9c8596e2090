import { parseJson } from '../../kit/json';
import type { OtherFile, ReadingFailure } from '../table';

const signatures: readonly [kind: OtherFile, start: number[]][] = [
  ['png', [0x89, 0x50, 0x4e, 0x47]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['gif', [0x47, 0x49, 0x46, 0x38]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['gzip', [0x1f, 0x8b]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf]],
  ['parquet', [0x50, 0x41, 0x52, 0x31]],
];
const zip = [0x50, 0x4b];
/** Office keeps an encrypted workbook, and every workbook of before 2007, in such a file. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];

export function detectContainer(bytes: Uint8Array): 'text' | 'xlsx' | ReadingFailure {
  if (bytes.length === 0) return { code: 'empty' };
  if (startsWith(bytes, compoundFile)) {
    const isOldWorkbook =
      holds(bytes, 'W\0o\0r\0k\0b\0o\0o\0k') && !holds(bytes, 'E\0n\0c\0r\0y\0p\0t\0e\0d');
    return isOldWorkbook ? { code: 'not-text', found: { kind: 'xls' } } : { code: 'encrypted' };
  }
  if (startsWith(bytes, zip) && bytes[2] !== undefined && bytes[2] < 9)
    return holds(bytes, 'xl/workbook.xml') ? 'xlsx' : { code: 'not-text', found: { kind: 'zip' } };
  const known = signatures.find(([, start]) => startsWith(bytes, start));
  return known ? { code: 'not-text', found: { kind: known[0] } } : 'text';
}

export type TextForm = 'csv' | 'json' | 'jsonl';

/** Text that opens like JSON is JSON, even when it is broken further on: reading it as CSV would hide the fault. */
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
  return lines?.[1] !== undefined && parseJson(lines[1]) !== undefined;
}

function startsWith(bytes: Uint8Array, signature: readonly number[], at = 0): boolean {
  return signature.every((byte, index) => bytes[at + index] === byte);
}

function holds(bytes: Uint8Array, word: string): boolean {
  const wanted = [...word].map((char) => char.charCodeAt(0));
  const first = wanted[0] ?? 0;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (startsWith(bytes, wanted, at)) return true;
  return false;
}
