import fc from 'fast-check';
import { grouped } from '../grouped';
import { describe, expect, it } from 'vitest';
import { compareNames, readName } from '../../../../rubrics/brand-entities/facts/compare-names';
import { editDistance } from '../../../../rubrics/brand-entities/facts/edit-distance';

const compare = (entity: string, name: string) => compareNames(readName(entity), readName(name));

describe('compareNames', () => {
  it.each(
    grouped(`
exact → Nike = Nike |  Nike®  = Nike | ＮＩＫＥ = NIKE | ﾕﾆｸﾛ = ユニクロ | Levi’s = Levi's
same → nike = Nike | Levis = Levi's | Loreal = L'Oréal | HAAGEN DAZS = Häagen-Dazs
same → bottle for water = water bottle | HM = H&M
akin → Addidas = Adidas | Adiads = Adidas | Le Cruset = Le Creuset | Philips = Phillips | Marvel = Marvell
akin → Lenova = Lenovo | Canyon = Canon | Nkie = Nike | Mike = Nike | Nike Inc. = Nike | Galaxy 8 = Galaxy 7
akin → HP = Hewlett-Packard | TNF = The North Face | 삼성전자 = 삼성
foreign → Sulwhasoo = 설화수 | LG = LG전자
other → Swoosh = Nike | ice cream = Häagen-Dazs | 푸마 = 나이키 | M = H&M
`),
  )('%s: %s', (likeness, names) => {
    const [entity = '', name = ''] = names.split(' = ');
    expect(compare(entity, name)).toBe(likeness);
  });

  it('calls any name exactly itself, and sees the same likeness from both sides', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[A-Za-z]{1,8}( [a-z0-9]{1,5})?$/),
    );
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(compare(one, one)).toBe('exact');
        expect(compare(one, other)).toBe(compare(other, one));
      }),
    );
  });
});

describe('the written form', () => {
  it.each([
    ['Nike', 'nike'],
    ["L'Oréal", "L'Oreal"],
    ['H&M', 'H & M'],
    ['Disney+', 'Disney'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(readName(one).written).not.toBe(readName(other).written);
  });
});

describe('editDistance', () => {
  it.each([
    ['abc', '', 3],
    ['abc', 'abd', 1],
    ['abc', 'ac', 1],
    ['abc', 'abxc', 1],
    ['abc', 'acb', 1],
    ['kitten', 'sitting', 3],
  ])('%j to %j is %i', (one, other, distance) => {
    expect(editDistance(one, other)).toBe(distance);
  });

  it('is symmetric and never above the longer length', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (one, other) => {
        const distance = editDistance(one, other);
        expect(distance).toBe(editDistance(other, one));
        expect(distance).toBeLessThanOrEqual(Math.max([...one].length, [...other].length));
      }),
    );
  });
});
