import type { JudgeFailure } from '../judge';
import { bareError } from './bare-error';
import { failureIn, unanswered, type CallFailure } from './call-failure';
import { calledTool, filtered } from './failures';
import { KeyMask } from './mask-key';
import { readStream } from './read-stream';
import { send, type Answered } from './send';
import type { WireFormat, WireReply } from './wire-format';

export type CallOutcome =
  | { kind: 'reply'; reply: WireReply }
  | { kind: 'judge-failure'; failure: JudgeFailure }
  | ({ kind: 'failed' } & CallFailure);

export interface Call {
  wire: WireFormat;
  url: string;
  key: string;
  /** JSON, or that in UTF-8. */
  body: string | Uint8Array<ArrayBuffer>;
  /** Told the reply's words as they come; given where the body asks for a stream. */
  onText?: ((soFar: string) => void) | undefined;
  signal: AbortSignal;
}

const beginsAsStream = /^\s*(?::|(?:data|event|id|retry):)/;

/** One question sent once. Rejects only when it is cancelled. */
export async function exchange(fetcher: typeof fetch, call: Call): Promise<CallOutcome> {
  const { wire, key, onText, signal } = call;
  const mask = new KeyMask(key);
  const answered = await send(fetcher, {
    url: call.url,
    headers: wire.headers(key),
    mask,
    body: call.body,
    signal,
    read: async (response) => {
      const hear = (body: ReadableStream<Uint8Array>) =>
        readStream(body, wire, (soFar) => onText?.(mask.begun(soFar)));
      // A server that does not stream answers in one piece, and an error always comes so.
      const streams = /^text\/event-stream\b/i.test(response.headers.get('Content-Type') ?? '');
      if (onText && streams && response.ok && response.body) return hear(response.body);
      const text = await response.text();
      // Some servers, or proxies before them, give a stream another name.
      const { body } = response.ok && beginsAsStream.test(text) ? new Response(text) : { body: null };
      return body ? hear(body) : { text };
    },
  });
  if (answered.kind === 'failed') return { kind: 'failed', ...unanswered(answered) };
  const outcome = outcomeOf(answered, wire, key);
  if (outcome.kind !== 'failed' || outcome.retryAfter === null) return outcome;
  return { ...outcome, retryAfter: mask.text(outcome.retryAfter) };
}

function outcomeOf(answered: Answered, wire: WireFormat, key: string): CallOutcome {
  const { response, json } = answered;
  const error = wire.readError(json) ?? bareError(response.status, json);
  if (response.ok && error === null) {
    const read = json === undefined ? null : wire.readReply(json);
    if (read === null)
      return { kind: 'failed', ...failureIn(answered, null, { wire, key, found: 'format' }) };
    return 'reason' in read ? { kind: 'judge-failure', failure: read } : { kind: 'reply', reply: read };
  }
  if (error?.filtered) return { kind: 'judge-failure', failure: filtered(error.code) };
  if (error?.calledTool) return { kind: 'judge-failure', failure: calledTool() };
  if (error?.reply !== undefined) return { kind: 'reply', reply: { text: error.reply, stop: 'unknown' } };
  return { kind: 'failed', ...failureIn(answered, error, { wire, key }) };
}
