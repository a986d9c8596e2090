import type { JudgeFailure, JudgeReply } from '../../judgement/judge';
import type { Ask } from '../../judgement/ready-rubric';
import { TimeUp } from '../../judgement/ask-model';
import type { RunClock } from './run-scheduler';

interface Waiting {
  signal: AbortSignal;
  enter: () => void;
  giveUp: (reason: unknown) => void;
}

/**
 * Lets questions through to a judge in the order in which they came. Those that wait are ready to be sent, so that a place
 * which becomes free is taken in the same moment.
 */
export class ConcurrencyLimit {
  readonly #mayPass: (asking: number, answered: number) => boolean;
  readonly #waiting: Waiting[] = [];
  /** Those that were in before go first: their time has begun. */
  readonly #waitingAgain: Waiting[] = [];
  #asking = 0;
  #answered = 0;

  /**
   * `mayPass` gets how many questions are out, and how many have an answer that is still worked on. When its result may have
   * changed for another reason, `turn` is to be called.
   */
  constructor(mayPass: (asking: number, answered: number) => boolean) {
    this.#mayPass = mayPass;
  }

  get asking(): number {
    return this.#asking;
  }
  /** How many wait for a place. */
  get waiting(): number {
    return this.#waiting.length + this.#waitingAgain.length;
  }

  /** Waits for a place, which is given back once: by `leave`, or by `answer` and later `forgetAnswer`. */
  enter(signal: AbortSignal, again = false): Promise<void> {
    return new Promise((enter, giveUp) => {
      (again ? this.#waitingAgain : this.#waiting).push({ signal, enter, giveUp });
      this.turn();
    });
  }
  /** Gives a place back and waits for another one, before those that come for the first time. */
  enterAgain(signal: AbortSignal): Promise<void> {
    this.#asking -= 1;
    return this.enter(signal, true);
  }
  leave(): void {
    this.#asking -= 1;
    this.turn();
  }
  answer(): void {
    this.#answered += 1;
    this.leave();
  }
  forgetAnswer(): void {
    this.#answered -= 1;
    this.turn();
  }

  turn(): void {
    for (;;) {
      const line = this.#waitingAgain.length > 0 ? this.#waitingAgain : this.#waiting;
      const [next] = line;
      if (!next) return;
      if (next.signal.aborted) {
        line.shift();
        next.giveUp(next.signal.reason);
        continue;
      }
      if (!this.#mayPass(this.#asking, this.#answered)) return;
      line.shift();
      this.#asking += 1;
      next.enter();
    }
  }
}

/** How long all questions about one cell may take together. */
export interface Timeout {
  seconds: number;
  clock: RunClock;
}

/** The place of one cell among the questions of a run. */
export class AskedPlace {
  readonly #limit: ConcurrencyLimit | null;
  readonly #timeout: Timeout | null;
  readonly #controller: AbortController;
  readonly #mayStay: () => boolean;
  #state: 'outside' | 'asking' | 'answered' = 'outside';
  #asked = false;
  /** Aborted to stop the time, which began at `since`. */
  #running: { since: number; stop: AbortController } | null = null;
  #millisecondsLeft: number;

  /** `mayStay`: whether a place that is kept may be used for one more question. */
  constructor(
    limit: ConcurrencyLimit | null,
    timeout: Timeout | null,
    controller: AbortController,
    mayStay: () => boolean = () => true,
  ) {
    this.#limit = limit;
    this.#timeout = timeout;
    this.#millisecondsLeft = (timeout?.seconds ?? 0) * 1000;
    this.#controller = controller;
    this.#mayStay = mayStay;
  }

  /**
   * Puts a question when its turn has come. The place is free for another as soon as there is a reply. It is kept while `more`
   * questions about the same case follow: a judge then has what they begin with still at hand, unless it may not stay. After a
   * failure it is kept until `end`, since that failure may be the one that stops the run.
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

  /** The cell is done with, and what came of it noted. */
  end(): void {
    this.#stopTime();
    this.#forgetAnswer();
    if (this.#state === 'asking') this.#limit?.leave();
    this.#state = 'outside';
  }

  /** Its place may have been taken meanwhile. */
  async #useAgain(first?: () => Promise<void>): Promise<void> {
    const { signal } = this.#controller;
    if (first) {
      this.#stopTime();
      await first();
    }
    signal.throwIfAborted();
    this.#state = 'outside';
    await this.#wait(() => this.#limit?.enterAgain(signal));
  }

  /** Waiting for others is not this case's time. */
  async #wait(enter: () => Promise<void> | undefined): Promise<void> {
    this.#stopTime();
    await enter();
    this.#asked = true;
    this.#state = 'asking';
    const { signal } = this.#controller;
    if (signal.aborted) {
      // Between its turn and this moment: the caller no longer looks at it.
      this.end();
      throw signal.reason;
    }
    this.#startTime();
  }

  #answer(): void {
    // Unless the cell was over before its reply came.
    if (this.#state !== 'asking') return;
    // It came in time, however long it waits to be read.
    this.#stopTime();
    this.#state = 'answered';
    this.#limit?.answer();
  }

  #startTime(): void {
    if (!this.#timeout) return;
    const { seconds, clock } = this.#timeout;
    const stop = new AbortController();
    this.#running = { since: clock.now(), stop };
    const timeUp = () => {
      if (!stop.signal.aborted) this.#controller.abort(new TimeUp(seconds));
    };
    clock.sleep(this.#millisecondsLeft, stop.signal).then(timeUp, () => undefined);
  }

  #stopTime(): void {
    if (!this.#timeout || !this.#running) return;
    const { since, stop } = this.#running;
    this.#running = null;
    this.#millisecondsLeft = Math.max(0, this.#millisecondsLeft - (this.#timeout.clock.now() - since));
    stop.abort();
  }

  #forgetAnswer(): void {
    if (this.#state !== 'answered') return;
    this.#state = 'outside';
    this.#limit?.forgetAnswer();
  }
}
