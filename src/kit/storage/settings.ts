import { z } from '../zod';
import { storedSettings, type StoredSettings, type Wait } from './stored-settings';

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

export type Theme = z.infer<typeof themeSchema>;
export type Language = z.infer<typeof languageSchema>;
export type Settings = z.infer<typeof settingsSchema>;

export type SettingsStore = StoredSettings<Settings>;

export function indexedDbSettings(wait: Wait): SettingsStore {
  return storedSettings(
    { database: 'assay-settings', key: 'settings', version, schema: settingsSchema },
    wait,
  );
}
