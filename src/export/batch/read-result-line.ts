import { parseJson } from '../../kit/json';
import { truncate } from '../../kit/text/shown-text';
import { z } from '../../kit/zod';
import type { BatchEngine } from './batch-files';

export type ResultLine =
  | { kind: 'reply'; engine: BatchEngine; id: string; body: unknown }
  | { kind: 'error'; engine: BatchEngine; id: string; what: BatchErrorKind; said: string; body: unknown }
  | { kind: 'request' }
  | { kind: 'damaged'; fault: 'not-json' | 'shape' };

export type BatchErrorKind = 'expired' | 'cancelled' | 'timeout' | 'error';

const id = z.string().min(1);
const anthropicSchema = z.object({
  custom_id: id,
  result: z.discriminatedUnion('type', [
    z.object({ type: z.literal('succeeded'), message: z.unknown() }),
    z.object({ type: z.literal('errored'), error: z.unknown() }),
    z.object({ type: z.literal('canceled') }),
    z.object({ type: z.literal('expired') }),
  ]),
});
const openAiSchema = z.object({
  custom_id: id,
  response: z.looseObject({ status_code: z.int().nullish(), body: z.unknown().optional() }).nullish(),
  error: z.unknown().optional(),
});
const requestSchema = z.union([
  z.object({ custom_id: id, method: z.string(), url: z.string(), body: z.unknown() }),
  z.object({ custom_id: id, params: z.looseObject({}) }),
]);

export function readResultLine(text: string): ResultLine {
  const json = parseJson(text);
  if (json === undefined) {
    // A file for Anthropic is one object over many lines.
    const line = text.trim();
    const frame = line.startsWith('{"requests":[') || line === ']}';
    return frame || isRequest(parseJson(line.replace(/,$/, '')))
      ? { kind: 'request' }
      : { kind: 'damaged', fault: 'not-json' };
  }
  if (isRequest(json)) return { kind: 'request' };
  const anthropic = anthropicSchema.safeParse(json);
  if (anthropic.success) return readAnthropic(anthropic.data);
  const openAi = openAiSchema.safeParse(json);
  return openAi.success ? readOpenAi(openAi.data) : { kind: 'damaged', fault: 'shape' };
}

function isRequest(json: unknown): boolean {
  return requestSchema.safeParse(json).success;
}

function readAnthropic({ custom_id: of, result }: z.infer<typeof anthropicSchema>): ResultLine {
  const common = { engine: 'anthropic' as const, id: of };
  if (result.type === 'succeeded') return { kind: 'reply', ...common, body: result.message };
  if (result.type === 'errored')
    return { kind: 'error', ...common, what: 'error', said: wordsIn(result.error), body: result.error };
  const what = result.type === 'canceled' ? 'cancelled' : 'expired';
  return { kind: 'error', ...common, what, said: '', body: null };
}

const ends = new Map<string, BatchErrorKind>([
  ['batch_expired', 'expired'],
  ['batch_cancelled', 'cancelled'],
  ['request_timeout', 'timeout'],
]);

function readOpenAi({ custom_id: of, response, error }: z.infer<typeof openAiSchema>): ResultLine {
  const common = { engine: 'openai' as const, id: of };
  if (error !== null && error !== undefined) {
    const code = codeSchema.safeParse(error);
    const what = code.success ? (ends.get(code.data.code) ?? 'error') : 'error';
    return { kind: 'error', ...common, what, said: wordsIn(error), body: error };
  }
  if (!response) return { kind: 'damaged', fault: 'shape' };
  const { status_code: status, body } = response;
  // Some versions of vLLM put the reply where others wrap it.
  const reply = body === undefined && 'choices' in response ? response : body;
  if (typeof status === 'number' && status >= 400)
    return { kind: 'error', ...common, what: 'error', said: wordsIn(reply), body: reply };
  return reply === undefined || reply === null
    ? { kind: 'damaged', fault: 'shape' }
    : { kind: 'reply', ...common, body: reply };
}

const codeSchema = z.object({ code: z.string() });
const messageSchema = z.object({ message: z.string() });
const wrappedSchema = z.object({ error: z.unknown() });
const longestWords = 300;

function wordsIn(error: unknown, depth = 0): string {
  if (typeof error === 'string') return truncate(error.replace(/\s+/g, ' ').trim(), longestWords);
  const message = messageSchema.safeParse(error);
  if (message.success) return wordsIn(message.data.message);
  const wrapped = wrappedSchema.safeParse(error);
  return wrapped.success && depth < 3 ? wordsIn(wrapped.data.error, depth + 1) : '';
}
