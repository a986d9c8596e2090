import type { JudgeFailure, JudgeReply } from '../judges/judge';
import type { TimeWatch } from './time-watch';
import type { Turnstile } from './turnstile';

export type Ask = () => Promise<JudgeReply | JudgeFailure>;

/** The place of one unit among the questions of a run. */
export class AskedPlace {
  readonly #turnstile: Turnstile | null;
  readonly #watch: TimeWatch | null;
  readonly #controller: AbortController;
  #state: 'outside' | 'asking' | 'answered' = 'outside';
  #asked = false;
  #endWatch: (() => void) | undefined;

  constructor(turnstile: Turnstile | null, watch: TimeWatch | null, controller: AbortController) {
    this.#turnstile = turnstile;
    this.#watch = watch;
    this.#controller = controller;
  }

  /**
   * Puts a question when its turn has come. The place is free for another as soon as there is a reply: what becomes of that
   * needs no judge. It is kept while `more` questions about the same case follow: a judge then has what they begin with still at
   * hand. After a failure it is kept until `end`, since that failure may be the one that stops the run.
   */
  async use(ask: Ask, more = false): Promise<JudgeReply | JudgeFailure> {
    const { signal } = this.#controller;
    if (this.#state !== 'asking') {
      this.#forgetAnswer();
      await this.#turnstile?.enter(signal, this.#asked);
      this.#asked = true;
      this.#state = 'asking';
    }
    if (signal.aborted) {
      // Between its turn and this moment; whoever aborted it no longer looks at it.
      this.end();
      throw signal.reason;
    }
    // Only now: waiting for others is not this case's time.
    this.#endWatch ??= this.#watch?.start(this.#controller);
    const reply = await ask();
    if (!('reason' in reply) && !more) this.#answer();
    return reply;
  }

  #answer(): void {
    // Unless the unit was over before its reply came.
    if (this.#state !== 'asking') return;
    this.#state = 'answered';
    this.#turnstile?.answer();
  }

  /** The unit is done with, and what came of it noted. */
  end(): void {
    this.#endWatch?.();
    this.#forgetAnswer();
    if (this.#state === 'asking') this.#turnstile?.leave();
    this.#state = 'outside';
  }

  #forgetAnswer(): void {
    if (this.#state !== 'answered') return;
    this.#state = 'outside';
    this.#turnstile?.forgetAnswer();
  }
}
