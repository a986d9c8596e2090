import { StorageFailure, type RunStore } from './run-store';

export interface UsableStore {
  store: RunStore;
  /** `newer`: what is stored belongs to a newer Assay, and this one must be reloaded to use it. */
  outcome: 'kept' | 'refused' | 'newer';
}

/** The store, or one in memory where the browser refuses storage: the page works all the same, for this visit. */
export async function usableRunStore(store: RunStore): Promise<UsableStore> {
  try {
    await store.heads();
    return { store, outcome: 'kept' };
  } catch (error) {
    const newer = error instanceof StorageFailure && error.kind === 'newer-version';
    // Few browsers need it, and then at once: the page has only just come.
    const { memoryRunStore } = await import('./memory-run-store');
    return { store: memoryRunStore(), outcome: newer ? 'newer' : 'refused' };
  }
}
