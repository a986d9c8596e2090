import type { Appended, WriteLog } from './append-results';
import type { LogReply, LogRequest } from './log-worker-messages';
import { StorageFailure } from './run-store';

/** The part of a Worker that is needed, so that tests can stand in for it. */
export interface LogWorker {
  onmessage: ((event: MessageEvent<LogReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(request: LogRequest): void;
  terminate(): void;
}

interface Waiting {
  resolve: (appended: Appended) => void;
  reject: (error: Error) => void;
}

/** Has a worker write, which starts with the first results; until it is ready, and where it breaks, they are written `here`. */
export function writeAway(startWorker: () => LogWorker, here: WriteLog): WriteLog {
  const waiting = new Map<number, Waiting>();
  let state: 'unborn' | 'starting' | 'ready' | 'broken' = 'unborn';
  let worker: LogWorker | null = null;
  let last = 0;

  function hear(reply: LogReply): void {
    if (reply.kind === 'ready') {
      state = 'ready';
      return;
    }
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.kind === 'done') asked?.resolve(reply.appended);
    else
      asked?.reject(reply.fault ? new StorageFailure(reply.fault, reply.message) : new Error(reply.message));
  }

  function start(): void {
    state = 'starting';
    try {
      listenTo(startWorker());
    } catch {
      state = 'broken';
    }
  }

  function listenTo(started: LogWorker): void {
    worker = started;
    started.onmessage = ({ data }) => hear(data);
    started.onerror = ({ message }) => {
      state = 'broken';
      started.onmessage = null;
      started.terminate();
      // What it was writing may be stored all the same, and is then stored twice: the last of a row and sample counts.
      for (const { reject } of waiting.values())
        reject(
          new StorageFailure('unavailable', `What writes results broke: ${message || 'it says no more'}.`),
        );
      waiting.clear();
    };
  }

  return (order) => {
    if (state === 'unborn') start();
    if (state !== 'ready') return here(order);
    return new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker?.postMessage({ id: last, order });
    });
  };
}
