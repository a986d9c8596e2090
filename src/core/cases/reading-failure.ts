import type { ReadingFailure } from '../model/table';

/** Tells a failure from what was read instead. */
export function isReadingFailure(outcome: object): outcome is ReadingFailure {
  return 'code' in outcome && 'message' in outcome;
}
