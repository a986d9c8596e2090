import type { ConnectionFault } from '../../../judgement/connection';
import type { FailedSendUsage } from '../../../judgement/judge';
import { parseJson } from '../../../kit/json';
import type { WireError } from '../protocols/wire-format';
import { endsEarly, readText } from './read-body';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** What a server answered; `json` is undefined where the text is no JSON. */
export interface Answered {
  response: Response;
  text: string;
  json: unknown;
  /** The part of a reply that came before its stream turned into an error. */
  came?: FailedSendUsage | undefined;
}
/** A call that gave no reply. `said` is what the server itself says; the key never stands in it. */
export interface CallFailure {
  fault: ConnectionFault;
  said: string;
  status: number | null;
  /** As the server put it; null where it said nothing or does not let pages read it. */
  retryAfter: string | null;
  error: WireError | null;
  came?: FailedSendUsage | undefined;
}

/** A stream is assembled to JSON; other answers are text. */
export type BodyRead =
  | { text: string; json?: unknown; came?: FailedSendUsage }
  | { fault: 'broken-off' | 'format' | 'reply-too-long'; came?: FailedSendUsage };

interface Message {
  url: string;
  headers: Record<string, string>;
  /** Masked in everything that comes back. */
  key: string;
  body?: string | undefined;
  signal: AbortSignal;
  read?: (response: Response) => Promise<BodyRead>;
}

/** One call over the network. Rejects only when it is cancelled. */
export async function send(
  fetcher: Fetch,
  { url, headers, key, body, signal, read = readText }: Message,
): Promise<Answered | CallFailure> {
  let response: Response | null = null;
  const failed = (fault: ConnectionFault, came?: FailedSendUsage): CallFailure => {
    signal.throwIfAborted();
    return { fault, status: response?.status ?? null, said: '', retryAfter: null, error: null, came };
  };
  try {
    response = await fetcher(url, {
      ...(body === undefined
        ? { method: 'GET', headers }
        : { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body }),
      signal,
      // The key goes to the address that was entered and nowhere else.
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    const found = await read(response);
    const { came } = found;
    if ('fault' in found) return failed(found.fault, came);
    const said = found.json ?? parseJson(found.text);
    if (response.ok && said === undefined && endsEarly(found.text)) return failed('broken-off');
    const json = maskJson(said, key);
    const text = json === said ? maskKey(found.text, key) : JSON.stringify(json);
    return { response, text, json, came };
  } catch {
    if (response !== null) return failed('broken-off');
    signal.throwIfAborted();
    return failed((await redirects(fetcher, url, signal)) ? 'redirect' : 'no-answer');
  }
}

/**
 * Whether an address leads to another one: fetch refuses to follow and does not say so. Asked without the key and the question. A
 * browser tells only where the server allows the page to read what it says.
 */
async function redirects(fetcher: Fetch, url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { type } = await fetcher(url, {
      signal,
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    return type === 'opaqueredirect';
  } catch {
    return false;
  }
}

/** Shorter keys may well be a word of a reply; real ones are longer. */
const shortestMasked = 16;

/** Replaces the key in what a server says: that is shown, stored and exported. */
export function maskKey(text: string, key: string): string {
  if (key.length < shortestMasked) return text;
  return text.replaceAll(escaped(key), '[key]').replaceAll(key, '[key]');
}

/** Masks all texts in it, names of fields included, however their letters were escaped. */
function maskJson(json: unknown, key: string): unknown {
  if (key.length < shortestMasked || json === undefined) return json;
  const text = JSON.stringify(json);
  const masked = text.replaceAll(escaped(key), '[key]');
  return masked === text ? json : JSON.parse(masked);
}

/** Masks a text that goes on, and leaves off an end that may be the beginning of the key. */
export function maskUnfinished(soFar: string, key: string): string {
  if (key.length < shortestMasked) return soFar;
  const text = maskKey(soFar, key);
  for (let length = Math.min(key.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(key.slice(0, length))) return text.slice(0, -length);
  return text;
}

function escaped(key: string): string {
  return JSON.stringify(key).slice(1, -1);
}
