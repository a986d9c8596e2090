import type { ConnectionFault } from '../../../judgement/connection';
import type { TakenSend, JudgeFailure, UnscoredReason, Usage } from '../../../judgement/judge';
import type { Answered, Unanswered } from './send';
import { waitInHeaders } from './wait';
import type { WireError, WireFormat } from '../wire-format';
import type { Cause } from '../../../judgement/cause';
import { describeCause } from '../../../i18n/en/causes';

export function failure(reason: UnscoredReason, cause: Cause): JudgeFailure {
  return { reason, ...describeCause(cause) };
}

/** `by` is the provider's own word for what its filter found; empty where it has none. */
export const filtered = (by: string, usage?: Usage) =>
  charged(failure('refused', { code: 'filtered', by }), usage);
export const calledTool = (usage?: Usage) => charged(failure('failed', { code: 'tool-call' }), usage);
export const withoutAnswer = (usage?: Usage) =>
  charged(failure('failed', { code: 'no-answer-in-reply' }), usage);
/** The provider ended the reply for a reason of its own. */
export const stoppedBy = (by: string, usage?: Usage) =>
  charged(failure('failed', { code: 'stopped', by }), usage);

/** Providers charge for what they filter, cut off or answer otherwise than asked, whether or not they say how much. */
function charged(failed: JudgeFailure, usage: Usage = {}): JudgeFailure {
  return { ...failed, usage };
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
  /** What there was of a reply that began and came to nothing. */
  came?: TakenSend | undefined;
}

export function callWithoutAnswer({ fault, status, came }: Unanswered): CallFailure {
  return { fault, status, said: '', retryAfter: null, error: null, came };
}

/** What it took; null where nobody had been at work: a refusal, a page of a proxy, a server that is not there. */
export function consumedBy({ fault, status, said, came }: CallFailure): TakenSend | null {
  if (status === null || status < 200 || status > 299) return null;
  // A reply had begun, was cut in two, or an error came in the place of one.
  const begun = came !== undefined || fault === 'broken-off' || fault === 'server' || said.startsWith('{');
  return begun ? (came ?? { usage: {}, text: '' }) : null;
}

/** What an answer that is no reply tells. `found` is said of one that the server itself took for good. */
export function callFailure(
  { response, text, came }: Answered,
  error: WireError | null,
  { wire, key, found }: { wire: WireFormat; key: string; found?: ConnectionFault },
): CallFailure {
  const named = error && wire.faultIn(error);
  // Groq names a question that is more than its limit as it names too many of them; the status tells them apart.
  const told = response.status === 413 && named === 'busy' ? 'too-long' : named;
  const said = error?.message ?? wordsIn(text);
  return {
    fault: found ?? told ?? faultOfStatus(response.ok ? toldStatus(error) : response.status, error),
    said: excerpt(key === '' ? said : said.replaceAll(key, '[key]')),
    status: response.status,
    retryAfter: waitInHeaders(response, error?.retryAfter),
    error,
    came: came ?? error?.came,
  };
}

/** About the question; what a router tells of keys and credit once it has begun is about its own at the company behind it. */
const aboutQuestion: ReadonlySet<number> = new Set([400, 408, 413, 422, 429, 529]);

/** Of an error that was sent as if it were a reply, or in the middle of one. */
function toldStatus(error: WireError | null): number {
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
  // Somebody on the way waits no longer.
  if (status === 408 || status >= 500) return 'server';
  return error ? 'request' : 'format';
}

/** Of a page, as a proxy or a wrong address sends one, its title, or else the words that a person would see. */
function wordsIn(text: string): string {
  if (!/^\s*<(?:!doctype|html|head|body)\b/i.test(text)) return text;
  const [, title = ''] = /<title\b[^>]*>(.*?)<\/title\s*>/is.exec(text) ?? [];
  if (title.trim() !== '') return title;
  return text.replace(/<(script|style)\b[^>]*>.*?<\/\1\s*>|<!--.*?-->|<[^>]*>/gis, ' ');
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
