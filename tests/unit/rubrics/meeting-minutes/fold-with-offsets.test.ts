import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldWithOffsets, sourceRange } from '../../../../rubrics/meeting-minutes/facts/find-quote';

describe('foldWithOffsets', () => {
  it.each([
    ['white space runs become one space', 'a \t\n b\u00A0\u3000c', 'a b c'],
    [
      'every quote mark becomes the same',
      '“가” ‘나’ 「다」 『라』 "마" \'바\'',
      "'가' '나' '다' '라' '마' '바'",
    ],
    ['decomposed Hangul is composed', '한글'.normalize('NFD'), '한글'],
    ['invisible characters vanish', '회\u200B의\uFEFF록', '회의록'],
    ['white space around an invisible character is one space', 'a \u200B b', 'a b'],
    ['a lone surrogate survives', 'a\uD800b', 'a\uD800b'],
  ])('%s', (_name, source, folded) => {
    expect(foldWithOffsets(source).text).toBe(folded);
  });

  it('drops white space when asked to', () => {
    expect(foldWithOffsets('할 수\n있습니다', { spaces: 'none' }).text).toBe('할수있습니다');
  });

  it.each([
    ['네, 그럼… 하죠!', '네그럼하죠'],
    ['“봄봄” (가칭)', '봄봄가칭'],
    ['1.5배, 3,000원', '1.5배3,000원'],
    ['15, 16일', '15,16일'],
    ['영하 -5도', '영하-5도'],
  ])('drops punctuation that is not part of a number when asked to: %s', (source, folded) => {
    expect(foldWithOffsets(source, { spaces: 'none', punctuation: 'drop' }).text).toBe(folded);
  });

  it('points back at the decomposed cluster as a whole', () => {
    const folded = foldWithOffsets(`가 ${'각'.normalize('NFD')} 나`);
    expect(folded.text).toBe('가 각 나');
    expect(sourceRange(folded, 2, 3)).toEqual({ start: 2, end: 5 });
  });

  it('points back at a run of white space as a whole', () => {
    expect(sourceRange(foldWithOffsets('가 \n\u200B\t나'), 1, 2)).toEqual({ start: 1, end: 5 });
  });

  it('refuses to cut through a cluster that folding changed', () => {
    const folded = foldWithOffsets('\u0958'); // composed form is excluded: NFC gives two characters
    expect(folded.text).toHaveLength(2);
    expect(sourceRange(folded, 0, 1)).toBeNull();
    expect(sourceRange(folded, 0, 2)).toEqual({ start: 0, end: 1 });
  });

  it('is stable: what is folded folds to itself', () => {
    const visible = fc.string({ unit: 'binary' }).filter((text) => !/[\u00AD\u200B\u2060\uFEFF]/u.test(text));
    fc.assert(
      fc.property(visible, (source) => {
        const once = foldWithOffsets(source).text;
        expect(foldWithOffsets(once).text).toBe(once);
      }),
    );
  });

  it('keeps one pair of offsets per unit, ascending and inside the source', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (source) => {
        const { text, starts, ends } = foldWithOffsets(source);
        expect(starts).toHaveLength(text.length);
        expect(ends).toHaveLength(text.length);
        let last = 0;
        for (const [i, start] of starts.entries()) {
          const end = ends[i] ?? -1;
          for (const offset of [start, end]) {
            if (offset < 0) continue;
            expect(offset).toBeGreaterThanOrEqual(last);
            expect(offset).toBeLessThanOrEqual(source.length);
            last = offset;
          }
        }
      }),
    );
  });
});
