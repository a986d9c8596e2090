import type { RunHead } from '../run-record';
import type { SheetHead } from '../sheet';
import { changeOf, Removal, type Item, type RemovalTools } from './removal.svelte';
import { stateOf, type RunState } from '../run/run-state';
import { SheetListing } from './sheet-listing.svelte';
import { CaseIdIndex, findSheets, fold, listSheets, type ListedSheet } from './sheet-search.svelte';
import { troubleOf, type Listing, type Trouble } from '../sheet-store';

export interface HistoryTools extends RemovalTools {
  here: () => { id: string; state: RunState } | null;
  /** What a person reads of a run besides its name and note. */
  wordsOf: (run: RunHead) => readonly string[];
}

export interface HistoryProblem {
  item: Item;
  what: 'busy' | 'gone' | 'not-changed' | 'not-removed' | 'not-opened';
  trouble: Trouble;
}

/** Counted in sheets and damaged records. */
export interface RemovedAll {
  removed: number;
  /** A tab judges one of their runs. */
  stayed: number;
  trouble: Trouble | null;
}

export type Damaged = Listing['damaged'][number];

/** The sheets that this browser keeps, with their runs, and what a person does with them. */
export class History {
  readonly #tools: HistoryTools;
  readonly stored: SheetListing;
  readonly removal: Removal;
  readonly #caseIds: CaseIdIndex;
  #search = $state('');
  #chosen = $state.raw<readonly string[]>([]);
  problem = $state.raw<HistoryProblem | null>(null);
  readonly sheets: readonly ListedSheet[] = $derived.by(() => {
    const { sheets, runs } = this.stored.listing;
    return listSheets(
      sheets.filter((head) => this.#isListed(head)),
      runs.filter((head) => this.#isListed(head)),
    );
  });
  readonly #runIds = $derived(new Set(this.sheets.flatMap(({ runs }) => runs.map(({ id }) => id))));
  readonly found = $derived(findSheets(this.sheets, this.#search, (sheet) => this.#textsOf(sheet)));
  /** Ids of runs chosen for comparison, in the order they were chosen. */
  readonly chosen = $derived(this.#chosen.filter((id) => this.#runIds.has(id)));

  constructor(tools: HistoryTools) {
    this.#tools = tools;
    this.stored = new SheetListing(tools, () => this.#readCaseIds());
    this.removal = new Removal(tools);
    this.#caseIds = new CaseIdIndex(tools.store);
  }

  get runCount(): number {
    return this.#runIds.size;
  }
  get search(): string {
    return this.#search;
  }
  set search(text: string) {
    this.#search = text;
    this.#readCaseIds();
  }
  /** The case ids that are searched are still being read. */
  get searching(): boolean {
    return this.#search.trim() !== '' && this.#caseIds.reading;
  }
  stateOf(run: RunHead): RunState {
    const here = this.#tools.here();
    return here?.id === run.id ? here.state : stateOf(run, this.stored.elsewhere.has(run.id));
  }

  choose(id: string, chosen: boolean): void {
    const others = this.#chosen.filter((one) => one !== id);
    this.#chosen = chosen ? [...others, id] : others;
  }
  /** Something failed outside of this class, as opening a sheet. */
  report(item: Item, what: HistoryProblem['what'], error: unknown): void {
    this.problem = { item, what, trouble: troubleOf(error) };
  }

  /** Keeps the list true while it is shown. Gives a function that ends that, and with it the chance to undo. */
  watch(): () => void {
    const unwatch = this.stored.watch();
    return () => {
      unwatch();
      void this.#caseIds.read([]);
      this.problem = null;
      void this.removal.settle();
    };
  }

  change(item: Item, change: Partial<Pick<SheetHead, 'title' | 'note' | 'pinned'>>): Promise<boolean> {
    return this.#try(item, 'not-changed', async () => {
      const { store, changes } = this.#tools;
      const { id } = item.head;
      const changed =
        item.kind === 'sheet'
          ? await store.changeSheet(id, (head) => ({ ...head, ...change }))
          : await store.changeRun(id, (head) => ({ ...head, ...change }));
      if (!changed) return 'gone';
      changes.notify(changeOf(item));
      return null;
    });
  }

  remove(item: Item): Promise<boolean> {
    return this.#try(item, 'not-removed', async () => {
      const outcome = await this.removal.remove(item);
      return outcome === 'removed' ? null : outcome;
    });
  }
  async undo(): Promise<void> {
    const item = this.removal.offered;
    if (item) await this.#try(item, 'not-changed', async () => ((await this.removal.undo()) ? null : 'gone'));
  }
  async removeDamaged({ kind, id }: Damaged): Promise<'busy' | Trouble | null> {
    try {
      if (!(await this.removal.removeForGood(kind, id))) return 'busy';
      await this.stored.look();
      return null;
    } catch (error) {
      return troubleOf(error);
    }
  }
  /** For good. Sheets with a run that is being judged stay, and are counted. Stops where the storage refuses. */
  async removeAll(): Promise<RemovedAll> {
    let removed = 0;
    let stayed = 0;
    let trouble: Trouble | null = null;
    try {
      await this.removal.settle();
      const { sheets, damaged } = await this.#tools.store.list();
      const whole = sheets.map(({ id }): Damaged => ({ kind: 'sheet', id }));
      for (const { kind, id } of [...whole, ...damaged]) {
        if (await this.removal.removeForGood(kind, id)) removed += 1;
        else stayed += 1;
      }
    } catch (error) {
      trouble = troubleOf(error);
    }
    await this.stored.look();
    return { removed, stayed, trouble };
  }
  /** Once a visit: removes for good what was deleted in earlier ones. */
  async sweep(): Promise<void> {
    try {
      await this.removal.sweep();
    } catch {
      // The next visit tries again. Where nothing can be read, the list says so.
    }
  }

  #isListed({ id, removed }: SheetHead | RunHead): boolean {
    return removed === null && this.removal.offered?.head.id !== id;
  }

  #textsOf({ head, runs }: ListedSheet): string[] {
    const { id, title, note, rubric, firstCase, sources } = head;
    const words = [title, note, rubric.title, firstCase, ...sources.map(({ name }) => name)];
    for (const run of runs)
      words.push(run.title, run.note, run.rubric.title, run.judge.model, ...this.#tools.wordsOf(run));
    return [fold(words.join('\n')), this.#caseIds.textOf(id)];
  }
  #readCaseIds(): void {
    void this.#caseIds.read(this.#search.trim() === '' ? [] : this.sheets.map(({ head }) => head));
  }

  /** Does what a person asked for, reads the list again, and says what went wrong. False where something did. */
  async #try(
    item: Item,
    what: HistoryProblem['what'],
    work: () => Promise<'busy' | 'gone' | null>,
  ): Promise<boolean> {
    this.problem = null;
    try {
      const refused = await work();
      await this.stored.look();
      if (refused) this.report(item, refused, '');
      return refused === null;
    } catch (error) {
      this.report(item, what, error);
      return false;
    }
  }
}
