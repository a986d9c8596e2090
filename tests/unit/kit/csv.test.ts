import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvRecord, escapeFormula, readCsv, unescapeFormula } from '../../../src/kit/csv';

const rowsOf = (text: string, size = 1) => [...readCsv(text, ',', size)].flatMap(({ rows }) => rows);
const cellsOf = (text: string, size = 1) => rowsOf(text, size).map(({ cells }) => cells);

/** Text that is all quotes, delimiters and line ends, well formed or not. */
const tangled = fc
  .array(fc.constantFrom('"', '""', ',', '\n', ' ', 'a', '가', ',"', '",', '"\n'), { maxLength: 40 })
  .map((pieces) => `${pieces.join('')}\n`);

describe('readCsv', () => {
  it.each([
    ['a lone CR ends rows, an LF in quotes does not', 'a,"x\ny"\rb,c\r', 'a;x\ny / b;c'],
    ['a stray CR in an LF file is part of its cell', 'a\rb,c\nd,e\n', 'a\rb;c / d;e'],
    ['rows ended by LF and CRLF', 'a,b\nc,d\r\n"e","f"\r\n"g","h"\n', 'a;b / c;d / e;f / g;h'],
    ['line ends of both kinds in quotes', 'a,"b\r\nc"\r\nd,"e\nf"\r\n', 'a;b\r\nc / d;e\nf'],
    ['a CRLF file cut off within its last line end', 'a,b\r\nc,d\r', 'a;b / c;d'],
    ['a quote that opens no cell', '5" x,6" y\n', '5" x;6" y'],
    ['spaces behind a closing quote', '"a" ,"b" \r\n"c" ,"d" ', 'a;b / c;d'],
    ['a delimiter at the very end', 'a,b,', 'a;b;'],
    ['a quote as the last character', 'a,"b"', 'a;b'],
  ])('%s', (_, text, rows) => {
    const read = cellsOf(text).map((cells) => cells.join(';'));
    expect(read.join(' / ')).toBe(rows);
  });

  it('reads the same in parts of any size', () => {
    fc.assert(
      fc.property(tangled, fc.integer({ min: 1, max: 20 }), (text, size) => {
        expect(rowsOf(text, size)).toEqual(rowsOf(text, 1000));
      }),
      { numRuns: 2000 },
    );
  });

  it('says what is wrong with quotes and how many blank rows were left out', () => {
    expect(rowsOf('a,b\n\n , \n"x" y","z"\n1,"open\n2,3', 12)).toEqual([
      { cells: ['a', 'b'], quoteFault: null, blankBefore: 0 },
      { cells: ['x" y', 'z'], quoteFault: 'stray-quote', blankBefore: 2 },
      { cells: ['1', 'open\n2,3'], quoteFault: 'open-quote', blankBefore: 0 },
    ]);
  });

  it('stays linear on a single column of quoted cells', () => {
    expect(cellsOf('"a quoted cell"\n'.repeat(200_000), 32_768)).toHaveLength(200_000);
  });
});

describe('csvRecord', () => {
  it('writes what it reads', () => {
    const cell = fc.string({
      unit: fc.constantFrom('"', ',', ';', '\n', '\r\n', ' ', 'a', '=', '-', "'", '\ufeff'),
    });
    const row = fc.tuple(fc.constant('x'), cell, cell, fc.constant('y')).map((cells) => [...cells]);
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1 }),
        fc.constantFrom(',', ';', '\t', '|'),
        (rows, delimiter) => {
          const read = Papa.parse<string[]>(rows.map((cells) => csvRecord(cells, delimiter)).join('\r\n'), {
            delimiter,
            newline: '\r\n',
            skipEmptyLines: true,
          });
          expect(read.data.map((cells) => cells.map(unescapeFormula))).toEqual(rows);
        },
      ),
    );
  });

  it.each(['', '||', '"', '\n', '\ufeff'])('refuses the delimiter %j', (delimiter) => {
    expect(() => csvRecord(['a', 'b'], delimiter)).toThrow('Expected a delimiter');
  });
});

/** Texts made of what matters to the rule, and any others. */
const riskyText = fc.oneof(
  fc.string({
    unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', ' ', '1', '.', 'e', 'a', '"'),
  }),
  fc.string({ unit: 'grapheme' }),
);

it.each([
  ['=1+1', "'=1+1"],
  ['=1+1\nx', "'=1+1\nx"],
  ['\n=1', "'\n=1"],
  [' =1', "' =1"],
  ['\u00a0@SUM(A1)', "'\u00a0@SUM(A1)"],
  ['+82-10-1234-5678', "'+82-10-1234-5678"],
  ['- item', "'- item"],
  ['-', "'-"],
  ['\t', "'\t"],
  ["'=1", "''=1"],
  ['-5', '-5'],
  ['+5', '+5'],
  ['-5.25', '-5.25'],
  ['-.5', '-.5'],
  ['-1e-7', '-1e-7'],
  ["'-5", "'-5"],
  ["'tis", "'tis"],
  ['007', '007'],
  ['a=b', 'a=b'],
  ['', ''],
])('%j is written as %j', (text, written) => {
  expect(escapeFormula(text)).toBe(written);
  expect(unescapeFormula(written)).toBe(text);
});

it('can always be undone, and never leaves anything that runs', () => {
  fc.assert(
    fc.property(riskyText, (text) => {
      const written = escapeFormula(text);
      expect(unescapeFormula(written)).toBe(text);
      const runs = /^\s*[=+\-@\t\r\n]/.test(written);
      expect(runs && !Number.isFinite(Number(written))).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
