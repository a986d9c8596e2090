import { describe, expect, it } from 'vitest';
import { readBytes as read, readText } from '../../../src/cases/read/read-table';
import { isReadingFailure, type ReadingChoices } from '../../../src/cases/table';

/** So many that the opening of a file, by which its form is told, is over long before the rows are. */
const ROWS = 12_000;
const header = 'id,text,note\r\n';
const plainRow = (row: number) => `${row},"said ""no"", and left",${'x'.repeat(row % 70)}\r\n`;
const koreanRow = (row: number) => `${row},"줄을 바꾸어\n적은 ""설명"" 😀",${'가'.repeat(row % 70)}\r\n`;
const rowsOf = (row: (index: number) => string) => Array.from({ length: ROWS }, (_, at) => row(at)).join('');

const utf8 = (text: string) => new TextEncoder().encode(text);
function utf16(text: string): Uint8Array {
  const marked = `\ufeff${text}`;
  return new Uint8Array(Uint16Array.from({ length: marked.length }, (_, at) => marked.charCodeAt(at)).buffer);
}
function joined(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

function readBytes(bytes: Uint8Array, choices: ReadingChoices = {}) {
  const outcome = read(bytes, 'cases.csv', choices);
  if (outcome === 'xlsx') throw new Error('Expected text, got a workbook.');
  return outcome;
}

describe('files that are read while they are decoded', () => {
  const korean = header + rowsOf(koreanRow);
  it.each<[string, string, (text: string) => Uint8Array, string, ReadingChoices?]>([
    ['one-byte text', header + rowsOf(plainRow), utf8, 'utf-8'],
    ['Korean and emoji, cut anywhere', korean, utf8, 'utf-8'],
    ['a byte order mark', korean, (text) => utf8(`\ufeff${text}`), 'utf-8'],
    ['UTF-16', korean, utf16, 'utf-16le'],
    ['rows ended by lone CRs', korean.replaceAll('\r\n', '\r'), utf8, 'utf-8'],
    ['no line end at the end', korean.slice(0, -2), utf8, 'utf-8'],
    ['a quote that never closes', `${korean}1,"${'가나, 다\n'.repeat(120_000)}`, utf8, 'utf-8'],
    ['a first row longer than the opening', `id,text\n1,"${'가,\n'.repeat(200_000)}"\n2,b\n`, utf8, 'utf-8'],
    ['a chosen delimiter', korean, utf8, 'utf-8', { delimiter: ';' }],
  ])('%s give what the whole text gives', (_, text, encode, encoding, choices = {}) => {
    const whole = readText({ text, encoding: null, name: 'cases.csv' }, choices);
    if (isReadingFailure(whole)) throw new Error(`Expected a table, got ${whole.code}`);
    expect(readBytes(encode(text), choices)).toEqual({ ...whole, report: { ...whole.report, encoding } });
  });

  it('begin anew as EUC-KR when that shows late, and no row comes twice', () => {
    const inEucKr = Uint8Array.of(0xc8, 0xb8, 0xc0, 0xc7, 0xb7, 0xcf);
    const late = readBytes(joined(utf8(header + rowsOf(plainRow)), utf8('last,'), inEucKr, utf8(',z\r\n')));
    if (isReadingFailure(late)) throw new Error(`Expected a table, got ${late.code}`);
    expect(late.report.encoding).toBe('euc-kr');
    expect(late.table.rows).toHaveLength(ROWS + 1);
    expect(late.table.rows.at(-1)).toEqual(['last', '회의록', 'z']);
  });

  it.each<[string, Uint8Array, string]>([
    ['a wrong byte', joined(utf8(korean), Uint8Array.of(0xff), utf8(',b,c\r\n')), 'wrong-bytes'],
    ['a character cut off at the end', utf8(`${korean}가`).subarray(0, -1), 'wrong-bytes'],
    ['a zero byte', joined(utf8(korean), Uint8Array.of(0x61, 0, 0x61)), 'not-text'],
  ])('say that there is %s far behind the opening', (_, bytes, code) => {
    expect(readBytes(bytes)).toMatchObject({ code });
  });
});
