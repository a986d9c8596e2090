import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { z } from '../zod';
import { retryStorage, type Wait } from './retry-storage';

/** Settings that this browser keeps in one place. */
export interface StoredSettings<T> {
  /** Null when nothing usable is stored; `unavailable` when the browser refuses storage. */
  load(): Promise<T | null | 'unavailable'>;
  /** Whether it was stored. */
  save(settings: T): Promise<boolean>;
  forget(): Promise<void>;
}

interface Place<T> {
  database: string;
  key: string;
  /** Of the stored shape. What another version stored counts as nothing. */
  version: number;
  schema: z.ZodType<T>;
}

export function storedSettings<T>(
  { database, key, version, schema }: Place<T>,
  wait: Wait,
): StoredSettings<T> {
  const storedSchema = z.object({ version: z.literal(version), settings: schema });
  let opened: UseStore | null = null;
  const store = () => (opened ??= createStore(database, 'settings'));
  return {
    async load() {
      try {
        const read = storedSchema.safeParse(await retryStorage(() => get<unknown>(key, store()), wait));
        return read.success ? read.data.settings : null;
      } catch {
        return 'unavailable';
      }
    },
    async save(settings) {
      try {
        await set(key, { version, settings }, store());
        return true;
      } catch {
        return false;
      }
    },
    async forget() {
      try {
        await del(key, store());
      } catch {
        // Nothing can be stored here, so nothing is there to forget.
      }
    },
  };
}
