import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { parseDelimited } from '../../../../src/core/cases/parse-delimited';
import { splitRecords } from '../../../../src/core/cases/split-records';

const cellsOf = (text: string, stretch: number) =>
  [...parseDelimited(text, ',', stretch)].flatMap(({ records }) => records.map(({ cells }) => cells));

/** Text that is all quotes, delimiters and line ends, well formed or not. */
const tangled = fc
  .array(fc.constantFrom('"', '""', ',', '\n', ' ', 'a', '가', ',"', '",', '"\n'), { maxLength: 40 })
  .map((pieces) => pieces.join(''));

describe('splitRecords', () => {
  it.each<[string, string, string[]]>([
    ['LF', 'a\nb\n', ['a\n', 'b\n']],
    ['CRLF', 'a\r\nb\r\n', ['a\r\n', 'b\r\n']],
    ['a lone CR', 'a\rb\r', ['a\r', 'b\r']],
    ['line ends in quotes', 'a,"x\ny"\nb\n', ['a,"x\ny"\n', 'b\n']],
    ['a lone CR with LF in quotes', 'a,"x\ny"\rb\r', ['a,"x\ny"\r', 'b\r']],
    ['a quote that opens no cell', '5" x\n6" y\n', ['5" x\n', '6" y\n']],
  ])('ends records where they end: %s', (_, text, stretches) => {
    expect([...splitRecords(text, ',', 1)].map((stretch) => stretch.text)).toEqual(stretches);
  });

  it('finds the same cells as a parser that sees the whole text, however short the stretches', () => {
    fc.assert(
      fc.property(tangled, fc.integer({ min: 1, max: 20 }), (text, stretch) => {
        const whole = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n', skipEmptyLines: 'greedy' });
        expect(cellsOf(text, stretch)).toEqual(whole.data);
      }),
      { numRuns: 2000 },
    );
  });

  it('stays linear on a single column of quoted cells', () => {
    const text = '"a quoted cell"\n'.repeat(100_000);
    expect(cellsOf(text, 131_072)).toHaveLength(100_000);
  });
});
