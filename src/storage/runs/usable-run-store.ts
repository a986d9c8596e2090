import { memoryRunStore } from './memory-run-store';
import type { RunStore } from './run-store';

/** The store, or one in memory where the browser refuses storage: the page works all the same, for this visit. */
export async function usableRunStore(store: RunStore): Promise<RunStore> {
  try {
    await store.heads();
    return store;
  } catch {
    return memoryRunStore();
  }
}
