import type { UseStore } from 'idb-keyval';
import { StorageFailure } from './run-store';
import { asStorageFailure, newerVersion } from './storage-errors';
import { objectStore, upgradeSteps, type UpgradeStep } from './upgrade-steps';

/**
 * `outdated`: a newer Assay wants to upgrade, so this tab let go of the database for good and must be reloaded.
 * `blocked`: this tab wants to upgrade and waits for an older one to be closed. `opened`: it need not wait any more.
 */
export type DatabaseEvent = 'outdated' | 'blocked' | 'opened';

export interface RunDatabase {
  /** The object store as idb-keyval's functions want it. */
  use: UseStore;
  /** Gives a function that ends the listening. */
  listen(listener: (event: DatabaseEvent) => void): () => void;
  close(): void;
}

interface Options {
  name?: string;
  steps?: readonly UpgradeStep[];
}

/** Opened at first use, and again after the browser closed it. */
export function openDatabase({ name = 'assay-runs', steps = upgradeSteps }: Options = {}): RunDatabase {
  return new Connection(name, steps);
}

class Connection implements RunDatabase {
  readonly #name: string;
  readonly #steps: readonly UpgradeStep[];
  readonly #listeners = new Set<(event: DatabaseEvent) => void>();
  #opening: Promise<IDBDatabase> | null = null;
  #outdated = false;

  constructor(name: string, steps: readonly UpgradeStep[]) {
    this.#name = name;
    this.#steps = steps;
  }

  /** Handed around by itself. */
  readonly use: UseStore = async (mode, callback) => {
    const connecting = this.#connect();
    const store = objectStoreOf(await connecting, mode);
    if (store) return callback(store);
    // Some browsers close a connection and tell nobody.
    this.#forget(connecting);
    const again = objectStoreOf(await this.#connect(), mode);
    if (again) return callback(again);
    throw new StorageFailure(
      'unavailable',
      'The browser closes the database again and again. Reload the page.',
    );
  };

  listen(listener: (event: DatabaseEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    void this.#opening?.then(
      (database) => database.close(),
      () => undefined,
    );
    this.#opening = null;
  }

  #connect(): Promise<IDBDatabase> {
    if (this.#outdated) return Promise.reject(newerVersion());
    if (this.#opening) return this.#opening;
    const connecting = request(this.#name, this.#steps, () => this.#tell('blocked'));
    this.#opening = connecting;
    connecting.then(
      (database) => {
        this.#follow(database, connecting);
        this.#tell('opened');
      },
      () => this.#forget(connecting),
    );
    return connecting;
  }

  #follow(database: IDBDatabase, connecting: Promise<IDBDatabase>): void {
    database.addEventListener('close', () => this.#forget(connecting));
    database.addEventListener('versionchange', ({ newVersion }) => {
      // What is being written is finished first: closing waits for it.
      database.close();
      this.#forget(connecting);
      // Without a new version the database is being deleted, and can be made anew.
      if (newVersion === null) return;
      this.#outdated = true;
      this.#tell('outdated');
    });
  }

  #forget(closed: Promise<IDBDatabase>): void {
    if (this.#opening === closed) this.#opening = null;
  }

  #tell(event: DatabaseEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function objectStoreOf(database: IDBDatabase, mode: IDBTransactionMode): IDBObjectStore | null {
  try {
    return database.transaction(objectStore, mode).objectStore(objectStore);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') return null;
    throw error;
  }
}

async function request(
  name: string,
  steps: readonly UpgradeStep[],
  onBlocked: () => void,
): Promise<IDBDatabase> {
  if (typeof indexedDB === 'undefined')
    throw new StorageFailure('unavailable', 'This browser has no IndexedDB.');
  let stepFailed: unknown = null;
  try {
    return await new Promise((resolve, reject) => {
      const asked = indexedDB.open(name, steps.length);
      asked.addEventListener('blocked', onBlocked);
      asked.addEventListener('upgradeneeded', ({ oldVersion }) => {
        const { transaction } = asked;
        if (!transaction) return;
        upgrade(transaction, steps.slice(oldVersion)).catch((error: unknown) => {
          stepFailed = error;
          transaction.abort();
        });
      });
      asked.addEventListener('success', () => resolve(asked.result));
      asked.addEventListener('error', () => reject(asked.error ?? new DOMException('', 'UnknownError')));
    });
  } catch (error) {
    if (stepFailed !== null)
      throw new StorageFailure(
        'unavailable',
        'Stored runs could not be brought to the form that this version of Assay reads. Nothing was changed.',
        { cause: stepFailed },
      );
    throw asStorageFailure(error);
  }
}

async function upgrade(transaction: IDBTransaction, steps: readonly UpgradeStep[]): Promise<void> {
  for (const step of steps) await step(transaction);
}
