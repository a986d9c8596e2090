import { describe, expect, it } from 'vitest';
import type { RunSettings } from '../../../../src/core/model/run';
import type { Spending } from '../../../../src/core/stats/spending';
import { BudgetWatch } from '../../../../src/pipeline/budget-watch';

const place = { row: 0, sample: 0 };
const cent = {
  tokens: { prompt: 80, reply: 20, cached: 0, estimated: false },
  cost: { amount: 0.01, currency: 'USD' },
};
const nothing = { tokens: { prompt: 0, reply: 0, cached: 0, estimated: false }, cost: null };

/** Adds up what it is told, from what was spent before. */
function bookOf(before: Spending, done = 0, unpriced = 0) {
  const book = {
    spending: before,
    done,
    unpriced,
    noteUnpriced: () => void (book.unpriced += 1),
    spend: (_place: unknown, { tokens, cost }: Spending) => {
      const { spending } = book;
      const amount = (spending.cost?.amount ?? 0) + (cost?.amount ?? 0);
      book.spending = {
        tokens: {
          ...spending.tokens,
          prompt: spending.tokens.prompt + tokens.prompt,
          reply: spending.tokens.reply + tokens.reply,
        },
        cost: (cost ?? spending.cost) ? { currency: 'USD', amount } : null,
      };
    },
  };
  return book;
}

describe('a budget of money', () => {
  const budget: RunSettings['budget'] = { money: { amount: 0.05, currency: 'USD' } };

  it('holds back as many as it has room for, whatever was judged for nothing before', () => {
    const before = { tokens: { prompt: 100_000, reply: 20_000, cached: 0, estimated: false }, cost: null };
    const watch = new BudgetWatch(bookOf(before), () => budget);
    expect(watch.mustCountFirst(1)).toBe(true);
    watch.count(place, { ...cent, free: false });
    expect(watch.mustCountFirst(3)).toBe(false);
    expect(watch.mustCountFirst(4)).toBe(true);
  });

  it('is not stretched by questions that reached nobody', () => {
    const watch = new BudgetWatch(bookOf(nothing), () => budget);
    watch.count(place, { ...cent, free: false });
    for (let refused = 0; refused < 50; refused += 1) watch.count(place, { ...nothing, free: true });
    expect(watch.mustCountFirst(4)).toBe(true);
  });

  const unknown = { ...nothing, tokens: cent.tokens, free: false };

  it('counts questions without a cost as the others, those before it was gone on with too', () => {
    const book = bookOf(nothing, 0, 3);
    const watch = new BudgetWatch(book, () => budget);
    watch.count(place, { ...cent, free: false });
    expect(watch.usedUp()).toBeNull();
    watch.count(place, unknown);
    expect(watch.usedUp()).toMatchObject({ used: { of: 'money', spent: 0.05 } });
    expect(book.unpriced).toBe(4);
    const again = bookOf({ ...cent, cost: { amount: 0.02, currency: 'USD' } }, 5, 3);
    expect(new BudgetWatch(again, () => budget).usedUp()).toMatchObject({ used: { spent: 0.05 } });
  });

  it('is what questions without a cost are noted for', () => {
    const book = bookOf(nothing);
    new BudgetWatch(book, () => ({ tokens: 1000 })).count(place, unknown);
    expect(book.unpriced).toBe(0);
    new BudgetWatch(book, () => budget).count(place, unknown);
    expect(book.unpriced).toBe(1);
  });

  it('counts what was spent before as spent', () => {
    const watch = new BudgetWatch(bookOf({ ...cent, cost: { amount: 0.05, currency: 'USD' } }), () => budget);
    expect(watch.usedUp()).toMatchObject({ because: 'budget', used: { of: 'money', spent: 0.05 } });
  });
});
