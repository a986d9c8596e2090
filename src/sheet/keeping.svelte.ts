import type { Space, StorageSpace } from '../kit/storage/storage-space';

interface Tools {
  database: { listen(listener: (event: string) => void): unknown };
  space: StorageSpace;
}

/** Whether what is judged in this tab is kept, and what room there is. */
export class Keeping {
  /** False where runs are gone when the tab closes. */
  durable = $state(true);
  /** How many judged cases are gone when the tab closes. */
  inMemory = $state(0);
  /** False where nothing keeps two tabs from driving the same run. */
  exclusive = $state(true);
  /** A newer Assay has taken over the storage: this tab stores nothing until it is reloaded. */
  outdated = $state(false);
  /** Null until it has been looked at. */
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

  /** What opening the storage came to. `exclusive`: whether the browser has locks. */
  opened(outcome: 'kept' | 'refused' | 'newer', exclusive = true): void {
    this.exclusive = exclusive;
    this.durable = outcome === 'kept';
    if (outcome === 'newer') this.outdated = true;
  }
  async look(): Promise<void> {
    this.room = await this.#space.look();
  }
  async askToKeep(): Promise<void> {
    this.room = await this.#space.askToKeep();
    this.refused = this.room.persistence !== 'kept';
  }
}
