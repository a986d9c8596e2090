import type { Rubric } from '../core/model/rubric';
import type { Cell, RunResult } from '../core/model/run';
import { digestOf } from '../core/stats/digest';
import { FailureStreak, type Ruling } from './failure-streak';
import type { RunLedger } from './run-ledger';

type JudgedCell = Cell & Pick<RunResult, 'revision' | 'key' | 'milliseconds' | 'judgement'>;

interface Tools {
  rubric: Rubric;
  ledger: Pick<RunLedger, 'progress' | 'hasNext' | 'record' | 'requeue'>;
  /** Takes a result that the ledger counts already. */
  keep: (result: RunResult) => void;
  /** Whether no cell is being judged. */
  isIdle: () => boolean;
  /** The judge cannot work at all. */
  stop: (why: NonNullable<Ruling<JudgedCell>['stop']>) => void;
}

/** Decides about judged cells: each is a result, is held until more is known of its judge, or is asked again. */
export class FailurePolicy {
  readonly #tools: Tools;
  readonly #streak = new FailureStreak<JudgedCell>();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  get holdsAny(): boolean {
    return this.#streak.holdsAny;
  }

  /** Cells as they are judged. */
  decide(cell: JudgedCell): void {
    this.#follow(this.#streak.note(cell.judgement, cell));
    const { ledger, isIdle } = this.#tools;
    if (isIdle() && !ledger.hasNext && this.holdsAny) this.#decideAtEnd();
  }

  /** Those that are held are asked again: their judge gets a new chance. */
  requeueHeld(): void {
    this.#requeue(this.#streak.reset());
  }

  #decideAtEnd(): void {
    // Who asked about one case alone is waiting for what came of it.
    const isAlone = this.#tools.ledger.progress.total === 1;
    this.#follow(isAlone ? { keep: this.#streak.reset(), requeue: [], stop: null } : this.#streak.end());
  }

  #follow({ keep, requeue, stop }: Ruling<JudgedCell>): void {
    for (const cell of keep) this.#keep(cell);
    this.#requeue(requeue);
    if (stop && this.#tools.ledger.hasNext) this.#tools.stop(stop);
  }

  #keep(judged: JudgedCell): void {
    const { rubric, ledger, keep } = this.#tools;
    const { judgement } = judged;
    const digest = digestOf(rubric, judgement);
    ledger.record(judged, digest, judgement);
    // Before anything that has the head written: it counts this result already.
    keep({ ...judged, hash: judgement.receipt.case, digest });
  }

  #requeue(cells: readonly Cell[]): void {
    for (const cell of cells) this.#tools.ledger.requeue(cell);
  }
}
