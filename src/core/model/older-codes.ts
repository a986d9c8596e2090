import type { Cause } from './cause';
import { z } from './zod';

/** Codes of causes that were stored once, and those that say the same today. */
const todaysCode = new Map<unknown, Cause>([
  ['no-choice', { code: 'no-answer-in-reply' }],
  ['content-filter', { code: 'filtered', by: '' }],
]);
/** Where causes lie in what is stored: in a judgement and its attempts, and in the pause of a head. */
const waysToCauses: readonly string[] = ['head', 'pause', 'judgement', 'attempts'];

const members = z.record(z.string(), z.unknown());

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
  const read = members.safeParse(value);
  if (!read.success) return value;
  return Object.fromEntries(
    Object.entries(read.data).map(([name, member]) => {
      if (name === 'causes' && Array.isArray(member)) return [name, member.map(todaysCause)];
      return [name, waysToCauses.includes(name) ? inTodaysCodes(member) : member];
    }),
  );
}

function todaysCause(cause: unknown): unknown {
  const read = members.safeParse(cause);
  return (read.success && todaysCode.get(read.data['code'])) || cause;
}
