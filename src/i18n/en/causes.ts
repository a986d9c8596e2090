import type { BrokenBy, ReceivedValue, Cause, Expectation, ConnectionCause } from '../../judgement/cause';
import type { ConnectionFault } from '../../judgement/connection';

const leastContext = 4096;

/** A round context that so many tokens fit, with some to spare: an estimate may be too low. */
export function contextFor(tokens: number): number {
  return Math.max(leastContext, 2 ** Math.ceil(Math.log2(tokens * 1.2)));
}

/** What had to be overlooked in a text to read it as JSON. Each is a change to the JSON itself, never to its meaning. */
export type Mend =
  | 'removed a comment'
  | 'removed a trailing comma'
  | 'added a missing comma'
  | 'replaced single quotes by double quotes'
  | 'replaced typographic quotes by plain ones'
  | 'put quotes around a key'
  | 'replaced a Python literal by its JSON word'
  | 'escaped a line break or control character inside a text'
  | 'removed a stray backslash inside a text'
  | 'replaced unusual white space by plain spaces';

/** What a repair begins with that sets fields aside; their paths follow. */
export const setAside = 'fields that were not asked for set aside: ';

const noAnswer = ({ host, sends }: ConnectionCause) =>
  `${host} gave no readable answer (${times(sends)}). Check that the server is running, the address is right and it allows this page (CORS). Test connection shows which`;

const explain: Record<ConnectionFault, (cause: ConnectionCause) => string> = {
  unreachable: noAnswer,
  cors: noAnswer,
  'ollama-origins': noAnswer,
  'local-network': noAnswer,
  'no-answer': noAnswer,
  silent: noAnswer,
  'broken-off': ({ host, sends }) =>
    `${host} stopped in the middle of its answer (${times(sends)}), so there is no reply. Judge the case again`,
  'reply-too-long': ({ host }) =>
    `${host} sent far more than a judgement needs, so Assay stopped reading: reply too long. Check the model and its settings`,
  redirect: ({ host }) =>
    `${host} redirects to another address. Assay does not follow, so that the key goes nowhere else. Enter the final address`,
  key: ({ host }) => `${host} does not accept the API key. Check the key and its permissions`,
  refused: ({ host }) =>
    `${host} refuses requests from here, whatever the key: it blocks this country or network, or a firewall does`,
  credit: ({ host }) => `The account at ${host} has no credit left`,
  model: ({ host, model }) => `${host} has no model "${model}". Check its name`,
  address: ({ host }) => `${host} offers no such interface at this path. Check the base URL`,
  busy: ({ host, sends }) => `${host} is busy (${times(sends)}). Lower "Parallel requests" or wait`,
  server: ({ host, sends }) => `${host} failed (${times(sends)}). Try again later`,
  format: ({ host }) => `${host} did not answer in the expected format. Check the base URL`,
  request: ({ host }) => `${host} refuses the request`,
  'too-long': ({ model }) => `The case does not fit the model "${model}"`,
};

export function connectionInEnglish(cause: ConnectionCause): string {
  const status = cause.status === null ? '' : ` (HTTP ${cause.status})`;
  const wish = cause.retryAfter === null ? '' : ` It asks to wait (Retry-After: ${cause.retryAfter}).`;
  const said = cause.said === '' ? '' : ` It says: ${cause.said}`;
  return `${explain[cause.fault](cause)}${status}.${wish}${said}`;
}

function times(sends: number): string {
  return sends === 1 ? 'sent once' : `sent ${sends} times`;
}

const brokenBy: Record<BrokenBy, string> = {
  bracket: 'expected the matching bracket',
  value: 'expected a value',
  comma: 'expected a comma or the closing bracket (a quote inside a text is written \\")',
  colon: 'expected a colon after the key',
  key: 'expected a key in quotes',
  depth: 'expected fewer levels of nesting',
  'bare-word': 'expected a value (texts stand in double quotes)',
};

