import type { TakenSend } from '../../../judgement/judge';
import type { KeyMask } from './key-mask';

export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Long enough for a server that has to load its model first. */
const answerMilliseconds = 60_000;

/** Gives up on a server that stays silent for too long. Otherwise rejects as the work does. */
export async function withTimeout<T>(
  { signal, sleep }: { signal: AbortSignal; sleep: Sleep },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | { ok: false; fault: 'silent'; said: '' }> {
  const timeout = new AbortController();
  const done = new AbortController();
  sleep(answerMilliseconds, done.signal).then(
    () => timeout.abort(),
    () => undefined,
  );
  try {
    return await work(AbortSignal.any([signal, timeout.signal]));
  } catch (error) {
    if (signal.aborted || !timeout.signal.aborted) throw error;
    return { ok: false, fault: 'silent', said: '' };
  } finally {
    done.abort();
  }
}

/** What a server answered; `json` is undefined where the text is no JSON. */
export interface Answered {
  kind: 'answered';
  response: Response;
  text: string;
  json: unknown;
  /** The part of a reply that came before its stream turned into an error. */
  came?: TakenSend | undefined;
}
export interface Unanswered {
  kind: 'failed';
  fault: 'no-answer' | 'broken-off' | 'format';
  status: number | null;
  came?: TakenSend | undefined;
}

/** A stream is assembled to JSON; other answers are text. */
export type BodyRead =
  { text: string; json?: unknown; came?: TakenSend } | { fault: 'broken-off' | 'format'; came?: TakenSend };

interface Message {
  url: string;
  headers: Record<string, string>;
  /** Hides the key in everything that comes back. */
  mask: KeyMask;
  /** JSON for a POST; left out for a GET. */
  body?: string | undefined;
  signal: AbortSignal;
  read?: (response: Response) => Promise<BodyRead>;
}

const readText = async (response: Response): Promise<BodyRead> => ({ text: await response.text() });

/** One call over the network. Rejects only when it is cancelled. */
export async function send(
  fetcher: typeof fetch,
  { url, headers, mask, body, signal, read: readBody = readText }: Message,
): Promise<Answered | Unanswered> {
  let response: Response | null = null;
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
    const read = await readBody(response);
    const { came } = read;
    if ('fault' in read) {
      signal.throwIfAborted();
      return { kind: 'failed', fault: read.fault, status: response.status, came };
    }
    const json = read.json ?? jsonIn(read.text);
    const shown = mask.json(json);
    // JSON has many ways to write the same letters.
    const text = shown === json ? mask.text(read.text) : JSON.stringify(shown);
    return { kind: 'answered', response, text, json: shown, came };
  } catch {
    signal.throwIfAborted();
    const fault = response === null ? 'no-answer' : 'broken-off';
    return { kind: 'failed', fault, status: response?.status ?? null };
  }
}

/** Undefined where a text is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
