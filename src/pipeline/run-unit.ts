import type { Case } from '../core/model/case';
import { told } from '../core/model/cause-in-english';
import type { Judgement } from '../core/model/judgement';
import { composeUnscored } from './compose-judgement';
import { judgeCase } from './judge-case';
import { nothingToAsk } from './plan-question';
import type { JudgeCaseOptions, ReadyRubric } from './ready-rubric';
import type { RawReply } from '../core/model/reply';
import type { JudgeFailure } from '../judges/judge';
import { TimeUp } from './time-up';
import type { TimeWatch } from './time-watch';
import type { Turnstile } from './turnstile';

interface UnitWork {
  ready: ReadyRubric;
  subject: Case;
  options: Omit<JudgeCaseOptions, 'signal'>;
  /** Null where it may take as long as it takes. */
  watch: TimeWatch | null;
  /** Where its questions wait for their turn; null where nobody is asked. */
  turnstile: Turnstile | null;
  /** Aborting it cancels the unit. */
  controller: AbortController;
}

/**
 * A judgement for every case: of one that takes too long, or that breaks something, an unscored one. Rejects when cancelled.
 * `leave` gives back a place that is still held, and is to be called once the judgement has been noted.
 */
export async function judgeUnit(work: UnitWork): Promise<{ judgement: Judgement; leave: () => void }> {
  const { ready, subject, controller } = work;
  const { signal } = controller;
  const place = new AskedPlace(work);
  const options: JudgeCaseOptions = { ...work.options, inTurn: (ask) => place.use(ask), signal };
  const leave = () => place.leave();
  try {
    return { judgement: await judgeCase(ready, subject, options), leave };
  } catch (error) {
    if (signal.aborted && !(signal.reason instanceof TimeUp)) {
      leave();
      throw error;
    }
    return { judgement: brokenJudgement(ready, subject, options, error), leave };
  } finally {
    place.endWatch();
  }
}

/** The place of one unit among the questions that are out. */
class AskedPlace {
  readonly #work: Pick<UnitWork, 'watch' | 'turnstile' | 'controller'>;
  #held = false;
  #endWatch: (() => void) | undefined;

  constructor(work: Pick<UnitWork, 'watch' | 'turnstile' | 'controller'>) {
    this.#work = work;
  }

  /**
   * The place is free as soon as there is a reply: what becomes of that needs no judge. After a failure it is kept until the
   * failure has been noted, since that may be the one that stops the run.
   */
  async use(ask: () => Promise<RawReply | JudgeFailure>): Promise<RawReply | JudgeFailure> {
    const { watch, turnstile, controller } = this.#work;
    if (!this.#held) {
      await turnstile?.enter(controller.signal);
      this.#held = turnstile !== null;
    }
    if (controller.signal.aborted) {
      // Between its turn and this moment.
      this.leave();
      throw controller.signal.reason;
    }
    // Only now: waiting for others is not this case's time.
    this.#endWatch ??= watch?.start(controller);
    const reply = await ask();
    if (!('reason' in reply)) this.leave();
    return reply;
  }

  leave(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#work.turnstile?.leave();
  }

  endWatch(): void {
    this.#endWatch?.();
  }
}

/** A bug met on one case is that case's failure: the other thousands have nothing to do with it. */
function brokenJudgement(
  ready: ReadyRubric,
  subject: Case,
  options: JudgeCaseOptions,
  error: unknown,
): Judgement {
  const message = error instanceof Error ? error.message : String(error);
  return composeUnscored(
    {
      ready,
      knowledge: { case: subject, facts: [], problems: [], broken: [] },
      decided: [],
      broken: [],
      plan: nothingToAsk(options),
      options,
    },
    { reason: 'failed', ...told({ code: 'program-broke', message }) },
  );
}
