/** How often one question is sent at most, but for sends that a crowded server turned away. */
export const mostSends = 4;
/** How often it is turned away at most: with growing waits that takes some ten minutes. */
export const mostRefusals = 20;
const firstWait = 500;
/** Of waits that the server did not ask for. */
const longestOwnWait = 60_000;
/** A server that wants a longer pause than this is not waited for: the person decides. */
const longestWait = 120_000;

/**
 * How long to wait before the question is sent once more; null: not at all. The server's own wish counts where it can be read;
 * chance keeps many calls from coming back at the same moment.
 */
export function waitBefore(
  sends: number,
  retryAfter: string | null,
  { now, random }: { now: number; random: () => number },
): number | null {
  return sends >= mostSends ? null : nextWait(sends, retryAfter, { now, random });
}

/** The same where the server only has too much to do for now. Limits of providers are counted by the minute. */
export function waitForCrowd(
  refusals: number,
  retryAfter: string | null,
  chance: { now: number; random: () => number },
): number | null {
  return refusals >= mostRefusals ? null : nextWait(refusals, retryAfter, chance);
}

function nextWait(
  times: number,
  retryAfter: string | null,
  { now, random }: { now: number; random: () => number },
): number | null {
  const growing = Math.min(longestOwnWait, firstWait * 2 ** (times - 1));
  const jittered = growing * (0.5 + random() / 2);
  const wished = retryAfter === null ? 0 : wishIn(retryAfter, now);
  if (wished > longestWait) return null;
  return wished === 0 ? jittered : wished + random() * firstWait;
}

/** Seconds, or a date. */
export function wishIn(header: string, now: number): number {
  const text = header.trim();
  const wish = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(wish) ? Math.max(0, wish) : 0;
}
