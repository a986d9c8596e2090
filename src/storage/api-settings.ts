import { datedPriceSchema } from '../core/model/price';
import { z } from '../core/model/zod';
import { keptSettings, type KeptSettings } from './kept-settings';
import type { Wait } from './wait-for-storage';

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
  /** Origins that cases may be sent to without a question. What was stored before there were any trusts none. */
  trusted: z.array(z.string()).default([]),
});

export type ApiForm = z.infer<typeof formSchema>;
export type KeptPrice = z.infer<typeof keptPriceSchema>;
/** How judges behind servers were set up last. Keys have no place here. */
export type ApiSettingsKept = z.infer<typeof settingsSchema>;

export interface ApiSettingsStore extends KeptSettings<ApiSettingsKept> {
  /** Null when nothing usable is stored. */
  load(): Promise<ApiSettingsKept | null>;
}

export function indexedDbApiSettings(wait: Wait): ApiSettingsStore {
  const place = { database: 'assay-api', key: 'api', version, schema: settingsSchema };
  const kept = keptSettings<ApiSettingsKept>(place, wait);
  return {
    ...kept,
    async load() {
      const settings = await kept.load();
      return settings === 'unavailable' ? null : settings;
    },
  };
}
