import type { RunHead } from '../run-record';
import type { SheetHead } from '../sheet';
import type { SheetChange, SheetChanges } from '../sheet-changes';
import type { RunLock, RunLocks } from '../run/run-locks';
import { type SheetStore, troubleOf } from '../sheet-store';

export interface RemovalTools {
  store: SheetStore;
  locks: RunLocks;
  changes: SheetChanges;
  now: () => Date;
}

/** A sheet with all its runs, or one run. */
export type Item = { kind: 'sheet'; head: SheetHead } | { kind: 'run'; head: RunHead };

/** Where the browser has no locks, another tab may offer to undo for this long at most. */
const graceMilliseconds = 10 * 60 * 1000;

/** What can be brought back. `marked`: its stored head says that it is removed. */
interface Offered {
  item: Item;
  locks: Map<string, RunLock>;
  marked: boolean;
}

/**
 * Deletes sheets and runs in two steps: first it marks them, so that it can be undone, then it removes them for good. While undo
 * is offered this tab has the locks, of a sheet those of all its runs: no tab resumes them or sweeps them away. A full storage
 * takes no mark, and deleting makes room in it: then only this tab knows of the deletion until it is final.
 */
export class Removal {
  readonly #tools: RemovalTools;
  #offered = $state.raw<Offered | null>(null);
  /** Ids that were deleted in this tab, whatever their heads say. */
  #deleted = $state.raw<ReadonlySet<string>>(new Set());
  readonly #marking = new Map<string, Promise<'removed' | 'busy' | 'gone'>>();

  constructor(tools: RemovalTools) {
    this.#tools = tools;
  }

  /** What can be brought back. */
  get offered(): Item | null {
    return this.#offered?.item ?? null;
  }

  hides(id: string): boolean {
    return this.#deleted.has(id);
  }

