import { promisifyRequest, type UseStore } from 'idb-keyval';
import { asStorageFailure } from './storage-errors';

/**
 * One transaction: all that `work` writes or nothing, settled when it is stored. Between its steps `work` may await nothing
 * but requests of this transaction, which would otherwise end early.
 *
 * Stored means handed to the operating system: it outlives the tab and the browser process.
 */
export function write<T>(use: UseStore, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  return guarded(
    use('readwrite', async (store) => {
      const { transaction } = store;
      const ended = endOf(transaction);
      try {
        const result = await work(store);
        commit(transaction);
        await ended;
        return result;
      } catch (error) {
        abort(transaction);
        // A request that failed for lack of space says less than the transaction that it broke.
        await ended.catch(() => undefined);
        throw transaction.error ?? error;
      }
    }),
  );
}

export function read<T>(use: UseStore, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  return guarded(use('readonly', work));
}

export function valueOf(store: IDBObjectStore, key: IDBValidKey): Promise<unknown> {
  return promisifyRequest<unknown>(store.get(key));
}

export function valuesOf(store: IDBObjectStore, range: IDBKeyRange, atMost?: number): Promise<unknown[]> {
  return promisifyRequest<unknown[]>(store.getAll(range, atMost));
}

/** Waits only for `abort` and `complete`: at an `error` the transaction does not know yet why it will fail. */
function endOf(transaction: IDBTransaction): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('', 'AbortError')),
    );
  });
  // Whoever awaits it sees the failure; until then it is none that nobody handles.
  ended.catch(() => undefined);
  return ended;
}

/** Saves the wait until the page has heard of every single write. */
function commit(transaction: IDBTransaction): void {
  try {
    transaction.commit();
  } catch {
    // It does so by itself already.
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

async function guarded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asStorageFailure(error);
  }
}
