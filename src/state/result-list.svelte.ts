import type { Case } from '../core/model/case';
import type { Rubric } from '../core/model/rubric';
import type { RunHead } from '../core/model/run';
import type { SheetView } from '../core/model/sheet';
import type { JudgedCase } from './judged-case';
import type { OriginalColumns, ResultColumn } from './result-columns';
import { activeParts, makeMatcher, noFilter, type ResultFilter, type ResultRow } from './result-filter';
import { arrangeRows, plainArrangement, rearrangeRows, type Arrangement } from './row-arrangement';
import { placeOf, shiftRows } from './row-order';
import { ShownColumns } from './shown-columns.svelte';
import { SlicedWork, type Slices } from './sliced-work';

export interface Sorting {
  column: string;
  descending: boolean;
}

/** Where the list looks things up. Cases and judgements are not tracked: the sheet says which rows changed. */
export interface ResultSource {
  cases: () => readonly Case[];
  /** In the run in focus, or in another. */
  judged: (id: string, run?: string) => JudgedCase | undefined;
  /** These two are tracked. */
  rubric: () => Rubric | undefined;
  others: () => readonly RunHead[];
}

/** More changes than this at once are cheaper, and kinder to the page, as a new arrangement in slices. */
const mostAtOnce = 2000;

/** Which rows the table shows, in which order and with which columns. Rows are places in the list of cases. */
export class ResultList {
  readonly #source: ResultSource;
  readonly #work = new SlicedWork();
  readonly #columns: ShownColumns;
  #arrangement: Arrangement = plainArrangement(0);
  #order = $state.raw<Uint32Array>(this.#arrangement.order);
  #filter = $state.raw<ResultFilter>(noFilter);
  #sorting = $state.raw<Sorting | null>(null);
  #working = $state(false);
  /** Rows that changed while an arrangement was being made. */
  readonly #late = new Set<number>();

  constructor(source: ResultSource) {
    this.#source = source;
    this.#columns = new ShownColumns(source.rubric, source.others);
  }

