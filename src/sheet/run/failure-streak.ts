import type { ConnectionFault } from '../../judgement/connection';
import type { Judgement } from '../../judgement/judgement';
import type { UnscoredReason } from '../../judgement/judge';
import type { RunPause, UselessReplies } from '../run-record';

const mostInARow = 5;
/** Replies without a score that lead nowhere, each of them paid for: in a row, or among the first. */
const mostUselessInARow = 20;
const firstReplies = 50;
const mostUselessOfFirst = 30;

type Use = Exclude<keyof UselessReplies, 'of'> | 'of-use';
const useOf: Partial<Record<UnscoredReason, Use>> = {
  refused: 'refused',
  truncated: 'cutOff',
  unparseable: 'malformed',
  invalid: 'malformed',
};

const aboutCase: ReadonlySet<ConnectionFault> = new Set(['request', 'format', 'broken-off', 'too-long']);

type Failure = Pick<Judgement, 'reason' | 'detail' | 'causes' | 'prompt'>;

export interface FailureDecision<Unit> {
  /** Their failures are their own: they are results. */
  keep: readonly Unit[];
  /** Their failures said nothing of them: they are asked again when the run is resumed. */
  requeue: readonly Unit[];
  stop: RunPause | null;
}

/**
 * Notices a judge that cannot work at all, such as a server that is down: failures that read alike follow each other. A case
 * that did not reach its judge is held until it is known whose fault that was: an answer to another case shows that it works.
 * Also notices a judge whose answers are of no use. Those are results all the same.
 */
export class FailureStreak<Unit> {
  #length = 0;
  #words = '';
  #answered = false;
  #held: Unit[] = [];
  #last: Failure | null = null;
  #row: Use[] = [];
  /** Null once a person was asked: they know what the replies are like. */
  #first: Use[] | null = [];
  #mostInRow = mostUselessInARow;

  get holdsAny(): boolean {
    return this.#held.length > 0;
  }

  note(judgement: Failure, unit: Unit): FailureDecision<Unit> {
    const { reason, detail = '', prompt } = judgement;
    // No judge was asked, so it says nothing of the judge.
    if (prompt === null) return kept([unit]);
    if (reason !== 'failed' && reason !== 'timeout') {
      const keep = [...this.#startAfresh(), unit];
      this.#answered = true;
      return { keep, requeue: [], stop: this.#noteReply(reason) };
    }
    // A judge that has answered is alive: some cases only take it too long.
    if (reason === 'timeout' && this.#answered) return kept([unit]);
    const words = `${reason} ${detail.replaceAll(/\d+/g, '0')}`;
    const alike = words === this.#words;
    const keep = alike ? [] : this.#letGo();
    this.#length = alike ? this.#length + 1 : 1;
    this.#words = words;
    this.#last = judgement;
    (didNotReachJudge(judgement) ? this.#held : keep).push(unit);
    if (this.#length < mostInARow) return kept(keep);
    return { keep, requeue: this.#letGo(), stop: whatHappened(judgement) };
  }

  /** No more are to come. Cases of a judge that never answered are not given up one by one. */
  end(): FailureDecision<Unit> {
    const held = this.#letGo();
    if (this.#answered || !this.#last || held.length === 0) return kept(held);
    return { keep: [], requeue: held, stop: whatHappened(this.#last) };
  }

  /** The judge gets a new chance. Gives back what was held. After a resume it takes twice as many such replies to pause again. */
  reset(): Unit[] {
    if (this.#uselessAmong()) {
      this.#mostInRow *= 2;
      this.#first = null;
      this.#row = [];
    }
    return this.#startAfresh();
  }

  #noteReply(reason: UnscoredReason | undefined): RunPause | null {
    const use = reason === undefined ? 'of-use' : useOf[reason];
    // It is no reply, or says nothing of the judge.
    if (use === undefined) return null;
    if (use === 'of-use') this.#row = [];
    else this.#row.push(use);
    if (this.#first && this.#first.length < firstReplies) this.#first.push(use);
    const among = this.#uselessAmong();
    if (!among) return null;
    const replies = { of: among.length, refused: 0, cutOff: 0, malformed: 0 };
    for (const each of among) if (each !== 'of-use') replies[each] += 1;
    return { because: 'replies', detail: '', replies };
  }

  #uselessAmong(): readonly Use[] | null {
    if (this.#row.length >= this.#mostInRow) return this.#row;
    const useless = this.#first?.filter((use) => use !== 'of-use') ?? [];
    return useless.length >= mostUselessOfFirst ? this.#first : null;
  }

  #startAfresh(): Unit[] {
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

function kept<Unit>(keep: readonly Unit[]): FailureDecision<Unit> {
  return { keep, requeue: [], stop: null };
}

function whatHappened({ detail = '', causes }: Failure): FailureDecision<never>['stop'] {
  return { because: 'judge', detail, ...(causes && { causes }) };
}

function didNotReachJudge({ reason, causes = [] }: Failure): boolean {
  return (
    reason === 'failed' && causes.some((cause) => cause.code === 'connection' && !aboutCase.has(cause.fault))
  );
}
