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
}

/** How much of a run may be begun, asked and not yet stored at the same time. */
export class RunLimits {
  readonly #looks: Looks;

  constructor(looks: Looks) {
    this.#looks = looks;
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
    return (
      phase.state === 'running' &&
      isStored() &&
      writer.sound &&
      asking < pace.width &&
      !pace.held &&
      !budget.mustCountFirst(asking) &&
      asking + answered + writer.waiting < this.#mostUnstored
    );
  }

  /**
   * Whoever pays for questions must lose few when the tab dies. A place at a slow judge is taken until its reply is stored, so
   * never more than are asked at once are lost; a quick one would be held up by that, and twice as many may be unstored.
   */
  get #mostUnstored(): number {
    const { width, isSlow } = this.#looks.pace;
    return isSlow ? width : 2 * width;
  }

  /** As many again as are asked at once are made ready meanwhile: what it takes to put a question is then nobody's waiting time. */
  get #mostBegun(): number {
    return this.#looks.asks ? 2 * this.#looks.pace.width : 1;
  }
}
