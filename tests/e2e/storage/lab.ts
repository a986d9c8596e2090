import { get, promisifyRequest, set } from 'idb-keyval';
import { z } from '../../../src/core/model/zod';
import { indexedDbRunStore } from '../../../src/storage/runs/indexeddb-run-store';
import { openDatabase } from '../../../src/storage/runs/open-database';
import { openRunChannel } from '../../../src/storage/runs/run-channel';
import { pieceKey, piecesFrom, placeOfKey } from '../../../src/storage/runs/run-keys';
import { runOwnership } from '../../../src/storage/runs/run-ownership';
import { StorageFailure } from '../../../src/storage/runs/run-store';
import { storageSpace } from '../../../src/storage/runs/storage-space';
import { upgradeSteps } from '../../../src/storage/runs/upgrade-steps';
import { collect, runStoreContract, type Lab } from '../../unit/storage/runs/run-store-contract';
import { sampleCase, sampleResult, sampleRun } from '../../unit/storage/runs/sample-run';

const rawSchema = z.strictObject({ key: z.array(z.union([z.string(), z.number()])), value: z.unknown() });

/** The judgements of a piece. */
async function textsAt(store: IDBObjectStore, key: IDBValidKey): Promise<string[]> {
  const bytes = z.array(z.instanceof(Uint8Array)).parse(await promisifyRequest<unknown>(store.get(key)));
  return bytes.map((one) => new TextDecoder().decode(one));
}

/** What tests in a page work with: the storage of runs itself, bundled as the page is. */
const lab = {
  get,
  promisifyRequest,
  set,
  openDatabase,
  indexedDbRunStore,
  openRunChannel,
  runOwnership,
  storageSpace,
  upgradeSteps,
  collect,
  sampleCase,
  sampleResult,
  sampleRun,

  async checkContract(name: string): Promise<void> {
    const check = runStoreContract[name];
    if (!check) throw new Error(`Expected a check of the contract, got ${name}.`);
    let databases = 0;
    await check(() => {
      databases += 1;
      const options = { name: `contract ${databases}` };
      const open = () => indexedDbRunStore(openDatabase(options).use);
      return Promise.resolve<Lab>({ store: open(), reopen: open });
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

  /** Writes whatever is given as JSON, past everything that would look at it. */
  async putRaw(given: string): Promise<void> {
    const { key, value } = rawSchema.parse(JSON.parse(given));
    const database = openDatabase();
    await database.use(
      'readwrite',
      (store) =>
        new Promise<void>((resolve) => {
          store.put(value, key);
          store.transaction.addEventListener('complete', () => resolve());
        }),
    );
    database.close();
  },

  async removeRaw(key: IDBValidKey): Promise<void> {
    const database = openDatabase();
    await database.use('readwrite', (store) => promisifyRequest(store.delete(key)));
    database.close();
  },

  /** Puts what a run has into the shape of versions up to 6, where a judgement lay in the tail with its entry. */
  async moveJudgementsIntoTail(run: string): Promise<void> {
    const database = openDatabase();
    await database.use('readwrite', async (store) => {
      const texts = z.array(z.string());
      for (const key of await promisifyRequest(store.getAllKeys(piecesFrom(run, 'tail', 0)))) {
        const own = pieceKey(run, 'judgements', placeOfKey(key));
        const entries = texts.parse(await promisifyRequest<unknown>(store.get(key)));
        const judgements = await textsAt(store, own);
        store.put(
          entries.map((entry, index) => ({ entry, judgement: judgements[index] })),
          key,
        );
        await promisifyRequest(store.delete(own));
      }
    });
    database.close();
  },

  /** As versions up to 7 wrote them. */
  async writeJudgementsAsTexts(run: string): Promise<void> {
    const database = openDatabase();
    await database.use('readwrite', async (store) => {
      for (const key of await promisifyRequest(store.getAllKeys(piecesFrom(run, 'judgements', 0))))
        store.put(await textsAt(store, key), key);
    });
    database.close();
  },

  async keys(): Promise<IDBValidKey[]> {
    const database = openDatabase();
    const found = await database.use(
      'readonly',
      (store) =>
        new Promise<IDBValidKey[]>((resolve) => {
          const request = store.getAllKeys();
          request.addEventListener('success', () => resolve(request.result));
        }),
    );
    database.close();
    return found;
  },
};

declare global {
  interface Window {
    lab: typeof lab;
  }
}

window.lab = lab;
