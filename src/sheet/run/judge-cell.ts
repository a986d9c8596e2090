import type { Case } from '../../cases/case';
import { describeCause } from '../../i18n/en/causes';
import { composeUnscored } from '../../judgement/reply-to-judgement';
import { judgeCase } from '../../judgement/judge-case';
import type { Judgement } from '../../judgement/judgement';
import { nothingToAsk } from '../../judgement/plan-question';
import type { Ask, CallSpending, JudgeCaseOptions, ReadyRubric } from '../../judgement/ready-rubric';
import { Requeue, TimeUp } from '../../judgement/ask-model';
import { errorMessage, notify } from '../../kit/error-message';
import type { Cell } from '../run-record';
import type { ConcurrencyLimit } from './concurrency';
import type { JudgePace } from './judge-pace';
import { cellSeed, resultKey } from './new-run';
import type { RunListeners, RunPlan, RunTools } from './run-scheduler';

export interface CellTools {
  plan: Pick<RunPlan, 'ready' | 'judge' | 'head' | 'noRoom'>;
  tools: Pick<RunTools, 'world' | 'clock'>;
  listeners: RunListeners;
  pace: Pick<JudgePace, 'hear'>;
  limit: ConcurrencyLimit;
  watched: boolean;
  spent: (cell: Cell, call: CallSpending) => void;
  /** Called before each question, and before each time it is sent again: the run may have to pause first. */
  beforeAsking: () => void;
  /** Whether a place that is kept may be used for one more question. */
  mayStay: () => boolean;
  mayRead: () => Promise<void>;
}

/** A cell that is being judged, with its place among the questions of the run and its time. */
export class AskedCell {
  readonly #tools: CellTools;
  readonly #cell: Cell;
  /** Breaks it off; it does so itself when the time is up. */
  readonly controller = new AbortController();
  #asking = false;
  #asked = false;
  /** Aborted to stop the time, which began at `since`. */
  #running: { since: number; stop: AbortController } | null = null;
  #millisecondsLeft: number;

  constructor(tools: CellTools, cell: Cell) {
    this.#tools = tools;
    this.#cell = cell;
    this.#millisecondsLeft = (tools.plan.head.settings.timeoutSeconds ?? 0) * 1000;
  }

  /** Of a case that takes too long, or that breaks something, an unscored judgement. Rejects where it is broken off otherwise, and with `Requeue`. */
  async judge(subject: Case): Promise<{ key: string; judgement: Judgement }> {
    const { plan, tools, listeners, watched, spent } = this.#tools;
    const { ready, judge, head } = plan;
    const { signal } = this.controller;
    const { caseKey, sample } = this.#cell;
    const key = resultKey({
      run: head.id,
      caseId: subject.id,
      sample,
      judge: head.judge,
      rubricHash: head.rubric.hash,
    });
    const { mode, tellFacts, asking = 'case' } = head.settings;
    const noRoom = plan.noRoom?.(caseKey);
    const options: Omit<JudgeCaseOptions, 'signal'> = {
      judge,
      ...(noRoom && { noRoom }),
      mode,
      tellFacts,
      asking,
      seed: cellSeed(key),
      ...(watched && { onText: (soFar) => notify(listeners.forming, caseKey, soFar) }),
      onSpent: (call) => spent(this.#cell, call),
      inTurn: (ask, more) => this.#ask(ask, more),
      world: tools.world,
    };
    try {
      return { key, judgement: await judgeCase(ready, subject, { ...options, signal }) };
    } catch (error) {
      if (error instanceof Requeue) throw error;
      if (signal.aborted && !(signal.reason instanceof TimeUp)) throw error;
      return { key, judgement: brokenJudgement(ready, subject, options, error) };
    }
  }

  end(): void {
    this.#stopTime();
    if (this.#asking) this.#tools.limit.leave();
    this.#asking = false;
  }

  /**
   * A reply frees the place, unless `more` questions about the same case follow: a judge then still has at hand what they begin
   * with. After a failure the place is kept until `end`, since that failure may be the one that stops the run.
   */
  async #ask(ask: Ask, more = false): ReturnType<Ask> {
    const { listeners, pace, beforeAsking, mayStay, mayRead } = this.#tools;
    beforeAsking();
    if (!this.#asking || !mayStay()) await this.#wait();
    notify(listeners.asked, this.#cell.caseKey);
    const reply = await pace.hear(() => ask((first) => this.#askAgain(first)));
    // It came in time, however long it waits to be read.
    if (!('reason' in reply) && !more) this.end();
    await mayRead();
    return reply;
  }

  async #askAgain(first?: () => Promise<void>): Promise<void> {
    this.#tools.beforeAsking();
    if (first) {
      // Counted as waiting before its place goes to another.
      const rested = this.#tools.limit.rest(first);
      this.end();
      await rested;
    }
    this.controller.signal.throwIfAborted();
    await this.#wait();
  }

  /** Waiting for others is not this case's time. */
  async #wait(): Promise<void> {
    const { limit } = this.#tools;
    const { signal } = this.controller;
    this.#stopTime();
    // Without `leave`: this cell is the first to be offered the place that it gives back.
    if (this.#asking) limit.asking -= 1;
    this.#asking = false;
    await limit.enter(signal, this.#asked);
    this.#asked = true;
    this.#asking = true;
    if (signal.aborted) {
      // Between its turn and this moment: the caller no longer looks at it.
      this.end();
      throw signal.reason;
    }
    this.#startTime();
  }

  #startTime(): void {
    const { clock } = this.#tools.tools;
    const { timeoutSeconds } = this.#tools.plan.head.settings;
    if (timeoutSeconds === null) return;
    const stop = new AbortController();
    this.#running = { since: clock.now(), stop };
    const timeUp = () => {
      if (!stop.signal.aborted) this.controller.abort(new TimeUp(timeoutSeconds));
    };
    clock.sleep(this.#millisecondsLeft, stop.signal).then(timeUp, () => undefined);
  }

  #stopTime(): void {
    if (!this.#running) return;
    const { since, stop } = this.#running;
    this.#running = null;
    this.#millisecondsLeft = Math.max(0, this.#millisecondsLeft - (this.#tools.tools.clock.now() - since));
    stop.abort();
  }
}

/** A bug met on one case is that case's failure: the others have nothing to do with it. */
export function brokenJudgement(
  ready: ReadyRubric,
  subject: Case,
  options: Omit<JudgeCaseOptions, 'signal'>,
  error: unknown,
): Judgement {
  const knowledge = { case: subject, facts: [], problems: [], broken: [] };
  return composeUnscored(
    { ready, knowledge, decided: [], broken: [], plan: nothingToAsk(options), options },
    { reason: 'failed', ...describeCause({ code: 'program-broke', message: errorMessage(error) }) },
  );
}
