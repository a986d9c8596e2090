import { connectionFaultSchema } from './connection';
import { z } from '../kit/zod';

/** What a place of the reply's shape asks for. Several stand for a choice between them. */
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
  /** The keys of an object, the values of a choice as JSON. */
  values: z.array(z.string()).optional(),
});
export type Expectation = z.infer<typeof expectationSchema>;

/** What came instead: a list with its length, a plain value as it is written. */
export const cameSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('nothing') }),
  z.strictObject({ kind: z.literal('object') }),
  z.strictObject({ kind: z.literal('list'), count: z.int() }),
  z.strictObject({ kind: z.literal('value'), text: z.string() }),
]);
export type Came = z.infer<typeof cameSchema>;

export const brokenBySchema = z.enum(['bracket', 'value', 'comma', 'colon', 'key', 'depth', 'bare-word']);
export type BrokenBy = z.infer<typeof brokenBySchema>;

const plain = <Code extends string>(code: Code) => z.strictObject({ code: z.literal(code) });
/** Places are dotted paths; empty is the whole reply. */
const at = z.string();
const begins = z.string();

/** Why there is no score, as a code: the page says it in the reader's language, and exports as `causeInEnglish` does. */
export const causeSchema = z.discriminatedUnion('code', [
  plain('no-reply'),
  /** Of several questions about a case, the one on this criterion failed; empty: on what belongs to none. What follows is why. */
  z.strictObject({ code: z.literal('in-part'), label: z.string() }),
  /** The replies to several questions fit, each by itself, but not as one. */
  plain('parts-do-not-fit'),
  z.strictObject({ code: z.literal('missing-input'), label: z.string() }),
  z.strictObject({
    code: z.literal('batch-failed'),
    what: z.enum(['expired', 'cancelled', 'timeout', 'error', 'format']),
    said: z.string(),
  }),
  z.strictObject({ code: z.literal('refused'), begins }),
  plain('length-limit'),
  /** Tokens of the question, of the reply that has to fit behind it, and of the judge's context. */
  z.strictObject({
    code: z.literal('no-room'),
    tokens: z.int(),
    reply: z.int(),
    context: z.int(),
    /** Of a server that cuts what does not fit; tokens then are estimated. */
    by: z.literal('ollama').optional(),
  }),
  /** Tokens that were sent, estimated; that it counted, and that its context has, where it says so. */
  z.strictObject({
    code: z.literal('cut-by-ollama'),
    sent: z.int(),
    read: z.int().nullable(),
    context: z.int().nullable(),
  }),
  /** Tokens of question and reply, as it counted them: together they fill its context. */
  z.strictObject({
    code: z.literal('ollama-full'),
    prompt: z.int(),
    reply: z.int(),
    context: z.int(),
  }),
  plain('empty'),
  plain('ends-in-thought'),
  z.strictObject({ code: z.literal('no-object'), begins }),
  z.strictObject({ code: z.literal('too-many-objects'), most: z.int() }),
  z.strictObject({ code: z.literal('not-closed'), begins }),
  z.strictObject({
    code: z.literal('broken'),
    begins,
    by: brokenBySchema,
    found: z.string(),
    most: z.int().optional(),
  }),
  z.strictObject({ code: z.literal('key-twice'), at }),
  plain('forbidden-key'),
  z.strictObject({ code: z.literal('number-too-large'), at }),
  z.strictObject({ code: z.literal('misfit'), at, expected: z.array(expectationSchema), came: cameSchema }),
  z.strictObject({ code: z.literal('unknown-key'), at, key: z.string(), allowed: z.array(z.string()) }),
  z.strictObject({ code: z.literal('more-misfits'), count: z.int() }),
  plain('cut-off-among-several'),
  plain('cut-off-after-object'),
  plain('braces-do-not-match'),
  plain('unreadable-before'),
  plain('rival-object'),
  z.strictObject({ code: z.literal('time-up'), seconds: z.number() }),
  /** A bug, met while asking or on one case. */
  z.strictObject({ code: z.literal('judge-broke'), message: z.string() }),
  z.strictObject({ code: z.literal('program-broke'), message: z.string() }),
  z.strictObject({
    code: z.literal('connection'),
    fault: connectionFaultSchema,
    host: z.string(),
    model: z.string(),
    sends: z.int(),
    status: z.int().nullable(),
    /** How long the server asks to wait, as it says it. */
    retryAfter: z.string().nullable(),
    said: z.string(),
  }),
  /** By the provider's content filter; its own word for it, or empty. */
  z.strictObject({ code: z.literal('filtered'), by: z.string() }),
  plain('tool-call'),
  plain('no-answer-in-reply'),
  /** By the provider, for a reason that it calls so. */
  z.strictObject({ code: z.literal('stopped'), by: z.string() }),
]);
export type Cause = z.infer<typeof causeSchema>;
export type NoRoom = Extract<Cause, { code: 'no-room' }>;
export type ConnectionCause = Extract<Cause, { code: 'connection' }>;
export type PlainCause = Cause extends infer One
  ? One extends Cause
    ? keyof One extends 'code'
      ? One
      : never
    : never
  : never;
