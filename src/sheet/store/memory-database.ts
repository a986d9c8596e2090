import { databaseSheetStore } from './database-sheet-store';
import type { SheetStore } from '../sheet-store';
import {
  storeNames,
  type IdStore,
  type Key,
  type Piece,
  type PlaceStore,
  type Range,
  type SheetDatabase,
  type Stored,
  type StoreName,
  type Transaction,
  type WriteTransaction,
} from './database';

interface Options {
  now?: (() => Date) | undefined;
  /** Gets how many judged cases would be lost with the tab, after every write. */
  inMemory?: (results: number) => void;
}

/** For browsers that refuse storage: it ends with the tab. */
export function memorySheetStore({ now, inMemory }: Options = {}): SheetStore {
  const database = new MemoryDatabase(async () => {
    if (!inMemory) return;
    const { sheets, runs } = await store.list();
    const kept = new Set(sheets.flatMap(({ id, removed }) => (removed === null ? [id] : [])));
    const counted = runs.filter(({ sheet, removed }) => removed === null && kept.has(sheet));
    inMemory(counted.reduce((sum, { counts }) => sum + counts.done, 0));
  });
  const store = databaseSheetStore(database, { now, durable: false });
  return store;
}

/** A value that has no place lies at place 0. */
type Rows = Map<string, Map<number, unknown>>;

/** Transactions follow each other; one that fails is undone. */
class MemoryDatabase implements SheetDatabase {
  readonly #stores = new Map<StoreName, Rows>(storeNames.map((name) => [name, new Map()]));
  readonly #onwritten: () => Promise<void>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(onwritten: () => Promise<void>) {
    this.#onwritten = onwritten;
  }

  read<T>(_: StoreName[], work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const done = this.#last.then(() => work(new MemoryTransaction(this.#stores)));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async write<T>(_: StoreName[], work: (transaction: WriteTransaction) => Promise<T>): Promise<T> {
    const result = await this.read(_, async () => {
      const transaction = new MemoryTransaction(this.#stores);
      try {
        return await work(transaction);
      } catch (error) {
        transaction.undo();
        throw error;
      }
    });
    void this.#onwritten();
    return result;
  }
}

class MemoryTransaction implements WriteTransaction {
  readonly #stores: ReadonlyMap<StoreName, Rows>;
  readonly #undo: (() => void)[] = [];

  constructor(stores: ReadonlyMap<StoreName, Rows>) {
    this.#stores = stores;
  }

  get(store: StoreName, key: Key): Promise<unknown> {
    const [id, place] = idAndPlace(key);
    return Promise.resolve(this.#values(store, id).get(place));
  }
  all(store: IdStore): Promise<Stored[]> {
    const rows = this.#stores.get(store) ?? new Map<string, Map<number, unknown>>();
    return Promise.resolve(
      [...rows].flatMap(([id, values]) => (values.has(0) ? [{ id, value: values.get(0) }] : [])),
    );
  }
  async runsOf(sheet: string): Promise<Stored[]> {
    const runs = await this.all('runs');
    return runs.filter(
      ({ value }) => typeof value === 'object' && value && 'sheet' in value && value.sheet === sheet,
    );
  }
  pieces(store: PlaceStore, id: string, { from = 0, to = Infinity, most }: Range = {}): Promise<Piece[]> {
    const all = [...this.#values(store, id)].map(([place, value]) => ({ place, value }));
    const found = all.filter(({ place }) => place >= from && place <= to);
    return Promise.resolve(found.sort((a, b) => a.place - b.place).slice(0, most));
  }
  async lastPiece(store: PlaceStore, id: string, upTo: number): Promise<Piece | null> {
    return (await this.pieces(store, id, { to: upTo })).at(-1) ?? null;
  }

  put(store: StoreName, key: Key, value: unknown): void {
    // As a database does: what is outside cannot change it any more.
    this.#set(store, key, structuredClone(value));
  }
  putAndWait(store: StoreName, key: Key, value: unknown): Promise<void> {
    this.put(store, key, value);
    return Promise.resolve();
  }
  delete(store: StoreName, key: Key): void {
    this.#set(store, key, undefined);
  }
  deletePieces(store: PlaceStore, id: string, from = 0): void {
    for (const place of [...this.#values(store, id).keys()])
      if (place >= from) this.delete(store, [id, place]);
  }

  undo(): void {
    for (const step of this.#undo.reverse()) step();
  }

  #set(store: StoreName, key: Key, value: unknown): void {
    const [id, place] = idAndPlace(key);
    const values = this.#values(store, id);
    const before = values.get(place);
    const set = (next: unknown) => {
      if (next === undefined) values.delete(place);
      else values.set(place, next);
    };
    this.#undo.push(() => set(before));
    set(value);
  }

  #values(store: StoreName, id: string): Map<number, unknown> {
    const rows = this.#stores.get(store);
    const values = rows?.get(id) ?? new Map<number, unknown>();
    rows?.set(id, values);
    return values;
  }
}

function idAndPlace(key: Key): [string, number] {
  return typeof key === 'string' ? [key, 0] : key;
}
