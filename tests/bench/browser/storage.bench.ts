import { clear, createStore, get, promisifyRequest, set, type UseStore } from 'idb-keyval';
import type { RunResult } from '../../../src/sheet/run-record';
import type { SheetCase } from '../../../src/sheet/sheet';
import type { SheetStore } from '../../../src/sheet/sheet-store';
import { databaseSheetStore } from '../../../src/sheet/store/database-sheet-store';
import { openDatabase } from '../../../src/sheet/store/open-database.browser';
import {
  sampleCase,
  sampleResult,
  sampleRubric,
  sampleRunHead,
  sampleSheetHead,
} from '../../unit/sheet/store/sample-sheet';

/** Milliseconds by the clock. */
export interface StorageTimes {
  write: number;
  firstRows: number;
  readTable: number;
  readAll: number;
  remove: number;
}

/** Milliseconds by the clock, for a sheet of many cases. */
export interface SheetTimes {
  create: number;
  /** The database opened, the head, the first cases, and the names of all. */
  firstRows: number;
  readAll: number;
  remove: number;
}

declare global {
  interface Window {
    storageContest: Record<'subject' | 'baseline', () => Promise<StorageTimes>>;
    /** Only the writing, handed over in lots of this size. */
    writeContest: Record<'subject' | 'baseline', (lot: number) => Promise<number>>;
    sheetContest: Record<'subject' | 'baseline', () => Promise<SheetTimes>>;
    /** Results, and cases. */
    storedCount: number;
  }
}

const COUNT = 100_000;
const PER_KEY = 500;
/** As many different ones as memory holds easily; without a prompt that all share, so that nothing is gained by storing it once. */
const pool = Array.from({ length: 5000 }, (_, key) => sampleResult(key, 0, 'Why it is so. '.repeat(40), ''));

window.storedCount = COUNT;
window.sheetContest = { subject: playSheet, baseline: playBareSheet };
window.storageContest = { subject: playStore, baseline: playBare };
window.writeContest = {
  async subject(lot) {
    const database = openDatabase('subject');
    const store = databaseSheetStore(database);
    const write = await writeStore(store, lot);
    await store.removeSheet('s');
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
  const open = () => openDatabase('subject');
  const writing = open();
  const write = await writeStore(databaseSheetStore(writing), PER_KEY);
  writing.close();
  const reading = open();
  const reader = databaseSheetStore(reading);
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
  const remove = await timed(() => reader.removeSheet('s'));
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

async function playSheet(): Promise<SheetTimes> {
  const writing = openDatabase('subject');
  const sheet = { head: sampleSheetHead('s'), cases: caseLots() };
  const create = await timed(() => databaseSheetStore(writing).createSheet(sheet));
  writing.close();
  const reading = openDatabase('subject');
  const reader = databaseSheetStore(reading);
  const firstRows = await timed(async () => {
    await reader.sheet('s');
    for await (const cases of reader.cases('s')) {
      expectCount(cases.length, PER_KEY);
      break;
    }
    let count = 0;
    for await (const names of reader.caseNames('s')) count += names.length;
    expectCount(count, COUNT);
  });
  const readAll = await timed(async () => {
    let count = 0;
    for await (const cases of reader.cases('s')) count += cases.length;
    expectCount(count, COUNT);
  });
  const remove = await timed(() => reader.removeSheet('s'));
  reading.close();
  return { create, firstRows, readAll, remove };
}

/** Knows no names without reading all cases. */
async function playBareSheet(): Promise<SheetTimes> {
  const writer = createStore('baseline', 'runs');
  const create = await timed(async () => {
    let chunk = 0;
    for (const cases of caseLots()) await set(['s', chunk++], cases, writer);
  });
  const reader = createStore('baseline', 'runs');
  const readEverything = () =>
    timed(async () => {
      let count = 0;
      for (let chunk = 0; chunk < COUNT / PER_KEY; chunk += 1)
        count += (await get<SheetCase[]>(['s', chunk], reader))?.length ?? 0;
      expectCount(count, COUNT);
    });
  const firstRows = await readEverything();
  const readAll = await readEverything();
  const remove = await timed(() => clear(reader));
  return { create, firstRows, readAll, remove };
}

function* caseLots(): Generator<SheetCase[], void, undefined> {
  const text = 'What was said in the meeting. '.repeat(30);
  for (let first = 0; first < COUNT; first += PER_KEY)
    yield Array.from({ length: PER_KEY }, (_, n) => {
      const key = first + n;
      return sampleCase(key, {
        case: { id: `case-${key}`, input: { text: `${key} ${text}` } },
        original: null,
      });
    });
}

async function writeStore(store: SheetStore, lot: number): Promise<number> {
  const head = sampleRunHead('a', 's');
  await store.createSheet({ head: sampleSheetHead('s'), cases: [[sampleCase(0)]] });
  await store.createRun(head, sampleRubric);
  return timed(async () => {
    for (const results of lots(lot)) await store.append('a', results, head);
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