  /** `busy`: a tab drives the run, or one of the sheet's runs. A double click deletes once. */
  async remove(item: Item): Promise<'removed' | 'busy' | 'gone'> {
    const { id } = item.head;
    if (this.#deleted.has(id)) return 'removed';
    const marking = this.#marking.get(id) ?? this.#markAndOffer(item);
    this.#marking.set(id, marking);
    try {
      return await marking;
    } finally {
      this.#marking.delete(id);
    }
  }

  async undo(): Promise<'back' | 'gone'> {
    const offered = this.#offered;
    if (!offered) return 'gone';
    // At once: leaving the list or deleting the next item must not make this one final.
    this.#offered = null;
    const { item, locks, marked } = offered;
    try {
      const head = marked ? await this.#mark(item, null) : await this.#stored(item);
      this.#show(item);
      await releaseAll(locks);
      this.#tools.changes.tell(changeOf(item));
      return head ? 'back' : 'gone';
    } catch (error) {
      // It can still be brought back, unless another item is the one that can by now.
      if (this.offered === null) this.#offered = offered;
      else await releaseAll(locks);
      throw error;
    }
  }

  /** Ends the offer to undo. */
  async settle(): Promise<void> {
    const offered = this.#offered;
    this.#offered = null;
    if (offered) await this.#finish(offered);
  }

  /** Removes for good what was deleted in visits that are over. */
  async sweep(): Promise<void> {
    const { store, locks, now } = this.#tools;
    const latest = locks.exclusive ? Infinity : now().getTime() - graceMilliseconds;
    const { sheets, runs } = await store.list();
    const items: Item[] = [
      ...sheets.map((head) => ({ kind: 'sheet', head }) as const),
      ...runs.map((head) => ({ kind: 'run', head }) as const),
    ];
    for (const item of items) {
      const { id, removed } = item.head;
      if (removed === null || Date.parse(removed) > latest) continue;
      await this.#withLocks(item.kind, id, async () => {
        // Another tab may have brought it back meanwhile.
        const stored = await this.#stored(item);
        if (stored && stored.removed !== null) await this.#removeNow(item.kind, id, changeOf(item));
      });
    }
  }

  /** False where a tab drives it. Works without a readable head. */
  removeForGood(kind: Item['kind'], id: string, sheet: string): Promise<boolean> {
    const change = kind === 'sheet' ? { sheet: id } : { sheet, run: id };
    return this.#withLocks(kind, id, () => this.#removeNow(kind, id, change));
  }

  async #markAndOffer(item: Item): Promise<'removed' | 'busy' | 'gone'> {
    const { changes, now } = this.#tools;
    const { id } = item.head;
    // This tab still has the lock of a run that it deleted just before.
    if (item.kind === 'sheet' && this.#offersRunOf(id)) await this.settle();
    const locks = await this.#claim(item.kind, id);
    if (!locks) return 'busy';
    try {
      const mark = await this.#markIfRoom(item, now().toISOString());
      if (!mark) {
        await releaseAll(locks);
        return 'gone';
      }
      const before = this.#offered;
      this.#offered = { ...mark, locks };
      this.#deleted = new Set([...this.#deleted, id]);
      changes.tell(changeOf(item));
      if (before) await this.#finish(before);
      return 'removed';
    } catch (error) {
      if (this.#offered?.locks !== locks) await releaseAll(locks);
      throw error;
    }
  }

  /** Null where it is no longer stored. */
  async #markIfRoom(item: Item, removed: string): Promise<Pick<Offered, 'item' | 'marked'> | null> {
    try {
      return (await this.#mark(item, removed)) && { item, marked: true };
    } catch (error) {
      if (troubleOf(error).kind !== 'quota') throw error;
      return (await this.#stored(item)) && { item, marked: false };
    }
  }

  #mark({ kind, head: { id } }: Item, removed: string | null): Promise<SheetHead | RunHead | null> {
    const { store } = this.#tools;
    return kind === 'sheet'
      ? store.changeSheet(id, (head) => ({ ...head, removed }))
      : store.changeRun(id, (head) => ({ ...head, removed }));
  }

  #stored({ kind, head: { id } }: Item): Promise<SheetHead | RunHead | null> {
    const { store } = this.#tools;
    return kind === 'sheet' ? store.sheet(id) : store.run(id);
  }

  async #finish({ item, locks, marked }: Offered): Promise<void> {
    const { kind, head } = item;
    let claimed: ReadonlyMap<string, RunLock> = locks;
    try {
      // Another tab that has the sheet open may have begun a run meanwhile: then the sheet stays.
      const all = await this.#claim(kind, head.id, locks);
      if (all) {
        claimed = all;
        await this.#removeNow(kind, head.id, changeOf(item));
      } else if (marked) {
        await this.#mark(item, null);
        this.#tools.changes.tell(changeOf(item));
      }
    } catch {
      // It stays marked, and the next visit sweeps it away. Without a mark it stays as it was.
    } finally {
      // A file may bring it back under the same id.
      this.#show(item);
      await releaseAll(claimed);
    }
  }

  async #removeNow(kind: Item['kind'], id: string, change: SheetChange): Promise<void> {
    const { store, changes } = this.#tools;
    await (kind === 'sheet' ? store.removeSheet(id) : store.removeRun(id));
    changes.tell({ ...change, removed: true });
  }

  async #withLocks(kind: Item['kind'], id: string, work: () => Promise<void>): Promise<boolean> {
    const locks = await this.#claim(kind, id);
    if (!locks) return false;
    try {
      await work();
      return true;
    } finally {
      await releaseAll(locks);
    }
  }

  /**
   * A sheet has a lock of its own, so that one without runs is not swept away while undo is offered. Null where a tab has one of
   * the locks; those claimed before this call stay claimed.
   */
  async #claim(
    kind: Item['kind'],
    id: string,
    before: ReadonlyMap<string, RunLock> = new Map(),
  ): Promise<Map<string, RunLock> | null> {
    const { locks } = this.#tools;
    const runs = kind === 'sheet' ? await this.#runsOf(id) : [];
    const claimed = new Map<string, RunLock>();
    for (const one of [id, ...runs]) {
      if (before.has(one)) continue;
      const lock = await locks.claim(one);
      if (!lock) {
        await releaseAll(claimed);
        return null;
      }
      claimed.set(one, lock);
    }
    return new Map([...before, ...claimed]);
  }

  async #runsOf(sheet: string): Promise<string[]> {
    const { store } = this.#tools;
    const runs = await store.runs(sheet).catch(async (error: unknown) => {
      if (troubleOf(error).kind !== 'damaged') throw error;
      // The list leaves out what cannot be read.
      return (await store.list()).runs.filter((run) => run.sheet === sheet);
    });
    return runs.map(({ id }) => id);
  }

  #offersRunOf(sheet: string): boolean {
    const item = this.offered;
    return item?.kind === 'run' && item.head.sheet === sheet;
  }
  #show({ head: { id } }: Item): void {
    this.#deleted = new Set([...this.#deleted].filter((one) => one !== id));
  }
}

function changeOf(item: Item): SheetChange {
  return item.kind === 'sheet' ? { sheet: item.head.id } : { sheet: item.head.sheet, run: item.head.id };
}

async function releaseAll(locks: ReadonlyMap<string, RunLock>): Promise<void> {
  await Promise.all([...locks.values()].map((lock) => lock.release()));
}
