import { expect, it } from 'vitest';
import type { RunSettings } from '../../../../src/core/model/run';
import { maySoonBeUsed, usedBudget } from '../../../../src/core/stats/used-budget';

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
  expect(usedBudget(budget, spending)).toEqual(expected);
});

it('cost that nobody names uses no money up', () => {
  expect(usedBudget(usd(0), { ...spending, cost: null })).toBeNull();
});

it.each<[string, RunSettings['budget'], { counted: number; coming: number }, boolean]>([
  ['there is none', null, { counted: 10, coming: 9 }, false],
  ['nothing is coming', { tokens: 1001 }, { counted: 10, coming: 0 }, false],
  ['nothing is known yet', { tokens: 1_000_000 }, { counted: 0, coming: 1 }, true],
  ['there is enough left', { tokens: 1201 }, { counted: 10, coming: 1 }, false],
  ['tokens may run out', { tokens: 1200 }, { counted: 10, coming: 1 }, true],
  ['money may run out', usd(0.6), { counted: 10, coming: 1 }, true],
])('replies that are not counted yet, where %s', (_, budget, replies, expected) => {
  expect(maySoonBeUsed(budget, spending, replies)).toBe(expected);
});
