import type { RunHead } from '../core/model/run';
import type { SheetChanges } from '../sheet/changes';
import type { RunLocks } from '../sheet/run-locks';
import { stateBeside, type RunState } from './run-state';
import { SeenSpeeds } from './seen-speeds';

/** Which runs other tabs drive, kept true while they do. */
export class RunsElsewhere {
  readonly #locks: RunLocks;
  readonly #speeds = new SeenSpeeds();
  #owned = $state.raw<ReadonlySet<string>>(new Set());
  readonly #awaited = new Set<string>();

  constructor(locks: RunLocks, changes: SheetChanges) {
    this.#locks = locks;
    changes.listen(({ run, upTo }) => {
      // Results alone do not change who has a run.
      if (run !== undefined && (upTo === undefined || !this.#awaited.has(run))) this.look();
    });
    this.look();
  }

  /** With how fast it goes, where another tab drives it. */
  stateOf(head: RunHead): RunState {
    const state = stateBeside(head, this.#owned);
    const { id, progress, milliseconds } = head;
    if (state.kind !== 'elsewhere' || state.doing !== 'judging') return state;
    const speed = this.#speeds.see(id, { ...progress, milliseconds });
    return speed ? { ...state, speed } : state;
  }
  look(): void {
    void this.#look();
  }

  async #look(): Promise<void> {
    const owned = await this.#locks.ownedElsewhere().catch(() => new Set<string>());
    if (owned.size !== this.#owned.size || [...owned].some((run) => !this.#owned.has(run)))
      this.#owned = owned;
    for (const run of owned) void this.#await(run);
  }
  /** A driver may end or die without a word. */
  async #await(run: string): Promise<void> {
    if (this.#awaited.has(run)) return;
    this.#awaited.add(run);
    await this.#locks.whenFree(run, new AbortController().signal).catch(() => undefined);
    this.#awaited.delete(run);
    this.#speeds.forget(run);
    await this.#look();
  }
}
