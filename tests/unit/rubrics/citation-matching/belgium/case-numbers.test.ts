import fc from 'fast-check';
import { grouped } from '../../grouped';
import { describe, expect, it } from 'vitest';
import { parseCaseNumber } from '../../../../../rubrics/citation-matching/belgium/case-numbers';
import {
  compareCaseNumberLists,
  compareCaseNumbers,
  readCaseNumbers,
} from '../../../../../rubrics/citation-matching/belgium/compare-case-numbers';
import type { CaseNumberComparison } from '../../../../../rubrics/citation-matching/belgium/compare-case-numbers';

const FORMS: readonly (readonly [
  text: string,
  form: string,
  year: number | null,
  serial: number,
  roll: string | null,
])[] = [
  ['C.17.0234.F', 'cassation', 2017, 234, 'C'],
  ['S.98.0012.F', 'cassation', 1998, 12, 'S'],
  ['C170234F', 'cassation', 2017, 234, 'C'],
  ['n° C.17.0234.F', 'cassation', 2017, 234, 'C'],
  ['26/CAS/0418', 'cassation', 2026, 418, 'CAS'],
  ['A. 231.456/VI-21.234', 'council-roll', null, 231456, 'A'],
  ['G/A 231.456/XV-3456', 'council-roll', null, 231456, 'A'],
  ['A. 231.456', 'council-roll', null, 231456, 'A'],
  ['nr. 247.123', 'plain', null, 247123, null],
  ['arrêt n° 247.123 du 20 février 2020', 'plain', null, 247123, null],
  ['Nr. 45/2019 vom 14. März 2019', 'serial-year', 2019, 45, null],
  ['C.17.234.F', 'cassation', 2017, 234, 'C'],
  ['6789', 'plain', null, 6789, null],
  ['R.G. 35.678', 'plain', null, 35678, null],
  ['n° 45/2019', 'serial-year', 2019, 45, null],
  ['RG 2020/AB/123', 'year-code-serial', 2020, 123, 'AB'],
  ['RG 19/1234/A', 'year-serial', 2019, 1234, 'A'],
  ['R.G. n° 06/12345/A', 'year-serial', 2006, 12345, 'A'],
  ['RG 19/2020', 'year-serial', 2019, 2020, null],
  ['AR A/20/00123', 'code-year-serial', 2020, 123, 'A'],
  ['Rolnummer: 2019/AR/1234', 'year-code-serial', 2019, 1234, 'AR'],
  ['Numéro de rôle : C.17.0234.F', 'cassation', 2017, 234, 'C'],
];

const PAIRS = grouped(`
C.17.0234.F exact → C.17.0234.F | c.17.0234.f | C 17 0234 F | C170234F | n° C.17.0234.F | R.G. C.17.0234.F
C.17.0234.F exact → C.17.0234.F.
C.17.0234.F fuzzy → C.17.0234 | C.17.0234.N | C-17-0234-F | C.2017.0234.F | C.17.00234.F | C/17/0234
C.17.0234.F fuzzy → C.17.234.F
C.17.0235.F different → C.17.234.F
C.18.0456.N different → C.18.0512.N | C.17.0456.N
C.17.0234.F different → P.17.0234.F | P.17.0891.N
26/CAS/0418 exact → 26/cas/0418
26/CAS/0418 fuzzy → 2026/CAS/418
26/CAS/0418 different → C.26.0418.F
RG 2020/AB/123 exact → 2020/AB/123
R.G. 2020/AB/123 exact → rolnr. 2020/AB/123
A.R. nr. 2020/AB/123 exact → RG n° 2020/AB/123
2020/AB/123 exact → 2020 / AB / 123
2020/AB/123 fuzzy → 2020/AB/0123 | 20/AB/123 | 2020AB123 | 2020-AB-123 | RG 2020/123
2020/AB/123 different → 2020/AB/124 | 2019/AB/123 | 2020/AL/123
2019/AR/1234 fuzzy → 2019/RG/1234
2019/AR/1234 different → 2019/FA/1234
RG 19/1234/A exact → A.R. 19/1234/A
19/1234/A fuzzy → 2019/1234/A | 19/01234/A | 19/1234 | A/19/01234
19/1234/A different → 19/1234/B | 19/1243/A
A/20/00123 exact → A/20/00123
A/20/00123 fuzzy → A/20/123
A/20/00123 different → A/20/00132
n° 45/2019 exact → 45/2019
45/2019 fuzzy → 045/2019
45/2019 different → 45/2018
45/2019 null → 19/45/A
n° 45/2019 null → 6789
n° 247.123 null → A. 231.456/VI-21.234
nr. 247.123 exact → 247123
247.123 different → 247.132
A. 231.456/VI-21.234 exact → A.231.456/VI-21.234
A. 231.456/VI-21.234 fuzzy → G/A 231.456/VI-21.234 | A. 231.456
A. 231.456/VI-21.234 different → A. 231.457/VI-21.234
A. 231.456 null → 231.456
BR.43.L7.001234/2018 exact → br 43 L7 001234/2018
BR.43.L7.001234/2018 fuzzy → BR43L7001234-2018
BR.43.L7.001234/2018 different → BR.43.L7.001235/2018
BR.43.L7.001234/2018 null → BR.43.L7.1234/2018 | 18/1234/A
`);

