import { expect, it } from 'vitest';
import type { RunSettings } from '../../../../src/core/model/run';
import { maySoonBeUsed, unknownCost, usedBudget } from '../../../../src/core/stats/used-budget';

const spending = {
  tokens: { prompt: 900, cached: 800, reply: 100, estimated: false },
  cost: { amount: 0.5, currency: 'USD' },
};
const usd = (amount: number) => ({ money: { amount, currency: 'USD' } });

it.each<[string, RunSettings['budget'], object | null]>([
  ['there is none', undefined, null],
  ['it is taken away', null, null],
  ['nothing is limited', {}, null],
  ['tokens are left', { tokens: 1001 }, null],
  ['no token is left', { tokens: 1000 }, { of: 'tokens', spent: 1000, budget: 1000 }],
  ['too many tokens are used', { tokens: 1 }, { of: 'tokens', spent: 1000, budget: 1 }],
  ['money is left', usd(0.51), null],
  ['no money is left', usd(0.5), { of: 'money', spent: 0.5, budget: 0.5, currency: 'USD' }],
  ['money is of another currency', { money: { amount: 0, currency: 'EUR' } }, null],
  [
    'one of both is used up',
    { tokens: 5000, ...usd(0.4) },
    { of: 'money', spent: 0.5, budget: 0.4, currency: 'USD' },
  ],
])('%s', (_, budget, expected) => {
  expect(usedBudget(budget, spending, { counted: 10, unpriced: 0 })).toEqual(expected);
});

it('questions without a cost count as the others did on average', () => {
  const tenth = { counted: 10, unpriced: 1 };
  expect(usedBudget(usd(0.55), spending, tenth)).toMatchObject({ of: 'money', budget: 0.55 });
  expect(usedBudget(usd(0.56), spending, tenth)).toBeNull();
});

it.each<[string, RunSettings['budget'], { amount: number; currency: string } | null, boolean]>([
  ['there is none', null, null, false],
  ['only tokens are limited', { tokens: 5 }, null, false],
  ['it is told', usd(1), spending.cost, false],
  ['nobody names it', usd(1), null, true],
  ['it is of another currency', usd(1), { amount: 1, currency: 'EUR' }, true],
])('a cost that cannot be held against a budget, where %s', (_, budget, cost, expected) => {
  const unknown = { of: 'unknown', budget: 1, currency: 'USD' };
  expect(unknownCost(budget, { cost })).toEqual(expected ? unknown : null);
});

it.each<[string, RunSettings['budget'], { counted: number; out: number }, boolean]>([
  ['there is none', null, { counted: 10, out: 9 }, false],
  ['nothing is out', { tokens: 1001 }, { counted: 10, out: 0 }, false],
  ['nothing is known yet', { tokens: 1_000_000 }, { counted: 0, out: 1 }, true],
  ['there is enough left', { tokens: 1101 }, { counted: 10, out: 1 }, false],
  ['tokens may run out', { tokens: 1100 }, { counted: 10, out: 1 }, true],
  ['money may run out', usd(0.55), { counted: 10, out: 1 }, true],
  ['the cost is not known', { money: { amount: 1, currency: 'EUR' } }, { counted: 10, out: 1 }, true],
])('questions that are out, where %s', (_, budget, replies, expected) => {
  expect(maySoonBeUsed(budget, spending, { ...replies, unpriced: 0 })).toBe(expected);
});
