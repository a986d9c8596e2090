import type { BusyNotice, Judge, JudgeFailure } from '../../judgement/judge';
import type { RawReply } from '../../judgement/raw-reply';
import type { RunClock } from './run-cells';

/** A longer wait than this is not kept: such questions fail, and the person learns why. */
const longestHold = 120_000;
/** Where the judge names no time: from its second refusal in a row, each wait is twice the one before. */
const firstOwnHold = 1_000;
const longestOwnHold = 60_000;

/**
 * How many questions may be out at once to a judge that sometimes has too many: half as many when it says so, one more after
 * each round of replies, never more than were chosen. A judge that refuses every question is left alone for longer and longer.
 */
export class AdaptiveWidth {
  readonly #chosen: () => number;
  readonly #now: () => number;
  readonly #random: () => number;
  /** Infinite while all that were chosen may be out. */
  #most = Infinity;
  #replies = 0;
  #halvedAt = -Infinity;
  #heldUntil = -Infinity;
  /** Rounds in a row without a reply, and the time that nothing was sent meanwhile. */
  #refusals = 0;
  #heldInAll = 0;

  /** `chosen` is asked each time: it may change. */
  constructor(chosen: () => number, now: () => number, random: () => number) {
    this.#chosen = chosen;
    this.#random = random;
    this.#now = now;
  }

  get width(): number {
    return Math.min(this.#most, this.#chosen());
  }
  /** Milliseconds in which nothing new may be sent, since the judge asked for it. */
  get heldFor(): number {
    return Math.max(0, this.#heldUntil - this.#now());
  }
  /** Milliseconds for which nothing could be sent since the last reply. */
  get heldInAll(): number {
    return this.#heldInAll;
  }

  /** It is tried as if it had never refused. */
  forgive(): void {
    this.#heldUntil = -Infinity;
    this.#refusals = 0;
    this.#heldInAll = 0;
  }

  replied(): void {
    this.#refusals = 0;
    this.#heldInAll = 0;
    if (this.#most >= this.#chosen()) {
      this.#most = Infinity;
      return;
    }
    this.#replies += 1;
    if (this.#replies < this.#most) return;
    this.#most += 1;
    this.#replies = 0;
  }

  busy({ waitMilliseconds, outMilliseconds }: BusyNotice): void {
    const now = this.#now();
    if (waitMilliseconds !== null && waitMilliseconds <= longestHold) this.#hold(waitMilliseconds);
    // A question that was out already when the width was halved says nothing about the new width.
    if (now - outMilliseconds <= this.#halvedAt) return;
    this.#most = Math.max(1, Math.floor(this.width / 2));
    this.#replies = 0;
    this.#halvedAt = now;
    this.#refusals += 1;
    if (this.#refusals < 2 || (waitMilliseconds ?? 0) > longestHold) return;
    const growing = Math.min(longestOwnHold, firstOwnHold * 2 ** (this.#refusals - 2));
    this.#hold(growing * (0.5 + this.#random() / 2));
  }

  #hold(milliseconds: number): void {
    const now = this.#now();
    const until = Math.max(this.#heldUntil, now + milliseconds);
    this.#heldInAll += until - Math.max(this.#heldUntil, now);
    this.#heldUntil = until;
  }
}

/** After so long without a reply the person decides. */
const patience = 5 * 60_000;
/** Beside a reply that takes so many milliseconds, storing it takes next to nothing. */
const slowReply = 500;
/** How much of the mean is the newest reply. */
const newestShare = 1 / 8;

interface PaceTools {
  judge: Judge;
  /** As many at once as the person chose. */
  atOnce: () => number;
  clock: RunClock;
  /** From 0 to 1. */
  random: () => number;
  /** Called when more may be asked again. */
  letGo: () => void;
  /** Called when it begins to wait for the judge. */
  waits: () => void;
  /** Called when it has waited for too long, with what the judge said last. */
  giveUp: (told: NonNullable<BusyNotice['told']>) => void;
  /** Aborted when the run is over. */
  over: AbortSignal;
}

/** How much a judge is asked at once: one that has too much to do is asked less, and nothing before the time it names. */
export class JudgePace extends AdaptiveWidth {
  readonly #tools: PaceTools;
  /** The mean of the last replies; null before the first. */
  #replyMilliseconds: number | null = null;

  constructor(tools: PaceTools) {
    const { judge, atOnce, clock, random, over } = tools;
    const chosen = () => Math.min(atOnce(), judge.kind === 'model' ? (judge.atOnce ?? 1) : 1);
    super(chosen, () => clock.now(), random);
    this.#tools = tools;
    const stop = judge.kind === 'model' ? judge.onBusy?.((notice) => this.#hearBusy(notice)) : undefined;
    if (stop) over.addEventListener('abort', stop);
  }

  /** Whether its replies take so long that each can be stored at once. A judge is slow until it shows otherwise. */
  get isSlow(): boolean {
    return this.#replyMilliseconds === null || this.#replyMilliseconds >= slowReply;
  }

  async hear(ask: () => Promise<RawReply | JudgeFailure>): Promise<RawReply | JudgeFailure> {
    const { clock } = this.#tools;
    const began = clock.now();
    const reply = await ask();
    if ('reason' in reply) return reply;
    this.replied();
    const milliseconds = clock.now() - began;
    const mean = this.#replyMilliseconds ?? milliseconds;
    this.#replyMilliseconds = mean + (milliseconds - mean) * newestShare;
    return reply;
  }

  #hearBusy(notice: BusyNotice): void {
    const { giveUp, waits } = this.#tools;
    const wasHeld = this.heldFor > 0;
    this.busy(notice);
    if (this.heldInAll > patience && notice.told) {
      this.forgive();
      giveUp(notice.told);
    }
    if (this.heldFor > 0) waits();
    if (!wasHeld) this.#awaitLetGo();
  }

  #awaitLetGo(): void {
    const { clock, over, letGo } = this.#tools;
    const { heldFor } = this;
    if (heldFor === 0) {
      letGo();
      return;
    }
    const again = () => {
      // Another notice may have put it off.
      if (!over.aborted) this.#awaitLetGo();
    };
    clock.sleep(heldFor, over).then(again, () => undefined);
  }
}
