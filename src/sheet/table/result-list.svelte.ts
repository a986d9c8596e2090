import type { Case } from '../../cases/case';
import type { Rubric } from '../../rubric/rubric';
import { caseName } from '../run-names';
import type { RunHead } from '../run-record';
import type { SheetView } from '../sheet';
import { samplesOf, type JudgedCase } from '../results/judged-case';
import { combinedDigest, numericPlaces } from '../figures/measure';
import { type OriginalColumns, type ResultColumn, columnsOf } from './result-columns';
import { activeParts, makeMatcher, noFilter, type ResultFilter, type ResultRow } from './result-filter';
import type { GroupRows, RowGroup } from './row-groups';
import { byKey, sortRows, type Compare, type SortKey } from './row-order';
import { SlicedWork, type Slices } from '../../kit/sliced-work.browser';

export interface ResultSource {
  /** These are not tracked: the sheet calls `refresh` after a change. */
  cases: () => readonly Case[];
  judged: (id: string, run?: string) => JudgedCase | undefined;
  nameOf?: (subject: Case) => string;
  /** These two are tracked. */
  rubric: () => Rubric | undefined;
  others: () => readonly RunHead[];
}

const pauseEvery = 128;
const byPlace: Compare = (a, b) => a - b;

/** Which rows the table shows, in which order and with which columns. A row is a place in the list of cases. */
export class ResultList {
  readonly #source: ResultSource;
  readonly #work = new SlicedWork();
  /** Counts changes, so that those that come while the rows are being arranged are noticed. */
  #changes = 0;
  #compare: Compare = byPlace;
  #groupRows: GroupRows | null = null;
  /** Null where the cases did not come from a file. */
  originals = $state.raw<OriginalColumns | null>(null);
  order = $state.raw(new Uint32Array());
  filter = $state.raw<ResultFilter>(noFilter);
  sorting = $state.raw<SheetView['sorting']>(null);
  toggled = $state.raw<ReadonlySet<string>>(new Set());
  /** The order shown is not yet the one asked for. */
  working = $state(false);
  /** Cases that a picture counted, until the filter is cleared. */
  only = $state.raw<{ label: string; ids: ReadonlySet<string> } | null>(null);
  /** The column by which rows are grouped; null where they are not. */
  grouping = $state.raw<string | null>(null);
  /** Of the rows shown. Null where they are not grouped, or are being arranged. */
  groups = $state.raw<readonly RowGroup[] | null>(null);
  readonly activeFilters = $derived(activeParts(this.filter) + (this.only ? 1 : 0));
  readonly columns: readonly ResultColumn[] = $derived.by(() => {
    const rubric = this.#source.rubric();
    return rubric ? columnsOf(rubric, this.originals, this.#source.others()) : [];
  });

  constructor(source: ResultSource) {
    this.#source = source;
  }

  isShown({ id, shownAtFirst }: ResultColumn): boolean {
    return shownAtFirst !== this.toggled.has(id);
  }
  toggleColumn(id: string): void {
    const toggled = new Set(this.toggled);
    if (!toggled.delete(id)) toggled.add(id);
    this.toggled = toggled;
    const sorted = this.#sortedColumn;
    if (sorted && !this.isShown(sorted)) void this.#sortBy(null);
  }
  restore({ filter, sorting, toggled }: Pick<SheetView, 'filter' | 'sorting' | 'toggled'>): Promise<void> {
    this.toggled = new Set(toggled);
    this.filter = { ...noFilter, ...filter };
    return this.#sortBy(sorting);
  }

  /** Settles when the rows shown are the ones asked for, or others have been asked for since. */
  setFilter(change: Partial<ResultFilter>): Promise<void> {
    this.filter = { ...this.filter, ...change };
    return this.#arrange();
  }
  clearFilter(): Promise<void> {
    return this.filterBy({});
  }
  /** In place of what was filtered by. */
  filterBy(filter: Partial<ResultFilter>, only: ResultList['only'] = null): Promise<void> {
    this.only = only;
    return this.setFilter({ ...noFilter, ...filter });
  }
  /** Rising, then falling, then the order of the cases again. */
  toggleSort(column: string): Promise<void> {
    const current = this.sorting?.column === column ? this.sorting : null;
    if (!current) return this.#sortBy({ column, descending: false });
    return this.#sortBy(current.descending ? null : { column, descending: true });
  }
  /** `groupRows` comes with the table of groups: the first load does without it. */
  groupBy(column: string | null, groupRows: GroupRows): Promise<void> {
    this.grouping = column;
    this.#groupRows = groupRows;
    this.groups = null;
    return this.#arrange();
  }
  /** Cases, results or the run in focus changed. */
  refresh(): void {
    this.#changes += 1;
    if (!this.#work.busy) void this.#arrange();
  }

  rowAt(position: number): ResultRow | undefined {
    const row = this.order[position];
    return row === undefined ? undefined : this.#rowOf(row);
  }
  /** Where a row stands in what is shown; -1 where the filter hides it. */
  positionOf(row: number): number {
    return this.order.indexOf(row);
  }
  /** The row `by` places on from `row`, within what is shown. A hidden row counts from where it would stand. */
  neighbour(row: number, by: number): number | undefined {
    const { order } = this;
    let place = this.positionOf(row);
    if (place < 0) {
      const next = order.findIndex((other) => this.#compare(other, row) > 0);
      place = (next < 0 ? order.length : next) - (by > 0 ? 1 : 0);
    }
    return order[Math.min(order.length - 1, Math.max(0, place + by))];
  }

  get #sortedColumn(): ResultColumn | undefined {
    return this.columns.find(({ id }) => id === this.sorting?.column);
  }
  #sortBy(sorting: SheetView['sorting']): Promise<void> {
    this.sorting = sorting;
    return this.#arrange();
  }
  #rowOf(row: number): ResultRow | undefined {
    const subject = this.#source.cases()[row];
    const { judged, nameOf, rubric } = this.#source;
    return subject && rowOf(subject, judged, nameOf?.(subject), rubric());
  }

