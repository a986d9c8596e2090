import type { Case } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';
import { composeUnscored } from './compose-judgement';
import { judgeCase } from './judge-case';
import { nothingToAsk } from './plan-question';
import type { JudgeCaseOptions, ReadyRubric } from './ready-rubric';
import { TimeUp } from './time-up';
import type { TimeWatch } from './time-watch';

interface UnitWork {
  ready: ReadyRubric;
  subject: Case;
  options: Omit<JudgeCaseOptions, 'signal'>;
  /** Null where it may take as long as it takes. */
  watch: TimeWatch | null;
  /** Aborting it cancels the unit. */
  controller: AbortController;
}

/** A judgement for every case: of one that takes too long, or that breaks something, an unscored one. Rejects when cancelled. */
export async function judgeUnit(work: UnitWork): Promise<Judgement> {
  const { ready, subject, watch, controller } = work;
  const { signal } = controller;
  const options: JudgeCaseOptions = { ...work.options, signal };
  const endWatch = watch?.start(controller);
  try {
    return await judgeCase(ready, subject, options);
  } catch (error) {
    if (signal.aborted && !(signal.reason instanceof TimeUp)) throw error;
    return brokenJudgement(ready, subject, options, error);
  } finally {
    endWatch?.();
  }
}

/** A bug met on one case is that case's failure: the other thousands have nothing to do with it. */
export function brokenJudgement(
  ready: ReadyRubric,
  subject: Case,
  options: Omit<JudgeCaseOptions, 'signal'>,
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
