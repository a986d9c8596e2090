import { secondsIn } from './wait-in-words';

/** The kinds of limits, and how a provider names what is left of one and when it is full again. */
const families = [
  {
    kinds: ['requests', 'tokens'],
    left: (kind: string) => `x-ratelimit-remaining-${kind}`,
    reset: (kind: string) => `x-ratelimit-reset-${kind}`,
    /** OpenAI and Groq: how long until then. Azure leaves the unit out. */
    read: (text: string) => {
      const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : secondsIn(text);
      return seconds === null ? null : { wait: String(seconds), far: seconds };
    },
  },
  {
    kinds: ['requests', 'tokens', 'input-tokens', 'output-tokens'],
    left: (kind: string) => `anthropic-ratelimit-${kind}-remaining`,
    reset: (kind: string) => `anthropic-ratelimit-${kind}-reset`,
    /** When that is. */
    read: (text: string) => {
      const time = Date.parse(text);
      return Number.isNaN(time) ? null : { wait: text, far: time };
    },
  },
];

/**
 * How long to wait, as a Retry-After header has it, from the headers that the server lets pages read. When a limit is full again
 * is later than need be, so that what stands in the body, `said`, comes first.
 */
export function waitInHeaders(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  said: string | undefined,
): string | null {
  const milliseconds = headers.get('retry-after-ms') ?? '';
  const inSeconds = /^\d+(\.\d+)?$/.test(milliseconds) ? String(Number(milliseconds) / 1000) : null;
  return headers.get('Retry-After') ?? inSeconds ?? said ?? (status === 429 ? waitForLimits(headers) : null);
}

/** Of limits that are used up the last to be full again; where none says that it is, the first: asking too early costs little. */
function waitForLimits(headers: Headers): string | null {
  const limits = families.flatMap(({ kinds, left, reset, read }) =>
    kinds.flatMap((kind) => {
      const when = read(headers.get(reset(kind)) ?? '');
      return when === null ? [] : [{ ...when, left: headers.get(left(kind)) }];
    }),
  );
  const nearestFirst = limits.toSorted((one, other) => one.far - other.far);
  const usedUp = nearestFirst.findLast(({ left }) => left === '0');
  const notTold = nearestFirst.find(({ left }) => left === null);
  return (usedUp ?? notTold ?? nearestFirst[0])?.wait ?? null;
}
