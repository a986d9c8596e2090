import { SheetChanges } from '../../../src/sheet/changes';
import { runLocks } from '../../../src/sheet/run-locks';
import { StorageFailure, type SheetStore } from '../../../src/sheet/sheet-store';
import { indexedDbSheetStore } from '../../../src/sheet/store/indexeddb-sheet-store.browser';
import { openDatabase, type StoreName } from '../../../src/sheet/store/open-database.browser';
import { storageSpace } from '../../../src/sheet/store/storage-space';
import {
  sampleCase,
  sampleNewCase,
  sampleResult,
  sampleRubric,
  sampleRunHead,
  sampleSheet,
} from '../../unit/sheet/store/sample-sheet';
import { collect, sheetStoreContract } from '../../unit/sheet/store/sheet-store-contract';

type Key = string | [string, number];

function openStore(): SheetStore {
  return indexedDbSheetStore(openDatabase());
}

/** What tests in a page work with: the storage of sheets itself, bundled as the page is. */
const lab = {
  openDatabase,
  indexedDbSheetStore,
  openStore,
  SheetChanges,
  runLocks,
  storageSpace,
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

  async checkContract(name: string): Promise<void> {
    const check = sheetStoreContract[name];
    if (!check) throw new Error(`Expected a check of the contract, got ${name}.`);
    let databases = 0;
    await check((now) => {
      databases += 1;
      const database = `contract ${databases}`;
      const open = () => indexedDbSheetStore(openDatabase(database), { now });
      return Promise.resolve({ store: open(), reopen: open });
    });
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

  /** Writes past everything that would look at the value; undefined removes it. */
  async putRaw(store: StoreName, key: Key, value: unknown): Promise<void> {
    const database = openDatabase();
    await database.write([store], async (transaction) => {
      const objects = transaction.objectStore(store);
      await (value === undefined ? objects.delete(IDBKeyRange.only(key)) : objects.put(value, key));
    });
    database.close();
  },

  /** All that is stored, as `store:key`. */
  async keys(): Promise<string[]> {
    const database = openDatabase();
    const stores: StoreName[] = [
      'sheets',
      'caseIndex',
      'caseTexts',
      'runs',
      'logs',
      'entries',
      'judgements',
      'texts',
      'rubrics',
    ];
    const keys = await database.read(stores, async (transaction) => {
      const found: string[] = [];
      for (const store of stores)
        for (const key of await transaction.objectStore(store).getAllKeys())
          found.push(`${store}:${[key].flat().join('/')}`);
      return found;
    });
    database.close();
    return keys;
  },
};

declare global {
  interface Window {
    lab: typeof lab;
  }
}

window.lab = lab;
