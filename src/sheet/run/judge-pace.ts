import type { BusyNotice, Judge, JudgeFailure, RawReply } from '../../judgement/judge';
import type { RunClock } from './run-scheduler';

/** A longer wait than this is not kept: such questions fail, and the person learns why. */
const longestHold = 120_000;
/** Where the judge names no time: from its second refusal in a row, each wait is twice the one before. */
const firstOwnHold = 1_000;
const longestOwnHold = 60_000;
/** After so long without a reply the person decides. */
const patience = 5 * 60_000;
/** Beside a reply that takes so many milliseconds, storing it takes next to nothing. */
const slowReply = 500;
const newestShare = 1 / 8;
/** So large a share of refusals among the last answers is no accident. */
const crowdedShare = 0.15;
const newestAnswer = 1 / 32;

/** How many questions may be out at once, and why they are fewer than were chosen. */
export interface WidthInForce {
  width: number;
  chosen: number;
  because?: 'busy' | 'connections';
}

interface PaceTools {
  judge: Judge;
  atOnce: () => number;
  clock: RunClock;
  random: () => number;
  /** Called when a wait for the judge begins, and when more may be asked again. */
  changed: () => void;
  giveUp: (said: NonNullable<BusyNotice['told']>) => void;
  over: AbortSignal;
}

/**
 * How many questions may be out at once: half as many when the judge has too many (429) again and again, one more after each round
 * of replies. A stray refusal is that question's alone. Nothing is sent before the time that the judge names. One that refuses
 * every question is left alone for longer and longer.
 */
export class JudgePace {
  readonly #tools: PaceTools;
  /** Infinite while all that were chosen may be out. */
  #most = Infinity;
  #replies = 0;
  #refusedShare = 0;
  #halvedAt = -Infinity;
  #heldUntil = -Infinity;
  /** Rounds in a row without a reply, and the time that nothing was sent meanwhile. */
  #refusals = 0;
  #heldInAll = 0;
  #replyMilliseconds: number | null = null;

  constructor(tools: PaceTools) {
    this.#tools = tools;
    const { judge, over } = tools;
    const stop = judge.kind === 'model' ? judge.onBusy?.((notice) => this.#hearBusy(notice)) : undefined;
    if (stop) over.addEventListener('abort', stop);
  }

  get width(): number {
    return Math.min(this.#most, this.#chosen);
  }
  get inForce(): WidthInForce {
    const { judge } = this.#tools;
    const { width } = this;
    const limitedBy = judge.kind === 'model' ? judge.limitedBy : undefined;
    const because = width < this.#chosen ? 'busy' : limitedBy;
    return { width, chosen: this.#chosen, ...(because && { because }) };
  }
  get heldFor(): number {
    return Math.max(0, this.#heldUntil - this.#tools.clock.now());
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
    this.#growAfterReply();
    const milliseconds = clock.now() - began;
    const mean = this.#replyMilliseconds ?? milliseconds;
    this.#replyMilliseconds = mean + (milliseconds - mean) * newestShare;
    return reply;
  }

  get #chosen(): number {
    const { judge, atOnce } = this.#tools;
    // Asked each time: a judge may learn how much its server takes.
    return judge.kind === 'model' ? Math.min(atOnce(), judge.atOnce ?? 1) : Math.min(atOnce(), 1);
  }

  #growAfterReply(): void {
    this.#refusals = 0;
    this.#heldInAll = 0;
    this.#refusedShare *= 1 - newestAnswer;
    if (this.#most >= this.#chosen) {
      this.#most = Infinity;
      return;
    }
    this.#replies += 1;
    if (this.#replies < this.#most) return;
    this.#most += 1;
    this.#replies = 0;
  }

  #hearBusy(notice: BusyNotice): void {
    const wasHeld = this.heldFor > 0;
    this.#shrink(notice);
    if (this.#heldInAll > patience && notice.told) {
      // When the person resumes the run, the judge is tried as if it had never refused.
      this.#heldUntil = -Infinity;
      this.#refusals = 0;
      this.#refusedShare = 0;
      this.#heldInAll = 0;
      this.#tools.giveUp(notice.told);
    }
    if (wasHeld) this.#tools.changed();
    else this.#awaitRelease();
  }

  #shrink({ waitMilliseconds, outMilliseconds }: BusyNotice): void {
    const { clock, random } = this.#tools;
    if (waitMilliseconds !== null && waitMilliseconds <= longestHold) this.#hold(waitMilliseconds);
    // A question that was out already when the width was halved says nothing about the new width.
    if (clock.now() - outMilliseconds <= this.#halvedAt) return;
    this.#replies = 0;
    this.#refusedShare += (1 - this.#refusedShare) * newestAnswer;
    if (!waitMilliseconds && this.#refusedShare < crowdedShare) return;
    this.#refusedShare = crowdedShare;
    this.#most = Math.max(1, Math.floor(this.width / 2));
    this.#halvedAt = clock.now();
    this.#refusals += 1;
    if (this.#refusals < 2 || (waitMilliseconds ?? 0) > longestHold) return;
    const growing = Math.min(longestOwnHold, firstOwnHold * 2 ** (this.#refusals - 2));
    this.#hold(growing * (0.5 + random() / 2));
  }

  #hold(milliseconds: number): void {
    const now = this.#tools.clock.now();
    const until = Math.max(this.#heldUntil, now + milliseconds);
    this.#heldInAll += until - Math.max(this.#heldUntil, now);
    this.#heldUntil = until;
  }

  /** Another notice may put it off meanwhile. */
  #awaitRelease(): void {
    const { clock, over, changed } = this.#tools;
    const { heldFor } = this;
    changed();
    if (heldFor === 0) return;
    const again = () => {
      if (!over.aborted) this.#awaitRelease();
    };
    clock.sleep(heldFor, over).then(again, () => undefined);
  }
}
