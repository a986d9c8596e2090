import { describeCause } from '../../../i18n/en/causes';
import type { Cause } from '../../../judgement/cause';
import type { ConnectionFault } from '../../../judgement/connection';
import type { JudgeFailure, FailedSendUsage, Usage } from '../../../judgement/judge';
import { z } from '../../../kit/zod';
import { errorText, type WireError, type WireFormat, type WireReply } from '../protocols/wire-format';
import { readText } from './read-body';
import { readStream } from './read-stream';
import {
  maskKey,
  maskUnfinished,
  send,
  type Answered,
  type CallFailure,
  type Fetch,
  type Sleep,
} from './send';

export type CallOutcome =
  | { kind: 'reply'; reply: WireReply }
  | { kind: 'judge-failure'; failure: JudgeFailure }
  | ({ kind: 'failed' } & CallFailure);

interface Call {
  wire: WireFormat;
  url: string;
  key: string;
  body: Record<string, unknown>;
  /** Called with the reply's words as they come; given where the body asks for a stream. */
  onText?: ((soFar: string) => void) | undefined;
  signal: AbortSignal;
}

/** What a reply may have more than its question. No judgement is so long, nor what a model thinks before it. */
const mostCharacters = 200_000;
const perCharacterAsked = 4;

const beginsAsStream = /^\s*(?::|(?:data|event|id|retry):)/;

/** Asks one question once. Rejects only when it is cancelled. */
export async function exchange(
  tools: { fetch: Fetch; sleep: Sleep },
  { wire, url, key, body, onText, signal }: Call,
): Promise<CallOutcome> {
  const question = JSON.stringify(body);
  const most = mostCharacters + perCharacterAsked * question.length;
  const masked = (soFar: string) => onText?.(maskUnfinished(soFar, key));
  const readEvents = (stream: ReadableStream<Uint8Array>) =>
    readStream(stream, wire, { onText: masked, sleep: tools.sleep, mostCharacters: most });
  const answered = await send(tools.fetch, {
    url,
    headers: wire.headers(key),
    key,
    body: question,
    signal,
    read: async (response) => {
      // A server that does not stream answers in one piece; an error always comes so.
      const streams = /^text\/event-stream\b/i.test(response.headers.get('Content-Type') ?? '');
      if (onText && streams && response.ok && response.body) return readEvents(response.body);
      const found = await readText(response);
      // Some servers, or proxies before them, give a stream another name.
      const isStream = response.ok && 'text' in found && beginsAsStream.test(found.text);
      const { body: stream } = isStream ? new Response(found.text) : { body: null };
      return stream ? readEvents(stream) : found;
    },
  });
  if ('fault' in answered) return { kind: 'failed', ...answered };
  const { response, json } = answered;
  const error = wire.readError(json) ?? bareError(response.status, json);
  if (response.ok && error === null) {
    const read = json === undefined ? null : wire.readReply(json);
    if (read && 'reason' in read) return { kind: 'judge-failure', failure: read };
    if (read && read.text.length <= most) return { kind: 'reply', reply: read };
    const came = read ? { usage: read.usage ?? {}, text: '' } : undefined;
    const failure = callFailure({ response, text: read ? '' : answered.text, json, came }, null, {
      wire,
      key,
    });
    return { kind: 'failed', ...failure, fault: read ? 'reply-too-long' : 'format' };
  }
  if (error?.filtered)
    return { kind: 'judge-failure', failure: chargedFailure({ code: 'filtered', by: error.code }) };
  if (error?.calledTool) return { kind: 'judge-failure', failure: chargedFailure({ code: 'tool-call' }) };
  if (error?.reply !== undefined) return { kind: 'reply', reply: { text: error.reply, stop: 'unknown' } };
  return { kind: 'failed', ...callFailure(answered, error, { wire, key }) };
}

const messageSchema = z.object({ message: errorText.pipe(z.string().min(1)) });
const bareSchema = z.union([
  messageSchema,
  z.object({ errors: z.tuple([messageSchema]).rest(z.unknown()) }).transform(({ errors }) => errors[0]),
]);

