import type { Space, StorageSpace } from '../kit/storage/storage-space';
import { retryStorage, type Wait } from '../kit/storage/stored-settings';
import { troubleOf, type SheetStore } from './sheet-store';

interface Tools {
  database: { listen(listener: (event: string) => void): unknown };
  space: StorageSpace;
}

/** Whether what is judged in this tab is kept, and what room there is. */
export class StorageState {
  durable = $state(true);
  inMemory = $state(0);
  /** False where two tabs may drive the same run, because the browser has no locks. */
  exclusive = $state(true);
  /** A newer Assay has taken over the storage: this tab stores nothing until it is reloaded. */
  outdated = $state(false);
  room = $state.raw<Space | null>(null);
  /** The browser was asked to keep what is stored, and did not agree. */
  refused = $state(false);
  readonly #space: StorageSpace;

  constructor({ database, space }: Tools) {
    this.#space = space;
    database.listen((event) => {
      if (event === 'outdated') this.outdated = true;
    });
  }

  /** The store, or one in memory where the browser refuses storage: then the page works for this visit. */
  async open(store: SheetStore, { wait, now }: { wait: Wait; now: () => Date }): Promise<SheetStore> {
    try {
      await retryStorage(() => store.list(), wait);
      return store;
    } catch (error) {
      this.durable = false;
      if (troubleOf(error).kind === 'newer-version') this.outdated = true;
      // Few browsers need it, and then at once: the page has only just come.
      const { memorySheetStore } = await import('./store/memory-database');
      return memorySheetStore({ now, inMemory: (results) => (this.inMemory = results) });
    }
  }
  async look(): Promise<void> {
    this.room = await this.#space.look();
  }
  async askToKeep(): Promise<void> {
    this.room = await this.#space.askToKeep();
    this.refused = this.room.persistence !== 'kept';
  }
}