  async #arrange(): Promise<void> {
    this.working = true;
    await this.#work.run(this.#arrangeRows());
  }
  *#arrangeRows(): Slices<void> {
    let seen: number;
    do {
      seen = this.#changes;
      yield* this.#arrangeOnce();
      yield* this.#group();
    } while (seen !== this.#changes);
    this.working = false;
  }
  *#group(): Slices<void> {
    const column = this.columns.find(({ id }) => id === this.grouping);
    const rubric = this.#source.rubric();
    const rows = Array.from(this.order, (row) => () => this.#rowOf(row));
    const groupRows = this.#groupRows;
    this.groups =
      column && rubric && groupRows ? yield* groupRows(rows, column, numericPlaces(rubric)) : null;
  }
  *#arrangeOnce(): Slices<void> {
    const count = this.#source.cases().length;
    const column = this.#sortedColumn;
    if (this.activeFilters === 0 && !column) {
      this.#compare = byPlace;
      const isPlain = this.order.length === count && this.order.every((row, place) => row === place);
      if (!isPlain) this.order = Uint32Array.from({ length: count }, (_, row) => row);
      return;
    }
    const matches = makeMatcher(this.filter, this.#source.rubric()?.inputs ?? [], this.columns);
    const ids = this.only?.ids;
    const keys: SortKey[] = [];
    const found: number[] = [];
    for (let row = 0; row < count; row += 1) {
      const seen = this.#rowOf(row);
      if (column) keys.push(seen ? column.sortKey(seen) : null);
      if (seen && (ids?.has(seen.subject.id) ?? true) && matches(seen)) found.push(row);
      if (row % pauseEvery === 0) yield;
    }
    const compare = column ? byKey(keys, this.sorting?.descending ? -1 : 1) : byPlace;
    const matching = Uint32Array.from(found);
    this.order = column ? new Uint32Array(yield* sortRows(matching, compare)) : matching;
    this.#compare = compare;
  }
}

export function rowOf(
  subject: Case,
  judgedIn: ResultSource['judged'],
  name: string = caseName(subject),
  rubric: Pick<Rubric, 'criteria'> = { criteria: [] },
): ResultRow {
  const judged = judgedIn(subject.id);
  // Of several samples what they say together, as pictures and files count the case.
  const current = (found: JudgedCase | undefined) =>
    !found || found.outdated ? undefined : combinedDigest(rubric, samplesOf(found));
  return {
    subject,
    name,
    digest: current(judged),
    at: judged?.at,
    outdated: judged?.outdated ?? false,
    inRun: (run) => current(judgedIn(subject.id, run)),
  };
}
