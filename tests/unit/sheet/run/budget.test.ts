import { describe, expect, it } from 'vitest';
import type { RunSettings } from '../../../../src/sheet/run-record';
import type { Spending } from '../../../../src/judgement/spending';
import { BudgetWatch } from '../../../../src/sheet/run/budget';

const cell = { caseKey: 0, sample: 0 };
const cent = {
  tokens: { prompt: 80, reply: 20, cached: 0, estimated: false },
  cost: { amount: 0.01, currency: 'USD' },
};
const nothing = { tokens: { prompt: 0, reply: 0, cached: 0, estimated: false }, cost: null };

/** Adds up what it is told, from what was spent before. */
function ledgerOf(before: Spending, results = 0, unpriced = 0) {
  const ledger = {
    spending: before,
    results,
    unpriced,
    noteUnpriced: () => void (ledger.unpriced += 1),
    spend: (_cell: unknown, { tokens, cost }: Spending) => {
      const { spending } = ledger;
      const amount = (spending.cost?.amount ?? 0) + (cost?.amount ?? 0);
      ledger.spending = {
        tokens: {
          ...spending.tokens,
          prompt: spending.tokens.prompt + tokens.prompt,
          reply: spending.tokens.reply + tokens.reply,
        },
        cost: (cost ?? spending.cost) ? { currency: 'USD', amount } : null,
      };
    },
  };
  return ledger;
}

describe('a budget of money', () => {
  const budget: RunSettings['budget'] = { money: { amount: 0.05, currency: 'USD' } };

  it('holds back as many as it has room for, whatever was judged for nothing before', () => {
    const before = { tokens: { prompt: 100_000, reply: 20_000, cached: 0, estimated: false }, cost: null };
    const watch = new BudgetWatch(ledgerOf(before), () => budget);
    expect(watch.mustCountFirst(1)).toBe(true);
    watch.count(cell, { ...cent, free: false });
    expect(watch.mustCountFirst(3)).toBe(false);
    expect(watch.mustCountFirst(4)).toBe(true);
  });

  it('is not stretched by questions that reached nobody', () => {
    const watch = new BudgetWatch(ledgerOf(nothing), () => budget);
    watch.count(cell, { ...cent, free: false });
    for (let refused = 0; refused < 50; refused += 1) watch.count(cell, { ...nothing, free: true });
    expect(watch.mustCountFirst(4)).toBe(true);
  });

  const unknown = { ...nothing, tokens: cent.tokens, free: false };

  it('counts questions without a cost as the others, those before it was resumed too', () => {
    const ledger = ledgerOf(nothing, 0, 3);
    const watch = new BudgetWatch(ledger, () => budget);
    watch.count(cell, { ...cent, free: false });
    expect(watch.usedUp()).toBeNull();
    watch.count(cell, unknown);
    expect(watch.usedUp()).toMatchObject({ used: { of: 'money', spent: 0.05 } });
    expect(ledger.unpriced).toBe(4);
    const again = ledgerOf({ ...cent, cost: { amount: 0.02, currency: 'USD' } }, 5, 3);
    expect(new BudgetWatch(again, () => budget).usedUp()).toMatchObject({ used: { spent: 0.05 } });
  });

  it('is what questions without a cost are noted for', () => {
    const ledger = ledgerOf(nothing);
    new BudgetWatch(ledger, () => ({ tokens: 1000 })).count(cell, unknown);
    expect(ledger.unpriced).toBe(0);
    new BudgetWatch(ledger, () => budget).count(cell, unknown);
    expect(ledger.unpriced).toBe(1);
  });

  it('counts what was spent before as spent', () => {
    const watch = new BudgetWatch(
      ledgerOf({ ...cent, cost: { amount: 0.05, currency: 'USD' } }),
      () => budget,
    );
    expect(watch.usedUp()).toMatchObject({ because: 'budget', used: { of: 'money', spent: 0.05 } });
  });
});

const spent = {
  tokens: { prompt: 900, cached: 800, reply: 100, estimated: false },
  cost: { amount: 0.5, currency: 'USD' },
};
const usd = (amount: number) => ({ money: { amount, currency: 'USD' } });
/** Ten questions took a tenth of it each. */
function watchOf(budget: RunSettings['budget'], questions = 10, cost: Spending['cost'] = spent.cost) {
  const watch = new BudgetWatch(ledgerOf(nothing), () => budget);
  for (let count = 0; count < questions; count += 1)
    watch.count(cell, {
      tokens: { prompt: 90, cached: 80, reply: 10, estimated: false },
      cost: cost && { ...cost, amount: cost.amount / 10 },
      free: false,
    });
  return watch;
}

it.each<[string, RunSettings['budget'], object | null]>([
  ['there is none', undefined, null],
  ['it is taken away', null, null],
  ['nothing is limited', {}, null],
  ['tokens are left', { tokens: 1001 }, null],
  ['no token is left', { tokens: 1000 }, { of: 'tokens', spent: 1000, budget: 1000 }],
  ['too many tokens are used', { tokens: 1 }, { of: 'tokens', spent: 1000, budget: 1 }],
  ['money is left', usd(0.51), null],
  ['no money is left', usd(0.49), { of: 'money', budget: 0.49, currency: 'USD' }],
  ['money is of another currency', { money: { amount: 0, currency: 'EUR' } }, null],
  ['one of both is used up', { tokens: 5000, ...usd(0.4) }, { of: 'money', budget: 0.4, currency: 'USD' }],
])('a budget is used up or not, where %s', (_, budget, expected) => {
  const used = watchOf(budget).usedUp();
  if (expected) expect(used).toMatchObject({ because: 'budget', used: expected });
  else expect(used).toBeNull();
});

it.each<[string, RunSettings['budget'], Spending['cost'], boolean]>([
  ['there is none', null, null, false],
  ['only tokens are limited', { tokens: 5 }, null, false],
  ['it is told', usd(1), spent.cost, false],
  ['nobody names it', usd(1), null, true],
])('a cost that cannot be held against a budget, where %s', (_, budget, cost, unknown) => {
  const pause = watchOf(budget, 10, cost).unknown();
  if (unknown) expect(pause).toMatchObject({ used: { of: 'unknown', budget: 1, currency: 'USD' } });
  else expect(pause).toBeNull();
});

it.each<[string, RunSettings['budget'], number, number, boolean]>([
  ['there is none', null, 10, 9, false],
  ['nothing is out', { tokens: 1001 }, 10, 0, false],
  ['nothing is known yet', { tokens: 1_000_000 }, 0, 1, true],
  ['there is enough left', { tokens: 1101 }, 10, 1, false],
  ['tokens may run out', { tokens: 1100 }, 10, 1, true],
  ['money may run out', usd(0.54), 10, 1, true],
  ['the cost is not known', { money: { amount: 1, currency: 'EUR' } }, 10, 1, true],
])('questions that are out, where %s', (_, budget, counted, out, expected) => {
  expect(watchOf(budget, counted).mustCountFirst(out)).toBe(expected);
});
