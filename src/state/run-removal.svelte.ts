import type { RunHead } from '../core/model/run';
import type { RunMessage } from '../storage/runs/run-channel';
import type { Ownership, RunOwnership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';
import { troubleOf } from './storage-trouble';

export interface RemovalTools {
  runs: RunStore;
  ownership: RunOwnership;
  now: () => Date;
  /** To other tabs and to the other screens of this one. */
  tell: (message: RunMessage) => void;
}

/** Where the browser has no locks, another tab may offer to undo for this long at most. */
const graceMilliseconds = 10 * 60 * 1000;

/** A run that can be brought back. `marked`: its head says so in the storage too. */
interface Offered {
  head: RunHead;
  owned: Ownership;
  marked: boolean;
}

/**
 * Deletes runs in two steps: marked first, so that it can be undone, then for good. While undoing is offered this tab owns the
 * run: nobody goes on with it, and no other tab sweeps it away. A storage that is full takes no mark, and deleting is what
 * makes room in it: only this tab knows of such a deletion until it is done for good.
 */
export class RunRemoval {
  readonly #tools: RemovalTools;
  #offered = $state.raw<Offered | null>(null);
  /** Deleted in this tab, whatever their heads say. */
  readonly #deleted = new Set<string>();
  /** Being marked. */
  readonly #marking = new Map<string, Promise<'removed' | 'busy' | 'gone'>>();

  constructor(tools: RemovalTools) {
    this.#tools = tools;
  }

  /** The run that can be brought back. */
  get offered(): RunHead | null {
    return this.#offered?.head ?? null;
  }

  hides(id: string): boolean {
    return this.#deleted.has(id);
  }

  /** `busy`: it is being judged, here or in another tab. Asked twice, as by a double click, it is done once. */
  async remove(id: string): Promise<'removed' | 'busy' | 'gone'> {
    if (this.#deleted.has(id)) return 'removed';
    const marking = this.#marking.get(id) ?? this.#markAndOffer(id);
    this.#marking.set(id, marking);
    try {
      return await marking;
    } finally {
      this.#marking.delete(id);
    }
  }

  async #markAndOffer(id: string): Promise<'removed' | 'busy' | 'gone'> {
    const { ownership, tell } = this.#tools;
    const owned = await ownership.claim(id);
    if (!owned) return 'busy';
    try {
      const mark = await this.#mark(id);
      if (!mark) {
        await owned.release();
        return 'gone';
      }
      const before = this.#offered;
      this.#offered = { ...mark, owned };
      this.#deleted.add(id);
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
    // At once: whoever leaves the list or deletes the next run while this is stored must not finish it.
    this.#offered = null;
    const { id } = offered.head;
    try {
      const head = await this.#unmark(offered);
      this.#deleted.delete(id);
      await offered.owned.release();
      this.#tools.tell({ kind: 'head', run: id });
      return head ? 'back' : 'gone';
    } catch (error) {
      // It can still be brought back, unless another is the one that can by now.
      if (this.offered === null) this.#offered = offered;
      else await offered.owned.release();
      throw error;
    }
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

  /** Null where there is no such run. */
  async #mark(id: string): Promise<Pick<Offered, 'head' | 'marked'> | null> {
    const { runs, now } = this.#tools;
    const removed = now().toISOString();
    try {
      const head = await runs.changeHead(id, (stored) => ({ ...stored, removed }));
      return head && { head, marked: true };
    } catch (error) {
      if (troubleOf(error).kind !== 'quota') throw error;
      const head = await runs.head(id);
      return head && { head: { ...head, removed }, marked: false };
    }
  }

  #unmark({ head: { id }, marked }: Offered): Promise<RunHead | null> {
    const { runs } = this.#tools;
    return marked ? runs.changeHead(id, (stored) => ({ ...stored, removed: null })) : runs.head(id);
  }

  async #finish({ head, owned }: Offered): Promise<void> {
    try {
      await this.#tools.runs.remove(head.id);
      this.#tools.tell({ kind: 'removed', run: head.id });
    } catch {
      // It stays marked, and the next visit sweeps it away; without a mark it stays as it was.
    } finally {
      // A file may bring it back under the same id.
      this.#deleted.delete(head.id);
      await owned.release();
    }
  }
}
