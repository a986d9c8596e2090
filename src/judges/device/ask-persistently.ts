import type { Cause } from '../../judgement/cause';
import { causeInEnglish } from '../../i18n/en/causes';
import type { DeviceProblem } from './device';
import type { JudgeChoices } from './device-runtime';
import type { JudgeFailure, JudgeReply, JudgeRequest, ModelJudge } from '../../judgement/judge';

/** How often a case is put to a new engine after the one before broke on it. */
const mostRevivals = 2;

interface Asked {
  /** Before each try: what keeps it from being asked at all. */
  ready: () => Promise<DeviceProblem | null>;
  /** Rejects where the engine breaks. */
  tryOnce: (request: JudgeRequest) => Promise<JudgeReply | JudgeFailure>;
  /** What broke; null: that was a bug. */
  problemOf: (error: unknown) => DeviceProblem | null;
  /** Whether a new engine may do better. */
  isWorthAgain: (problem: DeviceProblem, request: JudgeRequest) => boolean;
  explain: JudgeChoices['explain'];
}

/**
 * How a model in this browser is asked by one run: a case on which an engine breaks is put to another. What nobody can be asked goes
 * back to the queue.
 */
export function askPersistently({
  ready,
  tryOnce,
  problemOf,
  isWorthAgain,
  explain,
}: Asked): ModelJudge['ask'] {
  /** Cases in a row that no engine survived. One may be the case's own doing, two are not. */
  let lostCases = 0;
  const failure = async (problem: DeviceProblem): Promise<JudgeFailure> => ({
    reason: 'failed',
    detail: await explain(problem),
  });
  return async (request) => {
    let problem: DeviceProblem = { fault: 'crash', said: '' };
    for (let revivals = 0; revivals <= mostRevivals; revivals += 1) {
      const dead = await ready();
      if (dead) return { ...(await failure(dead)), putBack: true };
      try {
        const outcome = await tryOnce(request);
        lostCases = 0;
        return outcome;
      } catch (error) {
        request.signal.throwIfAborted();
        const found = problemOf(error);
        if (!found) throw error;
        problem = found;
        if (!isWorthAgain(problem, request)) break;
      }
    }
    lostCases += 1;
    const lost = await failure(problem);
    return lostCases > 1 ? { ...lost, putBack: true } : lost;
  };
}

export function withoutRoom(tokens: number, reply: number, context: number): JudgeFailure {
  const cause: Cause = { code: 'no-room', tokens, reply, context };
  return { reason: 'too-long', detail: causeInEnglish(cause), causes: [cause] };
}

/** A reply can be complete when the limit is met; whoever reads it finds out. */
export function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
