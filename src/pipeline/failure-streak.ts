import type { ConnectionFault } from '../core/model/connection';
import type { Judgement } from '../core/model/judgement';
import type { RunPause } from '../core/model/run';

const mostInARow = 5;

/** The server has read the question, and may answer others. */
const aboutCase: ReadonlySet<ConnectionFault> = new Set(['request', 'format', 'broken-off', 'too-long']);

type Failure = Pick<Judgement, 'reason' | 'detail' | 'causes' | 'prompt'>;

/** What becomes of units that failed, now that more is known of their judge. */
export interface Ruling<Unit> {
  /** Their failures are their own: they are results. */
  keep: readonly Unit[];
  /** Their failures said nothing of them: they are asked again when the run goes on. */
  requeue: readonly Unit[];
  /** What went wrong, when it is time to stop. */
  stop: Pick<RunPause, 'detail' | 'causes'> | null;
}

/**
 * Notices a judge that cannot work at all: server down, key refused. Failures that read alike follow each other, and each
 * row more would only fail as well. A case that reached nobody is held until it is known
 * whose fault that was: an answer to another case shows that the judge works.
 */
export class FailureStreak<Unit> {
  #length = 0;
  #words = '';
  #answered = false;
  #held: Unit[] = [];
  #last: Failure | null = null;

  get holdsAny(): boolean {
    return this.#held.length > 0;
  }

  /** Judgements as they come. */
  note(judgement: Failure, unit: Unit): Ruling<Unit> {
    const { reason, detail = '', prompt } = judgement;
    // Nobody was asked, so it says nothing of the judge.
    if (prompt === null) return kept([unit]);
    if (reason !== 'failed' && reason !== 'timeout') {
      const keep = [...this.reset(), unit];
      this.#answered = true;
      return kept(keep);
    }
    // A judge that has answered is alive: some cases only take it too long.
    if (reason === 'timeout' && this.#answered) return kept([unit]);
    const words = `${reason} ${detail.replaceAll(/\d+/g, '0')}`;
    const alike = words === this.#words;
    const keep = alike ? [] : this.#letGo();
    this.#length = alike ? this.#length + 1 : 1;
    this.#words = words;
    this.#last = judgement;
    if (reachedNobody(judgement)) this.#held.push(unit);
    else keep.push(unit);
    if (this.#length < mostInARow) return kept(keep);
    return { keep, requeue: this.#letGo(), stop: told(judgement) };
  }

  /** No more are to come. A judge that never answered is not given up case by case. */
  end(): Ruling<Unit> {
    const held = this.#letGo();
    if (this.#answered || !this.#last || held.length === 0) return kept(held);
    return { keep: [], requeue: held, stop: told(this.#last) };
  }

  /** The judge gets a new chance. Gives back whoever was held. */
  reset(): Unit[] {
    this.#length = 0;
    this.#words = '';
    this.#answered = false;
    return this.#letGo();
  }

  #letGo(): Unit[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }
}

function kept<Unit>(keep: readonly Unit[]): Ruling<Unit> {
  return { keep, requeue: [], stop: null };
}

function told({ detail = '', causes }: Failure): Ruling<never>['stop'] {
  return { detail, ...(causes && { causes }) };
}

/** Nobody worked on the question: nothing is known of the case by it. */
function reachedNobody({ reason, causes = [] }: Failure): boolean {
  return (
    reason === 'failed' && causes.some((cause) => cause.code === 'connection' && !aboutCase.has(cause.fault))
  );
}
