import type { Case } from '../core/model/case';
import { told } from '../core/model/cause-in-english';
import type { Judgement } from '../core/model/judgement';
import { messageOf } from '../core/model/message-of';
import { composeUnscored } from './compose-judgement';
import { judgeCase } from './judge-case';
import { nothingToAsk } from './plan-question';
import { PutBack } from './put-back';
import type { JudgeCaseOptions, ReadyRubric } from './ready-rubric';
import { TimeUp } from './time-up';

export interface UnitWork {
  key: string;
  ready: ReadyRubric;
  subject: Case;
  options: Omit<JudgeCaseOptions, 'signal'>;
  /** Aborting it cancels the unit. */
  controller: AbortController;
}

/** A judgement for every case: of one that takes too long, or that breaks something, an unscored one. Rejects when cancelled or put back. */
export async function judgeUnit({ ready, subject, options, controller }: UnitWork): Promise<Judgement> {
  const { signal } = controller;
  const whole: JudgeCaseOptions = { ...options, signal };
  try {
    return await judgeCase(ready, subject, whole);
  } catch (error) {
    if (error instanceof PutBack) throw error;
    if (signal.aborted && !(signal.reason instanceof TimeUp)) throw error;
    return brokenJudgement(ready, subject, whole, error);
  }
}

/** A bug met on one case is that case's failure: the other thousands have nothing to do with it. */
export function brokenJudgement(
  ready: ReadyRubric,
  subject: Case,
  options: Omit<JudgeCaseOptions, 'signal'>,
  error: unknown,
): Judgement {
  const message = messageOf(error);
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
