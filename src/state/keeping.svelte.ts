import type { SheetDatabase } from '../sheet/store/open-database.browser';
import type { Space, StorageSpace } from '../sheet/store/storage-space';

interface Tools {
  database: Pick<SheetDatabase, 'listen'>;
  space: StorageSpace;
}

/** Whether what is judged in this tab is kept, and what room there is. */
export class Keeping {
  readonly #space: StorageSpace;
  #durable = $state(true);
  #exclusive = $state(true);
  #inMemory = $state(0);
  #outdated = $state(false);
  #room = $state.raw<Space | null>(null);
  #refused = $state(false);

  constructor({ database, space }: Tools) {
    this.#space = space;
    database.listen((event) => {
      if (event === 'outdated') this.#outdated = true;
    });
  }

  /** False where runs are gone when the tab closes. */
  get durable(): boolean {
    return this.#durable;
  }
  /** How many stored results are gone when the tab closes. */
  get inMemory(): number {
    return this.#inMemory;
  }
  /** A newer Assay has taken over the storage: this tab stores nothing until it is reloaded. */
  get outdated(): boolean {
    return this.#outdated;
  }
  /** Null until it has been looked at. */
  get room(): Space | null {
    return this.#room;
  }
  /** The browser was asked to keep what is stored, and did not agree. */
  get refused(): boolean {
    return this.#refused;
  }

  /** False where nothing keeps two tabs from driving the same run. */
  get exclusive(): boolean {
    return this.#exclusive;
  }

  /** What opening the storage came to. `exclusive`: whether the browser has locks. */
  opened(outcome: 'kept' | 'refused' | 'newer', exclusive = true): void {
    this.#exclusive = exclusive;
    this.#durable = outcome === 'kept';
    if (outcome === 'newer') this.#outdated = true;
  }
  /** What a storage that is gone with the tab has by now. */
  holdsInMemory(results: number): void {
    this.#inMemory = results;
  }
  async look(): Promise<void> {
    this.#room = await this.#space.look();
  }
  async askToKeep(): Promise<void> {
    this.#room = await this.#space.askToKeep();
    this.#refused = this.#room.persistence !== 'kept';
  }
}
