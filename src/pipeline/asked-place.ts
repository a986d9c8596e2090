import type { JudgeFailure, JudgeReply } from '../judges/judge';
import type { ConcurrencyLimit } from './concurrency-limit';
import type { Ask } from './ready-rubric';
import type { TimeWatch } from './time-watch';

/** The place of one unit among the questions of a run. */
export class AskedPlace {
  readonly #limit: ConcurrencyLimit | null;
  readonly #watch: TimeWatch | null;
  readonly #controller: AbortController;
  readonly #mayStay: () => boolean;
  #state: 'outside' | 'asking' | 'answered' = 'outside';
  #asked = false;
  #endWatch: (() => number) | null = null;
  /** Of the time that the unit may take; all of it before it has begun. */
  #millisecondsLeft: number | undefined;

  /** `mayStay`: whether a place that is kept may be used for one more question. */
  constructor(
    limit: ConcurrencyLimit | null,
    watch: TimeWatch | null,
    controller: AbortController,
    mayStay: () => boolean = () => true,
  ) {
    this.#mayStay = mayStay;
    this.#limit = limit;
    this.#watch = watch;
    this.#controller = controller;
  }

  /**
   * Puts a question when its turn has come. The place is free for another as soon as there is a reply: what becomes of that
   * needs no judge. It is kept while `more` questions about the same case follow: a judge then has what they begin with still at
   * hand, unless it may not stay. After a failure it is kept until `end`, since that failure may be the one that stops the run.
   */
  async use(ask: Ask, more = false): Promise<JudgeReply | JudgeFailure> {
    if (this.#state === 'asking' && !this.#mayStay()) await this.#useAgain();
    else if (this.#state !== 'asking') {
      this.#forgetAnswer();
      await this.#wait(() => this.#limit?.enter(this.#controller.signal, this.#asked));
    }
    const reply = await ask((first) => this.#useAgain(first));
    if (!('reason' in reply) && !more) this.#answer();
    return reply;
  }

  /** Its place may be another's by now. */
  async #useAgain(first?: () => Promise<void>): Promise<void> {
    const { signal } = this.#controller;
    if (first) {
      this.#stopWatch();
      await first();
    }
    signal.throwIfAborted();
    this.#state = 'outside';
    await this.#wait(() => this.#limit?.enterAgain(signal));
  }

  /** Waiting for others is not this case's time. */
  async #wait(enter: () => Promise<void> | undefined): Promise<void> {
    this.#stopWatch();
    await enter();
    this.#asked = true;
    this.#state = 'asking';
    const { signal } = this.#controller;
    if (signal.aborted) {
      // Between its turn and this moment; whoever aborted it no longer looks at it.
      this.end();
      throw signal.reason;
    }
    this.#endWatch = this.#watch?.start(this.#controller, this.#millisecondsLeft) ?? null;
  }

  #answer(): void {
    // Unless the unit was over before its reply came.
    if (this.#state !== 'asking') return;
    // It came in time, however long it waits to be read.
    this.#stopWatch();
    this.#state = 'answered';
    this.#limit?.answer();
  }

  /** The unit is done with, and what came of it noted. */
  end(): void {
    this.#stopWatch();
    this.#forgetAnswer();
    if (this.#state === 'asking') this.#limit?.leave();
    this.#state = 'outside';
  }

  #stopWatch(): void {
    if (!this.#endWatch) return;
    this.#millisecondsLeft = this.#endWatch();
    this.#endWatch = null;
  }

  #forgetAnswer(): void {
    if (this.#state !== 'answered') return;
    this.#state = 'outside';
    this.#limit?.forgetAnswer();
  }
}
