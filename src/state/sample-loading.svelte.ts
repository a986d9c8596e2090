import { messageOf } from '../core/model/message-of';
import type { LaidOut } from './laid-out.svelte';
import type { RubricShelf } from './rubric-shelf.svelte';

/** Brings a rubric's sample cases to the table. */
export class SampleLoading {
  readonly #shelf: RubricShelf;
  readonly #table: LaidOut;
  #busy = $state(false);

  constructor(shelf: RubricShelf, table: LaidOut) {
    this.#shelf = shelf;
    this.#table = table;
  }

  get busy(): boolean {
    return this.#busy;
  }

  async load(): Promise<void> {
    const table = this.#table;
    const id = table.rubricId;
    this.#busy = true;
    try {
      const samples = await this.#shelf.samples(id);
      if (id !== table.rubricId) return;
      table.desk.add(samples);
      table.changes.forget();
    } catch (error) {
      table.desk.run = { kind: 'failed', message: messageOf(error) };
    } finally {
      this.#busy = false;
    }
  }
}
