import type { Cause } from './cause';
import type { z } from './zod';

/** Codes of causes that were stored once, and those that say the same today. */
const todaysCode = new Map<unknown, Cause>([
  ['no-choice', { code: 'no-answer-in-reply' }],
  ['content-filter', { code: 'filtered', by: '' }],
]);
/** Where causes lie in what is stored: in a judgement and its attempts, and in the pause of a head. */
const waysToCauses: readonly string[] = ['head', 'pause', 'judgement', 'attempts'];

/**
 * What is stored or in a file, by its schema, whatever version wrote it. Only what does not fit as it stands is looked at for
 * older codes, so that reading what is of today costs nothing more.
 */
export function readAnyAge<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> {
  const read = schema.safeParse(value);
  if (read.success) return read;
  const older = schema.safeParse(inTodaysCodes(value));
  return older.success ? older : read;
}

function inTodaysCodes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inTodaysCodes);
  if (typeof value !== 'object' || value === null) return value;
  const members: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(
    members.map(([name, member]) => {
      if (name === 'causes' && Array.isArray(member)) return [name, member.map(todaysCause)];
      return [name, waysToCauses.includes(name) ? inTodaysCodes(member) : member];
    }),
  );
}

function todaysCause(cause: unknown): unknown {
  const isCoded = typeof cause === 'object' && cause !== null && 'code' in cause;
  return (isCoded && todaysCode.get(cause.code)) || cause;
}
