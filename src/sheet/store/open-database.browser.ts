import { openDB, unwrap, type IDBPDatabase } from 'idb';
import { StorageFailure } from '../sheet-store';
import {
  storeNames,
  type Range,
  type SheetDatabase,
  type Stored,
  type StoreName,
  type WriteTransaction,
  asStorageFailure,
  newerVersion,
} from './database';

/** When a stored shape changes its meaning, raise it and rewrite what is there in `upgrade`. */
const version = 1;

function createStores(database: IDBPDatabase): void {
  for (const name of storeNames) if (name !== 'runs') database.createObjectStore(name);
  database.createObjectStore('runs').createIndex('sheet', 'sheet');
}

/**
 * `outdated`: a newer Assay wants to upgrade, so this tab let go of the database for good and must be reloaded.
 * `blocked`: this tab wants to upgrade and waits for an older one to be closed.
 */
export type DatabaseEvent = 'outdated' | 'blocked';

export function openDatabase(name = 'assay'): BrowserDatabase {
  return new BrowserDatabase(name);
}

/** Opened at first use, and again after the browser closed it. */
class BrowserDatabase implements SheetDatabase {
  readonly #name: string;
  readonly #listeners = new Set<(event: DatabaseEvent) => void>();
  #opening: Promise<IDBPDatabase> | null = null;
  #outdated = false;

  constructor(name: string) {
    this.#name = name;
  }

  read: SheetDatabase['read'] = async (stores, work) => {
    try {
      return await work(browserTransaction(await this.#begin(stores, 'readonly')));
    } catch (error) {
      throw asStorageFailure(error);
    }
  };

  write: SheetDatabase['write'] = async (stores, work) => {
    try {
      const transaction = await this.#begin(stores, 'readwrite');
      const ended = endOf(transaction);
      try {
        const result = await work(browserTransaction(transaction));
        // Saves the wait until the page has heard of every single write.
        unlessEnded(() => transaction.commit());
        await ended;
        return result;
      } catch (error) {
        unlessEnded(() => transaction.abort());
        // A request that failed for lack of space says less than the transaction that it broke.
        await ended.catch(ignore);
        throw transaction.error ?? error;
      }
    } catch (error) {
      throw asStorageFailure(error);
    }
  };

  listen(listener: (event: DatabaseEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    void this.#opening?.then((database) => database.close(), ignore);
    this.#opening = null;
  }

  async #begin(
    stores: StoreName[],
    mode: 'readonly' | 'readwrite',
    tryAgain = true,
  ): Promise<IDBTransaction> {
    const connecting = this.#connect();
    const database = await connecting;
    try {
      return unwrap(database).transaction(stores, mode);
    } catch (error) {
      // Some browsers close a connection without an event.
      if (!tryAgain || !(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      this.#forget(connecting);
      return this.#begin(stores, mode, false);
    }
  }

  #connect(): Promise<IDBPDatabase> {
    if (this.#outdated) return Promise.reject(newerVersion());
    if (this.#opening) return this.#opening;
    if (typeof indexedDB === 'undefined')
      return Promise.reject(new StorageFailure('unavailable', 'This browser has no IndexedDB.'));
    const connecting: Promise<IDBPDatabase> = this.#open(() => this.#forget(connecting));
    this.#opening = connecting;
    connecting.catch(() => this.#forget(connecting));
    return connecting;
  }

  /** `async`, since some browsers throw at the request itself. */
  async #open(closed: () => void): Promise<IDBPDatabase> {
    return openDB(this.#name, version, {
      upgrade: createStores,
      blocked: () => this.#emit('blocked'),
      blocking: (_, newVersion, { target }) => {
        // Closing waits for what is being written.
        if (target instanceof IDBDatabase) target.close();
        closed();
        // Without a new version the database is being deleted, and can be made anew.
        if (newVersion === null) return;
        this.#outdated = true;
        this.#emit('outdated');
      },
      terminated: closed,
    });
  }

  #forget(closed: Promise<IDBPDatabase>): void {
    if (this.#opening === closed) this.#opening = null;
  }

  #emit(event: DatabaseEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function browserTransaction(transaction: IDBTransaction): WriteTransaction {
  const storeOf = (name: StoreName) => transaction.objectStore(name);
  return {
    get: (store, key) => answer<unknown>(storeOf(store).get(key)),
    all: (store) => withIds(storeOf(store)),
    runsOf: (sheet) => withIds(storeOf('runs').index('sheet'), sheet),
    async pieces(store, id, range = {}) {
      const [keys, values] = await Promise.all([
        answer(storeOf(store).getAllKeys(keyRange(id, range), range.most)),
        answer<unknown[]>(storeOf(store).getAll(keyRange(id, range), range.most)),
      ]);
      return keys.map((key, index) => ({ place: placeOf(key), value: values[index] }));
    },
    async lastPiece(store, id, upTo) {
      const cursor = await answer(storeOf(store).openCursor(keyRange(id, { to: upTo }), 'prev'));
      return cursor && { place: placeOf(cursor.key), value: cursor.value };
    },
    // Without a promise, whose rejection would be unhandled.
    put: (store, key, value) => void storeOf(store).put(value, key),
    putAndWait: async (store, key, value) => void (await answer(storeOf(store).put(value, key))),
    delete: (store, key) => void storeOf(store).delete(key),
    deletePieces: (store, id, from = 0) => void storeOf(store).delete(keyRange(id, { from })),
  };
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new DOMException('', 'UnknownError')));
  });
}

async function withIds(from: IDBObjectStore | IDBIndex, key?: string): Promise<Stored[]> {
  const [ids, values] = await Promise.all([
    answer(from.getAllKeys(key)),
    answer<unknown[]>(from.getAll(key)),
  ]);
  return ids.map((id, index) => ({ id: typeof id === 'string' ? id : '', value: values[index] }));
}

/** An array sorts behind every number. */
function keyRange(id: string, { from = 0, to = Infinity }: Range): IDBKeyRange {
  // The browser refuses a range that ends before it begins; no record has this key.
  if (from > to) return IDBKeyRange.only([id, []]);
  return IDBKeyRange.bound([id, from], [id, to === Infinity ? [] : to]);
}

function placeOf(key: IDBValidKey): number {
  const place: unknown = Array.isArray(key) ? key[1] : undefined;
  return Number(place);
}

function endOf(transaction: IDBTransaction): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('', 'AbortError')),
    );
  });
  ended.catch(ignore);
  return ended;
}

function unlessEnded(act: () => void): void {
  try {
    act();
  } catch {
    // The transaction has ended by itself.
  }
}

function ignore(): void {}
