import { describe, expect, it } from 'vitest';
import { largestFileBytes, readFile, rowMessages } from '../../../../src/cases/read/read-file';
import { isReadingFailure } from '../../../../src/cases/table';
import { makeWorkbook, storeZip } from './support/make-workbook';

const workbook = makeWorkbook({
  Notes: [[{ text: 'nothing to see' }]],
  Cases: [
    [{ text: 'id' }, { text: 'when' }, { text: 'score' }, { text: 'done' }, { text: 'text' }],
    [
      { text: '007' },
      { number: '45352', style: 'date' },
      { number: '0.30000000000000004' },
      { truth: true },
      { text: ' 회의 & <록>\n둘째 줄 ' },
    ],
    [
      { number: '12345678901234567' },
      { number: '45352.520833333336', style: 'time' },
      { number: '1E-2' },
      { truth: false },
      null,
    ],
    [null, null, null, null, null],
    [{ number: '3' }, null, { number: '80' }, null, { text: 'last' }],
  ],
});

describe('readFile', () => {
  it('sends rows in messages of bounded size and loses none', async () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `${at},${'가'.repeat(200)}`);
    const shares: number[] = [];
    const read = await readFile(new File([`id,text\n${lines.join('\n')}`], 'cases.csv'), {}, (share) =>
      shares.push(share),
    );
    if (isReadingFailure(read)) throw new Error(read.code);
    expect(read.report).toMatchObject({ kind: 'csv', encoding: 'utf-8', delimiter: ',' });
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    const messages = [...rowMessages(read.table.rows)];
    expect(messages.flat().map(([id]) => id)).toEqual(lines.map((_, at) => String(at)));
    expect(Math.max(...messages.map((rows) => rows.flat().join('').length))).toBeLessThan(300_000);
    expect(messages.length).toBeGreaterThan(3);
  });

  it('reads the chosen sheet of a workbook, every cell as text', async () => {
    expect(await readFile(new File([workbook], 'cases.xlsx'), { sheet: 'Cases' })).toMatchObject({
      report: { kind: 'xlsx', sheets: ['Notes', 'Cases'], sheet: 'Cases', header: true },
      table: {
        columns: ['id', 'when', 'score', 'done', 'text'],
        rows: [
          ['007', '2024-03-01', '0.30000000000000004', 'TRUE', ' 회의 & <록>\n둘째 줄 '],
          ['12345678901234567', '2024-03-01T12:30:00', '0.01', 'FALSE', ''],
          ['3', '', '80', '', 'last'],
        ],
      },
    });
  });

  it('takes the first sheet that is not empty when none is chosen', async () => {
    const sheets = makeWorkbook({ Empty: [], Cases: [[{ text: 'a' }], [{ number: '1' }]] });
    expect(await readFile(new File([sheets], 'x.xlsx'), {})).toMatchObject({ report: { sheet: 'Cases' } });
  });

  it.each<[string, File | string, string]>([
    [
      'a workbook with a header only',
      new File([makeWorkbook({ S: [[{ text: 'id' }]] })], 'a.xlsx'),
      'no-rows',
    ],
    ['a workbook without cells', new File([makeWorkbook({ S: [] })], 'a.xlsx'), 'empty'],
    ['a workbook cut off', new File([workbook.subarray(0, workbook.length - 200)], 'a.xlsx'), 'damaged'],
    [
      'a workbook without its sheets',
      new File([storeZip({ 'xl/workbook.xml': '<workbook/>' })], 'a.xlsx'),
      'damaged',
    ],
    ['wrong bytes', new File([Uint8Array.of(0x61, 0x0a, 0xff, 0x0a)], 'a.csv'), 'wrong-bytes'],
  ])('says what is wrong with %s', async (_, source, code) => {
    expect(await readFile(source, {})).toMatchObject({ code });
  });

  it('refuses a file over the limit before reading it', async () => {
    class LargeFile extends File {
      override get size() {
        return largestFileBytes + 1;
      }
      override arrayBuffer(): Promise<ArrayBuffer> {
        throw new Error('expected it not to be read');
      }
    }
    expect(await readFile(new LargeFile(['a'], 'large.csv'), {})).toEqual({ code: 'too-large' });
  });

  it('takes what cannot be read for a folder', async () => {
    class Folder extends File {
      override arrayBuffer(): Promise<ArrayBuffer> {
        return Promise.reject(new DOMException('not readable', 'NotReadableError'));
      }
    }
    expect(await readFile(new Folder([], 'cases'), {})).toEqual({ code: 'folder', detail: 'not readable' });
  });
});
