import type { RawReply } from '../core/model/reply';
import type { BusyNotice, Judge, JudgeFailure } from '../judges/judge';
import { AdaptiveWidth } from './adaptive-width';
import type { RunClock } from './time-watch';

/** Whoever takes nobody for so long is waited for no longer: the person decides. */
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
  /** Called when more may be asked again. */
  letGo: () => void;
  /** Called when it begins to wait for the judge. */
  waits?: () => void;
  /** Called when it has waited for too long, with what the judge said last. */
  giveUp?: (told: NonNullable<BusyNotice['told']>) => void;
  /** Aborted when the run is over: nothing is listened to or waited for any more. */
  over: AbortSignal;
}

/** How much a judge is asked at once: one that has too much to do is asked less, and nothing before the time it names. */
export class JudgePace {
  readonly #tools: PaceTools;
  readonly #adaptive: AdaptiveWidth;
  /** The mean of the last replies; null before the first. */
  #replyMilliseconds: number | null = null;

  constructor(tools: PaceTools) {
    this.#tools = tools;
    this.#adaptive = new AdaptiveWidth(
      () => this.#chosenWidth,
      () => tools.clock.now(),
    );
    this.#listen();
  }

  get width(): number {
    return this.#adaptive.width;
  }
  /** Whether nothing new may be sent for now. */
  get held(): boolean {
    return this.heldFor > 0;
  }
  /** For how many milliseconds more. */
  get heldFor(): number {
    return this.#adaptive.heldFor;
  }

  /** Whether its replies take so long that they can be stored one by one for nothing. A judge is slow until it shows otherwise. */
  get isSlow(): boolean {
    return this.#replyMilliseconds === null || this.#replyMilliseconds >= slowReply;
  }

  async hear(ask: () => Promise<RawReply | JudgeFailure>): Promise<RawReply | JudgeFailure> {
    const { clock } = this.#tools;
    const began = clock.now();
    const reply = await ask();
    if (!('reason' in reply)) {
      this.#adaptive.replied();
      this.#noteTime(clock.now() - began);
    }
    return reply;
  }

  #noteTime(milliseconds: number): void {
    const mean = this.#replyMilliseconds ?? milliseconds;
    this.#replyMilliseconds = mean + (milliseconds - mean) * newestShare;
  }

  get #chosenWidth(): number {
    const { judge, atOnce } = this.#tools;
    if (judge.kind !== 'model') return Math.min(atOnce(), 1);
    // Asked each time: a judge may learn how much its server takes.
    return Math.min(atOnce(), judge.atOnce ?? 1, judge.mostNow?.() ?? Infinity);
  }

  #listen(): void {
    const { judge, over } = this.#tools;
    if (judge.kind !== 'model') return;
    const stop = judge.onBusy?.((notice) => {
      const { held } = this;
      this.#adaptive.busy(notice);
      if (this.#adaptive.heldInAll > patience && notice.told) {
        this.#adaptive.forgive();
        this.#tools.giveUp?.(notice.told);
      }
      if (this.held) this.#tools.waits?.();
      if (!held) this.#awaitLetGo();
    });
    if (stop) over.addEventListener('abort', stop);
  }

  #awaitLetGo(): void {
    const { heldFor } = this.#adaptive;
    const { clock, over, letGo } = this.#tools;
    if (heldFor === 0) {
      letGo();
      return;
    }
    clock.sleep(heldFor, over).then(
      () => {
        // Another notice may have put it off.
        if (!over.aborted) this.#awaitLetGo();
      },
      () => {
        // Called off.
      },
    );
  }
}
