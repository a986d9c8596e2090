import {
  compactAway,
  type CompactAway,
  type CompactNews,
  type CompactWorker,
} from '../../../src/pipeline/compact-away';
import { compactShare } from '../../../src/state/compact-share';
import type { SheetStore } from '../../../src/sheet/sheet-store';

/** Does what the worker does, in the same thread; what goes to and fro is copied as between threads. */
function workerOn(store: SheetStore): CompactWorker {
  const worker: CompactWorker = {
    onmessage: null,
    onerror: null,
    onmessageerror: null,
    terminate: () => undefined,
    postMessage: (order) => void work(structuredClone(order)),
  };
  const tell = (data: CompactNews) =>
    worker.onmessage?.(new MessageEvent('message', { data: structuredClone(data) }));
  async function work(order: Parameters<CompactWorker['postMessage']>[0]): Promise<void> {
    try {
      for await (const rows of compactShare(store, order)) tell({ kind: 'some', rows });
      tell({ kind: 'done' });
    } catch {
      tell({ kind: 'failed' });
    }
  }
  return worker;
}

export function compactBeside(store: SheetStore): CompactAway {
  return compactAway(() => workerOn(store), 2);
}

/** As if it lay in a database, where workers find it too. */
export function asDurable(store: SheetStore): SheetStore {
  return Object.assign(store, { durable: true });
}