function compare(a: string, b: string): CaseNumberComparison | null {
  const [left, right] = [parseCaseNumber(a), parseCaseNumber(b)];
  return left === null || right === null ? null : compareCaseNumbers(left, right);
}

describe('parseCaseNumber', () => {
  it.each(FORMS)('%s is %s of %s, serial %s, roll %s', (text, form, year, serial, roll) => {
    expect(parseCaseNumber(text)).toMatchObject({ form, year, serial, roll });
  });

  it.each([
    '',
    ' ',
    'null',
    'n/a',
    'sans numéro',
    'onbekend',
    'RG',
    'arrêt du 15 mars 2018',
    'C.17.0234.F et C.17.0235.F',
  ])('finds no single number in "%s"', (text) => {
    expect(parseCaseNumber(text)).toBeNull();
  });

  it('reads language and chamber', () => {
    expect(parseCaseNumber('C.17.0234.N')?.language).toBe('N');
    expect(parseCaseNumber('C.17.0234')?.language).toBeNull();
    expect(parseCaseNumber('A. 231.456/VI-21.234')?.chamber).toBe('VI-21234');
  });

  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseCaseNumber(text)));
  });
});

describe('compareCaseNumbers', () => {
  it.each(PAIRS)('%s: %s', (key, b) => {
    const [, a = '', expected = ''] = /^(.*) (\S+)$/.exec(key) ?? [];
    expect(String(compare(a, b))).toBe(expected);
    expect(String(compare(b, a))).toBe(expected);
  });

  const cassation = fc
    .tuple(
      fc.constantFrom('C', 'P', 'S', 'F', 'D'),
      fc.integer({ min: 10, max: 25 }),
      fc.integer({ min: 1, max: 9999 }),
    )
    .map(([roll, year, serial]) => ({ roll, year, serial: String(serial).padStart(4, '0') }));

  it('is exact under spacing, dots and case, and fuzzy without the language', () => {
    fc.assert(
      fc.property(cassation, fc.constantFrom('F', 'N'), ({ roll, year, serial }, language) => {
        const number = `${roll}.${year}.${serial}.${language}`;
        expect(compare(number, number.replaceAll('.', ' ').toLowerCase())).toBe('exact');
        expect(compare(number, number.replaceAll('.', ''))).toBe('exact');
        expect(compare(number, `${roll}.${year}.${serial}`)).toBe('fuzzy');
      }),
    );
  });

  it('never matches two serials', () => {
    fc.assert(
      fc.property(cassation, cassation, (a, b) => {
        fc.pre(a.serial !== b.serial);
        expect(compare(`${a.roll}.17.${a.serial}.F`, `${b.roll}.17.${b.serial}.F`)).toBe('different');
      }),
    );
  });
});

describe('compareCaseNumberLists', () => {
  it.each([
    ['C.17.0234.F et C.17.0235.F', 'C.17.0235.F', 'exact'],
    ['C.17.0234.F-C.17.0235.F', 'C.17.0235.F', 'exact'],
    ['6789 en 6790', '6790', 'exact'],
    ['2019/AR/1234 - 2019/AR/1235', '2019/AR/1235', 'exact'],
    ['2019/AR/1234 – 2019/AR/1235', '2019/AR/1236', 'different'],
    ['2020 - AB - 123', '2020/AB/123', 'fuzzy'],
    ['n° 45/2019', '6789, 6790', null],
    ['C.17.0234.F, BR.43', 'C.17.0235.F', null],
    ['6789, 6790', '6791', 'different'],
    ['S.17.0001.N; S.17.0002.N', 'S.17.0002', 'fuzzy'],
    ['2020/AB/123', 'geen', null],
    ['', '2020/AB/123', null],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(compareCaseNumberLists(readCaseNumbers(a), readCaseNumbers(b))).toBe(expected);
  });
});
