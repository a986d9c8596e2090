import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { readBytes, readText } from '../../../../src/cases/read/read-table';
import { isReadingFailure, type ReadingChoices, type ReadTable } from '../../../../src/cases/table';

function read(text: string, choices: ReadingChoices = {}, name?: string): ReadTable {
  const outcome = readText({ text, encoding: null, ...(name === undefined ? {} : { name }) }, choices);
  if (isReadingFailure(outcome)) throw new Error(`expected a table, got ${outcome.code}`);
  return outcome;
}

/** Cells of a row as one text. */
const joined = (rows: readonly string[][]) => rows.map((row) => row.join('|'));

describe('delimited text', () => {
  it.each<[string, string, string, string[]]>([
    [
      'names that repeat, are empty or are __proto__',
      '__proto__,a,a,\n1,2,3,4\n',
      '__proto__|a|a|',
      ['1|2|3|4'],
    ],
    [
      'leading zeros and long numbers',
      'id,n\n007,1234567890123456789\n',
      'id|n',
      ['007|1234567890123456789'],
    ],
    ['quotes, delimiters and line ends in cells', 'a,b\n"x ""y"", z","1\r\n2"\n', 'a|b', ['x "y", z|1\r\n2']],
    ['a bare LF inside a CRLF file', 'a,b\r\n1,2\n3,4\r\n5,6\r\n', 'a|b', ['1|2', '3|4', '5|6']],
    ['a bare LF after a quoted cell in a CRLF file', 'a,b\r\n1,"2"\n3,"4\n4"\r\n', 'a|b', ['1|2', '3|4\n4']],
    ['a first line for Excel', 'sep=;\r\na;b\r\n1,5;2\r\n', 'a|b', ['1,5|2']],
    ['a doubled CR before the LF', 'a,b\r\r\n1,2\r\r\n', 'a|b', ['1|2']],
    ['lone CRs', 'a,b\r1,2\r3,"4\n4"\r', 'a|b', ['1|2', '3|4\n4']],
    ['no line end at the end', 'a,b\n1,2', 'a|b', ['1|2']],
    ['blank rows', 'a,b\n\n1,2\n , \n,\n3,4\n\n', 'a|b', ['1|2', '3|4']],
    ['spaces around cells stay', 'a,b\n 1 ,2\n', 'a|b', [' 1 |2']],
    ['a byte order mark in pasted text', '\ufeffa,b\n1,2\n', 'a|b', ['1|2']],
    ['a delimiter at the end of rows', 'a,b\n1,2,\n3,4,\n', 'a|b', ['1|2', '3|4']],
    ['pasted spreadsheet cells', 'a\tb\n"x\ny"\t1\n"say ""hi"""\t2\n', 'a|b', ['x\ny|1', 'say "hi"|2']],
    ['one column of prose', 'text\nWell, yes.\nNo.\n', 'text', ['Well, yes.', 'No.']],
    ['no header', '1,2\n3,4\n', 'Column 1|Column 2', ['1|2', '3|4']],
  ])('%s', (_, text, columns, rows) => {
    const { table, notes } = read(text);
    expect(joined([table.columns, ...table.rows])).toEqual([columns, ...rows]);
    expect(notes).toEqual([]);
  });

  it('fills short rows, and says so', () => {
    const { table, notes } = read('a,b,c\n1,2\n1,2,3\n');
    expect(joined(table.rows)).toEqual(['1|2|', '1|2|3']);
    expect(notes).toEqual([{ at: 2, kind: 'short-row', expected: 3, found: 2 }]);
  });

  it('gives cells beyond the header columns of their own, and says so', () => {
    const { table, notes } = read('a,b\n1,2\n1,2,3,4\n1,2\n');
    expect(table).toEqual({
      columns: ['a', 'b', 'Column 3', 'Column 4'],
      rows: [
        ['1', '2', '', ''],
        ['1', '2', '3', '4'],
        ['1', '2', '', ''],
      ],
    });
    expect(notes).toEqual([{ at: 3, kind: 'long-row', expected: 2, found: 4 }]);
  });

  it.each([
    ['never closes', 'a,b\n1,2\n3,"4\n5,6\n', 3, 'open-quote'],
    ['is not doubled', 'a,b\n1,"x "y" z"\n3,4\n', 2, 'stray-quote'],
    ['is not doubled in the header', '"a "x" b",c\n1,2\n', null, 'stray-quote'],
  ])('notes a quote that %s', (_, text, at, kind) => {
    expect(read(text).notes).toEqual([{ at, kind }]);
  });

  it('follows choices, and says what it did', () => {
    const text = 'a,b;c\n1,2;3\n';
    expect(read(text, { delimiter: ';' }).table.columns).toEqual(['a,b', 'c']);
    expect(read(text, { delimiter: '' })).toMatchObject({
      table: { columns: ['a,b;c'] },
      report: { delimiter: null },
    });
    expect(read(text, { delimiter: ',', header: false })).toMatchObject({
      table: {
        columns: ['Column 1', 'Column 2'],
        rows: [
          ['a', 'b;c'],
          ['1', '2;3'],
        ],
      },
      report: { header: false, delimiter: ',' },
    });
    expect(read('id;n\n1;2\n').report).toEqual({
      kind: 'csv',
      encoding: null,
      delimiter: ';',
      header: true,
      sheets: [],
      sheet: null,
    });
  });
});

