import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { z } from '../core/model/zod';

const themeSchema = z.enum(['system', 'light', 'dark']);
const languageSchema = z.enum(['en', 'ko']);

/** Version of the stored shape. Raise it when a field changes its meaning, and teach `load` to read the older one. */
const version = 1;
const settingsSchema = z.object({
  theme: themeSchema,
  language: languageSchema,
  split: z.number().min(30).max(70),
  /** Whether to tell when a run ends. */
  notify: z.boolean().optional(),
});
const storedSchema = z.object({ version: z.literal(version), settings: settingsSchema });

export type Theme = z.infer<typeof themeSchema>;
export type Language = z.infer<typeof languageSchema>;
export type Settings = z.infer<typeof settingsSchema>;

export interface SettingsStore {
  /** Null when nothing usable is stored; `unavailable` when the browser refuses storage. */
  load(): Promise<Settings | null | 'unavailable'>;
  /** Whether it was stored. */
  save(settings: Settings): Promise<boolean>;
  forget(): Promise<void>;
}

const key = 'settings';

export function indexedDbSettings(): SettingsStore {
  let opened: UseStore | null = null;
  const store = () => (opened ??= createStore('assay-settings', 'settings'));
  return {
    async load() {
      try {
        const read = storedSchema.safeParse(await get<unknown>(key, store()));
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
