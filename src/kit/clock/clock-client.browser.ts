import { abortReason } from '../error-message';

export interface Alarm {
  id: number;
  milliseconds: number;
}

/** Settles after the time; rejects with the signal's reason when that aborts first. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** The part of a Worker that is needed. It answers an alarm with its id. */
export interface ClockWorker {
  onmessage: ((event: MessageEvent<number>) => void) | null;
  addEventListener(type: 'error', listener: () => void): void;
  postMessage(alarm: Alarm): void;
}

/** About 25 days: a browser's timer for more than that rings at once. */
const longestTimer = 2 ** 31 - 1;

/** Sleeps by a worker's timers, which a hidden tab does not slow down. The worker starts with the first sleep. */
export function workerSleep(startWorker: () => ClockWorker): Sleep {
  const waiting = new Map<number, { ends: number; ring: () => void }>();
  let worker: ClockWorker | null = null;
  let broken = false;
  let last = 0;

  function start(): ClockWorker {
    const started = startWorker();
    started.onmessage = ({ data: id }) => waiting.get(id)?.ring();
    // Without its worker a clock is late in a hidden tab, which is better than none.
    started.addEventListener('error', () => {
      broken = true;
      for (const { ends, ring } of waiting.values()) setTimeout(ring, ends - performance.now());
    });
    return started;
  }

  return (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const id = (last += 1);
      const abort = () => {
        waiting.delete(id);
        reject(abortReason(signal));
      };
      const ring = () => {
        waiting.delete(id);
        signal.removeEventListener('abort', abort);
        resolve();
      };
      signal.addEventListener('abort', abort, { once: true });
      const time = Math.min(milliseconds, longestTimer);
      waiting.set(id, { ends: performance.now() + time, ring });
      if (broken) setTimeout(ring, time);
      else (worker ??= start()).postMessage({ id, milliseconds: time });
    });
}
