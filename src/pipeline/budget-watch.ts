import type { RunPause, RunSettings } from '../core/model/run';
import { maySoonBeUsed, usedBudget } from '../core/stats/used-budget';
import type { RunLedger } from './run-ledger';

/** Holds what a run has taken against what it may take. */
export class BudgetWatch {
  readonly #ledger: Pick<RunLedger, 'spending' | 'settled'>;
  readonly #budget: () => RunSettings['budget'];

  /** `budget` is asked each time: it may be raised. */
  constructor(ledger: Pick<RunLedger, 'spending' | 'settled'>, budget: () => RunSettings['budget']) {
    this.#ledger = ledger;
    this.#budget = budget;
  }

  /** Null while something is left to spend. */
  usedUp(): RunPause | null {
    const used = usedBudget(this.#budget(), this.#ledger.spending);
    return used && { because: 'budget', detail: `Used: ${used.spent} of ${used.budget}.`, used };
  }

  /** A place is free before its reply is counted; near the end of a budget that is waited for. */
  mustCountFirst(coming: number): boolean {
    const { settled: counted, spending } = this.#ledger;
    return maySoonBeUsed(this.#budget(), spending, { counted, coming });
  }
}
