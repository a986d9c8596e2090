import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { parseDelimited } from '../../../../src/core/cases/parse-delimited';

const cellsOf = (text: string, part: number) =>
  [...parseDelimited(text, ',', part)].flatMap(({ records }) => records.map(({ cells }) => cells));

/** Text that is all quotes, delimiters and line ends, well formed or not. */
const tangled = fc
  .array(fc.constantFrom('"', '""', ',', '\n', ' ', 'a', '가', ',"', '",', '"\n'), { maxLength: 40 })
  .map((pieces) => `${pieces.join('')}\n`);

describe('parseDelimited', () => {
  it.each<[string, string, string[][]]>([
    [
      'a lone CR ends rows, an LF in quotes does not',
      'a,"x\ny"\rb,c\r',
      [
        ['a', 'x\ny'],
        ['b', 'c'],
      ],
    ],
    [
      'a stray CR in an LF file is part of its cell',
      'a\rb,c\nd,e\n',
      [
        ['a\rb', 'c'],
        ['d', 'e'],
      ],
    ],
    [
      'a CRLF file cut off within its last line end',
      'a,b\r\nc,d\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a quote that opens no cell', '5" x,6" y\n', [['5" x', '6" y']]],
    [
      'spaces behind a closing quote',
      '"a" ,"b" \r\n"c" ,"d" ',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a delimiter at the very end', 'a,b,', [['a', 'b', '']]],
    ['a quote as the last character', 'a,"b"', [['a', 'b']]],
  ])('%s', (_, text, cells) => {
    expect(cellsOf(text, 1)).toEqual(cells);
  });

  it('finds the cells that Papa Parse finds, well formed or not, in parts of any size', () => {
    fc.assert(
      fc.property(tangled, fc.integer({ min: 1, max: 20 }), (text, part) => {
        const { data } = Papa.parse<string[]>(text, {
          delimiter: ',',
          newline: '\n',
          skipEmptyLines: 'greedy',
        });
        expect(cellsOf(text, part)).toEqual(data);
      }),
      { numRuns: 5000 },
    );
  });

  it('stays linear on a single column of quoted cells', () => {
    const text = '"a quoted cell"\n'.repeat(200_000);
    expect(cellsOf(text, 131_072)).toHaveLength(200_000);
  });
});
