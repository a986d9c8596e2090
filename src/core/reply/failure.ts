import type { Cause } from '../model/cause';
import { causeInEnglish } from '../model/cause-in-english';
import type { ReadReply, UnscoredReason } from '../model/reply';

export type Failure = Extract<ReadReply, { ok: false }>;

export function failure(reason: UnscoredReason, ...causes: Cause[]): Failure {
  return { ok: false, reason, detail: causes.map(causeInEnglish).join(' '), causes };
}
