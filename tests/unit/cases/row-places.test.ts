import { expect, it } from 'vitest';
import { placeOfNote, RowPlaces } from '../../../src/cases/carry-over';

const jump = (row: number, number: number) => ({ kind: 'jump' as const, row, number });
const csv = { kind: 'csv' as const, header: true };

it('a row of joined files stands in the file it came from', () => {
  const places = new RowPlaces([
    { name: 'a.csv', report: csv, rows: 3, jumps: [jump(2, 5)] },
    { name: 'b.jsonl', report: { kind: 'jsonl', header: true }, rows: 2, jumps: [] },
    { name: 'c.json', report: { kind: 'json', header: true }, rows: 1, jumps: [jump(1, 4)] },
  ]);
  expect([1, 2, 3, 4, 5, 6].map((row) => places.of(row))).toEqual([
    { kind: 'row', number: 2, file: 'a.csv' },
    { kind: 'row', number: 5, file: 'a.csv' },
    { kind: 'row', number: 6, file: 'a.csv' },
    { kind: 'line', number: 1, file: 'b.jsonl' },
    { kind: 'line', number: 2, file: 'b.jsonl' },
    { kind: 'item', number: 4, file: 'c.json' },
  ]);
});

it('a note stands where its row, line or item does', () => {
  const file = { name: undefined, report: csv, jumps: [jump(1, 3)] };
  expect(placeOfNote(file, { kind: 'open-quote', row: 0 })).toBeNull();
  expect(placeOfNote(file, { kind: 'open-quote', row: 2 })).toEqual({ kind: 'row', number: 4 });
  expect(placeOfNote(file, { kind: 'line-not-json', row: 1, line: 9, found: '' })).toEqual({
    kind: 'line',
    number: 9,
  });
});
