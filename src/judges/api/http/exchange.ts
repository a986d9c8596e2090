import type { JudgeFailure } from '../../../judgement/judge';
import { callFailure, callWithoutAnswer, type CallFailure, calledTool, filtered } from './call-failure';
import { KeyMask } from './key-mask';
import { readStream } from './read-stream';
import { send, type Answered, type Sleep } from './send';
import type { WireFormat, WireReply, WireError } from '../wire-format';
import { z } from '../../../kit/zod';

const said = z.object({ message: z.string().min(1) });
const bareSchema = z.union([
  said,
  z.object({ errors: z.tuple([said]).rest(z.unknown()) }).transform(({ errors }) => errors[0]),
]);
const refusals: ReadonlySet<number> = new Set([400, 422]);

/** An error in no provider's format, as gateways send it. Of other statuses they say nothing that helps. */
function bareError(status: number, json: unknown): WireError | null {
  const read = refusals.has(status) ? bareSchema.safeParse(json) : null;
  return read?.success ? { message: read.data.message, code: '' } : null;
}

export type CallOutcome =
  | { kind: 'reply'; reply: WireReply }
  | { kind: 'judge-failure'; failure: JudgeFailure }
  | ({ kind: 'failed' } & CallFailure);

export interface Call {
  wire: WireFormat;
  url: string;
  key: string;
  /** JSON. */
  body: string;
  /** Called with the reply's words as they come; given where the body asks for a stream. */
  onText?: ((soFar: string) => void) | undefined;
  signal: AbortSignal;
}

const beginsAsStream = /^\s*(?::|(?:data|event|id|retry):)/;

/** Sends one request once. Rejects only when it is cancelled. */
export async function exchange(
  tools: { fetch: typeof fetch; sleep: Sleep },
  call: Call,
): Promise<CallOutcome> {
  const { wire, key, onText, signal } = call;
  const mask = new KeyMask(key);
  const answered = await send(tools.fetch, {
    url: call.url,
    headers: wire.headers(key),
    mask,
    body: call.body,
    signal,
    read: async (response) => {
      const readBody = (body: ReadableStream<Uint8Array>) =>
        readStream(body, wire, { onText: (soFar) => onText?.(mask.begun(soFar)), sleep: tools.sleep });
      // A server that does not stream answers in one piece; an error always comes so.
      const streams = /^text\/event-stream\b/i.test(response.headers.get('Content-Type') ?? '');
      if (onText && streams && response.ok && response.body) return readBody(response.body);
      const text = await response.text();
      // Some servers, or proxies before them, give a stream another name.
      const { body } = response.ok && beginsAsStream.test(text) ? new Response(text) : { body: null };
      return body ? readBody(body) : { text };
    },
  });
  if (answered.kind === 'failed') return { kind: 'failed', ...callWithoutAnswer(answered) };
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
      return { kind: 'failed', ...callFailure(answered, null, { wire, key, found: 'format' }) };
    return 'reason' in read ? { kind: 'judge-failure', failure: read } : { kind: 'reply', reply: read };
  }
  if (error?.filtered) return { kind: 'judge-failure', failure: filtered(error.code) };
  if (error?.calledTool) return { kind: 'judge-failure', failure: calledTool() };
  if (error?.reply !== undefined) return { kind: 'reply', reply: { text: error.reply, stop: 'unknown' } };
  return { kind: 'failed', ...callFailure(answered, error, { wire, key }) };
}
