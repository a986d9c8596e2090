import { z } from '../../../core/model/zod';
import type { ConnectionFault } from '../../../core/model/connection';
import type { WireError } from '../wire-format';

const code = z.union([z.string(), z.number()]).nullish().catch(null);
const detailsSchema = z.object({ message: z.string(), code, type: code });
/** OpenAI wraps its errors; some servers put a bare text there, and others leave the wrapper out. */
const errorSchema = z.union([
  z.object({ error: detailsSchema }).transform(({ error }) => error),
  z.object({ error: z.string() }).transform(({ error }) => ({ message: error, code: null, type: null })),
  detailsSchema.extend({ object: z.literal('error') }),
  z.object({ detail: z.string() }).transform(({ detail }) => ({ message: detail, code: null, type: null })),
]);

export function readError(json: unknown): WireError | null {
  const read = errorSchema.safeParse(json);
  if (!read.success) return null;
  const { message, code, type } = read.data;
  // A number only repeats the HTTP status.
  return { message, code: typeof code === 'string' ? code : typeof type === 'string' ? type : '' };
}

const byCode = new Map<string, ConnectionFault>([
  ['invalid_api_key', 'key'],
  ['insufficient_quota', 'credit'],
  ['model_not_found', 'model'],
  ['context_length_exceeded', 'too-long'],
  ['exceed_context_size_error', 'too-long'],
  ['rate_limit_exceeded', 'busy'],
]);

export function faultIn({ code, message }: WireError): ConnectionFault | null {
  const known = byCode.get(code);
  if (known) return known;
  if (/\bmodel\b.*(not found|does not exist|not exist|unknown)/is.test(message)) return 'model';
  if (/context (length|size|window)|maximum context/i.test(message)) return 'too-long';
  return null;
}
