/** How often one request is sent at most, apart from sends that a busy server turned away. */
export const mostSends = 4;
/** How often a busy server may turn it away: with growing waits that takes some ten minutes. */
export const mostRefusals = 20;
const firstWait = 500;
const longestOwnWait = 60_000;
/** A server that asks for a longer wait than this ends the request: the person decides. */
const longestWait = 120_000;

/**
 * How long to wait before a request is sent again; null: not again. The server's own wish counts where the page can read it.
 * Chance keeps parallel requests from coming back at the same moment.
 */
export function backOff(
  times: number,
  { isBusy, retryAfter }: { isBusy: boolean; retryAfter: string | null },
  { now, random }: { now: number; random: () => number },
): number | null {
  if (times >= (isBusy ? mostRefusals : mostSends)) return null;
  const wished = retryAfter === null ? 0 : retryAfterMilliseconds(retryAfter, now);
  if (wished > longestWait) return null;
  if (wished > 0) return wished + random() * firstWait;
  return Math.min(longestOwnWait, firstWait * 2 ** (times - 1)) * (0.5 + random() / 2);
}

/** A Retry-After header is in seconds or a date. */
export function retryAfterMilliseconds(header: string, now: number): number {
  const text = header.trim();
  const wait = isNumber(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}

/**
 * The wait as a Retry-After header, from whatever the page may read. The time at which a rate limit resets is later than
 * needed, so the wait named in the body comes first.
 */
export function waitInHeaders(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  inBody: string | undefined,
): string | null {
  const milliseconds = headers.get('retry-after-ms') ?? '';
  const seconds = isNumber(milliseconds) ? String(Number(milliseconds) / 1000) : null;
  return headers.get('Retry-After') ?? seconds ?? inBody ?? (status === 429 ? limitReset(headers) : null);
}

const rateLimits = [
  {
    kinds: ['requests', 'tokens'],
    remaining: (kind: string) => `x-ratelimit-remaining-${kind}`,
    reset: (kind: string) => `x-ratelimit-reset-${kind}`,
    /** OpenAI and Groq: a duration. Azure leaves the unit out. */
    read: (text: string) => {
      const seconds = isNumber(text) ? Number(text) : secondsIn(text);
      return seconds === null ? null : { wait: String(seconds), order: seconds };
    },
  },
  {
    kinds: ['requests', 'tokens', 'input-tokens', 'output-tokens'],
    remaining: (kind: string) => `anthropic-ratelimit-${kind}-remaining`,
    reset: (kind: string) => `anthropic-ratelimit-${kind}-reset`,
    /** A date. */
    read: (text: string) => {
      const time = Date.parse(text);
      return Number.isNaN(time) ? null : { wait: text, order: time };
    },
  },
];

/** The last reset among limits that are used up; where none is known to be, the first: asking too early costs little. */
function limitReset(headers: Headers): string | null {
  const limits = rateLimits
    .flatMap(({ kinds, remaining, reset, read }) =>
      kinds.flatMap((kind) => {
        const when = read(headers.get(reset(kind)) ?? '');
        return when ? [{ ...when, remaining: headers.get(remaining(kind)) }] : [];
      }),
    )
    .toSorted((one, other) => one.order - other.order);
  const usedUp = limits.findLast(({ remaining }) => remaining === '0');
  const unknown = limits.find(({ remaining }) => remaining === null);
  return (usedUp ?? unknown ?? limits[0])?.wait ?? null;
}

const duration = String.raw`(?:\d+(?:\.\d+)?\s*(?:milliseconds?|ms|seconds?|minutes?|hours?|[smh])\s*)+`;
const onlyDuration = new RegExp(`^${duration}$`, 'i');
const retryPhrase = new RegExp(
  String.raw`\b(?:try again in|retry (?:after|in))\s+(${duration})(?![\p{L}\d])`,
  'iu',
);

/** The seconds in a sentence such as "Please try again in 1m20s", which pages can read where the header is hidden from them. */
export function waitInWords(message: string): string | null {
  const seconds = secondsIn(retryPhrase.exec(message)?.[1] ?? '');
  return seconds === null ? null : String(seconds);
}

/** The seconds in a duration such as `1m20s`; null for any other text. */
function secondsIn(text: string): number | null {
  if (!onlyDuration.test(text)) return null;
  let seconds = 0;
  for (const [, count, unit = ''] of text.toLowerCase().matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const size = /^(ms|milli)/.test(unit)
      ? 0.001
      : unit.startsWith('s')
        ? 1
        : unit.startsWith('m')
          ? 60
          : 3600;
    seconds += Number(count) * size;
  }
  return Number(seconds.toFixed(3));
}

function isNumber(text: string): boolean {
  return /^\d+(\.\d+)?$/.test(text);
}
