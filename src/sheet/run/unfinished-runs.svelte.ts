import type { RunHead } from '../run-record';
import { cancelStoredRun, isUnfinished } from './resume-run';
import { sheetTitle } from '../run-names';
import { SheetListing } from '../history/sheet-listing.svelte';

type Tools = ConstructorParameters<typeof SheetListing>[0];

export interface UnfinishedRun {
  run: RunHead;
  sheet: string;
}

/** This list is not urgent while a run goes on. */
const throttleMilliseconds = 1000;

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
  readonly elsewhere = $derived(this.#all.filter(({ run }) => this.#stored.elsewhere.has(run.id)));

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#stored = new SheetListing(tools, { throttleMilliseconds });
  }

  watch(): () => void {
    return this.#stored.watch();
  }
  look(): Promise<void> {
    return this.#stored.look();
  }
  dismiss(run: string): void {
    if (!this.#dismissed.has(run)) this.#dismissed = new Set([...this.#dismissed, run]);
  }
  /** The run keeps its results and is not offered again. A run that another tab resumed meanwhile stays as it is. */
  async leave(run: RunHead): Promise<void> {
    await cancelStoredRun(run, this.#tools);
    this.dismiss(run.id);
  }
}
