import { describeCause } from '../../../i18n/en/causes';
import type { Cause } from '../../../judgement/cause';
import type { ConnectionFault } from '../../../judgement/connection';
import type { JudgeFailure, TakenSend } from '../../../judgement/judge';
import type { Usage } from '../../../judgement/raw-reply';
import type { WireError, WireFormat } from '../protocols/wire-format';
import { maskKey, type Answered, type Unanswered } from './send';

/** Providers charge for what they filter, cut off or answer otherwise than asked, whether or not they say how much. */
export function chargedFailure(cause: Cause, usage: Usage = {}): JudgeFailure {
  return { reason: cause.code === 'filtered' ? 'refused' : 'failed', ...describeCause(cause), usage };
}

/** A call that gave no reply. `said` is what the server itself says; the key never stands in it. */
export interface CallFailure {
  fault: ConnectionFault;
  said: string;
  status: number | null;
  /** As the server put it; null where it said nothing or does not let pages read it. */
  retryAfter: string | null;
  /** The error in the server's format, where it is one. */
  error: WireError | null;
  /** The part of a reply that came before it failed. */
  came?: TakenSend | undefined;
}

export function callWithoutAnswer({ fault, status, came }: Unanswered): CallFailure {
  return { fault, status, said: '', retryAfter: null, error: null, came };
}

/** What a call took; null where no model worked on it: a refusal, a page of a proxy, a server that does not answer. */
export function consumedBy({ fault, status, said, came }: CallFailure): TakenSend | null {
  if (status === null || status < 200 || status > 299) return null;
  // A reply had begun, was cut in two, or an error came in the place of one.
  const begun = came !== undefined || fault === 'broken-off' || fault === 'server' || said.startsWith('{');
  return begun ? (came ?? { usage: {}, text: '' }) : null;
}

/** What an answer that is no reply says. */
export function callFailure(
  { response, text, came }: Answered,
  error: WireError | null,
  { wire, key }: { wire: WireFormat; key: string },
): CallFailure {
  const named = error && wire.faultIn(error);
  // Groq gives a question that is more than its limit the code of too many requests; the status tells them apart.
  const told = response.status === 413 && named === 'busy' ? 'too-long' : named;
  const said = error?.message ?? pageWords(text);
  const retryAfter = response.headers.get('Retry-After') ?? error?.retryAfter ?? null;
  return {
    fault: told ?? faultOfStatus(response.ok ? statusIn(error) : response.status, error),
    said: excerpt(key === '' ? said : said.replaceAll(key, '[key]')),
    status: response.status,
    retryAfter: retryAfter === null ? null : maskKey(retryAfter, key),
    error,
    came: came ?? error?.came,
  };
}

/** Statuses about the question. What a router says of keys and credit once it has begun is about its own account. */
const aboutQuestion: ReadonlySet<number> = new Set([400, 408, 413, 422, 429, 529]);

/** The status of an error that was sent as if it were a reply, or in the middle of one. */
function statusIn(error: WireError | null): number {
  return error?.status !== undefined && aboutQuestion.has(error.status) ? error.status : 500;
}

function faultOfStatus(status: number, error: WireError | null): ConnectionFault {
  // A guard before the provider, such as a firewall, knows nothing of keys and speaks no format.
  if (status === 403 && error === null) return 'refused';
  if (status === 401 || status === 403) return 'key';
  if (status === 402) return 'credit';
  if (status === 404 && error?.about === 'model') return 'model';
  if (status === 404 || status === 405) return 'address';
  if (status === 413) return 'too-long';
  if (status === 429 || status === 529) return 'busy';
  if (status === 408 || status >= 500) return 'server';
  return error ? 'request' : 'format';
}

/** The title of an HTML page, as a proxy or a wrong address sends one, or else its visible words. */
function pageWords(text: string): string {
  if (!/^\s*<(?:!doctype|html|head|body)\b/i.test(text)) return text;
  const [, title = ''] = /<title\b[^>]*>(.*?)<\/title\s*>/is.exec(text) ?? [];
  if (title.trim() !== '') return title;
  return text.replace(/<(script|style)\b[^>]*>.*?<\/\1\s*>|<!--.*?-->|<[^>]*>/gis, ' ');
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
