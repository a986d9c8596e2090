import { z } from '../../../core/model/zod';
import type { ConnectionFault } from '../../../core/model/connection';
import { waitInWords } from '../wait-in-words';
import type { WireError } from '../wire-format';

const detailSchema = z.object({
  reason: z.string().optional(),
  retryDelay: z.string().optional(),
  violations: z.array(z.object({ quotaId: z.string().catch('') })).catch([]),
});
/** Of a limit that no wait of minutes mends, although Google asks for one: a day's share is used up, or the plan has none. */
const spent = 'QUOTA_SPENT';
const noShare = /\bquota exceeded\b.*\blimit: 0\b/is;
const wrapped = z.object({
  error: z.object({
    message: z.string(),
    status: z.string().catch(''),
    details: z.array(detailSchema).catch([]),
  }),
});
/** Some errors of streams come in a list of one. */
const errorSchema = z.union([wrapped, z.tuple([wrapped]).transform(([only]) => only)]);

export function readError(json: unknown): WireError | null {
  const read = errorSchema.safeParse(json);
  if (!read.success) return null;
  const { message, status, details } = read.data.error;
  const reason = details.find((detail) => detail.reason !== undefined)?.reason;
  const delay = details.find((detail) => detail.retryDelay !== undefined)?.retryDelay;
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(delay ?? '') ?? [];
  const retryAfter = seconds ?? waitInWords(message);
  const ofTheDay = details.some(({ violations }) => violations.some(({ quotaId }) => /PerDay/.test(quotaId)));
  if (ofTheDay || noShare.test(message)) return { message, code: spent };
  return { message, code: reason ?? status, ...(retryAfter !== null && { retryAfter }) };
}

const byCode = new Map<string, ConnectionFault>([
  ['API_KEY_INVALID', 'key'],
  ['UNAUTHENTICATED', 'key'],
  ['PERMISSION_DENIED', 'key'],
  [spent, 'credit'],
  ['RESOURCE_EXHAUSTED', 'busy'],
  ['RATE_LIMIT_EXCEEDED', 'busy'],
  ['UNAVAILABLE', 'server'],
  ['INTERNAL', 'server'],
  ['DEADLINE_EXCEEDED', 'server'],
]);

export function faultIn({ code, message }: WireError): ConnectionFault | null {
  if (/credits? (are|is|have been) depleted|requires? billing/i.test(message)) return 'credit';
  if (/location is not supported/i.test(message)) return 'refused';
  if (/input token count.*exceeds/is.test(message)) return 'too-long';
  if (/api key (not found|not valid|expired)/i.test(message)) return 'key';
  if (/^models?\/.* (is not found|not found)|unexpected model name/i.test(message)) return 'model';
  // Its status is that of a server that failed; it lasts for minutes.
  if (/\boverloaded\b|\bhigh demand\b/i.test(message)) return 'busy';
  return byCode.get(code) ?? null;
}

export function refusesShape({ message }: WireError): boolean {
  return /response_?(json_?)?schema|response_?mime_?type|json mode|\bschema\b|too many states/i.test(message);
}
