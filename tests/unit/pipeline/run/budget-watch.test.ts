import { describe, expect, it } from 'vitest';
import type { RunSettings } from '../../../../src/core/model/run';
import type { Spending } from '../../../../src/core/stats/spending';
import { BudgetWatch } from '../../../../src/pipeline/budget-watch';

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

  it('counts questions without a cost as the others, those before it was gone on with too', () => {
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
