import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuote, foldWithOffsets } from '../../../../rubrics/meeting-minutes/facts/find-quote';

const word = fc.string({
  unit: fc.constantFrom('가', '각', '네', 'é', 'a', 'b', '1', '.', '🙂'),
  minLength: 1,
  maxLength: 6,
});
const gap = fc.constantFrom(' ', '\n', '\t ', '\u00A0', '  ');
const mark = fc.constantFrom('"', "'", '“', '”', '‘', '’', '「', '』');
/** Words with their gaps and marks, so that a text can be written twice with different ones. */
const tokens = fc.array(fc.oneof({ weight: 4, arbitrary: word }, fc.constant('MARK')), {
  minLength: 1,
  maxLength: 30,
});

function write(parts: readonly string[], gaps: readonly string[], marks: readonly string[]): string[] {
  return parts.flatMap((part, i) => [
    part === 'MARK' ? (marks[i] ?? '"') : part,
    i < parts.length - 1 ? (gaps[i] ?? ' ') : '',
  ]);
}

describe('findQuote', () => {
  it.each([
    ['across a line break', '네,\n3월  15일', '네, 3월 15일', [[0, 10]]],
    ['other quote marks', '그 “바로” 건', "'바로'", [[2, 6]]],
    [
      'several places',
      '네. 네. 네',
      '네',
      [
        [0, 1],
        [3, 4],
        [6, 7],
      ],
    ],
    [
      'overlapping places',
      '하하하',
      '하하',
      [
        [0, 2],
        [1, 3],
      ],
    ],
    ['white space around the quote is not part of it', '가 나', '  나\n', [[2, 3]]],
    ['not there', '3월 15일', '3월 16일', []],
    ['a syllable is not its beginning', '각', '가', []],
  ])('%s', (_name, text, quote, places) => {
    expect(findQuote(text, quote).map(({ start, end }) => [start, end])).toEqual(places);
  });

  it('finds a composed quote in decomposed text and the other way round', () => {
    const text = '출시는 3월로 합시다';
    expect(findQuote(text.normalize('NFD'), '3월로')).toHaveLength(1);
    expect(findQuote(text, '3월로'.normalize('NFD'))).toEqual([{ start: 4, end: 7 }]);
  });

  it('ignores spacing when asked to', () => {
    expect(findQuote('할 수 있습니다', '할수 있습니다', { spaces: 'none' })).toEqual([{ start: 0, end: 8 }]);
  });

  it('finds any run of words at its own place, however its gaps and marks are written', () => {
    const lists = fc.record({
      gaps: fc.array(gap, { minLength: 30, maxLength: 30 }),
      otherGaps: fc.array(gap, { minLength: 30, maxLength: 30 }),
      marks: fc.array(mark, { minLength: 30, maxLength: 30 }),
      otherMarks: fc.array(mark, { minLength: 30, maxLength: 30 }),
    });
    fc.assert(
      fc.property(tokens, lists, fc.nat(), fc.nat(), fc.boolean(), (parts, style, a, b, decompose) => {
        const pieces = write(parts, style.gaps, style.marks);
        const first = Math.min(a % parts.length, b % parts.length);
        const last = Math.max(a % parts.length, b % parts.length);
        const inForm = decompose ? pieces.map((piece) => piece.normalize('NFD')) : pieces;
        const start = inForm.slice(0, first * 2).join('').length;
        const end = inForm.slice(0, last * 2 + 1).join('').length;
        const quote = write(parts, style.otherGaps, style.otherMarks)
          .slice(first * 2, last * 2 + 1)
          .join('');
        expect(findQuote(inForm.join(''), quote)).toContainEqual({ start, end });
      }),
    );
  });

  it('gives places that fold to the quote', () => {
    const text = fc.string({
      unit: fc.constantFrom('가', '\u1100', '\u1161', '\u11A8', 'e', '\u0301', ' ', '\n', '“', '\u200B'),
    });
    fc.assert(
      fc.property(text, text, (source, quote) => {
        const wanted = foldWithOffsets(quote).text.trim();
        for (const { start, end } of findQuote(source, quote)) {
          expect(foldWithOffsets(source.slice(start, end)).text).toBe(wanted);
        }
      }),
      { numRuns: 500 },
    );
  });

  // Comparing the quote at each place would take 10^10 steps, more than the time limit of a test.
  it('comes to an end on long and repetitive text', () => {
    expect(findQuote('가'.repeat(200_000), '가'.repeat(100_000))).toHaveLength(100_001);
  });
});
