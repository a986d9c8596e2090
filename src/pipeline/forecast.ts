import type { RunEstimate } from './estimate-run';

interface Pace {
  tokens: number;
  milliseconds: number;
}

/** What one question showed of a judge. */
export interface Measurement {
  /** What it had to read, up to its first word. */
  read: Pace;
  written: Pace;
  /** Whether it keeps what questions begin with. */
  reuses: boolean;
  /** Its own count of tokens for one of our estimate: of the question, and of the reply against the middle of the guess. */
  promptFactor: number;
  replyFactor: number;
}

export interface Forecast {
  milliseconds: number;
  /** Null where it was too short to tell. */
  readPerSecond: number | null;
  writtenPerSecond: number | null;
}

/** How long a run takes if its other questions go as the measured one did. */
export function forecastRun(
  { prompt, reusable, reply }: Pick<RunEstimate, 'prompt' | 'reusable' | 'reply'>,
  { read, written, reuses, promptFactor, replyFactor }: Measurement,
): Forecast {
  const toRead = (reuses ? prompt - reusable : prompt) * promptFactor;
  const toWrite = ((reply.low + reply.high) / 2) * replyFactor;
  return {
    milliseconds: toRead * perToken(read) + toWrite * perToken(written),
    readPerSecond: perSecond(read),
    writtenPerSecond: perSecond(written),
  };
}

function perToken({ tokens, milliseconds }: Pace): number {
  return milliseconds / Math.max(1, tokens);
}

function perSecond({ tokens, milliseconds }: Pace): number | null {
  return tokens > 0 && milliseconds > 0 ? (1000 * tokens) / milliseconds : null;
}
