import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { z } from '../zod';

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
    // A browser that refuses storage throws when the store is opened.
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
        // Where nothing can be stored, there is nothing to forget.
      }
    },
  };
}

export type Wait = (milliseconds: number) => Promise<void>;

/** After a crash, or while a process that ends still holds its lock, a browser may fail to open a database for a moment. */
const waitMilliseconds = [100, 300, 600, 1_000];
/** Other errors come again at every try: the browser refuses storage, has no space, or cannot read what is stored. */
const passing = ['UnknownError', 'AbortError', 'TimeoutError'];

/** Reads, with a few more tries where the failure may pass. */
export async function retryStorage<T>(read: () => Promise<T>, wait: Wait): Promise<T> {
  for (const milliseconds of waitMilliseconds) {
    try {
      return await read();
    } catch (error) {
      // A storage failure has the browser's error as its cause.
      const cause = error instanceof Error && !(error instanceof DOMException) ? error.cause : error;
      if (!(cause instanceof DOMException && passing.includes(cause.name))) throw error;
    }
    await wait(milliseconds);
  }
  return read();
}

const themeSchema = z.enum(['system', 'light', 'dark']);
const languageSchema = z.enum(['en', 'ko']);
/** In percent of the browser's own. */
export const textSizes = [100, 112, 125, 150] as const;

/** Version of the stored shape. Raise it when a field changes its meaning, and teach `load` to read the older one. */
const version = 1;
const settingsSchema = z.object({
  theme: themeSchema,
  language: languageSchema,
  /** Absent: 100. */
  textSize: z.literal(textSizes).optional(),
  split: z.number().min(30).max(70),
  /** Of a new sheet. Absent: the first in the page's language, and Rules only. */
  rubric: z.string().optional(),
  judge: z.string().optional(),
  /** Whether to tell when a run ends. */
  notify: z.boolean().optional(),
  /** How results are exported, in the shape that the exports give it. */
  exports: z.record(z.string(), z.unknown()).optional(),
  /** Whether the screen stays on during a run. Absent: it does. */
  awake: z.boolean().optional(),
});

export type Theme = z.infer<typeof themeSchema>;
export type Language = z.infer<typeof languageSchema>;
export type TextSize = (typeof textSizes)[number];
export type Settings = z.infer<typeof settingsSchema>;

export type SettingsStore = StoredSettings<Settings>;

export function indexedDbSettings(wait: Wait): SettingsStore {
  return storedSettings(
    { database: 'assay-settings', key: 'settings', version, schema: settingsSchema },
    wait,
  );
}
