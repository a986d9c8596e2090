import { SvelteSet } from 'svelte/reactivity';
import type { RunHead } from '../run-record';
import { cancelStoredRun, isUnfinished } from './resume-run';
import { sheetTitle } from '../run-names';
import { SheetListing } from '../history/sheet-listing.svelte';

type Tools = ConstructorParameters<typeof SheetListing>[0];

export interface UnfinishedRun {
  run: RunHead;
  sheet: string;
}

/** Runs that were begun in this browser and are not over. */
export class UnfinishedRuns {
  readonly #tools: Tools;
  readonly stored: SheetListing;
  readonly #dismissed = new SvelteSet<string>();
  readonly #all = $derived.by(() => {
    const { sheets, runs } = this.stored.listing;
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
  readonly offered = $derived(this.#all.filter(({ run }) => !this.stored.elsewhere.has(run.id)));
  readonly elsewhere = $derived(this.#all.filter(({ run }) => this.stored.elsewhere.has(run.id)));

  constructor(tools: Tools) {
    this.#tools = tools;
    this.stored = new SheetListing(tools);
  }

  dismiss(run: string): void {
    this.#dismissed.add(run);
  }
  /** The run keeps its results and is not offered again. A run that another tab resumed meanwhile stays as it is. */
  async leave(run: RunHead): Promise<void> {
    await cancelStoredRun(run, this.#tools);
    this.dismiss(run.id);
  }
}