describe('JSON', () => {
  it.each<[string, string, string[], string[][]]>([
    [
      'keys in the order first seen',
      '[{"b":"1"},{"a":"2","b":"3"}]',
      ['b', 'a'],
      [
        ['1', ''],
        ['3', '2'],
      ],
    ],
    [
      'numbers as written',
      '[{"n":1.0,"id":12345678901234567890,"z":"007","e":1e2}]',
      ['n', 'id', 'z', 'e'],
      [['1.0', '12345678901234567890', '007', '1e2']],
    ],
    ['nothing, true and false', '[{"a":null,"b":true,"c":false}]', ['a', 'b', 'c'], [['', 'true', 'false']]],
    [
      'signs and exponents',
      '[{"a":-0,"b":-1.50E+3,"c":"-0","d":[-1.0]}]',
      ['a', 'b', 'c', 'd'],
      [['-0', '-1.50E+3', '-0', '[-1.0]']],
    ],
    [
      'nested values as JSON',
      '[{"a": {"x" : [1.0, "a  b\\" }"]}, "b": [ ]}]',
      ['a', 'b'],
      [['{"x":[1.0,"a  b\\" }"]}', '[]']],
    ],
    ['a text that ends in a backslash', '[{"a":"x\\\\","b":"y"}]', ['a', 'b'], [['x\\', 'y']]],
    ['__proto__ as a key', '[{"__proto__":"1","a":"2"}]', ['__proto__', 'a'], [['1', '2']]],
    ['a list that is the only member', '{"cases": [{"a": "1"}]}', ['a'], [['1']]],
    ['one object', '{"a": "1", "list": [{"b": 2}]}', ['a', 'list'], [['1', '[{"b":2}]']]],
  ])('%s', (_, text, columns, rows) => {
    expect(read(text)).toMatchObject({ table: { columns, rows }, notes: [], report: { kind: 'json' } });
  });

  it('notes what is no object in the list', () => {
    const { table, notes } = read('[{"a":"1"}, 7, {"a":"2"}]');
    expect(table.rows).toEqual([['1'], ['2']]);
    expect(notes).toEqual([{ kind: 'item-not-object', at: 2, found: '7' }]);
  });

  it.each<[string, string | undefined, { lists: string[]; list: string | null }, string[][]]>([
    ['a list under a usual name', undefined, { lists: ['data'], list: 'data' }, [['1'], ['2']]],
    ['what was chosen: the list', 'data', { lists: ['data'], list: 'data' }, [['1'], ['2']]],
    ['what was chosen: the object', '', { lists: ['data'], list: null }, [['1', '[{"a":"1"},{"a":"2"}]']]],
    ['no list that is not there', 'other', { lists: ['data'], list: null }, [['1', '[{"a":"1"},{"a":"2"}]']]],
  ])('of an object that holds a list reads %s', (_, list, report, rows) => {
    const choices = list === undefined ? {} : { list };
    expect(read('{"version": 1, "data": [{"a":"1"},{"a":"2"}]}', choices)).toMatchObject({
      report,
      table: { rows },
    });
  });

  it('takes an object for a case where it may be one, and says which lists it brings', () => {
    const { table, report } = read('{"text": "x", "turns": [{"a": 1}], "data": [{"b": 2}]}');
    expect(report).toMatchObject({ lists: ['turns', 'data'], list: null });
    expect(table.rows).toEqual([['x', '[{"a":1}]', '[{"b":2}]']]);
    const twice = read('{"data": [{"a":"1"}], "data": [{"a":"2"}]}');
    expect(twice.table.rows).toEqual([['2']]);
  });

  it.each([
    ['{"version": 1, "results": [{"a": 1}, {"a": 2}]}', 'results'],
    ['{"results": [{"a": 1}], "text": "x", "meta": {"by": "me"}}', null],
    ['{"title": "x", "candidates": [{"a": 1}]}', null],
  ])('of %s the list that is taken for the cases is %s', (text, list) => {
    expect(read(text).report).toMatchObject({ list });
  });
});

