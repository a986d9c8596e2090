import { clear, createStore, get, promisifyRequest, set, type UseStore } from 'idb-keyval';
import type { RunResult } from '../../../src/core/model/run';
import { indexedDbRunStore } from '../../../src/storage/runs/indexeddb-run-store';
import { openDatabase } from '../../../src/storage/runs/open-database';
import type { RunStore } from '../../../src/storage/runs/run-store';
import { sampleResult, sampleRun } from '../../unit/storage/runs/sample-run';

/** Milliseconds by the clock. */
export interface StorageTimes {
  write: number;
  firstRows: number;
  readTable: number;
  readAll: number;
  remove: number;
}

declare global {
  interface Window {
    storageContest: Record<'subject' | 'baseline', () => Promise<StorageTimes>>;
    /** Only the writing, handed over in lots of this size. */
    writeContest: Record<'subject' | 'baseline', (lot: number) => Promise<number>>;
    storedResults: number;
  }
}

const COUNT = 100_000;
const PER_KEY = 500;
/** As many different ones as memory holds easily; without a prompt that all share, so that nothing is gained by storing it once. */
const pool = Array.from({ length: 5000 }, (_, row) => sampleResult(row, 0, 'Why it is so. '.repeat(40), ''));

window.storedResults = COUNT;
window.storageContest = { subject: playStore, baseline: playBare };
window.writeContest = {
  async subject(lot) {
    const database = openDatabase({ name: 'subject' });
    const store = indexedDbRunStore(database.use);
    const write = await writeStore(store, lot);
    await store.remove('a');
    database.close();
    return write;
  },
  async baseline() {
    const store = createStore('baseline', 'runs');
    const write = await writeBare(store);
    await clear(store);
    return write;
  },
};

async function playStore(): Promise<StorageTimes> {
  const open = () => openDatabase({ name: 'subject' });
  const writing = open();
  const write = await writeStore(indexedDbRunStore(writing.use), PER_KEY);
  writing.close();
  const reading = open();
  const reader = indexedDbRunStore(reading.use);
  const firstRows = await timed(async () => {
    for await (const entries of reader.entries('a')) {
      expectCount(entries.length, PER_KEY);
      break;
    }
  });
  const readTable = await timed(async () => {
    let count = 0;
    for await (const entries of reader.entries('a')) count += entries.length;
    expectCount(count, COUNT);
  });
  const readAll = await timed(async () => {
    let count = 0;
    for await (const entries of reader.entries('a')) {
      const judgements = await reader.judgements(
        'a',
        entries.map(({ place }) => place),
      );
      count += judgements.length;
    }
    expectCount(count, COUNT);
  });
  const remove = await timed(() => reader.remove('a'));
  reading.close();
  return { write, firstRows, readTable, readAll, remove };
}

/** The least anyone can do with idb-keyval and 500 results a key: nothing is looked at, and nothing is kept before 500 are there. */
async function playBare(): Promise<StorageTimes> {
  const write = await writeBare(createStore('baseline', 'runs'));
  const reader = createStore('baseline', 'runs');
  const readChunk = async (chunk: number) => (await get<RunResult[]>(['a', chunk], reader))?.length ?? 0;
  const firstRows = await timed(async () => expectCount(await readChunk(0), PER_KEY));
  const readEverything = () =>
    timed(async () => {
      let count = 0;
      for (let chunk = 0; chunk < COUNT / PER_KEY; chunk += 1) count += await readChunk(chunk);
      expectCount(count, COUNT);
    });
  const readTable = await readEverything();
  const readAll = await readEverything();
  const remove = await timed(() =>
    reader('readwrite', (objects) => {
      objects.delete(IDBKeyRange.bound(['a'], ['a', []]));
      return promisifyRequest(objects.transaction);
    }),
  );
  return { write, firstRows, readTable, readAll, remove };
}

async function writeStore(store: RunStore, lot: number): Promise<number> {
  const run = sampleRun('a');
  await store.create(run);
  return timed(async () => {
    for (const results of lots(lot)) await store.append('a', results, run.head);
  });
}

function writeBare(store: UseStore): Promise<number> {
  return timed(async () => {
    let chunk = 0;
    for (const results of lots(PER_KEY)) await set(['a', chunk++], results, store);
  });
}

function* lots(size: number): Generator<RunResult[], void, undefined> {
  for (let first = 0; first < COUNT; first += size) {
    const start = first % pool.length;
    const length = Math.min(size, COUNT - first);
    const results = pool.slice(start, start + length);
    // The pool ends where the count of results wraps round; what is missing comes from its beginning.
    yield results.length < length ? [...results, ...pool.slice(0, length - results.length)] : results;
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function expectCount(found: number, expected: number): void {
  if (found !== expected) throw new Error(`Expected ${expected} results, got ${found}.`);
}
