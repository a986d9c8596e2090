import { openDB, unwrap, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { StorageFailure } from '../sheet-store';
import { asStorageFailure, newerVersion } from './storage-errors';

/**
 * Pieces are keyed by the place of their first item. Values are checked by the schemas of stored-shapes.ts when they are read.
 * When a stored shape changes its meaning, raise `version` and rewrite what is there in `upgrade`.
 */
export interface AssayDatabase extends DBSchema {
  sheets: { key: string; value: unknown };
  caseIndex: { key: [sheet: string, first: number]; value: unknown };
  caseTexts: { key: [sheet: string, first: number]; value: unknown };
  runs: { key: string; value: unknown; indexes: { sheet: string } };
  /** Apart from the heads: every append reads and writes one, and a head may be long. */
  logs: { key: string; value: unknown };
  entries: { key: [run: string, first: number]; value: unknown };
  judgements: { key: [run: string, first: number]; value: unknown };
  texts: { key: [run: string, number: number]; value: unknown };
  rubrics: { key: string; value: unknown };
}
export type StoreName =
  'sheets' | 'caseIndex' | 'caseTexts' | 'runs' | 'logs' | 'entries' | 'judgements' | 'texts' | 'rubrics';
export type Transaction<Mode extends IDBTransactionMode = IDBTransactionMode> = IDBPTransaction<
  AssayDatabase,
  StoreName[],
  Mode
>;
export type WriteTransaction = Transaction<'readwrite'>;

const version = 1;

function createStores(database: IDBPDatabase<AssayDatabase>): void {
  for (const name of [
    'sheets',
    'caseIndex',
    'caseTexts',
    'logs',
    'entries',
    'judgements',
    'texts',
    'rubrics',
  ] as const)
    database.createObjectStore(name);
  database.createObjectStore('runs').createIndex('sheet', 'sheet');
}

/** All keys `[id, n]` with n at least `from`. An array sorts behind every number. */
export function keysFrom(id: string, from = 0): IDBKeyRange {
  return IDBKeyRange.bound([id, from], [id, []], false, true);
}

/** All keys `[id, n]` with n at most `to`. */
export function keysUpTo(id: string, to: number): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, to]);
}

/** Without waiting for it, and without a promise: where it fails, the transaction fails and says why. */
export function put<Name extends StoreName>(
  transaction: WriteTransaction,
  store: Name,
  value: unknown,
  key: AssayDatabase[Name]['key'],
): void {
  unwrap(transaction.objectStore(store)).put(value, key);
}

export function remove<Name extends StoreName>(
  transaction: WriteTransaction,
  store: Name,
  key: AssayDatabase[Name]['key'] | IDBKeyRange,
): void {
  unwrap(transaction.objectStore(store)).delete(key);
}

/**
 * `outdated`: a newer Assay wants to upgrade, so this tab let go of the database for good and must be reloaded.
 * `blocked`: this tab wants to upgrade and waits for an older one to be closed. `opened`: it need not wait any more.
 */
export type DatabaseEvent = 'outdated' | 'blocked' | 'opened';

/** Between its steps the work of a transaction may await nothing but requests of that transaction, which would end early. */
export interface SheetDatabase {
  read<T>(stores: StoreName[], work: (transaction: Transaction<'readonly'>) => Promise<T>): Promise<T>;
  /**
   * All that `work` writes or nothing, settled when it is stored. Stored means handed to the operating system: it outlives
   * the tab and the browser process.
   */
  write<T>(stores: StoreName[], work: (transaction: WriteTransaction) => Promise<T>): Promise<T>;
  /** Gives a function that ends the listening. */
  listen(listener: (event: DatabaseEvent) => void): () => void;
  close(): void;
}

/** Opened at first use, and again after the browser closed it. */
export function openDatabase(name = 'assay'): SheetDatabase {
  return new Connection(name);
}

class Connection implements SheetDatabase {
  readonly #name: string;
  readonly #listeners = new Set<(event: DatabaseEvent) => void>();
  #opening: Promise<IDBPDatabase<AssayDatabase>> | null = null;
  #outdated = false;

