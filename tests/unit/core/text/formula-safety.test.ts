import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeFormula, unescapeFormula } from '../../../../src/core/text/formula-safety';

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
