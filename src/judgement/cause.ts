import { connectionFaultSchema } from './connection';
import { z } from '../kit/zod';

export const expectationSchema = z.strictObject({
  kind: z.enum([
    'object',
    'list',
    'tuple',
    'text',
    'integer',
    'number',
    'boolean',
    'null',
    'one-of',
    'other',
  ]),
  /** Bounds of a number, of a text's length or of a list's; of a tuple, how many items it has. */
  low: z.number().optional(),
  high: z.number().optional(),
  values: z.array(z.string()).optional(),
});
export type Expectation = z.infer<typeof expectationSchema>;

export const receivedValueSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('nothing') }),
  z.strictObject({ kind: z.literal('object') }),
  z.strictObject({ kind: z.literal('list'), count: z.int() }),
  z.strictObject({ kind: z.literal('value'), text: z.string() }),
]);
export type ReceivedValue = z.infer<typeof receivedValueSchema>;

export const brokenBySchema = z.enum(['bracket', 'value', 'comma', 'colon', 'key', 'depth', 'bare-word']);
export type BrokenBy = z.infer<typeof brokenBySchema>;

const plain = <Code extends string>(code: Code) => z.strictObject({ code: z.literal(code) });
const cause = <Code extends string, Shape extends z.core.$ZodLooseShape>(code: Code, shape: Shape) =>
  z.strictObject({ code: z.literal(code), ...shape });
/** Places are dotted paths; empty is the whole reply. */
const at = z.string();
const begins = z.string();

/** Why there is no score, as a code: the page says it in the reader's language, and exports as `causeInEnglish` does. */
export const causeSchema = z.discriminatedUnion('code', [
  plain('no-reply'),
  /** Of several questions about a case, the one on this criterion failed; empty: on what belongs to none. What follows is why. */
  cause('in-part', { label: z.string() }),
  plain('parts-do-not-fit'),
  cause('missing-input', { label: z.string() }),
  cause('batch-failed', {
    what: z.enum(['expired', 'cancelled', 'timeout', 'error', 'format']),
    said: z.string(),
  }),
  cause('refused', { begins }),
  plain('length-limit'),
  plain('no-text'),
  /** Tokens of the question, of the reply that has to fit behind it, and of the judge's context. */
  cause('no-room', {
    tokens: z.int(),
    reply: z.int(),
    context: z.int(),
    /** Of a server that cuts what does not fit; tokens then are estimated. */
    by: z.literal('ollama').optional(),
  }),
  /** Tokens that were sent, estimated; that it counted, and that its context has, where it says so. */
  cause('cut-by-ollama', { sent: z.int(), read: z.int().nullable(), context: z.int().nullable() }),
  /** Tokens of question and reply, as it counted them: together they fill its context. */
  cause('ollama-full', { prompt: z.int(), reply: z.int(), context: z.int() }),
  plain('empty'),
  plain('ends-in-thought'),
  cause('no-object', { begins }),
  cause('too-many-objects', { most: z.int() }),
  cause('not-closed', { begins }),
  cause('broken', { begins, by: brokenBySchema, found: z.string(), most: z.int().optional() }),
  cause('key-twice', { at }),
  plain('forbidden-key'),
  cause('number-too-large', { at }),
  cause('misfit', { at, expected: z.array(expectationSchema), came: receivedValueSchema }),
  cause('unknown-key', { at, key: z.string(), allowed: z.array(z.string()) }),
  cause('more-misfits', { count: z.int() }),
  plain('cut-off-among-several'),
  plain('cut-off-after-object'),
  plain('braces-do-not-match'),
  plain('unreadable-before'),
  plain('rival-object'),
  cause('time-up', { seconds: z.number() }),
  /** A bug, met while asking or on one case. */
  cause('judge-broke', { message: z.string() }),
  cause('program-broke', { message: z.string() }),
  cause('connection', {
    fault: connectionFaultSchema,
    host: z.string(),
    model: z.string(),
    sends: z.int(),
    status: z.int().nullable(),
    retryAfter: z.string().nullable(),
    said: z.string(),
  }),
  /** By the provider's content filter; its own word for it, or empty. */
  cause('filtered', { by: z.string() }),
  plain('tool-call'),
  plain('no-answer-in-reply'),
  /** By the provider, for a reason that it calls so. */
  cause('stopped', { by: z.string() }),
]);
export type Cause = z.infer<typeof causeSchema>;
/** A cause without what differs from case to case, so that cases can be counted by it. */
export type CauseKey =
  | Exclude<Cause['code'], 'connection' | 'in-part'>
  | `connection:${Extract<Cause, { code: 'connection' }>['fault']}`;

/** The first thing that went wrong. Where a case is asked in parts, what failed in the part. */
export function causeKey(causes: readonly Cause[] = []): CauseKey | undefined {
  for (const cause of causes) {
    if (cause.code === 'connection') return `connection:${cause.fault}`;
    if (cause.code !== 'in-part') return cause.code;
  }
  return undefined;
}
export type NoRoom = Extract<Cause, { code: 'no-room' }>;
export type ConnectionCause = Extract<Cause, { code: 'connection' }>;
