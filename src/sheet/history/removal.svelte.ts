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

export type Item = { kind: 'sheet'; head: SheetHead } | { kind: 'run'; head: RunHead };

/** For so long no other tab removes for good what was deleted: the tab that deleted it may still undo that. */
const undoMilliseconds = 10 * 60 * 1000;

/**
 * Deletes sheets and runs in two steps: first it marks them, so that it can be undone, then it removes them for good. A full
 * storage takes no mark, and deleting makes room in it: then only this tab knows of the deletion until it is final.
 */
export class Removal {
  readonly #tools: RemovalTools;
  /** What can be brought back. `marked`: its stored head says that it is removed. */
  #offered = $state.raw<{ item: Item; marked: boolean } | null>(null);
  #removing: Promise<unknown> = Promise.resolve();

  constructor(tools: RemovalTools) {
    this.#tools = tools;
  }

  get offered(): Item | null {
    return this.#offered?.item ?? null;
  }

  /** `busy`: a tab drives the run, or one of the sheet's runs. Calls follow each other: a double click deletes once. */
  remove(item: Item): Promise<'removed' | 'busy' | 'gone'> {
    const removed = this.#removing.then(() => this.#markAndOffer(item));
    this.#removing = removed.catch(() => undefined);
    return removed;
  }

  /** False where it is no longer stored. */
  async undo(): Promise<boolean> {
    const offered = this.#offered;
    if (!offered) return false;
    // At once: leaving the list or deleting the next item must not make this one final.
    this.#offered = null;
    const { item, marked } = offered;
    try {
      const head = await (marked ? this.#mark(item, null) : this.#stored(item));
      this.#tools.changes.notify(changeOf(item));
      return head !== null;
    } catch (error) {
      // It can still be brought back, unless another item was deleted meanwhile.
      this.#offered ??= offered;
      throw error;
    }
  }

  async settle(): Promise<void> {
    const offered = this.#offered;
    this.#offered = null;
    if (offered) await this.#finish(offered);
  }

  /** Removes for good what was deleted in visits that are over. */
  async sweep(): Promise<void> {
    const { store, now } = this.#tools;
    const latest = now().getTime() - undoMilliseconds;
    const { sheets, runs } = await store.list();
    const items: Item[] = [
      ...sheets.map((head) => ({ kind: 'sheet', head }) as const),
      ...runs.map((head) => ({ kind: 'run', head }) as const),
    ];
    for (const item of items) {
      const { id, removed } = item.head;
      if (removed === null || Date.parse(removed) > latest) continue;
      await this.#whileFree(item.kind, id, async () => {
        // Another tab may have brought it back meanwhile.
        if ((await this.#stored(item))?.removed) await this.#removeNow(item.kind, id, changeOf(item));
      });
    }
  }

  /** False where a tab drives it. Works without a readable head, which alone tells the sheet of a run. */
  async removeForGood(kind: Item['kind'], id: string, sheet = ''): Promise<boolean> {
    const change = kind === 'sheet' ? { sheet: id } : { sheet, run: id };
    return (await this.#whileFree(kind, id, () => this.#removeNow(kind, id, change))) !== 'busy';
  }

  async #markAndOffer(item: Item): Promise<'removed' | 'busy' | 'gone'> {
    const { kind, head } = item;
    const before = this.#offered;
    if (before?.item.head.id === head.id) return 'removed';
    const marked = await this.#whileFree(kind, head.id, () => this.#markIfRoom(item));
    if (marked === 'busy') return 'busy';
    if (marked === null) return 'gone';
    this.#offered = { item, marked };
    this.#tools.changes.notify(changeOf(item));
    if (before) await this.#finish(before);
    return 'removed';
  }

  /** Whether there was room for the mark. Null where the item is no longer stored. */
  async #markIfRoom(item: Item): Promise<boolean | null> {
    try {
      return (await this.#mark(item, this.#tools.now().toISOString())) && true;
    } catch (error) {
      if (troubleOf(error).kind !== 'quota') throw error;
      return (await this.#stored(item)) && false;
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

  async #finish({ item, marked }: { item: Item; marked: boolean }): Promise<void> {
    const { kind, head } = item;
    try {
      // Another tab that has the sheet open may have begun a run meanwhile: then the sheet stays.
      const removed = await this.removeForGood(kind, head.id, changeOf(item).sheet);
      if (removed || !marked) return;
      await this.#mark(item, null);
      this.#tools.changes.notify(changeOf(item));
    } catch {
      // It stays marked, and a later visit sweeps it away. Without a mark it stays as it was.
    }
  }

  async #removeNow(kind: Item['kind'], id: string, change: SheetChange): Promise<void> {
    const { store, changes } = this.#tools;
    await (kind === 'sheet' ? store.removeSheet(id) : store.removeRun(id));
    changes.notify({ ...change, removed: true });
  }

  /** Does the work while no tab drives the run, or any run of the sheet. */
  async #whileFree<T>(kind: Item['kind'], id: string, work: () => Promise<T>): Promise<T | 'busy'> {
    const { store, locks } = this.#tools;
    const runs = kind === 'sheet' ? await store.runs(id) : [];
    const claimed: RunLock[] = [];
    try {
      for (const one of [id, ...runs.map((run) => run.id)]) {
        const lock = await locks.claim(one);
        if (!lock) return 'busy';
        claimed.push(lock);
      }
      return await work();
    } finally {
      await Promise.all(claimed.map((lock) => lock.release()));
    }
  }
}

export function changeOf(item: Item): SheetChange {
  return item.kind === 'sheet' ? { sheet: item.head.id } : { sheet: item.head.sheet, run: item.head.id };
}
