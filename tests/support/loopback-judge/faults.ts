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
