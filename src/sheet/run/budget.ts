import type { CallSpending } from '../../judgement/ready-rubric';
import type { UsedBudget, Spending } from '../../judgement/spending';
import type { Cell, RunPause, RunSettings } from '../run-record';
import type { RunLedger } from './run-ledger';

type Budget = RunSettings['budget'];
type Ledger = Pick<RunLedger, 'spending' | 'spend' | 'results' | 'unpriced'>;

export class BudgetWatch {
  readonly #ledger: Ledger;
  readonly #budget: () => Budget;
  /** Questions that were counted since the run was resumed, and those of them whose cost is not known. */
  #counted = 0;
  #unpriced = 0;
  /** What was spent before that. It says nothing of the next question: a batch or a program may have judged for nothing. */
  readonly #before: { prompt: number; reply: number; money: number; unpriced: number; priced: number };
  #paid = false;

  /** `budget` is asked each time: it may be raised. */
  constructor(ledger: Ledger, budget: () => Budget) {
    this.#ledger = ledger;
    this.#budget = budget;
    const { spending, results, unpriced } = ledger;
    const { prompt, reply } = spending.tokens;
    const priced = Math.max(0, results - unpriced);
    this.#before = { prompt, reply, money: spending.cost?.amount ?? 0, unpriced, priced };
  }

  /** Counts a question as soon as it is known what it took: its case may have more of them. */
  count(cell: Cell, { free, resent, ...spent }: CallSpending): void {
    this.#ledger.spend(cell, spent);
    if (free) return;
    this.#counted += 1;
    // The answer to what is sent again may tell what it costs.
    this.#paid ||= !resent;
    const { cost } = this.#ledger.spending;
    if (spent.cost !== null && spent.cost.currency === cost?.currency) return;
    this.#unpriced += 1;
    // A tab that resumes the run has to know of it too.
    if (cost !== null || this.#budget()?.money) this.#ledger.unpriced += 1;
  }

  /** The person was asked, and may have set a price: the next reply shows it. */
  resume(): void {
    this.#paid = false;
  }

  usedUp(): RunPause | null {
    const used = this.#used(this.#ledger.spending);
    return used && { because: 'budget', detail: `Used: ${used.spent} of ${used.budget}.`, used };
  }

  /** A budget of money limits nothing where costs are not given, or are in another currency: the person has to know. */
  unknown(): RunPause | null {
    const { money } = this.#budget() ?? {};
    if (!this.#paid || !money || !this.#isCostUnknown) return null;
    const { amount: budget, currency } = money;
    const detail = `What replies cost in ${currency} is not known.`;
    return { because: 'budget', detail, used: { of: 'unknown', budget, currency } };
  }

  /** Whether questions that are `out` may use the budget up: each may take what those before it took on average. */
  mustCountFirst(out: number): boolean {
    if (!this.#budget() || out === 0) return false;
    if (this.#counted === 0 || this.#isCostUnknown) return true;
    const { tokens, cost } = this.#ledger.spending;
    const before = this.#before;
    const grown = (now: number, then: number) => now + ((now - then) * out) / this.#counted;
    const prompt = grown(tokens.prompt, before.prompt);
    const reply = grown(tokens.reply, before.reply);
    return (
      this.#used({
        tokens: { ...tokens, prompt, reply },
        cost: cost && { ...cost, amount: grown(cost.amount, before.money) },
      }) !== null
    );
  }

  get #isCostUnknown(): boolean {
    const { money } = this.#budget() ?? {};
    return money !== undefined && this.#ledger.spending.cost?.currency !== money.currency;
  }

  /** What leaves nothing to spend; null while something is left. Questions without a cost count as the others did on average. */
  #used({
    tokens: { prompt, reply },
    cost,
  }: Pick<Spending, 'tokens' | 'cost'>): Exclude<UsedBudget, { of: 'unknown' }> | null {
    const { tokens, money } = this.#budget() ?? {};
    if (tokens !== undefined && prompt + reply >= tokens)
      return { of: 'tokens', spent: prompt + reply, budget: tokens };
    if (!money || cost?.currency !== money.currency) return null;
    const before = this.#before;
    const priced = this.#counted - this.#unpriced;
    const average =
      priced > 0 ? (cost.amount - before.money) / priced : before.money / Math.max(1, before.priced);
    const spent = cost.amount + average * (this.#unpriced + before.unpriced);
    if (spent < money.amount) return null;
    return { of: 'money', spent, budget: money.amount, currency: money.currency };
  }
}
