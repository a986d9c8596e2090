import { abortReason } from '../kit/error-message';

export type CallMessage<Order> = { kind: 'order'; order: Order } | { kind: 'cancel' };
export type CallAnswer<Progress, Result> =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'done'; result: Result }
  | { kind: 'failed'; name: string; message: string };

export interface CalledWorker<Order, Progress, Result> {
  onmessage: ((event: MessageEvent<CallAnswer<Progress, Result>>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  postMessage(message: CallMessage<Order>): void;
  terminate(): void;
}

/** The worker could not start, broke, or was cancelled and did not answer any more. */
export class WorkerFailure extends Error {
  override readonly name = 'WorkerFailure';
}

interface CallOptions<Progress> {
  signal?: AbortSignal | undefined;
  onProgress?: (progress: Progress) => void;
  /** How long a cancelled worker may stay silent before it is terminated. Left out, it is terminated at once. */
  grace?: { milliseconds: number; sleep: (milliseconds: number, signal: AbortSignal) => Promise<void> };
}

// A worker for one job: nothing stale can arrive, and its memory is given back. Rejects with the signal's reason when cancelled,
// with `WorkerFailure` when the worker breaks, and with what the job threw, by name and message.
export function callWorker<Order, Progress, Result>(
  start: () => CalledWorker<Order, Progress, Result>,
  order: Order,
  { signal, onProgress, grace }: CallOptions<Progress> = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = start();
    let waiting = new AbortController();
    const end = () => {
      waiting.abort();
      worker.onmessage = worker.onerror = worker.onmessageerror = null;
      worker.terminate();
      signal?.removeEventListener('abort', cancel);
    };
    const fail = (error: Error) => {
      end();
      reject(error);
    };
    const waitForStop = ({ milliseconds, sleep }: NonNullable<typeof grace>) => {
      waiting.abort();
      const { signal: answered } = (waiting = new AbortController());
      const giveUp = () => {
        if (!answered.aborted) fail(new WorkerFailure('The worker did not stop and was ended.'));
      };
      sleep(milliseconds, answered).then(giveUp, () => undefined);
    };
    const cancel = () => {
      if (!grace) {
        fail(abortReason(signal));
        return;
      }
      worker.postMessage({ kind: 'cancel' });
      waitForStop(grace);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    worker.onerror = ({ message }) =>
      fail(new WorkerFailure(`The worker stopped: ${message || 'it could not start'}.`));
    worker.onmessageerror = () =>
      fail(new WorkerFailure('The worker sent something that could not be received.'));
    worker.onmessage = ({ data: answer }) => {
      if (signal?.aborted && grace) waitForStop(grace);
      switch (answer.kind) {
        case 'progress':
          onProgress?.(answer.progress);
          break;
        case 'done':
          end();
          resolve(answer.result);
          break;
        case 'failed':
          fail(signal?.aborted && answer.name === 'AbortError' ? abortReason(signal) : errorFrom(answer));
      }
    };
    worker.postMessage({ kind: 'order', order });
  });
}

/** A `DOMException` keeps its name, which identifies a file that cannot be read. */
function errorFrom({ name, message }: { name: string; message: string }): Error {
  return name.endsWith('Error') && !['Error', 'TypeError', 'RangeError'].includes(name)
    ? new DOMException(message, name)
    : new Error(message);
}

interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  postMessage(message: unknown): void;
}

/** The worker's side of `callWorker`. The signal aborts when the page cancels. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- they state the protocol that both sides share
export function serveCall<Order, Progress, Result>(
  scope: WorkerScope,
  job: (
    order: Order,
    tools: { signal: AbortSignal; progress: (progress: Progress) => void },
  ) => Promise<Result>,
): void {
  const stop = new AbortController();
  const say = (answer: CallAnswer<Progress, Result>) => scope.postMessage(answer);
  const progress = (made: Progress) => say({ kind: 'progress', progress: made });
  scope.addEventListener('message', ({ data }: MessageEvent<CallMessage<Order>>) => {
    if (data.kind === 'cancel') {
      stop.abort();
      return;
    }
    job(data.order, { signal: stop.signal, progress }).then(
      (result) => say({ kind: 'done', result }),
      (error: unknown) => {
        const { name, message } = error instanceof Error ? error : new Error(String(error));
        say({ kind: 'failed', name, message });
      },
    );
  });
}
