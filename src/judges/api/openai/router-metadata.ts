import { z } from '../../../core/model/zod';
import { jsonIn } from '../json-in';
import type { WireError } from '../wire-format';

/** What OpenRouter tells beside an error. */
export const metadataSchema = z
  .object({
    /** What a moderation found. */
    reasons: z.array(z.string()).nullish().catch(null),
    /** What a guard that the account has set up found. */
    patterns: z.array(z.unknown()).nullish().catch(null),
    /** Which limit on spending it is about. */
    limit_source: z.string().nullish().catch(null),
    /** Its own word for what went wrong, whoever runs the model. */
    error_type: z.string().nullish().catch(null),
    retry_after_seconds: z.number().min(0).nullish().catch(null),
    /** What the company behind it said, as text or JSON: OpenRouter's own message is then the same for all. */
    raw: z.unknown().optional(),
    provider_name: z.string().nullish().catch(null),
    /** Headers that a page could not read, given once more. */
    headers: z
      .object({ 'X-RateLimit-Reset': z.string().nullish(), 'Retry-After': z.string().nullish() })
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null);
type Metadata = NonNullable<z.infer<typeof metadataSchema>>;

/** The error of the company that runs the model, with its name; null where there is none. */
export function saidUpstream(
  { raw, provider_name: name }: Metadata,
  read: (json: unknown) => WireError | null,
): WireError | null {
  const error = read(typeof raw === 'string' ? jsonIn(raw) : raw) ?? asText(raw);
  if (error === null || error.message.trim() === '') return null;
  return { ...error, message: name ? `${error.message} (${name})` : error.message };
}

function asText(raw: unknown): WireError | null {
  return typeof raw === 'string' ? { message: raw, code: '' } : null;
}

/** When it takes questions again, as a Retry-After header says it: limits by the day are told by their end alone. */
export function waitIn(metadata: Metadata | null | undefined): string | null {
  const { headers, retry_after_seconds: seconds } = metadata ?? {};
  const milliseconds = headers?.['X-RateLimit-Reset'] ?? '';
  // A header has whole seconds; a part of one too early is too early.
  if (/^\d{13}$/.test(milliseconds))
    return new Date(Math.ceil(Number(milliseconds) / 1000) * 1000).toUTCString();
  return typeof seconds === 'number' ? String(seconds) : (headers?.['Retry-After'] ?? null);
}

/** Whether somebody's filter stopped the question: a moderation, or a guard of the account. */
export function isBlocked(metadata: Metadata | null | undefined): boolean {
  return (metadata?.reasons?.length ?? 0) > 0 || (metadata?.patterns?.length ?? 0) > 0;
}
