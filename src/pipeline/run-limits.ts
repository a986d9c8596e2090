import type { BudgetWatch } from './budget-watch';
import type { JudgePace } from './judge-pace';
import type { RunLedger } from './run-ledger';
import type { RunPhase } from './run-phase';
import type { RunWriter } from './run-writer';

/** With more of a program's results waiting to be stored nothing new is started. */
const mostWaiting = 2_000;

interface Looks {
  phase: RunPhase;
  ledger: RunLedger;
  writer: RunWriter;
  pace: JudgePace;
  budget: BudgetWatch;
  /** Whether anyone is asked at all. */
  asks: boolean;
  /** Whether the run itself is stored: before that a tab that dies would leave no trace of what was asked. */
  isStored: () => boolean;
  /**
   * Whether a place at a quick judge, too, is taken until its reply is stored: a tab that dies then loses at most as many
   * questions as are asked at once. Otherwise it may lose twice as many, and no place waits for the storage.
   */
  holdUntilStored: boolean;
}

/** How much of a run may be begun, asked and not yet stored at the same time. */
export class RunLimits {
  readonly #looks: Looks;

  constructor(looks: Looks) {
    this.#looks = looks;
  }

  /** Whether a place is taken until its reply is stored. Beside the replies of a slow judge storing takes next to nothing. */
  get holdsUntilStored(): boolean {
    return this.#looks.holdUntilStored || this.#looks.pace.isSlow;
  }

  mayStart(inFlight: number): boolean {
    const { phase, writer, ledger } = this.#looks;
    return (
      phase.state === 'running' &&
      writer.sound &&
      inFlight < this.#mostBegun &&
      writer.waiting < mostWaiting &&
      ledger.hasNext
    );
  }

  mayAsk(asking: number, answered: number): boolean {
    const { phase, writer, pace, budget, isStored } = this.#looks;
    const mostUnstored = this.holdsUntilStored ? pace.width : 2 * pace.width;
    return (
      phase.state === 'running' &&
      isStored() &&
      writer.sound &&
      asking < pace.width &&
      !pace.held &&
      !budget.mustCountFirst(asking) &&
      asking + answered + writer.waiting < mostUnstored
    );
  }

  /** As many again as are asked at once are made ready meanwhile: what it takes to put a question is then nobody's waiting time. */
  get #mostBegun(): number {
    return this.#looks.asks ? 2 * this.#looks.pace.width : 1;
  }
}