  /** The rows shown, in their order. */
  get order(): Uint32Array {
    return this.#order;
  }
  get filter(): ResultFilter {
    return this.#filter;
  }
  /** How many parts of the filter are set. */
  get activeFilters(): number {
    return activeParts(this.#filter);
  }
  get sorting(): Sorting | null {
    return this.#sorting;
  }
  get columns(): readonly ResultColumn[] {
    return this.#columns.all;
  }
  /** The order shown is not yet the one asked for. */
  get working(): boolean {
    return this.#working;
  }

  isShown(column: ResultColumn): boolean {
    return this.#columns.isShown(column);
  }
  toggleColumn(id: string): void {
    this.#columns.toggle(id);
    const sorted = this.#columns.find(this.#sorting?.column);
    if (sorted && !this.isShown(sorted)) void this.#sortBy(null);
  }
  get toggled(): ReadonlySet<string> {
    return this.#columns.toggled;
  }
  /** Shows what was shown when the list was left. */
  restore({ filter, sorting, toggled }: Pick<SheetView, 'filter' | 'sorting' | 'toggled'>): Promise<void> {
    this.#columns.restore(toggled);
    this.#filter = { ...noFilter, ...filter };
    this.#sorting = sorting;
    return this.#arrange();
  }
  /** Null where the cases did not come from a file. */
  setOriginals(originals: OriginalColumns | null): void {
    this.#columns.setOriginals(originals);
  }

  /** Settles when the rows shown are the ones asked for, or others have been asked for since. */
  setFilter(change: Partial<ResultFilter>): Promise<void> {
    this.#filter = { ...this.#filter, ...change };
    return this.#arrange();
  }
  clearFilter(): Promise<void> {
    return this.setFilter(noFilter);
  }
  /** Rising, then falling, then the order of the cases again. */
  toggleSort(column: string): Promise<void> {
    const current = this.#sorting?.column === column ? this.#sorting : null;
    if (!current) return this.#sortBy({ column, descending: false });
    return this.#sortBy(current.descending ? null : { column, descending: true });
  }

  rowAt(position: number): ResultRow | undefined {
    const row = this.#order[position];
    return row === undefined ? undefined : this.#look(row);
  }
  /** Where a row stands in what is shown; -1 where the filter holds it back. */
  positionOf(row: number): number {
    return this.#order.indexOf(row);
  }
  /** The row `by` places on from `row`, within what is shown. A row that is not shown counts from where it would stand. */
  neighbour(row: number, by: number): number | undefined {
    const { order } = this;
    const shown = this.positionOf(row);
    const place = shown >= 0 ? shown : placeOf(order, row, this.#arrangement.compare) - (by > 0 ? 1 : 0);
    return order[Math.min(order.length - 1, Math.max(0, place + by))];
  }

  /** To be told after cases were taken out and put in at `at`. */
  casesChanged(at: number, removed: number, inserted: number): void {
    const { keys, order } = this.#arrangement;
    if (removed !== inserted) {
      if (at < keys.length) keys.splice(at, removed, ...Array.from({ length: inserted }, () => null));
      this.#arrangement.order = shiftRows(order, at, removed, inserted);
    }
    if (this.#work.busy || inserted > mostAtOnce) {
      this.#order = this.#arrangement.order;
      void this.#arrange();
    } else if (this.#isPlain) {
      if (removed !== inserted) this.#show(plainArrangement(this.#source.cases().length));
    } else this.#update(Array.from({ length: inserted }, (_, index) => at + index));
  }
  /** Another run is in focus, or other cases are here altogether. */
  reset(): Promise<void> {
    return this.#arrange();
  }
  /** To be told after these rows were judged. */
  judged(rows: readonly number[]): void {
    if (this.#work.busy) for (const row of rows) this.#late.add(row);
    else if (rows.length > mostAtOnce && !this.#isPlain) void this.#arrange();
    else this.#update(rows);
  }

  get #isPlain(): boolean {
    return this.activeFilters === 0 && this.#sorting === null;
  }

  #sortBy(sorting: Sorting | null): Promise<void> {
    this.#sorting = sorting;
    return this.#arrange();
  }

  async #arrange(): Promise<void> {
    this.#working = true;
    await this.#work.run(this.#rearrange());
  }

  /** Ends by showing what it made: between the two nothing may change unseen. */
  *#rearrange(): Slices<void> {
    do {
      this.#late.clear();
      this.#show(yield* this.#make());
    } while (this.#late.size > mostAtOnce);
    this.#update([...this.#late]);
    this.#late.clear();
    this.#working = false;
  }

  *#make(): Slices<Arrangement> {
    const inputs = this.#source.rubric()?.inputs ?? [];
    return yield* arrangeRows(this.#source.cases().length, this.#look, {
      matches: this.activeFilters === 0 ? null : makeMatcher(this.#filter, inputs),
      column: this.#columns.find(this.#sorting?.column),
      descending: this.#sorting?.descending ?? false,
    });
  }

  /** Puts a few changed rows where they now belong. */
  #update(rows: readonly number[]): void {
    const made = this.#arrangement;
    this.#show(rows.length === 0 || this.#isPlain ? made : rearrangeRows(made, rows, this.#look));
  }

  #show(arrangement: Arrangement): void {
    this.#arrangement = arrangement;
    this.#order = arrangement.order;
  }

  readonly #look = (row: number): ResultRow | undefined => {
    const subject = this.#source.cases()[row];
    if (!subject) return undefined;
    return rowOf(subject, this.#source.judged);
  };
}

export function rowOf(subject: Case, judgedIn: ResultSource['judged']): ResultRow {
  const judged = judgedIn(subject.id);
  const current = (found: JudgedCase | undefined) => (found?.outdated ? undefined : found?.digest);
  return {
    subject,
    digest: current(judged),
    at: judged?.at,
    outdated: judged?.outdated ?? false,
    inRun: (run) => current(judgedIn(subject.id, run)),
  };
}
