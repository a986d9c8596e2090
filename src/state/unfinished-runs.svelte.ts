import type { RunHead } from '../core/model/run';
import type { RunOwnership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';

/** Runs whose tab was closed or died before they were done. */
export class UnfinishedRuns {
  readonly #runs: RunStore;
  readonly #ownership: RunOwnership;
  #heads = $state.raw<readonly RunHead[]>([]);

  constructor(runs: RunStore, ownership: RunOwnership) {
    this.#runs = runs;
    this.#ownership = ownership;
  }

  /** The newest first. */
  get heads(): readonly RunHead[] {
    return this.#heads;
  }

  async look(): Promise<void> {
    try {
      const [{ heads }, owned] = await Promise.all([this.#runs.heads(), this.#ownership.ownedElsewhere()]);
      this.#heads = heads.filter((head) => isOpen(head) && !owned.has(head.id));
    } catch {
      // Where nothing can be read nothing can be gone on with; History says what is wrong.
      this.#heads = [];
    }
  }
  dismiss(id: string): void {
    this.#heads = this.#heads.filter((head) => head.id !== id);
  }
  /** The run stays in the history as it is, and is no longer asked about. Another tab may have gone on with it meanwhile. */
  async leave(id: string): Promise<void> {
    const owned = await this.#ownership.ownedElsewhere();
    if (!owned.has(id))
      await this.#runs.changeHead(id, (head) =>
        isOpen(head) ? { ...head, state: 'cancelled', pause: null } : head,
      );
    this.dismiss(id);
  }
}

/** A run that waits for the results of a batch was left on purpose. */
function isOpen({ state, pause, removed }: RunHead): boolean {
  const open = state === 'running' || (state === 'paused' && pause?.because !== 'batch');
  return open && removed === null;
}
