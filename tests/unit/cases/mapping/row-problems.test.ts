import { describe, expect, it } from 'vitest';
import { findInputFaults } from '../../../../src/cases/mapping/find-input-faults';
import { applyMapping, nameCases } from '../../../../src/cases/mapping/apply-mapping';
import { findRowProblems, type RowProblem, type RowSlice } from '../../../../src/cases/mapping/row-problems';
import { findUnmappedInputs } from '../../../../src/cases/mapping/columns';
import type { RubricInput } from '../../../../src/rubric/rubric';
import type { Mapping, SourceTable } from '../../../../src/cases/table';
import { finish, input, table } from '../mapping-fixture';

function look(source: SourceTable, mapping: Mapping, inputs: RubricInput[], slice?: RowSlice): RowProblem[] {
  const ids = finish(nameCases(source, mapping));
  return finish(findRowProblems(source, mapping, inputs, { characters: 100 }, ids, slice));
}

describe('findRowProblems', () => {
  it.each<[string, Partial<RubricInput>, string, object | null]>([
    ['nothing', {}, 'text', null],
    ['a blank', {}, ' \n', { kind: 'missing' }],
    ['a blank that is something to judge', { blank_allowed: true }, '', null],
    ['a blank that may be left out', { required: false }, '', null],
    ['JSON cut off', { kind: 'json' }, ' {"a": ', { kind: 'not-json', found: '{"a":' }],
    ['words for a number', { kind: 'number' }, 'high', { kind: 'not-a-number', found: 'high' }],
    ['text as long as may be', {}, 'x'.repeat(100), null],
    ['text longer than that', {}, 'x'.repeat(101), { kind: 'too-long', characters: 101, limit: 100 }],
    [
      'too long to be read',
      { kind: 'json' },
      '{'.repeat(101),
      { kind: 'too-long', characters: 101, limit: 100 },
    ],
    ['an excerpt', { kind: 'number' }, 'y'.repeat(80), { kind: 'not-a-number', found: `${'y'.repeat(60)}…` }],
    [
      'an excerpt with a whole last letter',
      { kind: 'number' },
      `${'y'.repeat(59)}😀y`,
      { kind: 'not-a-number', found: `${'y'.repeat(59)}…` },
    ],
  ])('%s', (_, change, cell, problem) => {
    const found = look(table(['x', 'y'], ['', 'fine'], ['', cell]), { inputs: { q: 1 }, gold: {} }, [
      input('q', { ...change, ...(change.kind ? {} : { kind: 'long' }) }),
    ]).filter(({ row }) => row === 2);
    expect(found).toEqual(problem ? [{ row: 2, input: 'q', ...problem }] : []);
  });

  it('tells of ids that repeat, where they stood first, and what the case is called now', () => {
    const source = table(['id'], ['a'], ['b'], ['a'], [''], ['row-4'], ['']);
    expect(look(source, { inputs: {}, id: 0, gold: {} }, [])).toEqual([
      { kind: 'repeated-id', row: 3, id: 'a', firstRow: 1, givenId: 'a (2)' },
      { kind: 'repeated-id', row: 5, id: 'row-4', firstRow: 4, givenId: 'row-4 (2)' },
    ]);
  });

  it('says nothing of inputs that no column gives: those block the whole file', () => {
    const inputs = [
      input('p'),
      input('q', { blank_allowed: true }),
      input('r', { required: false }),
      input('toString'),
    ];
    const mapping = { inputs: { p: 0 }, gold: {} };
    expect(look(table(['x'], ['a'], ['b']), mapping, inputs)).toEqual([]);
    expect(findUnmappedInputs(inputs, mapping).map(({ name }) => name)).toEqual(['q', 'toString']);
  });

  const many = (count: number) =>
    table(
      ['id', 'n'],
      ...Array.from({ length: count }, (_, row) => [String(row % 900), row % 7 === 0 ? 'x' : '1']),
    );
  const mapping = { inputs: { n: 1 }, id: 0, gold: {} };
  const number = [input('n', { kind: 'number' })];

  it.each([
    [0, 1],
    [0, 499],
    [500, 1001],
    [1400, 9999],
    [300, 300],
  ])('finds in rows %i to %i what it finds there in all rows', (from, to) => {
    const source = many(1500);
    const expected = look(source, mapping, number).filter(({ row }) => row > from && row <= to);
    expect(look(source, mapping, number, { from, to })).toEqual(expected);
  });

  it.each([
    ['many rows', many(100_000), 190],
    [
      'few rows of long text',
      table(['x', 'n'], ...Array.from({ length: 40 }, () => ['', '1'.repeat(100_000)])),
      19,
    ],
  ])('offers pauses: %s', (_, source, least) => {
    const work = findRowProblems(
      source,
      mapping,
      number,
      { characters: 1e6 },
      { ids: [], repeats: new Map() },
    );
    let pauses = 0;
    while (!work.next().done) pauses += 1;
    expect(pauses).toBeGreaterThan(least);
  });

  it('agrees with what the judge is told of a case', () => {
    const inputs = [input('n', { kind: 'number' }), input('j', { kind: 'json' }), input('t')];
    const cells = ['', ' ', '1', 'x', '{}', '{', 'null', '1,5 %'];
    const source = table(
      ['n', 'j', 't'],
      ...cells.flatMap((n) => cells.flatMap((j) => cells.map((t) => [n, j, t]))),
    );
    const all = { inputs: { n: 0, j: 1, t: 2 }, gold: {} };
    const cases = [...applyMapping(source, all, inputs, finish(nameCases(source, all)))];
    const told = cases.flatMap((each, index) =>
      findInputFaults(inputs, each.input).map(({ input: name, fault }) => [index + 1, name, fault]),
    );
    expect(
      look(source, all, inputs).map((problem) => [
        problem.row,
        'input' in problem ? problem.input : '',
        problem.kind,
      ]),
    ).toEqual(told);
  });
});
