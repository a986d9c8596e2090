import { describe, expect, it } from 'vitest';
import { exactly, failed, sure, either, toKnown, type Outcome } from '../../../../src/rubric/range/value';
import { interpret } from '../../../../src/rubric/range/interpret';
import { expressionOf } from '../program/rubric-fixture';

/** T, F: settled. U: either. E: fails. X: either, or fails. */
const operands: Record<string, Outcome> = {
  T: exactly(true),
  F: exactly(false),
  U: sure(either),
  E: failed({ message: 'broken' }),
  X: { value: either, failure: { message: 'perhaps broken' } },
};

function letter(outcome: Outcome): string {
  const known = toKnown(outcome);
  if (known.kind === 'error') return 'E';
  if (known.kind !== 'value') return outcome.failure === null ? 'U' : 'X';
  return known.value === true ? 'T' : 'F';
}

function run(source: string, values: Record<string, Outcome>): string {
  const declared = { facts: new Set(Object.keys(values)) };
  const { ast } = expressionOf(source, declared);
  const entries = new Map(
    Object.entries(values).map(([name, outcome]) => [name, { outcome, presence: 'yes' as const }]),
  );
  return letter(interpret(ast, new Map([['facts', sure({ kind: 'map', entries })]])));
}

const rows = ['T', 'F', 'U', 'E', 'X'];

describe.each([
  // Each line: left operand, then the result for T F U E X on the right.
  ['facts.a && facts.b', { T: 'TFUEX', F: 'FFFFF', U: 'UFUXX', E: 'EFXEX', X: 'XFXXX' }],
  ['facts.a || facts.b', { T: 'TTTTT', F: 'TFUEX', U: 'TUUXX', E: 'TEXEX', X: 'TXXXX' }],
  [
    '[1, 2].all(i, i == 1 ? facts.a : facts.b)',
    { T: 'TFUEX', F: 'FFFFF', U: 'UFUXX', E: 'EFXEX', X: 'XFXXX' },
  ],
  [
    '[1, 2].exists(i, i == 1 ? facts.a : facts.b)',
    { T: 'TTTTT', F: 'TFUEX', U: 'TUUXX', E: 'TEXEX', X: 'TXXXX' },
  ],
] as const)('%s', (source, table) => {
  const cases = Object.entries(table).flatMap(([left, results]) =>
    rows.map((right, index) => [left, right, results[index] ?? '?'] as const),
  );
  it.each(cases)('%s with %s is %s', (left, right, expected) => {
    expect(run(source, { a: operands[left] ?? exactly(null), b: operands[right] ?? exactly(null) })).toBe(
      expected,
    );
  });
});

it.each([
  ['T', 'F'],
  ['F', 'T'],
  ['U', 'U'],
  ['E', 'E'],
  ['X', 'X'],
])('not %s is %s', (operand, expected) => {
  expect(run('!facts.a', { a: operands[operand] ?? exactly(null) })).toBe(expected);
});

it.each([
  ['T', 'T', 'E', 'T'],
  ['F', 'E', 'F', 'F'],
  ['U', 'T', 'T', 'T'],
  ['U', 'T', 'F', 'U'],
  ['U', 'T', 'E', 'X'],
  ['U', 'E', 'E', 'E'],
  ['E', 'T', 'T', 'E'],
  ['X', 'T', 'T', 'X'],
])('%s ? %s : %s is %s', (condition, yes, no, expected) => {
  const pick = (name: string): Outcome => operands[name] ?? exactly(null);
  expect(run('facts.a ? facts.b : facts.c', { a: pick(condition), b: pick(yes), c: pick(no) })).toBe(
    expected,
  );
});
