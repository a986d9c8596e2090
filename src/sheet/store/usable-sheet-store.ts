import { retryStorage, type Wait } from '../../kit/storage/stored-settings';
import { StorageFailure, type SheetStore } from '../sheet-store';

export interface UsableStore {
  store: SheetStore;
  /** `newer`: what is stored belongs to a newer Assay, and this one must be reloaded to use it. */
  outcome: 'kept' | 'refused' | 'newer';
}

interface Tools {
  wait: Wait;
  now: () => Date;
  /** Hears how many results lie in memory alone, whenever that changes. */
  inMemory: (results: number) => void;
}

/** The store, or one in memory where the browser refuses storage: the page works all the same, for this visit. */
export async function usableSheetStore(
  store: SheetStore,
  { wait, now, inMemory }: Tools,
): Promise<UsableStore> {
  try {
    await retryStorage(() => store.list(), wait);
    return { store, outcome: 'kept' };
  } catch (error) {
    const newer = error instanceof StorageFailure && error.kind === 'newer-version';
    // Few browsers need it, and then at once: the page has only just come.
    const { memorySheetStore } = await import('./memory-database');
    return { store: memorySheetStore({ now, inMemory }), outcome: newer ? 'newer' : 'refused' };
  }
}
