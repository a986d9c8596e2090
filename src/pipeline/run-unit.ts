import type { Case } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';
import { composeUnscored } from './compose-judgement';
import { judgeCase } from './judge-case';
import { nothingToAsk } from './plan-question';
import type { JudgeCaseOptions, ReadyRubric } from './ready-rubric';
import { TimeUp } from './time-up';

export interface RunClock {
  /** Milliseconds since any fixed moment; never goes back. */
  now: () => number;
  /** Settles after the time, or early when the signal aborts. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

interface UnitWork {
  ready: ReadyRubric;
  subject: Case;
  options: Omit<JudgeCaseOptions, 'signal'>;
  timeoutSeconds: number | null;
  clock: RunClock;
  /** Aborting it cancels the unit. */
  controller: AbortController;
}

/** A judgement for every case: of one that takes too long, or that breaks something, an unscored one. Rejects when cancelled. */
export async function judgeUnit(work: UnitWork): Promise<Judgement> {
  const { ready, subject, controller } = work;
  const { signal } = controller;
  const options: JudgeCaseOptions = { ...work.options, signal };
  const stopWatch = watchTime(work);
  try {
    return await judgeCase(ready, subject, options);
  } catch (error) {
    if (signal.aborted && !(signal.reason instanceof TimeUp)) throw error;
    return brokenJudgement(ready, subject, options, error);
  } finally {
    stopWatch();
  }
}

function watchTime({ timeoutSeconds, clock, controller, options }: UnitWork): () => void {
  if (timeoutSeconds === null || options.judge.kind === 'program') return () => {};
  const watch = new AbortController();
  clock.sleep(timeoutSeconds * 1000, watch.signal).then(
    () => {
      if (!watch.signal.aborted) controller.abort(new TimeUp(timeoutSeconds));
    },
    () => {
      // Called off.
    },
  );
  return () => watch.abort();
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
    { reason: 'failed', detail: `The program broke on this case: ${message}` },
  );
}
