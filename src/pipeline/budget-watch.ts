import type { Cell, RunPause, RunSettings } from '../core/model/run';
import type { UsedBudget } from '../core/model/run-budget';
import { maySoonBeUsed, unknownCost, usedBudget, type Before, type Counted } from '../core/stats/used-budget';
import type { CallSpending } from './ready-rubric';
import type { RunLedger } from './run-ledger';

type Ledger = Pick<RunLedger, 'spending' | 'spend' | 'results' | 'unpriced' | 'noteUnpriced'>;

/** Holds what a run has taken against what it may take. */
export class BudgetWatch {
  readonly #ledger: Ledger;
  readonly #budget: () => RunSettings['budget'];
  /** Before the run was resumed: a batch or a program may have judged most of it for nothing. */
  #before: Before;
  #counted = 0;
  #unpriced = 0;
  /** Whether anything was paid for since the run was resumed. */
  #paid = false;

  /** `budget` is asked each time: it may be raised. */
  constructor(ledger: Ledger, budget: () => RunSettings['budget']) {
    this.#ledger = ledger;
    this.#budget = budget;
    this.#before = spentIn(ledger);
  }

  /** What the ledger has by now was spent before the run was resumed. */
  beginHere(): void {
    this.#before = spentIn(this.#ledger);
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
    if (cost !== null || this.#budget()?.money) this.#ledger.noteUnpriced();
  }

  /** The person was told, and may have said a price: the next reply shows it. */
  resume(): void {
    this.#paid = false;
  }

  /** Null while something is left to spend. */
  usedUp(): RunPause | null {
    const used = usedBudget(this.#budget(), this.#ledger.spending, this.#soFar);
    return used && pauseBy(used);
  }

  /** Null while it can be told what is left. */
  untold(): RunPause | null {
    const untold = this.#paid ? unknownCost(this.#budget(), this.#ledger.spending) : null;
    return untold && pauseBy(untold);
  }

  /** Near its end only as much is asked at once as it has room for. */
  mustCountFirst(out: number): boolean {
    return maySoonBeUsed(this.#budget(), this.#ledger.spending, { ...this.#soFar, out });
  }

  get #soFar(): Counted {
    return { counted: this.#counted, unpriced: this.#unpriced, before: this.#before };
  }
}

function spentIn({ spending: { tokens, cost }, results, unpriced }: Ledger): Before {
  return {
    prompt: tokens.prompt,
    reply: tokens.reply,
    money: cost?.amount ?? 0,
    unpriced,
    priced: Math.max(0, results - unpriced),
  };
}

function pauseBy(used: UsedBudget): RunPause {
  const detail =
    used.of === 'unknown'
      ? `What replies cost in ${used.currency} is not known.`
      : `Used: ${used.spent} of ${used.budget}.`;
  return { because: 'budget', detail, used };
}
