import type { SheetChanges } from '../sheet-changes';
import type { RunLocks } from './run-locks';

/** Which runs other tabs drive. */
export class RunsElsewhere {
  readonly #locks: RunLocks;
  ids = $state.raw<ReadonlySet<string>>(new Set());
  readonly #awaited = new Set<string>();
  readonly #onfree: () => void;

  /** `onfree` is called when another tab has let go of a run. */
  constructor(locks: RunLocks, changes: SheetChanges, onfree = () => {}) {
    this.#locks = locks;
    this.#onfree = onfree;
    changes.listen(({ run, upTo }) => {
      // Results alone do not change which tab has a run.
      if (run !== undefined && (upTo === undefined || !this.#awaited.has(run))) void this.look();
    });
    void this.look();
  }

  async look(): Promise<void> {
    const ids = await this.#locks.ownedElsewhere().catch(() => new Set<string>());
    if (ids.size !== this.ids.size || [...ids].some((run) => !this.ids.has(run))) this.ids = ids;
    for (const run of ids) void this.#await(run);
  }
  /** A driver may end or die without a message. */
  async #await(run: string): Promise<void> {
    if (this.#awaited.has(run)) return;
    this.#awaited.add(run);
    await this.#locks.whenFree(run).catch(() => undefined);
    this.#awaited.delete(run);
    await this.look();
    this.#onfree();
  }
}
