import { z } from '../../../core/model/zod';
import type { ConnectionFault } from '../../../core/model/connection';
import type { WireError } from '../wire-format';

const errorSchema = z.object({
  type: z.literal('error'),
  error: z.object({
    type: z.string(),
    message: z.string(),
    details: z.object({ error_code: z.string() }).nullish().catch(null),
  }),
});

export function readError(json: unknown): WireError | null {
  const read = errorSchema.safeParse(json);
  if (!read.success) return null;
  const { type, message, details } = read.data.error;
  const code = details?.error_code ?? '';
  return { message, code: byType.has(code) ? code : type };
}

const byType = new Map<string, ConnectionFault>([
  ['authentication_error', 'key'],
  ['permission_error', 'key'],
  ['billing_error', 'credit'],
  ['enforced_spend_limit_reached', 'credit'],
  ['request_too_large', 'too-long'],
  ['rate_limit_error', 'busy'],
  ['overloaded_error', 'busy'],
  ['api_error', 'server'],
  ['timeout_error', 'server'],
]);

export function faultIn({ code, message }: WireError): ConnectionFault | null {
  if (/credit balance is too low|reached your specified (\w+ )?(api )?usage limits/i.test(message))
    return 'credit';
  // An organization may forbid its keys to pages, whichever it is.
  if (/^cors requests are not allowed\b/i.test(message)) return 'refused';
  if (/prompt is too long|exceed context limit/i.test(message)) return 'too-long';
  if (code === 'not_found_error' && /^model\b/i.test(message)) return 'model';
  return byType.get(code) ?? null;
}

export function refusesShape({ message }: WireError): boolean {
  return /output_?config|output[_ ]format|structured[ _-]?outputs?|json_?schema|\bschema\b/i.test(message);
}
