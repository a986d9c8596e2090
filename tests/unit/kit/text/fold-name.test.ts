import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentWords, foldName, isSameName, nameForms, nameWords } from '../../../../src/kit/text/fold-name';

describe('foldName', () => {
  it.each([
    ['NIKE', 'nike'],
    ['ＮＩＫＥ', 'nike'],
    ["Levi's", 'levis'],
    ['Levi’s', 'levis'],
    ['L´Oréal', 'loreal'],
    ['Häagen-Dazs®', 'haagendazs'],
    ['Nike™', 'nike'],
    ['Søstrene  Grene', 'sostrenegrene'],
    ['Weiß', 'weiss'],
    ['İstikbal', 'istikbal'],
    ['H&M', 'hm'],
    ['H and M', 'hm'],
    ['BLACK+DECKER', 'blackdecker'],
    ['Disney+', 'disney+'],
    ['Dr. Martens', 'drmartens'],
    ['ﾕﾆｸﾛ', 'ユニクロ'],
    ['アンド・エー', 'アンドエー'],
    ['설화수', '설화수'],
    ['!!!', '!!!'],
    ['AND', 'and'],
    ['Yahoo!', 'yahoo'],
    ['', ''],
  ])('%s → %s', (name, folded) => {
    expect(foldName(name)).toBe(folded);
  });

  it('keeps letters apart that differ by a mark outside Latin', () => {
    expect(foldName('ガ')).not.toBe(foldName('カ'));
    expect(foldName('й')).not.toBe(foldName('и'));
  });

  it.each(['', 'and'] as const)('is idempotent for any text (joiner "%s")', (joiner) => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        const once = foldName(text, joiner);
        expect(foldName(once, joiner)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });

  it('does not see case and spacing in Latin names', () => {
    const word = fc.stringMatching(/^[A-Za-z]{1,8}$/).filter((text) => text.toLowerCase() !== 'and');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        expect(foldName(words.join(' ').toUpperCase())).toBe(foldName(words.join('-').toLowerCase()));
      }),
    );
  });
});

describe('nameWords', () => {
  it.each([
    ["Levi's 501", ['levis', '501']],
    ['Häagen-Dazs', ['haagen', 'dazs']],
    ['Marks & Spencer', ['marks', 'spencer']],
    ['Black+Decker', ['black', 'decker']],
    ['  ', []],
  ])('%s', (name, words) => {
    expect(nameWords(name)).toEqual(words);
  });

  it('leaves small words out of the content, unless they are all there is', () => {
    expect(contentWords('The North Face')).toEqual(['north', 'face']);
    expect(contentWords('The The')).toEqual(['the', 'the']);
  });
});

describe('isSameName', () => {
  const same = (one: string, other: string) => isSameName(nameForms(one), nameForms(other));

  it.each([
    ['Nike', 'NIKE'],
    ['Johnson & Johnson', 'johnson and johnson'],
    ['Johnson & Johnson', 'JohnsonAndJohnson'],
    ['H&M', 'HM'],
    ['Black+Decker', 'Black & Decker'],
    ['& Other Stories', 'and other stories'],
    ['water bottle', 'bottle for water'],
    ['The North Face', 'North Face'],
    ['The North Face', 'NorthFace'],
    ['L’Oréal', "L'Oreal"],
    ['ＵＮＩＱＬＯ', 'Uniqlo'],
  ])('%s is %s', (one, other) => {
    expect(same(one, other)).toBe(true);
    expect(same(other, one)).toBe(true);
  });

  it.each([
    ['Nike', 'Nikon'],
    ['H&M', 'M&H'],
    ['A&W', 'W'],
    ['Disney+', 'Disney'],
    ['Galaxy 7', 'Galaxy 8'],
    ['Samsung', '삼성'],
    ['Nike', ''],
  ])('%s is not %s', (one, other) => {
    expect(same(one, other)).toBe(false);
    expect(same(other, one)).toBe(false);
  });

  it('holds for any text with itself, and is symmetric', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        expect(same(one, one)).toBe(true);
        expect(same(one, other)).toBe(same(other, one));
      }),
    );
  });
});