const batchFailed: Record<Extract<Cause, { code: 'batch-failed' }>['what'], string> = {
  expired: 'The batch expired before this case was asked.',
  cancelled: 'The batch was cancelled before this case was asked.',
  timeout: 'The model took too long in the batch.',
  error: 'The batch engine could not ask this case.',
  format: 'The batch engine’s result for this case is no reply in its format.',
};

const inWords: CauseWords = {
  'in-part': (cause) =>
    cause.label === ''
      ? 'The question on the remaining fields was not answered, so there is no score.'
      : `The question on “${cause.label}” was not answered, so there is no score.`,
  'missing-input': (cause) => `${cause.label} is required but empty.`,
  'batch-failed': (cause) =>
    `${batchFailed[cause.what]}${cause.said === '' ? '' : ` It says: ${cause.said}`}`,
  refused: (cause) => `The model refused to answer${saying(cause.begins)}`,
  'no-room': (cause) => {
    if (cause.by === 'ollama')
      return `The question takes about ${cause.tokens} tokens and its reply some ${cause.reply}; Ollama has loaded the model with a context of ${cause.context} and would silently cut it. ${raiseOllama(cause.tokens + cause.reply)}, or shorten the case.`;
    return `The question takes ${cause.tokens} tokens and its reply up to ${cause.reply}; the context has ${cause.context}. Raise the context or shorten the case.`;
  },
  'cut-by-ollama': (cause) => {
    const counted = cause.read === null ? '' : `, ${cause.read} counted`;
    const room = cause.context === null ? 'its context' : `its context of ${cause.context} tokens`;
    return `Ollama dropped part of the question, since question and reply did not fit ${room} (about ${cause.sent} sent${counted}), so the reply is not used. ${raiseOllama(Math.max(cause.sent, cause.context ?? 0))} and judge the case again.`;
  },
  'ollama-full': (cause) =>
    `The question (${cause.prompt} tokens) and its reply (${cause.reply}) filled the context of ${cause.context} with which Ollama has loaded the model, so the reply broke off. ${raiseOllama(cause.context)} and judge the case again.`,
  'no-object': (cause) => `Expected one JSON object, found none${saying(cause.begins)}`,
  'too-many-objects': (cause) => `Expected one JSON object, found more than ${cause.most}.`,
  'not-closed': (cause) =>
    `The last JSON object is not closed: it begins ${quoted(cause.begins)} and its end is missing.`,
  broken: (cause) => {
    const why =
      cause.most === undefined ? brokenBy[cause.by] : `expected at most ${cause.most} levels of nesting`;
    return `The JSON object that begins ${quoted(cause.begins)} cannot be read: ${why}, found ${quoted(cause.found)}.`;
  },
  'key-twice': (cause) =>
    `The JSON object cannot be used: the key ${cause.at} is given twice; each key must stand once.`,
  'number-too-large': (cause) =>
    `The JSON object cannot be used: the number at ${cause.at} is too large to be a number.`,
  misfit: (cause) => `${placed(cause.at)}: expected ${expected(cause.expected)}, got ${came(cause.came)}.`,
  'unknown-key': (cause) => {
    const only = cause.allowed.length === 0 ? 'no such key' : `only the keys ${cause.allowed.join(', ')}`;
    return `${placed(cause.at)}: expected ${only}, got the key ${JSON.stringify(cause.key)}.`;
  },
  'more-misfits': (cause) => `And ${cause.count} more.`,
  'time-up': (cause) => `No complete answer within ${cause.seconds} s.`,
  'judge-broke': (cause) => `The judge failed: ${cause.message}`,
  'program-broke': (cause) => `Assay failed on this case: ${cause.message}`,
  connection: (cause) => connectionInEnglish(cause),
  filtered: (cause) => `The provider’s content filter stopped the reply${named(cause.by)}.`,
  stopped: (cause) => `The provider stopped the reply${named(cause.by)}. Judge the case again.`,
  'no-reply': () => 'You skipped this case.',
  'parts-do-not-fit': () => 'The replies for the single criteria do not fit together.',
  'length-limit': () => 'The reply hit the length limit before it was complete.',
  'no-text': () =>
    'The model wrote something that is not text (invalid UTF-8), so the reply could not be read further.',
  empty: () => 'The reply is empty; expected one JSON object.',
  'ends-in-thought': () => 'The reply ends while the model is still thinking. There is no answer.',
  'forbidden-key': () => 'The JSON object cannot be used: the key __proto__ is not allowed.',
  'cut-off-among-several': () =>
    'The reply contains several objects and was cut off, so the last one may not be the answer.',
  'cut-off-after-object': () =>
    'The reply continues after its object and was cut off, so the object may be a draft.',
  'braces-do-not-match': () =>
    'The braces in the reply do not match, so its last object may be part of another.',
  'unreadable-before': () => 'An unreadable object comes before the last one, which may be part of it.',
  'rival-object': () =>
    'Another object in the reply looks like the answer but does not fit. The one that fits may be part of it.',
  'tool-call': () => 'The model tried to call a tool instead of answering. Choose another model.',
  'no-answer-in-reply': () => 'The server’s reply contains no answer.',
};

