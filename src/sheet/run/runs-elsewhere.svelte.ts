import { RateWindow, timeLeft } from '../../kit/rate-window';
import type { RunHead } from '../run-record';
import type { SheetChanges } from '../sheet-changes';
import type { RunLocks } from './run-locks';
import { stateBeside, type RunState, type Speed } from './run-state';

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

/** What the stored head of a run tells of its progress. */
interface Reached {
  done: number;
  total: number;
  /** Spent judging by then. It stands still in a pause. */
  milliseconds: number;
}

interface Seen extends Reached {
  window: RateWindow;
}

/** How fast runs go that other tabs drive: from what is stored of them, by their owners' clocks. */
export class SeenSpeeds {
  readonly #seen = new Map<string, Seen>();

  /** Null until there is enough to tell. */
  see(run: string, reached: Reached): Speed | null {
    const { done, total, milliseconds } = reached;
    const before = this.#seen.get(run);
    // Where failed cases are asked again, there is less done than before.
    const goesOn = before && done >= before.done && milliseconds >= before.milliseconds;
    const window = goesOn ? before.window : new RateWindow(milliseconds);
    if (goesOn && done > before.done) window.add(milliseconds, done - before.done);
    this.#seen.set(run, { ...reached, window });
    const perSecond = window.perSecond(milliseconds);
    const millisecondsLeft = timeLeft(total - done, perSecond);
    return perSecond === null || millisecondsLeft === null ? null : { perSecond, millisecondsLeft };
  }
  forget(run: string): void {
    this.#seen.delete(run);
  }
}
