import type { RunHead } from '../run-record';
import type { SheetChanges } from '../sheet-changes';
import type { RunLocks } from './run-locks';
import type { SheetStore } from '../sheet-store';
import { cancelledHead, isUnfinished } from './resume-run';
import { sheetTitle } from '../run-names';
import { SheetListing } from '../history/sheet-listing.svelte';

interface Tools {
  store: SheetStore;
  locks: RunLocks;
  changes: SheetChanges;
}

export interface UnfinishedRun {
  run: RunHead;
  /** What its sheet is called. */
  sheet: string;
}

/** Nobody waits for this list while a run goes on. */
const throttleMilliseconds = 1000;

/** Runs that were begun in this browser and are not over. */
export class UnfinishedRuns {
  readonly #tools: Tools;
  readonly #stored: SheetListing;
  #dismissed = $state.raw<ReadonlySet<string>>(new Set());
  readonly #all = $derived.by(() => {
    const { sheets, runs } = this.#stored.listing;
    const titles = new Map(
      sheets.flatMap((head) => (head.removed === null ? [[head.id, sheetTitle(head)]] : [])),
    );
    return runs
      .flatMap((run): UnfinishedRun[] => {
        const sheet = titles.get(run.sheet);
        return sheet !== undefined && isUnfinished(run) && !this.#dismissed.has(run.id)
          ? [{ run, sheet }]
          : [];
      })
      .toSorted((a, b) => b.run.created.localeCompare(a.run.created));
  });
  /** Those that no tab drives, newest first. The run that this tab drives is among them until it is dismissed. */
  readonly offered = $derived(this.#all.filter(({ run }) => !this.#stored.elsewhere.has(run.id)));
  /** Those that other tabs drive. */
  readonly elsewhere = $derived(this.#all.filter(({ run }) => this.#stored.elsewhere.has(run.id)));

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#stored = new SheetListing(tools, { throttleMilliseconds });
  }

  /** Gives a function that ends the watching. */
  watch(): () => void {
    return this.#stored.watch();
  }
  look(): Promise<void> {
    return this.#stored.look();
  }
  /** For this visit. */
  dismiss(run: string): void {
    if (!this.#dismissed.has(run)) this.#dismissed = new Set([...this.#dismissed, run]);
  }
  /** The run keeps its results and is not offered again. A run that another tab resumed meanwhile stays as it is. */
  async leave({ id, sheet }: RunHead): Promise<void> {
    const { store, locks, changes } = this.#tools;
    const lock = await locks.claim(id);
    try {
      if (lock) {
        await store.changeRun(id, (head) => (isUnfinished(head) ? cancelledHead(head) : head));
        changes.tell({ sheet, run: id });
      }
    } finally {
      await lock?.release();
    }
    this.dismiss(id);
  }
}
