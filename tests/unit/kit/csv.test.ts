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
          const read = Papa.parse<string[]>(
            rows.map((cells) => csvRecord(cells, { delimiter })).join('\r\n'),
            {
              delimiter,
              newline: '\r\n',
              skipEmptyLines: true,
            },
          );
          expect(read.data.map((cells) => cells.map(unescapeFormula))).toEqual(rows);
        },
      ),
    );
  });

  it.each(['', '||', '"', '\n', '\ufeff'])('refuses the delimiter %j', (delimiter) => {
    expect(() => csvRecord(['a', 'b'], { delimiter })).toThrow('Expected a delimiter');
  });
});

it('quotes every text and no number, which may have a decimal comma', () => {
  const cells = ['a', '', '3.5', 'x "y"', 3.5, -1e-7, 4];
  expect(csvRecord(cells)).toBe('"a",,"3.5","x ""y""",3.5,-1e-7,4');
  expect(csvRecord(cells, { delimiter: ';', decimalComma: true })).toBe('"a";;"3.5";"x ""y""";3,5;-1e-7;4');
  expect(csvRecord([3.5], { decimalComma: true })).toBe('3.5');
  expect(csvRecord([3.5], { delimiter: '.' })).toBe('"3.5"');
  expect(csvRecord(['=1+1', 'a;=x'], { formulas: true })).toBe('"=1+1","a;=x"');
});

// eslint-disable-next-line no-control-regex
const breaks = /[,;\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;
const runs = /^[\p{C}\p{Z}\p{DI}\u2800"]*[=+\-@＝＋－＠]/u;
const onlyFigures = /^[\d\s+\-.,()/[\]'"]*(?:\de[+-]?\d+)?$/i;

/** Texts made of what matters to the rule, and any others. */
const riskyText = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      ...'\'=+-@＝－,;\t\r\n 1.e(a"'.split(''),
      ...['\u200b', '\ufeff', '\u00a0', '\u0001', '\u2028', '\u00ad', '\u3164', '\ufe0f'],
    ),
  }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
);

it.each([
  ['=1+1', "'=1+1"],
  ['\n=1', "\n'=1"],
  [' =1', " '=1"],
  ['foo;=1+1', "foo;'=1+1"],
  ['foo,@x\tfoo\t=1', "foo,'@x\tfoo\t'=1"],
  ['a\r\n- item\r\n- 2', "a\r\n'- item\r\n'- 2"],
  ['\u00a0@SUM(A1)', "\u00a0'@SUM(A1)"],
  ['\ufeff\u200b\u0000=1', "\ufeff\u200b\u0000'=1"],
  ['＝1+1', "'＝1+1"],
  ['x;＋a', "x;'＋a"],
  ['x;"=1+1;', 'x;"\'=1+1;'],
  ["'=1", "''=1"],
  ['- item', "'- item"],
  ['+82-10-CALL', "'+82-10-CALL"],
  ['+82-10-1234-5678', '+82-10-1234-5678'],
  ['-', '-'],
  ['--- / (+49) 30, -5.25', '--- / (+49) 30, -5.25'],
  ['[1,-2]', '[1,-2]'],
  ['\t', '\t'],
  ['-5', '-5'],
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

it('can always be undone, and leaves nothing that runs, wherever a program splits the line', () => {
  fc.assert(
    fc.property(riskyText, fc.constantFrom(',', ';', '\t'), (text, delimiter) => {
      const written = escapeFormula(text);
      expect(unescapeFormula(written)).toBe(text);
      if (onlyFigures.test(text)) {
        expect(written).toBe(text);
        return;
      }
      const line = csvRecord(['a', text, 'b'], { delimiter });
      for (const splitAt of [',', ';', '\t', /[\r\n]/, breaks])
        for (const field of line.split(splitAt)) expect(field).not.toMatch(runs);
    }),
    { numRuns: 3000 },
  );
});

it('stays linear on a text of nothing but blanks, tabs or signs', () => {
  for (const unit of [' ', '\t', "'", '-', '\n-', ' \ufeff'])
    expect(unescapeFormula(escapeFormula(unit.repeat(300_000)))).toHaveLength(unit.length * 300_000);
});
