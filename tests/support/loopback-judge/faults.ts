/** What a flood is made of: how it begins, and what comes again and again. */
export const floods = {
  /** One JSON text that never closes. */
  json: ['{"choices": [{"message": {"content": "', 'x'.repeat(65_536)],
  /** A stream of good events, each with another word. */
  words: ['', 'data: {"choices": [{"delta": {"content": "word "}}]}\n\n'.repeat(1000)],
  /** A stream whose one event never ends, on one line and on many. */
  line: ['data: {"choices": [{"delta": {"content": "', 'x'.repeat(65_536)],
  lines: ['data: x\n', `data: ${'x'.repeat(80)}\n`.repeat(800)],
  comments: ['', ': awake\n\n'.repeat(8000)],
} as const;

/** What the server does with a request instead of answering it well. */
export type Fault =
  /** Says something else than the schema asks for. `finish` is the format's own word for why it stops. */
  | { kind: 'content'; content: string; finish?: string }
  | {
      kind: 'status';
      status: number;
      message?: string;
      code?: string;
      retryAfter?: string;
      hideRetryAfter?: boolean;
    }
  /** Any error body, as some servers have their own. */
  | { kind: 'error-body'; status: number; body: unknown }
  /** A page of a proxy or a wrong address. */
  | { kind: 'html'; status: number }
  | { kind: 'hang' }
  /** Ends the connection in the middle of its answer. */
  | { kind: 'reset' }
  /** Ends its answer in the middle as if that were all: half its JSON, or a stream without its end. */
  | { kind: 'malformed' }
  /** Half an answer that says that it is whole: it names the length of all of it, or is half a file of gzip. */
  | { kind: 'cut'; by: 'length' | 'gzip' }
  /** Sends so many bytes, or sends without end, as fast as they are taken or with a wait between. It ends with the connection. */
  | { kind: 'flood'; bytes: number; as: keyof typeof floods; status?: number; milliseconds?: number }
  /** A stream in which an event is no JSON, or one that turns into an error; whoever wants no stream is answered well. */
  | { kind: 'broken-event' }
  | { kind: 'stream-error'; message: string }
  | { kind: 'cut-off' }
  | { kind: 'refusal'; words: string }
  | { kind: 'content-filter' }
  | { kind: 'tool-call' }
  | { kind: 'no-choices' }
  | { kind: 'content-type'; type: string }
  /** A good answer, a few bytes at a time. */
  | { kind: 'drip'; milliseconds: number }
  | { kind: 'redirect'; to: string };
