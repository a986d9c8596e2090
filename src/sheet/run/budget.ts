import type { CallSpending } from '../../judgement/ready-rubric';
import type { UsedBudget } from '../../judgement/price';
import type { Spending } from '../../judgement/spending';
import type { Cell, RunPause, RunSettings } from '../run-record';
import type { RunLedger } from './run-ledger';

type Budget = RunSettings['budget'];
type Ledger = Pick<RunLedger, 'spending' | 'spend' | 'results' | 'unpriced' | 'noteUnpriced'>;

/** Questions that were counted since the run was resumed, and those of them whose cost is not known. */
interface Counted {
  counted: number;
  unpriced: number;
  /** Of what was spent before nothing follows for the next question: a batch or a program may have judged for nothing. */
  before: Before;
}
interface Before {
  prompt: number;
  reply: number;
  money: number;
  /** Questions without a cost, and about how many had one. */
  unpriced: number;
  priced: number;
}

/** Holds what a run has taken against what it may take. */
export class BudgetWatch {
  readonly #ledger: Ledger;
  readonly #budget: () => Budget;
  #soFar: Counted;
  /** Whether anything was paid for since the run was resumed. */
  #paid = false;

  /** `budget` is asked each time: it may be raised. */
  constructor(ledger: Ledger, budget: () => Budget) {
    this.#ledger = ledger;
    this.#budget = budget;
    this.#soFar = { counted: 0, unpriced: 0, before: spentIn(ledger) };
  }

  /** Counts a question as soon as it is known what it took: its case may have more of them. */
  count(cell: Cell, { free, resent, ...spent }: CallSpending): void {
    this.#ledger.spend(cell, spent);
    if (free) return;
    this.#soFar.counted += 1;
    // The answer to what is sent again may tell what it costs.
    this.#paid ||= !resent;
    const { cost } = this.#ledger.spending;
    if (spent.cost !== null && spent.cost.currency === cost?.currency) return;
    this.#soFar.unpriced += 1;
    // A tab that resumes the run has to know of it too.
    if (cost !== null || this.#budget()?.money) this.#ledger.noteUnpriced();
  }

  /** The person was told, and may have said a price: the next reply shows it. */
  resume(): void {
    this.#paid = false;
  }

  /** Null while something is left to spend. */
  usedUp(): RunPause | null {
    const used = usedBudget(this.#budget(), this.#ledger.spending, this.#soFar);
    return used && { because: 'budget', detail: `Used: ${used.spent} of ${used.budget}.`, used };
  }

  /** Null while it is known what is left. */
  unknown(): RunPause | null {
    const used = this.#paid ? unknownCost(this.#budget(), this.#ledger.spending) : null;
    return used && { because: 'budget', detail: `What replies cost in ${used.currency} is not known.`, used };
  }

  /** Near its end only as much is asked at once as it has room for. */
  mustCountFirst(out: number): boolean {
    return maySoonBeUsed(this.#budget(), this.#ledger.spending, { ...this.#soFar, out });
  }
}

function spentIn({ spending: { tokens, cost }, results, unpriced }: Ledger): Before {
  const { prompt, reply } = tokens;
  return { prompt, reply, money: cost?.amount ?? 0, unpriced, priced: Math.max(0, results - unpriced) };
}

/** What leaves nothing to spend; null while something is left. Questions without a cost count as the others did on average. */
function usedBudget(
  budget: Budget,
  { tokens: { prompt, reply }, cost }: Spending,
  { counted, unpriced, before }: Counted,
): Exclude<UsedBudget, { of: 'unknown' }> | null {
  const { tokens, money } = budget ?? {};
  if (tokens !== undefined && prompt + reply >= tokens)
    return { of: 'tokens', spent: prompt + reply, budget: tokens };
  if (!money || cost?.currency !== money.currency) return null;
  const since = cost.amount - before.money;
  const average =
    counted > unpriced ? since / (counted - unpriced) : before.money / Math.max(1, before.priced);
  const spent = cost.amount + average * (unpriced + before.unpriced);
  if (spent < money.amount) return null;
  return { of: 'money', spent, budget: money.amount, currency: money.currency };
}

/** A budget of money holds nothing where costs are not told, or are in another currency: the person has to know. */
function unknownCost(budget: Budget, { cost }: Pick<Spending, 'cost'>) {
  const money = budget?.money;
  if (!money || cost?.currency === money.currency) return null;
  return { of: 'unknown' as const, budget: money.amount, currency: money.currency };
}

/** Whether questions that are out may use the budget up: each may take what those before it took on average. */
function maySoonBeUsed(
  budget: Budget,
  { tokens, cost }: Spending,
  { out, ...soFar }: Counted & { out: number },
): boolean {
  if (!budget || out === 0) return false;
  const { counted, before } = soFar;
  if (counted === 0 || unknownCost(budget, { cost })) return true;
  const grown = (now: number, then: number) => now + ((now - then) * out) / counted;
  const prompt = grown(tokens.prompt, before.prompt);
  const reply = grown(tokens.reply, before.reply);
  const expected = {
    tokens: { ...tokens, prompt, reply },
    cost: cost && { ...cost, amount: grown(cost.amount, before.money) },
  };
  return usedBudget(budget, expected, soFar) !== null;
}
