import { databaseSheetStore } from './database-sheet-store';
import type { SheetStore } from '../sheet-store';
import {
  storeNames,
  type IdStore,
  type Key,
  type Places,
  type PlaceStore,
  type SheetDatabase,
  type StoreName,
  type Transaction,
  type WriteTransaction,
} from './database';

interface Options {
  now?: (() => Date) | undefined;
  /** Gets how many judged cases would be lost with the tab, after every write. */
  inMemory?: (results: number) => void;
}

/** For browsers that refuse storage: gone with the tab. */
export function memorySheetStore({ now, inMemory }: Options = {}): SheetStore {
  const database = new MemoryDatabase(inMemory && (() => void count(inMemory)));
  const store = databaseSheetStore(database, { now, durable: false });
  const count = async (tell: (results: number) => void) => {
    const { sheets, runs } = await store.list();
    const kept = new Set(sheets.flatMap(({ id, removed }) => (removed === null ? [id] : [])));
    const counted = runs.filter(({ sheet, removed }) => removed === null && kept.has(sheet));
    tell(counted.reduce((sum, { counts }) => sum + counts.done, 0));
  };
  return store;
}

/** A value that has no place lies at place 0. */
type Rows = Map<string, Map<number, unknown>>;

/** Transactions follow each other; one that fails is undone. */
class MemoryDatabase implements SheetDatabase {
  readonly #stores = new Map<StoreName, Rows>(storeNames.map((name) => [name, new Map()]));
  readonly #written: (() => void) | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(written?: () => void) {
    this.#written = written;
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
    this.#written?.();
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
    const [id, place] = pair(key);
    return Promise.resolve(this.#rows(store).get(id)?.get(place));
  }
  has(store: IdStore, id: string): Promise<boolean> {
    return Promise.resolve(this.#rows(store).has(id));
  }
  all(store: IdStore): Promise<{ id: string; value: unknown }[]> {
    return Promise.resolve([...this.#rows(store)].map(([id, values]) => ({ id, value: values.get(0) })));
  }
  async runsOf(sheet: string): Promise<{ id: string; value: unknown }[]> {
    const runs = await this.all('runs');
    return runs.filter(
      ({ value }) => typeof value === 'object' && value && 'sheet' in value && value.sheet === sheet,
    );
  }
  places(store: PlaceStore, { id, from, to }: Places, most = Infinity): Promise<number[]> {
    const all = [...(this.#rows(store).get(id)?.keys() ?? [])];
    const found = all.filter((place) => place >= from && place <= to).sort((a, b) => a - b);
    return Promise.resolve(found.slice(0, most));
  }
  async values(store: PlaceStore, places: Places, most?: number): Promise<unknown[]> {
    const values = this.#rows(store).get(places.id);
    return (await this.places(store, places, most)).map((place) => values?.get(place));
  }
  async last(store: PlaceStore, places: Places): Promise<{ place: number; value: unknown } | null> {
    const place = (await this.places(store, places)).at(-1);
    return place === undefined ? null : { place, value: await this.get(store, [places.id, place]) };
  }

  put(store: StoreName, key: Key, value: unknown): void {
    const [id, place] = pair(key);
    // As a database does: what is outside cannot change it any more.
    this.#set(store, id, place, structuredClone(value));
  }
  putAndWait(store: StoreName, key: Key, value: unknown): Promise<void> {
    this.put(store, key, value);
    return Promise.resolve();
  }
  delete(store: StoreName, key: Key | Places): void {
    const { id, from, to } =
      typeof key === 'object' && 'id' in key
        ? key
        : { id: pair(key)[0], from: pair(key)[1], to: pair(key)[1] };
    for (const place of [...(this.#rows(store).get(id)?.keys() ?? [])])
      if (place >= from && place <= to) this.#set(store, id, place, undefined);
  }

  undo(): void {
    for (const step of this.#undo.reverse()) step();
  }

  #set(store: StoreName, id: string, place: number, value: unknown): void {
    const rows = this.#rows(store);
    const before = rows.get(id)?.get(place);
    const set = (next: unknown) => {
      const values = rows.get(id) ?? new Map<number, unknown>();
      if (next === undefined) values.delete(place);
      else values.set(place, next);
      if (values.size > 0) rows.set(id, values);
      else rows.delete(id);
    };
    this.#undo.push(() => set(before));
    set(value);
  }

  #rows(store: StoreName): Rows {
    const rows = this.#stores.get(store);
    if (!rows) throw new Error(`Expected one of the stores, got ${store}.`);
    return rows;
  }
}

function pair(key: Key): [string, number] {
  return typeof key === 'string' ? [key, 0] : key;
}
