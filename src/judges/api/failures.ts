import type { Cause } from '../../core/model/cause';
import { told } from '../../core/model/cause-in-english';
import type { UnscoredReason, Usage } from '../../core/model/reply';
import type { JudgeFailure } from '../judge';

export function failure(reason: UnscoredReason, cause: Cause): JudgeFailure {
  return { reason, ...told(cause) };
}

/** `by` is the provider's own word for what its filter found; empty where it has none. */
export const filtered = (by: string, usage?: Usage) =>
  charged(failure('refused', { code: 'filtered', by }), usage);
export const calledTool = (usage?: Usage) => charged(failure('failed', { code: 'tool-call' }), usage);
export const withoutAnswer = (usage?: Usage) =>
  charged(failure('failed', { code: 'no-answer-in-reply' }), usage);
/** The provider ended the reply for a reason of its own. */
export const stoppedBy = (by: string, usage?: Usage) =>
  charged(failure('failed', { code: 'stopped', by }), usage);

/** Providers charge for what they filter, cut off or answer otherwise than asked, whether or not they say how much. */
export function charged(failed: JudgeFailure, usage: Usage = {}): JudgeFailure {
  return { ...failed, usage };
}
