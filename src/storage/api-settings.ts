import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { datedPriceSchema } from '../core/model/price';
import { z } from '../core/model/zod';

/** Version of the stored shape. Raise it when a field changes its meaning, and teach `load` to read the older one. */
const version = 1;
const formSchema = z.strictObject({
  baseUrl: z.string(),
  model: z.string(),
  atOnce: z.int().min(1).max(256),
  temperature: z.number().min(0).max(2).nullable(),
});
const keptPriceSchema = z.strictObject({ origin: z.string(), model: z.string(), ...datedPriceSchema.shape });
const settingsSchema = z.strictObject({
  provider: z.string(),
  /** By provider. */
  forms: z.record(z.string(), formSchema),
  prices: z.array(keptPriceSchema),
});
const storedSchema = z.strictObject({ version: z.literal(version), settings: settingsSchema });

export type ApiForm = z.infer<typeof formSchema>;
export type KeptPrice = z.infer<typeof keptPriceSchema>;
/** How judges behind servers were set up last. Keys have no place here. */
export type ApiSettingsKept = z.infer<typeof settingsSchema>;

export interface ApiSettingsStore {
  /** Null when nothing usable is stored. */
  load(): Promise<ApiSettingsKept | null>;
  /** Whether it was stored. */
  save(settings: ApiSettingsKept): Promise<boolean>;
  forget(): Promise<void>;
}

const key = 'api';

export function indexedDbApiSettings(): ApiSettingsStore {
  let opened: UseStore | null = null;
  const store = () => (opened ??= createStore('assay-api', 'settings'));
  return {
    async load() {
      try {
        const read = storedSchema.safeParse(await get<unknown>(key, store()));
        return read.success ? read.data.settings : null;
      } catch {
        return null;
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
