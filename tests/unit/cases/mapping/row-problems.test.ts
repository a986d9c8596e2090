import { describe, expect, it } from 'vitest';
import { findInputFaults } from '../../../../src/cases/mapping/find-input-faults';
import { makeCases } from '../../../../src/cases/intake';
import { nameCases } from '../../../../src/cases/mapping/apply-mapping';
import { findRowProblems, type RowProblem } from '../../../../src/cases/mapping/row-problems';
import { findUnmappedInputs } from '../../../../src/cases/mapping/columns';
import type { RubricInput } from '../../../../src/rubric/rubric';
import type { Mapping, SourceTable } from '../../../../src/cases/table';
import { finish, input, table } from '../mapping-fixture';

function look(source: SourceTable, mapping: Mapping, inputs: RubricInput[]): RowProblem[] {
  return finish(findRowProblems(source, mapping, inputs, finish(nameCases(source, mapping))));
}
const limit = 2_000_000;

describe('findRowProblems', () => {
  it.each<[string, Partial<RubricInput>, string, object | null]>([
    ['nothing', {}, 'text', null],
    ['a blank', {}, ' \n', { kind: 'missing' }],
    ['JSON cut off', { kind: 'json' }, ' {"a": ', { kind: 'not-json', found: '{"a":' }],
    ['words for a number', { kind: 'number' }, 'high', { kind: 'not-a-number', found: 'high' }],
    ['text as long as may be', {}, 'x'.repeat(limit), null],
    ['text longer than that', {}, 'x'.repeat(limit + 1), { kind: 'too-long', characters: limit + 1, limit }],
    [
      'too long to be read',
      { kind: 'json' },
      '{'.repeat(limit + 1),
      { kind: 'too-long', characters: limit + 1, limit },
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

  it('agrees with what the judge is told of a case', () => {
    const inputs = [input('n', { kind: 'number' }), input('j', { kind: 'json' }), input('t')];
    const cells = ['', ' ', '1', 'x', '{}', '{', 'null', '1,5 %'];
    const source = table(
      ['n', 'j', 't'],
      ...cells.flatMap((n) => cells.flatMap((j) => cells.map((t) => [n, j, t]))),
    );
    const all = { inputs: { n: 0, j: 1, t: 2 }, gold: {} };
    const { cases } = finish(makeCases(source, all, { inputs }, new Set(), new Set()));
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
