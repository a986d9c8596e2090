import { SheetChanges } from '../../../src/sheet/sheet-changes';
import { runLocks } from '../../../src/sheet/run/run-locks';
import { StorageFailure, type SheetStore } from '../../../src/sheet/sheet-store';
import { databaseSheetStore } from '../../../src/sheet/store/database-sheet-store';
import { openDatabase } from '../../../src/sheet/store/open-database.browser';
import {
  sampleCase,
  sampleNewCase,
  sampleResult,
  sampleRubric,
  sampleRunHead,
  sampleSheet,
} from '../../unit/sheet/store/sample-sheet';
import { collect, sheetStoreContract } from '../../unit/sheet/store/sheet-store-contract';

const stores = [
  'sheets',
  'caseIndex',
  'caseTexts',
  'runs',
  'logs',
  'entries',
  'judgements',
  'texts',
  'rubrics',
] as const;
type StoreName = (typeof stores)[number];
type Key = string | [string, number];

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused.'));
  });
}
const openRaw = () => settled(indexedDB.open('assay'));

function openStore(database = openDatabase()): SheetStore {
  return databaseSheetStore(database);
}

/** What tests in a page work with: the storage of sheets itself, bundled as the page is. */
const lab = {
  openDatabase,
  openStore,
  SheetChanges,
  runLocks,
  collect,
  sampleCase,
  sampleNewCase,
  sampleResult,
  sampleRunHead,
  sampleSheet,

  /** Sheet `s` with run `a`. */
  async createRun(store: SheetStore, run = 'a', sheet = 's'): Promise<void> {
    if (!(await store.sheet(sheet))) await store.createSheet(sampleSheet(sheet));
    await store.createRun(sampleRunHead(run, sheet), sampleRubric);
  },

  results: (first: number, count: number) => Array.from({ length: count }, (_, n) => sampleResult(first + n)),

  /** The checks of the contract that fail, with their errors. */
  async checkContract(): Promise<string[]> {
    const failures: string[] = [];
    let databases = 0;
    for (const [name, check] of Object.entries(sheetStoreContract)) {
      try {
        await check((now) => {
          databases += 1;
          const database = `contract ${databases}`;
          const open = () => databaseSheetStore(openDatabase(database), { now });
          return Promise.resolve({ store: open(), reopen: open });
        });
      } catch (error) {
        failures.push(`${name}: ${String(error)}`);
      }
    }
    return failures;
  },

  /** The kind of a storage failure, or what came instead. */
  async failureOf(act: () => Promise<unknown>): Promise<string> {
    try {
      await act();
      return 'none';
    } catch (error) {
      return error instanceof StorageFailure ? error.kind : String(error);
    }
  },

  /** Writes past everything that would look at the value. */
  async putRaw(store: StoreName, key: Key, value: unknown): Promise<void> {
    const database = await openRaw();
    const writing = database.transaction(store, 'readwrite');
    writing.objectStore(store).put(value, key);
    await new Promise((resolve) => writing.addEventListener('complete', resolve));
    database.close();
  },

  /** Deletes all that is stored. */
  clear: () =>
    new Promise<void>((resolve) => {
      indexedDB.deleteDatabase('assay').addEventListener('success', () => resolve());
    }),

  /** All that is stored, as `store:key`. */
  async keys(): Promise<string[]> {
    const database = await openRaw();
    const reading = database.transaction(stores);
    const found = await Promise.all(
      stores.map(async (store) => {
        const keys = await settled(reading.objectStore(store).getAllKeys());
        return keys.map((key) => `${store}:${keyText(key)}`);
      }),
    );
    database.close();
    return found.flat();
  },
};

declare global {
  interface Window {
    lab: typeof lab;
    /** A store that stays open between the steps of a test. */
    store?: SheetStore;
  }
}

window.lab = lab;

function keyText(key: IDBValidKey): string {
  const parts = Array.isArray(key) ? key : [key];
  return parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join('/');
}
