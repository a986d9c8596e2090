import type { RunHead } from '../run-record';
import type { SheetChanges } from '../sheet-changes';
import type { RunLocks } from './run-locks';
import { stateOf, type RunState } from './run-state';

/** Before this a rate would be a guess. */
const fewestForSpeed = 3;
const shortestForSpeed = 1_000;

export class RunsElsewhere {
  readonly #locks: RunLocks;
  #owned = $state.raw<ReadonlySet<string>>(new Set());
  readonly #awaited = new Set<string>();

  constructor(locks: RunLocks, changes: SheetChanges) {
    this.#locks = locks;
    changes.listen(({ run, upTo }) => {
      // Results alone do not change which tab has a run.
      if (run !== undefined && (upTo === undefined || !this.#awaited.has(run))) this.look();
    });
    this.look();
  }

  /** With how fast it goes, where another tab drives it. */
  stateOf(head: RunHead): RunState {
    const state = stateOf(head, this.#owned.has(head.id));
    if (state.kind !== 'elsewhere' || state.doing !== 'judging') return state;
    const { milliseconds, orders } = head;
    const { done, total } = state;
    // The stored time is that of the whole run: it says how fast the first order goes, and no later one.
    if (orders.at(-1)?.since !== 0 || done < fewestForSpeed || milliseconds < shortestForSpeed) return state;
    const speed = {
      perSecond: (1000 * done) / milliseconds,
      millisecondsLeft: (milliseconds / done) * (total - done),
    };
    return { ...state, speed };
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
  /** A driver may end or die without a message. */
  async #await(run: string): Promise<void> {
    if (this.#awaited.has(run)) return;
    this.#awaited.add(run);
    await this.#locks.whenFree(run, new AbortController().signal).catch(() => undefined);
    this.#awaited.delete(run);
    await this.#look();
  }
}
