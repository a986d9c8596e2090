import { databaseSheetStore } from './database-sheet-store';
import type { SheetStore } from '../sheet-store';
import type { Key, Piece, SheetDatabase, StoreName, WriteTransaction } from './database';

interface Options {
  now?: (() => Date) | undefined;
  /** Gets how many judged cases would be lost with the tab, after every write. */
  inMemory?: (results: number) => void;
}

/** For browsers that refuse storage: it ends with the tab. */
export function memorySheetStore({ now, inMemory }: Options = {}): SheetStore {
  const database = memoryDatabase(async () => {
    if (!inMemory) return;
    const { sheets, runs } = await store.list();
    const kept = new Set(sheets.flatMap(({ id, removed }) => (removed === null ? [id] : [])));
    const counted = runs.filter(({ sheet, removed }) => removed === null && kept.has(sheet));
    inMemory(counted.reduce((sum, { counts }) => sum + counts.done, 0));
  });
  const store = databaseSheetStore(database, { now, durable: false });
  return store;
}

/** Transactions follow each other; one that fails is undone. */
function memoryDatabase(onwritten: () => Promise<void>): SheetDatabase {
  /** Values by place, by store and id. A value that has no place lies at place 0. */
  const stores = new Map<string, Map<number, unknown>>();
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    read: (_, work) => inTurn(() => work(memoryTransaction(stores, []))),
    async write(_, work) {
      const undo: (() => void)[] = [];
      const result = await inTurn(() =>
        work(memoryTransaction(stores, undo)).catch((error: unknown) => {
          for (const step of undo.reverse()) step();
          throw error;
        }),
      );
      void onwritten();
      return result;
    },
  };
}

function memoryTransaction(
  stores: Map<string, Map<number, unknown>>,
  undo: (() => void)[],
): WriteTransaction {
  const valuesOf = (store: StoreName, id: string) => {
    const key = `${store}/${id}`;
    const values = stores.get(key) ?? new Map<number, unknown>();
    stores.set(key, values);
    return values;
  };
  const set = (store: StoreName, key: Key, value: unknown) => {
    const [id, place] = idAndPlace(key);
    const values = valuesOf(store, id);
    const before = values.get(place);
    const put = (next: unknown) => void (next === undefined ? values.delete(place) : values.set(place, next));
    undo.push(() => put(before));
    put(value);
  };
  const transaction: WriteTransaction = {
    get(store, key) {
      const [id, place] = idAndPlace(key);
      return Promise.resolve(valuesOf(store, id).get(place));
    },
    all: (store) =>
      Promise.resolve(
        [...stores].flatMap(([key, values]) =>
          key.startsWith(`${store}/`) && values.has(0)
            ? [{ id: key.slice(store.length + 1), value: values.get(0) }]
            : [],
        ),
      ),
    runsOf: async (sheet) =>
      (await transaction.all('runs')).filter(
        ({ value }) => typeof value === 'object' && value && 'sheet' in value && value.sheet === sheet,
      ),
    pieces(store, id, { from = 0, to = Infinity, most } = {}) {
      const all = [...valuesOf(store, id)].map(([place, value]): Piece => ({ place, value }));
      const found = all.filter(({ place }) => place >= from && place <= to);
      return Promise.resolve(found.sort((a, b) => a.place - b.place).slice(0, most));
    },
    lastPiece: async (store, id, upTo) => (await transaction.pieces(store, id, { to: upTo })).at(-1) ?? null,
    // As a database does: what is outside cannot change it any more.
    put: (store, key, value) => set(store, key, structuredClone(value)),
    putAndWait(store, key, value) {
      set(store, key, structuredClone(value));
      return Promise.resolve();
    },
    delete: (store, key) => set(store, key, undefined),
    deletePieces(store, id, from = 0) {
      for (const place of [...valuesOf(store, id).keys()])
        if (place >= from) set(store, [id, place], undefined);
    },
  };
  return transaction;
}

function idAndPlace(key: Key): [string, number] {
  return typeof key === 'string' ? [key, 0] : key;
}
