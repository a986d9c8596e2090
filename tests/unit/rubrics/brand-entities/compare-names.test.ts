import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNames, readName } from '../../../../rubrics/brand-entities/facts/compare-names';
import { editDistance } from '../../../../rubrics/brand-entities/facts/edit-distance';

const compare = (entity: string, name: string) => compareNames(readName(entity), readName(name));

describe('compareNames', () => {
  it.each([
    ['Nike', 'Nike', 'exact'],
    [' Nike® ', 'Nike', 'exact'],
    ['ＮＩＫＥ', 'NIKE', 'exact'],
    ['ﾕﾆｸﾛ', 'ユニクロ', 'exact'],
    ['Levi’s', "Levi's", 'exact'],
    ['nike', 'Nike', 'same'],
    ['Levis', "Levi's", 'same'],
    ['Loreal', "L'Oréal", 'same'],
    ['HAAGEN DAZS', 'Häagen-Dazs', 'same'],
    ['bottle for water', 'water bottle', 'same'],
    ['HM', 'H&M', 'same'],
    ['Addidas', 'Adidas', 'akin'],
    ['Adiads', 'Adidas', 'akin'],
    ['Le Cruset', 'Le Creuset', 'akin'],
    ['Philips', 'Phillips', 'akin'],
    ['Marvel', 'Marvell', 'akin'],
    ['Lenova', 'Lenovo', 'akin'],
    ['Canyon', 'Canon', 'akin'],
    ['Nkie', 'Nike', 'akin'],
    ['Mike', 'Nike', 'akin'],
    ['Nike Inc.', 'Nike', 'akin'],
    ['Galaxy 8', 'Galaxy 7', 'akin'],
    ['HP', 'Hewlett-Packard', 'akin'],
    ['TNF', 'The North Face', 'akin'],
    ['삼성전자', '삼성', 'akin'],
    ['Sulwhasoo', '설화수', 'foreign'],
    ['LG', 'LG전자', 'foreign'],
    ['Swoosh', 'Nike', 'other'],
    ['ice cream', 'Häagen-Dazs', 'other'],
    ['푸마', '나이키', 'other'],
    ['M', 'H&M', 'other'],
  ])('%s to %s: %s', (entity, name, likeness) => {
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
    ['', '', 0],
    ['abc', '', 3],
    ['', 'abc', 3],
    ['abc', 'abc', 0],
    ['abc', 'abd', 1],
    ['abc', 'ac', 1],
    ['abc', 'abxc', 1],
    ['abc', 'acb', 1],
    ['kitten', 'sitting', 3],
    ['설화수', '설와수', 1],
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
