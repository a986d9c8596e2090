import type { JudgeFailure } from '../../../judgement/judge';
import { z } from '../../../kit/zod';
import type { WireError, WireFormat, WireReply } from '../protocols/wire-format';
import { callFailure, callWithoutAnswer, chargedFailure, type CallFailure } from './call-failure';
import { readStream } from './read-stream';
import { maskUnfinished, send, type Sleep } from './send';

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

const beginsAsStream = /^\s*(?::|(?:data|event|id|retry):)/;

/** Asks one question once. Rejects only when it is cancelled. */
export async function exchange(
  tools: { fetch: typeof fetch; sleep: Sleep },
  { wire, url, key, body, onText, signal }: Call,
): Promise<CallOutcome> {
  const readEvents = (stream: ReadableStream<Uint8Array>) =>
    readStream(stream, wire, {
      onText: (soFar) => onText?.(maskUnfinished(soFar, key)),
      sleep: tools.sleep,
    });
  const answered = await send(tools.fetch, {
    url,
    headers: wire.headers(key),
    key,
    body: JSON.stringify(body),
    signal,
    read: async (response) => {
      // A server that does not stream answers in one piece; an error always comes so.
      const streams = /^text\/event-stream\b/i.test(response.headers.get('Content-Type') ?? '');
      if (onText && streams && response.ok && response.body) return readEvents(response.body);
      const text = await response.text();
      // Some servers, or proxies before them, give a stream another name.
      const { body: stream } = response.ok && beginsAsStream.test(text) ? new Response(text) : { body: null };
      return stream ? readEvents(stream) : { text };
    },
  });
  if (answered.kind === 'failed') return { kind: 'failed', ...callWithoutAnswer(answered) };
  const { response, json } = answered;
  const error = wire.readError(json) ?? bareError(response.status, json);
  if (response.ok && error === null) {
    const read = json === undefined ? null : wire.readReply(json);
    if (read === null)
      return { kind: 'failed', ...callFailure(answered, null, { wire, key }), fault: 'format' };
    return 'reason' in read ? { kind: 'judge-failure', failure: read } : { kind: 'reply', reply: read };
  }
  if (error?.filtered)
    return { kind: 'judge-failure', failure: chargedFailure({ code: 'filtered', by: error.code }) };
  if (error?.calledTool) return { kind: 'judge-failure', failure: chargedFailure({ code: 'tool-call' }) };
  if (error?.reply !== undefined) return { kind: 'reply', reply: { text: error.reply, stop: 'unknown' } };
  return { kind: 'failed', ...callFailure(answered, error, { wire, key }) };
}

const messageSchema = z.object({ message: z.string().min(1) });
const bareSchema = z.union([
  messageSchema,
  z.object({ errors: z.tuple([messageSchema]).rest(z.unknown()) }).transform(({ errors }) => errors[0]),
]);

/** An error in no provider's format, as gateways send it. Of other statuses they say nothing that helps. */
function bareError(status: number, json: unknown): WireError | null {
  const read = status === 400 || status === 422 ? bareSchema.safeParse(json).data : undefined;
  return read ? { message: read.message, code: '' } : null;
}
