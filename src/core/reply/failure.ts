import type { ReadReply, UnscoredReason } from '../model/reply';

export type Failure = Extract<ReadReply, { ok: false }>;

export function failure(reason: UnscoredReason, detail: string): Failure {
  return { ok: false, reason, detail };
}
