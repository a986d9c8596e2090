import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawBoundary } from '../../../../src/judgement/prompt/build-prompt';

function drawing(words: readonly string[]): () => string {
  let next = 0;
  return () => words[next++ % words.length] ?? '';
}

describe('drawBoundary', () => {
  it('draws until a word occurs in no text, whatever its case', () => {
    const texts = ['has ABCDEFGH in it', 'and 12345678'];
    expect(drawBoundary(texts, drawing(['abcdefgh', '12345678', 'zzzzzzzz']))).toBe('zzzzzzzz');
  });

  it('gives a word that occurs in none of any texts', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'A', 'b'), minLength: 8, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(word), fc.array(word, { minLength: 1 }), (texts, words) => {
        const drawn = drawBoundary(texts, drawing([...words, 'Unheard0f']));
        for (const text of texts) expect(text.toLowerCase()).not.toContain(drawn.toLowerCase());
      }),
    );
  });

  it('is a bug when the source never varies', () => {
    expect(() => drawBoundary(['abcdefgh'], () => 'abcdefgh')).toThrow(/does not vary/);
  });

  it.each(['', 'short', 'with space', 'new\nlines', '========='])('refuses the word %j', (word) => {
    expect(() => drawBoundary([], () => word)).toThrow(/letters and digits/);
  });
});
