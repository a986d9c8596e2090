import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { revealHidden, truncate } from '../../../../src/kit/text/shown-text';

describe('revealHidden', () => {
  it.each([
    ['zero-width space', 'a\u200bb', 'U+200B'],
    ['right-to-left override', 'a\u202eb', 'U+202E'],
    ['isolate', 'a\u2066b', 'U+2066'],
    ['byte order mark', 'a\ufeffb', 'U+FEFF'],
    ['tag letter', 'a\u{e0041}b', 'U+E0041'],
    ['Hangul filler', 'a\u3164b', 'U+3164'],
    ['null', 'a\u0000b', 'U+0000'],
  ])('shows a %s by its code', (_, text, code) => {
    expect(revealHidden(text).map((piece) => piece.code ?? piece.text)).toEqual(['a', code, 'b']);
  });

  it.each(['plain', '한국어 문장\n둘째 줄', 'tab\tand\r\nlines', 'é à ü'])('leaves %j whole', (text) => {
    expect(revealHidden(text)).toEqual([{ text }]);
  });

  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(
          revealHidden(text)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});

it.each([
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['a😀b', 3, 'a…'],
  ['a😀bc', 4, 'a😀…'],
])('%j in at most %i is %j', (text, most, short) => {
  expect(truncate(text, most)).toBe(short);
});
