import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { z } from '../../../kit/zod';
import { retryStorage, type Wait } from '../../../kit/storage/stored-settings';

/** Version of the stored shape. Raise it when a field changes its meaning, and teach `load` to read the older one. */
const version = 1;
const choiceSchema = z.object({
  /** Null: as the machine suggests. */
  runtime: z.enum(['webllm', 'llama.cpp', 'built-in']).nullable(),
  mirror: z.object({ models: z.string().nullable(), libs: z.string().nullable() }),
});
const storedSchema = z.object({ version: z.literal(version), choice: choiceSchema });
export type DeviceChoice = z.infer<typeof choiceSchema>;

const key = 'device';

/** How models inside this browser are to run, from one visit to the next. A browser that stores nothing forgets it. */
export function indexedDbDeviceChoice(wait: Wait) {
  let opened: UseStore | null = null;
  const store = () => (opened ??= createStore('assay-settings', 'settings'));
  return {
    async load(): Promise<DeviceChoice | null> {
      try {
        const read = storedSchema.safeParse(await retryStorage(() => get<unknown>(key, store()), wait));
        return read.success ? read.data.choice : null;
      } catch {
        return null;
      }
    },
    async save(choice: DeviceChoice): Promise<void> {
      try {
        await set(key, { version, choice }, store());
      } catch {
        // It then holds until the tab is closed.
      }
    },
    async forget(): Promise<void> {
      try {
        await del(key, store());
      } catch {
        // Nothing can be stored here, so nothing is there to forget.
      }
    },
  };
}
