export interface ClockRequest {
  id: number;
  /** Null calls the alarm off. */
  milliseconds: number | null;
}

export interface ClockReply {
  id: number;
}

/** Settles after the time; rejects with the signal's reason when that aborts first. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** The part of a Worker that is needed, so that tests can stand in for it. */
export interface ClockWorker {
  onmessage: ((event: MessageEvent<ClockReply>) => void) | null;
  addEventListener(type: 'error', listener: () => void): void;
  postMessage(request: ClockRequest): void;
}

/** About 25 days: a browser's timer for more than that rings at once. */
const longestTimer = 2 ** 31 - 1;

/** Sleeps by a worker's timers, which a hidden tab does not slow down. The worker starts with the first sleep. */
export function workerSleep(startWorker: () => ClockWorker): Sleep {
  const ringing = new Map<number, () => void>();
  let worker: ClockWorker | null = null;
  let broken = false;
  let last = 0;

  function start(): ClockWorker {
    const started = startWorker();
    started.onmessage = ({ data: { id } }) => ringing.get(id)?.();
    // Without its worker a clock is late in a hidden tab, which is better than none.
    started.addEventListener('error', () => {
      broken = true;
      for (const ring of [...ringing.values()]) ring();
    });
    return started;
  }

  return (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      last += 1;
      const id = last;
      const asked = performance.now();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = () => {
        ringing.delete(id);
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
      };
      const wait = (left: number) => {
        const part = Math.min(left, longestTimer);
        if (broken) timer = setTimeout(ring, part);
        else (worker ??= start()).postMessage({ id, milliseconds: part });
      };
      const ring = () => {
        const left = milliseconds - (performance.now() - asked);
        if (left > 1 && (broken || milliseconds > longestTimer)) wait(left);
        else finish();
      };
      const finish = () => {
        end();
        resolve();
      };
      const abort = () => {
        end();
        if (!broken) worker?.postMessage({ id, milliseconds: null });
        reject(reasonOf(signal));
      };
      signal.addEventListener('abort', abort, { once: true });
      ringing.set(id, ring);
      wait(milliseconds);
    });
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new DOMException('The wait was called off.', 'AbortError');
}
