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
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}

const duration = String.raw`(?:\d+(?:\.\d+)?\s*(?:milliseconds?|ms|seconds?|minutes?|hours?|[smh])\s*)+`;
const retryPhrase = new RegExp(
  String.raw`\b(?:try again in|retry (?:after|in))\s+(${duration})(?![\p{L}\d])`,
  'iu',
);
const unitSeconds: Record<string, number> = { ms: 0.001, mi: 60, m: 60, s: 1, se: 1, h: 3600, ho: 3600 };

/** The seconds in a sentence such as "Please try again in 1m20s", which pages can read where the header is hidden from them. */
export function waitInWords(message: string): string | null {
  const [, named] = retryPhrase.exec(message) ?? [];
  if (named === undefined) return null;
  let seconds = 0;
  for (const [, count, unit = ''] of named.toLowerCase().matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g))
    seconds += Number(count) * (unit.startsWith('milli') ? 0.001 : (unitSeconds[unit.slice(0, 2)] ?? 0));
  return String(Number(seconds.toFixed(3)));
}
