/** How often one question is sent at most. */
export const mostSends = 4;
const firstWait = 500;
/** A server that wants a longer pause than this is not waited for: the person decides. */
const longestWait = 60_000;

/**
 * How long to wait before the question is sent once more; null: not at all. The server's own wish counts where it can be read;
 * chance keeps many calls from coming back at the same moment.
 */
export function waitBefore(
  sends: number,
  retryAfter: string | null,
  { now, random }: { now: number; random: () => number },
): number | null {
  if (sends >= mostSends) return null;
  const growing = firstWait * 2 ** (sends - 1);
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
