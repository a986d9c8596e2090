import type { ConnectionFault } from '../../core/model/connection';
import type { JudgeFailure } from '../judge';
import type { WireFormat, WireReply } from './wire-format';

/** A call that gave no reply. `said` is what the server itself says; the key never stands in it. */
export interface CallFailure {
  fault: ConnectionFault;
  said: string;
  status: number | null;
  /** As it came in the header; null where there is none or the server does not let pages read it. */
  retryAfter: string | null;
}
export type CallOutcome =
  | { kind: 'reply'; reply: WireReply }
  | { kind: 'judge-failure'; failure: JudgeFailure }
  | ({ kind: 'failed' } & CallFailure);

export interface Call {
  wire: WireFormat;
  url: string;
  key: string;
  body: unknown;
  signal: AbortSignal;
}

/** One question sent once. Rejects only when it is cancelled. */
export async function exchange(send: typeof fetch, call: Call): Promise<CallOutcome> {
  const { wire, key, signal } = call;
  const mask = (text: string) => (key === '' ? text : text.replaceAll(key, '[key]'));
  let response: Response;
  let text: string;
  try {
    response = await send(call.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(key === '' ? {} : wire.authorise(key)),
      },
      body: JSON.stringify(call.body),
      signal,
      // The key goes to the address that was entered and nowhere else.
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    text = await response.text();
  } catch {
    signal.throwIfAborted();
    return { kind: 'failed', fault: 'no-answer', said: '', status: null, retryAfter: null };
  }
  const json = parse(text);
  const error = wire.readError(json);
  if (response.ok && error === null) {
    const read = json === undefined ? null : wire.readReply(json);
    if (read === null) return failed('format', excerpt(mask(text)));
    if ('reason' in read) return { kind: 'judge-failure', failure: read };
    return { kind: 'reply', reply: { ...read, text: maskReply(read.text, key) } };
  }
  const told = error && wire.faultIn(error);
  const fault = told ?? faultOfStatus(response.status, error !== null);
  return failed(fault, excerpt(mask(error?.message ?? text)));

  function failed(found: ConnectionFault, said: string): CallOutcome {
    const retryAfter = response.headers.get('Retry-After');
    return { kind: 'failed', fault: found, said, status: response.status, retryAfter };
  }
}

/** No server should say the key back. A short one may well be a word of the reply; a real one is not. */
function maskReply(text: string, key: string): string {
  return key.length < 16 ? text : text.replaceAll(key, '[key]');
}

function faultOfStatus(status: number, speaksTheFormat: boolean): ConnectionFault {
  if (status === 401 || status === 403) return 'key';
  if (status === 402) return 'credit';
  if (status === 404 || status === 405) return 'address';
  if (status === 413) return 'too-long';
  if (status === 429) return 'busy';
  if (status >= 500) return 'server';
  return speaksTheFormat ? 'request' : 'format';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
