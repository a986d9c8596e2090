import type { ConnectionCause } from './cause';
import type { ConnectionFault } from './connection';

const unanswered = ({ host, sends }: ConnectionCause) =>
  `${host} gave no answer that the page may read (${times(sends)}). Check that the server runs, that the address is right and that it allows this page (CORS); Test connection tells them apart`;

const explain: Record<ConnectionFault, (cause: ConnectionCause) => string> = {
  unreachable: unanswered,
  cors: unanswered,
  'ollama-origins': unanswered,
  'local-network': unanswered,
  'no-answer': unanswered,
  silent: unanswered,
  'broken-off': ({ host, sends }) =>
    `${host} broke off in the middle of its answer (${times(sends)}), so there is no reply to read. Judge the case again`,
  key: ({ host }) => `${host} does not accept the API key. Check the key and what it may be used for`,
  refused: ({ host }) =>
    `${host} refuses requests from here, whatever the key: from this country or network, or a firewall stands before it`,
  credit: ({ host }) => `The account at ${host} has no credit left`,
  model: ({ host, model }) => `${host} has no model "${model}". Check its name`,
  address: ({ host }) => `${host} has no such interface at this path. Check the base URL`,
  busy: ({ host, sends }) =>
    `${host} takes no more requests for now (${times(sends)}). Lower "At once" or wait`,
  server: ({ host, sends }) => `${host} failed (${times(sends)}). Try again later`,
  format: ({ host }) => `${host} did not answer in the expected format. Check the base URL`,
  request: ({ host }) => `${host} refuses the question as it was put`,
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
