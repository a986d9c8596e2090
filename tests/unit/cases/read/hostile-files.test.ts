import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { TableLimits } from '../../../../src/cases/read/limits';
import { readFile } from '../../../../src/cases/read/read-file';
import { isReadingFailure } from '../../../../src/cases/table';
import { makeWorkbook, storeZip, workbookParts, type ZipLie } from './support/make-workbook';

const read = (bytes: string | Uint8Array<ArrayBuffer>, name: string) => readFile(new File([bytes], name), {});

const row = (number: number, column: string, text = 'x') =>
  `<row r="${number}"><c r="${column}${number}" t="inlineStr"><is><t>${text}</t></is></c></row>`;
const farCells = {
  'the last cell of all': row(1, 'A', 'id') + row(1_048_576, 'XFD'),
  'a far cell whose address is written as entities':
    row(1, 'A', 'id') + '<row r="2"><c r="&#88;F&#x44;2" t="inlineStr"><is><t>x</t></is></c></row>',
  'a far cell with prefixes':
    row(1, 'A', 'id') +
    '<x:row x:r="2"><x:c x:r="XFD2" t="inlineStr"><x:is><x:t>x</x:t></x:is></x:c></x:row>',
};

const packed = { 'xl/worksheets/sheet1.xml': deflateRawSync(Buffer.from(' '.repeat(200_000))) };
/** A workbook whose only sheet is packed, and lies about itself. */
const lying = (lie: ZipLie) =>
  storeZip(
    { ...workbookParts({ S: [] }), ...packed },
    { 'xl/worksheets/sheet1.xml': { method: 8, size: 200_000, ...lie } },
  );

const deep = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;

describe('a file that would take all memory is refused', () => {
  it.each(Object.entries(farCells))('a workbook with %s', async (_, rows) => {
    const bytes = makeWorkbook({ S: rows });
    expect(bytes.length).toBeLessThan(3000);
    const number = rows.includes('1048576') ? 1_048_576 : 2;
    expect(await read(bytes, 'far.xlsx')).toEqual({
      code: 'too-much',
      found: { kind: 'too-much', what: 'columns', found: 16_384, limit: 2000, cell: `XFD${number}` },
    });
  });

  it.each<[string, Uint8Array<ArrayBuffer>, object]>([
    [
      'unpacks to a gigabyte',
      lying({ size: 2 ** 30 }),
      { code: 'too-much', found: { what: 'unpacked', limit: 2 ** 28 } },
    ],
    [
      'unpacks to a thousand times its size',
      lying({ size: 2 ** 26 }),
      { code: 'too-much', found: { what: 'ratio', limit: 200 } },
    ],
    ['says that it is smaller than it is', lying({ size: 1000 }), { code: 'damaged' }],
    ['says that it is larger than it is', lying({ size: 200_001 }), { code: 'damaged' }],
    ['says that it is not packed', lying({ method: 0 }), { code: 'damaged' }],
    ['reaches into the directory', lying({ packed: 500 }), { code: 'damaged' }],
    ['begins where another part begins', lying({ offset: 0 }), { code: 'damaged' }],
    ['begins beyond the end', lying({ offset: 2 ** 31 }), { code: 'damaged' }],
    ['is packed in a way of its own', lying({ method: 99 }), { code: 'damaged' }],
    [
      'is a tag without end',
      storeZip({ ...workbookParts({ S: [] }), 'xl/worksheets/sheet1.xml': `<${'a'.repeat(3_000_000)}` }),
      { code: 'damaged' },
    ],
    ['is no XML', makeWorkbook({ S: '<row r="1"' }), { code: 'damaged' }],
    ['has rows that go back', makeWorkbook({ S: row(2, 'A') + row(1, 'A') }), { code: 'damaged' }],
    [
      'names a text that is not there',
      makeWorkbook({ S: '<row><c t="s"><v>7</v></c></row>' }),
      { code: 'damaged' },
    ],
  ])('a workbook of which a part %s', async (_, bytes, failure) => {
    expect(await read(bytes, 'a.xlsx')).toMatchObject(failure);
  });

  it.each<[string, string, string, string]>([
    ['JSON of two million levels', deep(2_000_000), 'deep.json', 'levels'],
    ['JSON with a deep value in a case', `[{"a": ${deep(201)}}]`, 'deep.json', 'levels'],
    [
      'JSON with too many keys',
      JSON.stringify([Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`k${at}`, 1]))]),
      'wide.json',
      'columns',
    ],
    ['a cell of eleven million characters', `a,b\n1,"${'x'.repeat(11_000_000)}`, 'long.csv', 'characters'],
    [
      'short rows below a wide header',
      `${'a,'.repeat(1999)}b\n${'1,1\n'.repeat(10_000)}`,
      'wide.csv',
      'cells',
    ],
  ])('%s', async (_, text, name, what) => {
    expect(await read(text, name)).toMatchObject({ code: 'too-much', found: { what } });
  });

  it('a row without end is refused by its beginning, before all of it is cut into cells', async () => {
    const outcome = await read(`a,b\n${'1,'.repeat(1_000_000)}`, 'wide.csv');
    const found = isReadingFailure(outcome) && outcome.found?.kind === 'too-much' ? outcome.found.found : 0;
    expect(found).toBeGreaterThan(2000);
    expect(found).toBeLessThan(100_000);
  });

  it('rows without end', () => {
    const limits = new TableLimits();
    const row = ['1'];
    let taken = 0;
    while (taken < 3_000_000 && limits.add(row) === null) taken += 1;
    expect(taken).toBe(2_000_000);
    expect(limits.add(['1'])).toMatchObject({ found: { what: 'rows' } });
  });
});

it('a line of JSON that is too deep is left out, the others are kept', async () => {
  const outcome = await read(`{"a": "1"}\n{"a": ${deep(100_000)}}\n{"a": "[[[["}`, 'a.jsonl');
  if (isReadingFailure(outcome)) throw new Error(outcome.code);
  expect(outcome.table.rows).toEqual([['1'], ['[[[[']]);
  expect(outcome.notes).toMatchObject([{ kind: 'line-too-deep', at: 2 }]);
});

it('far cells without a value cost nothing', async () => {
  const sheet = `${row(1, 'A', 'id')}${row(2, 'A')}<row r="1048576"><c r="XFD1048576" s="1"/></row>`;
  expect(await read(makeWorkbook({ S: sheet }), 'a.xlsx')).toMatchObject({ table: { rows: [['x']] } });
});
