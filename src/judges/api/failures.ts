import type { Cause } from '../../core/model/cause';
import { causeInEnglish } from '../../core/model/cause-in-english';
import type { UnscoredReason } from '../../core/model/reply';
import type { JudgeFailure } from '../judge';

export function failure(reason: UnscoredReason, cause: Cause): JudgeFailure {
  return { reason, detail: causeInEnglish(cause), causes: [cause] };
}

/** `by` is the provider's own word for what its filter found; empty where it has none. */
export const filtered = (by: string) => failure('refused', { code: 'filtered', by });
export const calledTool = () => failure('failed', { code: 'tool-call' });
export const withoutAnswer = () => failure('failed', { code: 'no-answer-in-reply' });
/** The provider ended the reply for a reason of its own. */
export const stoppedBy = (by: string) => failure('failed', { code: 'stopped', by });