describe('JSONL', () => {
  it('keeps good lines and notes bad ones with their number', () => {
    const { table, notes, report } = read('{"a":"1"}\n{"b":2}\r\n\n{"a": oops}\n[1]\n{"a":"3"}');
    expect(table).toEqual({
      columns: ['a', 'b'],
      rows: [
        ['1', ''],
        ['', '2'],
        ['3', ''],
      ],
    });
    expect(notes).toEqual([
      { kind: 'line-not-json', at: 4, found: '{"a": oops}' },
      { kind: 'line-not-object', at: 5, found: '[1]' },
    ]);
    expect(report.kind).toBe('jsonl');
  });
});

describe('what is no table', () => {
  it.each<[string, string, string | undefined, string]>([
    ['nothing', '', undefined, 'empty'],
    ['empty cells', ',,\n,,\n', undefined, 'empty'],
    ['a header and no rows', 'id,text\n', undefined, 'no-rows'],
    ['an empty list', '[]', undefined, 'not-a-table'],
    ['a list of numbers', '[1, 2]', 'cases.json', 'not-a-table'],
    ['a JSON text', '"hello"', 'cases.json', 'not-a-table'],
    ['broken JSON', '[{"a": 1}, {"a"', undefined, 'damaged'],
    ['JSONL without an object', 'hello\nworld\n', 'cases.jsonl', 'not-a-table'],
  ])('%s', (_, text, name, code) => {
    expect(readText({ text, encoding: null, ...(name === undefined ? {} : { name }) })).toMatchObject({
      code,
    });
  });
});

const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('가', '힣', '"', ',', ';', '\t', '|', '\n', '\r\n', '\r', ' ', 'a', '0'),
    maxLength: 8,
  }),
);

/** Tables whose rows are not blank: blank rows are left out on purpose. */
const tables = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }),
  )
  .filter((rows) => rows.every((row) => row.some((text) => text.trim() !== '')))
  .filter((rows) => !rows[0]?.[0]?.startsWith('\ufeff'));

describe('any table', () => {
  it('comes back cell by cell from any delimiter and line end', () => {
    fc.assert(
      fc.property(
        tables,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.boolean(),
        (rows, delimiter, newline, quotes, closed) => {
          const text = Papa.unparse(rows, { delimiter, newline, quotes }) + (closed ? newline : '');
          expect(read(text, { delimiter, header: false }).table.rows).toEqual(rows);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('comes back from JSON', () => {
    const record = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), {
      minKeys: 1,
    });
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(undefined, 2),
        (records, indent) => {
          const { columns, rows } = read(JSON.stringify(records, null, indent)).table;
          records.forEach((expected, at) => {
            for (const [key, value] of Object.entries(expected))
              expect(rows[at]?.[columns.indexOf(key)]).toBe(value);
          });
        },
      ),
    );
  });

  it('or any bytes: a table with rows of one width, or a failure, never an exception', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc
            .string({
              unit: fc.constantFrom('"', ',', '\n', '{', '}', '[', ']', ':', 'a', '\\', ' '),
              maxLength: 60,
            })
            .map((text) => new TextEncoder().encode(text)),
        ),
        fc.constantFrom('', 'a.csv', 'a.json', 'a.jsonl'),
        (bytes, name) => {
          const outcome = readBytes(bytes, name, {});
          if (outcome === 'xlsx' || isReadingFailure(outcome)) return;
          expect(outcome.table.rows.every((row) => row.length === outcome.table.columns.length)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
