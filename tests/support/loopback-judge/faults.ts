/** What the server does with a request instead of answering it well. */
export type Fault =
  /** Says something else than the schema asks for. */
  | { kind: 'content'; content: string; finish?: string }
  | {
      kind: 'status';
      status: number;
      message?: string;
      code?: string;
      retryAfter?: string;
      hideRetryAfter?: boolean;
    }
  /** A page of a proxy or a wrong address. */
  | { kind: 'html'; status: number }
  /** Never answers. */
  | { kind: 'hang' }
  /** Ends the connection in the middle of its answer. */
  | { kind: 'reset' }
  /** Sends half of its JSON as if it were all. */
  | { kind: 'malformed' }
  /** The model reached its limit. */
  | { kind: 'cut-off' }
  | { kind: 'refusal'; words: string }
  | { kind: 'content-filter' }
  | { kind: 'tool-call' }
  | { kind: 'no-choices' }
  /** Sends the client elsewhere. */
  | { kind: 'redirect'; to: string };