  constructor(name: string) {
    this.#name = name;
  }

  async read<T>(stores: StoreName[], work: (transaction: Transaction<'readonly'>) => Promise<T>): Promise<T> {
    try {
      const transaction = await this.#begin(stores, 'readonly');
      transaction.done.catch(ignore);
      return await work(transaction);
    } catch (error) {
      throw asStorageFailure(error);
    }
  }

  async write<T>(stores: StoreName[], work: (transaction: WriteTransaction) => Promise<T>): Promise<T> {
    try {
      const transaction = await this.#begin(stores, 'readwrite');
      const ended = endOf(transaction);
      try {
        const result = await work(transaction);
        commit(transaction);
        await ended;
        return result;
      } catch (error) {
        abort(transaction);
        // A request that failed for lack of space says less than the transaction that it broke.
        await ended.catch(ignore);
        throw transaction.error ?? error;
      }
    } catch (error) {
      throw asStorageFailure(error);
    }
  }

  listen(listener: (event: DatabaseEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    void this.#opening?.then((database) => database.close(), ignore);
    this.#opening = null;
  }

  async #begin<Mode extends 'readonly' | 'readwrite'>(
    stores: StoreName[],
    mode: Mode,
  ): Promise<Transaction<Mode>> {
    const connecting = this.#connect();
    const transaction = transactionOn(await connecting, stores, mode);
    if (transaction) return transaction;
    // Some browsers close a connection without an event.
    this.#forget(connecting);
    const again = transactionOn(await this.#connect(), stores, mode);
    if (again) return again;
    throw new StorageFailure(
      'unavailable',
      'The browser closes the database again and again. Reload the page.',
    );
  }

  #connect(): Promise<IDBPDatabase<AssayDatabase>> {
    if (this.#outdated) return Promise.reject(newerVersion());
    if (this.#opening) return this.#opening;
    if (typeof indexedDB === 'undefined')
      return Promise.reject(new StorageFailure('unavailable', 'This browser has no IndexedDB.'));
    const connecting: Promise<IDBPDatabase<AssayDatabase>> = this.#open(() => this.#forget(connecting));
    this.#opening = connecting;
    connecting.then(
      () => this.#tell('opened'),
      () => this.#forget(connecting),
    );
    return connecting;
  }

  /** `async`, since some browsers throw at the request itself. */
  async #open(closed: () => void): Promise<IDBPDatabase<AssayDatabase>> {
    return openDB<AssayDatabase>(this.#name, version, {
      upgrade: createStores,
      blocked: () => this.#tell('blocked'),
      blocking: (_, newVersion, { target }) => {
        // Closing waits for what is being written.
        if (target instanceof IDBDatabase) target.close();
        closed();
        // Without a new version the database is being deleted, and can be made anew.
        if (newVersion === null) return;
        this.#outdated = true;
        this.#tell('outdated');
      },
      terminated: closed,
    });
  }

  #forget(closed: Promise<IDBPDatabase<AssayDatabase>>): void {
    if (this.#opening === closed) this.#opening = null;
  }

  #tell(event: DatabaseEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function transactionOn<Mode extends 'readonly' | 'readwrite'>(
  database: IDBPDatabase<AssayDatabase>,
  stores: StoreName[],
  mode: Mode,
): Transaction<Mode> | null {
  try {
    return database.transaction(stores, mode);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') return null;
    throw error;
  }
}

/** idb's `done` rejects at `error` already, when the transaction does not know yet why it fails. */
function endOf(transaction: WriteTransaction): Promise<void> {
  transaction.done.catch(ignore);
  const ended = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('', 'AbortError')),
    );
  });
  ended.catch(ignore);
  return ended;
}

/** Saves the wait until the page has heard of every single write. */
function commit(transaction: WriteTransaction): void {
  try {
    transaction.commit();
  } catch {
    // It does so by itself already.
  }
}

function abort(transaction: WriteTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

function ignore(): void {}
