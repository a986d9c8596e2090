import type { RunHead } from '../core/model/run';
import type { RunMessage } from '../storage/runs/run-channel';
import type { Ownership, RunOwnership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';

export interface RemovalTools {
  runs: RunStore;
  ownership: RunOwnership;
  now: () => Date;
  /** To other tabs and to the other screens of this one. */
  tell: (message: RunMessage) => void;
}

/** Where the browser has no locks, another tab may offer to undo for this long at most. */
const graceMilliseconds = 10 * 60 * 1000;

/**
 * Deletes runs in two steps: marked first, so that it can be undone, then for good. While undoing is offered this tab owns the
 * run: nobody goes on with it, and no other tab sweeps it away.
 */
export class RunRemoval {
  readonly #tools: RemovalTools;
  #offered = $state.raw<{ head: RunHead; owned: Ownership } | null>(null);

  constructor(tools: RemovalTools) {
    this.#tools = tools;
  }

  /** The run that can be brought back. */
  get offered(): RunHead | null {
    return this.#offered?.head ?? null;
  }

  /** `busy`: it is being judged, here or in another tab. */
  async remove(id: string): Promise<'removed' | 'busy' | 'gone'> {
    const { runs, ownership, now, tell } = this.#tools;
    const owned = await ownership.claim(id);
    if (!owned) return 'busy';
    try {
      const head = await runs.changeHead(id, (stored) => ({ ...stored, removed: now().toISOString() }));
      if (!head) {
        await owned.release();
        return 'gone';
      }
      const before = this.#offered;
      this.#offered = { head, owned };
      tell({ kind: 'head', run: id });
      if (before) await this.#finish(before);
      return 'removed';
    } catch (error) {
      if (this.#offered?.owned !== owned) await owned.release();
      throw error;
    }
  }

  async undo(): Promise<'back' | 'gone'> {
    const offered = this.#offered;
    if (!offered) return 'gone';
    const { runs, tell } = this.#tools;
    const head = await runs.changeHead(offered.head.id, (stored) => ({ ...stored, removed: null }));
    this.#offered = null;
    await offered.owned.release();
    tell({ kind: 'head', run: offered.head.id });
    return head ? 'back' : 'gone';
  }

  /** Undoing is offered no more. */
  async settle(): Promise<void> {
    const offered = this.#offered;
    this.#offered = null;
    if (offered) await this.#finish(offered);
  }

  /** Removes for good what was deleted in visits that are over, and what is left of imports that were broken off. */
  async sweep(): Promise<void> {
    const { runs, ownership, now } = this.#tools;
    const latest = ownership.exclusive ? Infinity : now().getTime() - graceMilliseconds;
    const { heads } = await runs.heads();
    for (const { id, removed } of heads) {
      if (removed !== null && Date.parse(removed) <= latest) await this.removeForGood(id, { marked: true });
    }
  }

  /** Whether it was: a run that somebody owns stays. With `marked`, so does one that was brought back meanwhile. */
  async removeForGood(id: string, { marked = false } = {}): Promise<boolean> {
    const { runs, ownership, tell } = this.#tools;
    const owned = await ownership.claim(id);
    if (!owned) return false;
    try {
      if (marked && (await runs.head(id))?.removed === null) return false;
      await runs.remove(id);
      tell({ kind: 'removed', run: id });
      return true;
    } finally {
      await owned.release();
    }
  }

  async #finish({ head, owned }: { head: RunHead; owned: Ownership }): Promise<void> {
    try {
      await this.#tools.runs.remove(head.id);
      this.#tools.tell({ kind: 'removed', run: head.id });
    } catch {
      // It stays marked, and the next visit sweeps it away.
    } finally {
      await owned.release();
    }
  }
}
