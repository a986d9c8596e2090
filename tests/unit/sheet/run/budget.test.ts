import { expect, it } from 'vitest';
import type { RunSettings } from '../../../../src/sheet/run-record';
import { nothingSpent, sumSpending, type Spending } from '../../../../src/judgement/spending';
import { BudgetWatch } from '../../../../src/sheet/run/budget';

/** Adds up what it is told. */
function ledgerOf() {
  const ledger = {
    spending: nothingSpent,
    results: 0,
    unpriced: 0,
    spend: (_cell: unknown, spent: Spending) => (ledger.spending = sumSpending(ledger.spending, spent)),
  };
  return ledger;
}

const usd = (amount: number) => ({ money: { amount, currency: 'USD' } });
/** Ten questions took a tenth of it each. */
function watchOf(budget: RunSettings['budget'], questions = 10) {
  const watch = new BudgetWatch(ledgerOf(), () => budget);
  for (let count = 0; count < questions; count += 1)
    watch.count(
      { caseKey: 0, sample: 0 },
      {
        tokens: { prompt: 90, cached: 80, reply: 10, estimated: false },
        cost: { amount: 0.05, currency: 'USD' },
        free: false,
      },
    );
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
