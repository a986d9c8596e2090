import { expect, it } from 'vitest';
import { readWorkbook } from '../../../../src/cases/read/read-workbook';
import { makeWorkbook } from './support/make-workbook';

it('rows of a sheet keep the numbers that a spreadsheet shows', async () => {
  const cell = (text: string) => [{ text }, { text: `${text}!` }];
  const sheet = [
    cell('id'),
    [null, null],
    cell('one'),
    cell('two'),
    [null, null],
    [null, null],
    cell('three'),
  ];
  const read = await readWorkbook(makeWorkbook({ Cases: sheet }).buffer, { header: true });
  expect(read).toMatchObject({
    table: {
      rows: [
        ['one', 'one!'],
        ['two', 'two!'],
        ['three', 'three!'],
      ],
    },
    numbers: [3, 4, 7],
    notes: [],
  });
});