/** An error in no provider's format, as gateways send it. Of other statuses they say nothing that helps. */
function bareError(status: number, json: unknown): WireError | null {
  const read = status === 400 || status === 422 ? bareSchema.safeParse(json).data : undefined;
  return read ? { message: read.message, code: '' } : null;
}

/** Providers charge for what they filter, cut off or answer otherwise than asked, whether or not they say how much. */
export function chargedFailure(cause: Cause, usage: Usage = {}): JudgeFailure {
  return { reason: cause.code === 'filtered' ? 'refused' : 'failed', ...describeCause(cause), usage };
}

const hasBegun: ReadonlySet<ConnectionFault> = new Set(['broken-off', 'reply-too-long', 'server']);

/** What a call took; null where no model worked on it: a refusal, a page of a proxy, a server that does not answer. */
export function consumedBy({ fault, status, said, came }: CallFailure): FailedSendUsage | null {
  if (status === null || status < 200 || status > 299) return null;
  // A reply had begun, was cut in two, or an error came in the place of one.
  const begun = came !== undefined || hasBegun.has(fault) || said.startsWith('{');
  return begun ? (came ?? { usage: {}, text: '' }) : null;
}

export function callFailure(
  { response, text, came }: Answered,
  error: WireError | null,
  { wire, key }: { wire: WireFormat; key: string },
): CallFailure {
  const named = error && wire.faultIn(error);
  // Groq gives a question that is more than its limit the code of too many requests; the status tells them apart.
  const told = response.status === 413 && named === 'busy' ? 'too-long' : named;
  const said = error?.message ?? pageWords(text.slice(0, mostPageCharacters));
  const retryAfter = response.headers.get('Retry-After') ?? error?.retryAfter ?? null;
  return {
    fault: told ?? faultOfStatus(response.ok ? statusIn(error) : response.status, error),
    said: excerpt(key === '' ? said : said.replaceAll(key, '[key]')),
    status: response.status,
    retryAfter: retryAfter === null ? null : maskKey(retryAfter, key),
    error,
    came,
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

const mostPageCharacters = 20_000;

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

/** How often one request is sent at most, apart from sends that a busy server turned away. */
export const mostSends = 4;
/** How often a busy server may turn it away: with growing waits that takes some ten minutes. */
export const mostRefusals = 20;
const firstWait = 500;
const longestOwnWait = 60_000;
/** A server that asks for a longer wait than this ends the request: the person decides. */
const longestWait = 120_000;

/** Null: not again. Chance keeps parallel requests from coming back at the same moment. */
export function backOff(
  times: number,
  { isBusy, retryAfter }: { isBusy: boolean; retryAfter: string | null },
  { now, random }: { now: number; random: () => number },
): number | null {
  if (times >= (isBusy ? mostRefusals : mostSends)) return null;
  const wished = retryAfter === null ? 0 : retryAfterMilliseconds(retryAfter, now);
  if (wished > longestWait) return null;
  if (wished > 0) return wished + random() * firstWait;
  return Math.min(longestOwnWait, firstWait * 2 ** (times - 1)) * (0.5 + random() / 2);
}

export function retryAfterMilliseconds(header: string, now: number): number {
  const text = header.trim();
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}

const duration = String.raw`(?:\d+(?:\.\d+)?\s*(?:milliseconds?|ms|seconds?|minutes?|hours?|[smh])\s*)+`;
const retryPhrase = new RegExp(
  String.raw`\b(?:try again in|retry (?:after|in))\s+(${duration})(?![\p{L}\d])`,
  'iu',
);
const unitSeconds: Record<string, number> = { ms: 0.001, mi: 60, m: 60, s: 1, se: 1, h: 3600, ho: 3600 };

/** The seconds in a sentence such as "Please try again in 1m20s", which pages can read where the header is hidden from them. */
export function waitInWords(message: string): string | null {
  const [, named] = retryPhrase.exec(message) ?? [];
  if (named === undefined) return null;
  let seconds = 0;
  for (const [, count, unit = ''] of named.toLowerCase().matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g))
    seconds += Number(count) * (unit.startsWith('milli') ? 0.001 : (unitSeconds[unit.slice(0, 2)] ?? 0));
  return String(Number(seconds.toFixed(3)));
}
