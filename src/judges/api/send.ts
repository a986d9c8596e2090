import type { TakenSend } from '../judge';
import { jsonIn } from './json-in';
import type { KeyMask } from './mask-key';

/** What a server answered: its text, and that as JSON where it is any. */
export interface Answered {
  kind: 'answered';
  response: Response;
  text: string;
  json: unknown;
  /** Of a stream that turned into an error. */
  came?: TakenSend | undefined;
}
export interface Unanswered {
  kind: 'failed';
  fault: 'no-answer' | 'broken-off' | 'format';
  status: number | null;
  came?: TakenSend | undefined;
}

/** A stream comes put together as JSON; other answers are text. `came`: what there was of one that came to nothing. */
export type BodyRead =
  { text: string; json?: unknown; came?: TakenSend } | { fault: 'broken-off' | 'format'; came?: TakenSend };

interface Message {
  url: string;
  headers: Record<string, string>;
  /** Of the key in the headers: whatever comes back goes through it. */
  mask: KeyMask;
  /** JSON. Left out: nothing is sent along, only asked for. */
  body?: string | Uint8Array<ArrayBuffer> | undefined;
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
        : {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', ...headers },
            body,
          }),
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
