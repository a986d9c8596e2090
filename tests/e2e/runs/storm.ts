import type { Fault } from '../../support/loopback-judge/faults';

/** What is to become of a case that meets a fault: it is sent again, asked again in other words, judged all the same, or ends so. */
type Then = 'sent-again' | 'asked-again' | 'judged' | { reason: string };

export interface StormFault {
  fault: Fault;
  then: Then;
}

const failed = { reason: 'failed' };
const status = (code: number, more: { retryAfter?: string; hideRetryAfter?: boolean } = {}): StormFault => ({
  fault: { kind: 'status', status: code, ...more },
  then: 'sent-again',
});

export const busy = status(429);
export const hang: StormFault = { fault: { kind: 'hang' }, then: { reason: 'timeout' } };
const crowded: readonly StormFault[] = [
  busy,
  status(429, { retryAfter: '0' }),
  status(429, { retryAfter: '0', hideRetryAfter: true }),
  status(503),
];
const others: readonly StormFault[] = [
  status(500),
  { fault: { kind: 'error-body', status: 500, body: { oops: true } }, then: 'sent-again' },
  { fault: { kind: 'html', status: 502 }, then: 'sent-again' },
  { fault: { kind: 'reset' }, then: 'sent-again' },
  { fault: { kind: 'content', content: 'I would rather not say it in JSON.' }, then: 'asked-again' },
  { fault: { kind: 'content', content: '{}' }, then: 'asked-again' },
  { fault: { kind: 'malformed' }, then: failed },
  { fault: { kind: 'html', status: 200 }, then: failed },
  { fault: { kind: 'tool-call' }, then: failed },
  { fault: { kind: 'no-choices' }, then: failed },
  { fault: { kind: 'cut-off' }, then: { reason: 'truncated' } },
  { fault: { kind: 'refusal', words: 'I cannot help with that.' }, then: { reason: 'refused' } },
  { fault: { kind: 'content-filter' }, then: { reason: 'refused' } },
  { fault: { kind: 'content-type', type: 'text/plain' }, then: 'judged' },
  { fault: { kind: 'drip', milliseconds: 1 }, then: 'judged' },
];

/** The same fault, or none, for the same words: three times of ten there is one. */
export function stormFault(words: string, withCrowds: boolean): StormFault | null {
  const chance = fraction(words);
  if (chance >= 0.3) return null;
  const kinds = withCrowds ? [...crowded, ...others] : others;
  return kinds[Math.floor((chance / 0.3) * kinds.length)] ?? null;
}

/** FNV-1a, mixed once more so that near words lie far apart; from 0 up to 1. */
function fraction(words: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(words)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
