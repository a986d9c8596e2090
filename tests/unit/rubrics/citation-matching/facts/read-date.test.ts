import { expect, it } from 'vitest';
import { readDate } from '../../../../../rubrics/citation-matching/facts/read-date';

it.each([
  ['15 mars 2018', '2018-03-15'],
  ['1er février 2020', '2020-02-01'],
  ['24 april 2019', '2019-04-24'],
  ['9 août 1999', '1999-08-09'],
  ['3 mrt. 2021', '2021-03-03'],
  ['5. März 2021', '2021-03-05'],
  ['2018-03-15', '2018-03-15'],
  ['2018-03-15T00:00:00Z', '2018-03-15'],
  ['15/03/2018', '2018-03-15'],
  ['5.3.2018', '2018-03-05'],
  ['jeudi 15 mars 2018', '2018-03-15'],
])('reads %s as %s', (text, date) => {
  expect(readDate(text)).toBe(date);
});

it.each(['', '2018', '31 février 2020', '15 brumaire 2018', '13/13/2018', 'mars 2018', '2018-02-30'])(
  'reads no day from "%s"',
  (text) => {
    expect(readDate(text)).toBeNull();
  },
);
