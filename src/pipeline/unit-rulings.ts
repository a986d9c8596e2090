import type { Rubric } from '../core/model/rubric';
import type { RunResult } from '../core/model/run';
import { digestOf } from '../core/stats/digest';
import { FailureStreak, type Ruling } from './failure-streak';
import type { RunLedger, UnitPlace } from './run-ledger';

type JudgedUnit = UnitPlace & Pick<RunResult, 'key' | 'milliseconds' | 'judgement'>;

interface Tools {
  rubric: Rubric;
  ledger: Pick<RunLedger, 'total' | 'hasNext' | 'record' | 'putBack'>;
  /** Takes a result that the ledger counts already. */
  keep: (result: RunResult) => void;
  /** Whether no unit is being judged. */
  isIdle: () => boolean;
  /** The judge cannot work at all. */
  stop: (why: NonNullable<Ruling<JudgedUnit>['stop']>) => void;
}

/** Follows what is ruled of judged units: each is a result, is held until more is known, or is put back to be asked again. */
export class UnitRulings {
  readonly #tools: Tools;
  readonly #streak = new FailureStreak<JudgedUnit>();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  get holdsAny(): boolean {
    return this.#streak.holdsAny;
  }

  /** Units as they are judged. */
  rule(unit: JudgedUnit): void {
    this.#follow(this.#streak.note(unit.judgement, unit));
    const { ledger, isIdle } = this.#tools;
    if (isIdle() && !ledger.hasNext && this.holdsAny) this.#ruleAtEnd();
  }

  /** Those that are held are asked again, should the run go on: their judge gets a new chance. */
  putBackHeld(): void {
    this.#putBack(this.#streak.reset());
  }

  #ruleAtEnd(): void {
    // Who asked about one case alone is waiting for what came of it.
    const isAlone = this.#tools.ledger.total === 1;
    this.#follow(isAlone ? { keep: this.#streak.reset(), putBack: [], stop: null } : this.#streak.end());
  }

  #follow({ keep, putBack, stop }: Ruling<JudgedUnit>): void {
    for (const unit of keep) this.#keep(unit);
    this.#putBack(putBack);
    if (stop && this.#tools.ledger.hasNext) this.#tools.stop(stop);
  }

  #keep({ row, sample, ...done }: JudgedUnit): void {
    const { rubric, ledger, keep } = this.#tools;
    const place = { row, sample };
    const digest = digestOf(rubric, done.judgement);
    ledger.record(place, digest, done.judgement);
    // Before anything that has the head written: it counts this result already.
    keep({ ...place, ...done, digest });
  }

  #putBack(units: readonly UnitPlace[]): void {
    for (const { row, sample } of units) this.#tools.ledger.putBack({ row, sample });
  }
}
