import { describe, expect, it } from 'vitest';
import type { CaseFigures } from '../../../../src/overview/figures';
import { chooseCases } from '../../../../src/overview/present/deck';

/** By row: the score, and how many statements do not hold. */
type Row = [score: number | [number, number] | null, errors?: number];

const range = ([min, max]: [number, number]) => ({ min, max });
const figures = (rows: readonly Row[]) =>
  rows.map(([score], row): CaseFigures => ({
    row,
    name: `Case ${row}`,
    status: 'valid',
    outdated: false,
    score: score === null ? null : typeof score === 'number' ? { min: score, max: score } : range(score),
    verdict: null,
    contradicted: false,
    failedChecks: [],
    cells: [],
  }));

const chosen = (rows: readonly Row[], starred: readonly number[] = []) =>
  chooseCases(
    figures(rows),
    (row) => starred.includes(row),
    (row) => rows[row]?.[1] ?? 0,
  ).map(({ row, why }) => `${row} ${why}`);

describe('the cases of a deck', () => {
  it.each<{ of: string; rows: Row[]; starred?: number[]; gives: string[] }>([
    { of: 'no case', rows: [], gives: [] },
    {
      of: 'the starred ones, in the order of the sheet',
      rows: [[1], [2], [3, 9]],
      starred: [1, 0],
      gives: ['0 starred', '1 starred'],
    },
    {
      of: 'the three most contradicted, then the best and the worst of the others',
      rows: [[5], [9, 1], [7, 4], [1, 2], [3, 2], [8], [2]],
      // A contradicted one has a lower score than the last.
      gives: ['2 contradicted', '3 contradicted', '4 contradicted', '1 best', '6 first'],
    },
    {
      of: 'ranges, with a word only for what is certain',
      rows: [[[0.4, 4]], [[0.4, 5]], [0]],
      gives: ['1 first', '2 worst'],
    },
    {
      of: 'the best and the worst where nothing is contradicted',
      rows: [[5], [9], [1]],
      gives: ['1 best', '2 worst'],
    },
    { of: 'one where all scores are the same', rows: [[5], [5]], gives: ['0 first'] },
    { of: 'one where there is no score', rows: [[null], [null]], gives: ['0 first'] },
  ])('$of', ({ rows, starred, gives }) => {
    expect(chosen(rows, starred)).toEqual(gives);
  });
});
