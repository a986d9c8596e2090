import { StorageFailure, type RunStore } from './run-store';

export interface UsableStore {
  store: RunStore;
  /** `newer`: what is stored belongs to a newer Assay, and this one must be reloaded to use it. */
  outcome: 'kept' | 'refused' | 'newer';
}

interface Tools {
  wait: (milliseconds: number) => Promise<void>;
  /** How many results lie in memory alone, whenever that changes. */
  inMemory: (results: number) => void;
}

/** After a crash, or while a process that ends still holds its lock, a browser may fail to open a database for a moment. */
const waitMilliseconds = [100, 300, 600, 1_000];

/** What a browser says that refuses storage, in its settings or in a private window: it will say so again. */
const refusals = ['SecurityError', 'InvalidStateError'];

/** The store, or one in memory where the browser refuses storage: the page works all the same, for this visit. */
export async function usableRunStore(store: RunStore, { wait, inMemory }: Tools): Promise<UsableStore> {
  try {
    await open(store, wait);
    return { store, outcome: 'kept' };
  } catch (error) {
    const newer = error instanceof StorageFailure && error.kind === 'newer-version';
    // Few browsers need it, and then at once: the page has only just come.
    const { memoryRunStore } = await import('./memory-run-store');
    return { store: memoryRunStore(inMemory), outcome: newer ? 'newer' : 'refused' };
  }
}

async function open(store: RunStore, wait: Tools['wait']): Promise<void> {
  for (const milliseconds of waitMilliseconds) {
    try {
      await store.heads();
      return;
    } catch (error) {
      if (!mayPass(error)) throw error;
    }
    await wait(milliseconds);
  }
  await store.heads();
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof StorageFailure) || error.kind !== 'unavailable') return false;
  // One that does not come from the browser is about something that it has not.
  return error.cause instanceof DOMException && !refusals.includes(error.cause.name);
}
