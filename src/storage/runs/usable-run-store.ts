import { waitForStorage, type Wait } from '../wait-for-storage';
import { StorageFailure, type RunStore } from './run-store';

export interface UsableStore {
  store: RunStore;
  /** `newer`: what is stored belongs to a newer Assay, and this one must be reloaded to use it. */
  outcome: 'kept' | 'refused' | 'newer';
}

interface Tools {
  wait: Wait;
  /** How many results lie in memory alone, whenever that changes. */
  inMemory: (results: number) => void;
}

/** The store, or one in memory where the browser refuses storage: the page works all the same, for this visit. */
export async function usableRunStore(store: RunStore, { wait, inMemory }: Tools): Promise<UsableStore> {
  try {
    await waitForStorage(() => store.heads(), wait);
    return { store, outcome: 'kept' };
  } catch (error) {
    const newer = error instanceof StorageFailure && error.kind === 'newer-version';
    // Few browsers need it, and then at once: the page has only just come.
    const { memoryRunStore } = await import('./memory-run-store');
    return { store: memoryRunStore(inMemory), outcome: newer ? 'newer' : 'refused' };
  }
}