type CauseOf<Code extends Cause['code']> = Extract<Cause, { code: Code }>;
export type CauseWords = { [Code in Cause['code']]: (cause: CauseOf<Code>) => string };

export function sayCause<Code extends Cause['code']>(
  words: CauseWords,
  code: Code,
  cause: CauseOf<Code>,
): string {
  return words[code](cause);
}

/** Why there is no score, in a sentence. Exports and corrections carry it whatever the language of the page. */
export function causeInEnglish(cause: Cause): string {
  return sayCause(inWords, cause.code, cause);
}

export function describeCause(cause: Cause): { detail: string; causes: Cause[] } {
  return { detail: causeInEnglish(cause), causes: [cause] };
}

function raiseOllama(tokens: number): string {
  return `Start Ollama with OLLAMA_CONTEXT_LENGTH=${contextFor(tokens)} or set num_ctx in the model’s Modelfile`;
}

function saying(begins: string): string {
  return begins === '' ? '.' : `. It says: ${quoted(begins)}`;
}

function named(word: string): string {
  return word === '' ? '' : ` (${word})`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function placed(at: string): string {
  return at === '' ? 'the reply' : at;
}

function expected(choices: readonly Expectation[]): string {
  return [...new Set(choices.map((choice) => expectations[choice.kind](choice)))].join(', or ');
}

const expectations: Record<Expectation['kind'], (wanted: Expectation) => string> = {
  object: ({ values = [] }) => `an object with the keys ${values.join(', ')}`,
  tuple: ({ low }) => `a list of exactly ${items(low ?? 0)}`,
  list: ({ low, high }) => `a list${between(low, high, ' of', ' items')}`,
  text: ({ low, high }) => `text${between(low, high, ' of', ' characters')}`,
  integer: ({ low, high }) => `a whole number${between(low, high, '', '')}`,
  number: ({ low, high }) => `a number${between(low, high, '', '')}`,
  boolean: () => 'true or false',
  null: () => 'null',
  'one-of': ({ values = [] }) => (values.length === 1 ? values.join() : `one of ${values.join(', ')}`),
  other: ({ values = [] }) => values.join(', '),
};

function between(low: number | undefined, high: number | undefined, before: string, after: string): string {
  if (low !== undefined && high !== undefined)
    return before === '' ? ` from ${low} to ${high}` : `${before} ${low} to ${high}${after}`;
  if (low !== undefined) return `${before} at least ${low}${after}`;
  return high === undefined ? '' : `${before} at most ${high}${after}`;
}

function came(what: ReceivedValue): string {
  if (what.kind === 'value') return what.text;
  if (what.kind === 'list') return `a list of ${items(what.count)}`;
  return what.kind === 'object' ? 'an object' : 'nothing';
}

function items(count: number): string {
  return `${count} item${count === 1 ? '' : 's'}`;
}
