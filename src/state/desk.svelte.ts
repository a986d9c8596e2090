import type { Case } from '../core/model/case';
import type { Rubric } from '../core/model/rubric';
import type { Digest, RunHead, RunView } from '../core/model/run';
import { measureDigest, numericPlaces } from '../core/stats/measure';
import { Tally, type Summary } from '../core/stats/tally';
import type { ReadyRubric } from '../pipeline/judge-case';
import type { CaseSource } from '../pipeline/outlet';
import { sameInput, type JudgedCase, type RunOrigin } from './judged-case';
import { JudgementBook } from './judgement-book.svelte';
import { ResultList } from './result-list.svelte';
import { isMixed, RunShares, type RunShare } from './run-shares';
import type { RunState } from './run-state';
import type { Slices } from './sliced-work';
import type { UnwrittenRun } from './unwritten';

const entriesPerPause = 2000;

/** What it takes to put a removed case back. */
export interface RemovedCase {
  subject: Case;
  row: number;
  judged: JudgedCase | undefined;
}

/** What it takes to put a case back in the place of the one that replaced it. */
export interface ReplacedCase {
  before: Case;
  judged: JudgedCase | undefined;
}

/** The rubric that a desk's cases are judged by. */
export interface DeskRubric {
  /** Nothing until it has been loaded. */
  find(): Rubric | undefined;
  /** Rejects when the rubric cannot be used. */
  ready(): Promise<ReadyRubric>;
}

/** The run that a desk's table stands for. */
export interface StoredRun {
  head: RunHead;
  /** As they are stored, by their places: the desk's own may have been changed since. */
  cases: readonly Case[];
  /** How much of the run's log the desk has. */
  known: number;
}

/** What lies on the workbench for one rubric. Changing the rubric puts it aside and brings it back unchanged. */
export class Desk {
  readonly judgements: JudgementBook;
  readonly results: ResultList;
  /** The files that cases came from. */
  readonly sources: CaseSource[] = [];
  readonly #rubric: DeskRubric;
  run = $state.raw<RunState>({ kind: 'idle' });
  /** The run that `run` tells of: the stored one, or a later one of a single case. */
  runId = $state.raw<string | null>(null);
  stored = $state.raw<StoredRun | null>(null);
  /** What was judged of its cases and could not be stored. */
  unwritten = $state.raw<readonly UnwrittenRun[]>([]);
  #cases = $state.raw<readonly Case[]>([]);
  #selectedId = $state<string | null>(null);
  readonly #rows = new Map<string, number>();
  readonly #shares = $derived.by<RunShare[]>(() => this.judgements.shares(this.stored?.head.id ?? null));
  readonly #selected = $derived(this.#selectedId === null ? undefined : this.find(this.#selectedId));

  constructor(rubric: DeskRubric) {
    this.#rubric = rubric;
    this.judgements = new JudgementBook(
      (digest) => measureDigest(digest, placesOf(rubric.find())),
      (ids) => {
        this.results.judged([...ids].flatMap((id) => this.#rows.get(id) ?? []));
      },
    );
    this.results = new ResultList({
      cases: () => this.#cases,
      judged: (id) => this.judgements.peek(id),
      rubric: () => rubric.find(),
      mixed: () => isMixed(this.#shares),
    });
  }

  get rubric(): Rubric | undefined {
    return this.#rubric.find();
  }
  ready(): Promise<ReadyRubric> {
    return this.#rubric.ready();
  }
  /** From now on the table stands for this run. */
  belongsTo(head: RunHead, cases: readonly Case[]): void {
    this.stored = { head, cases, known: 0 };
    this.runId = head.id;
    // Whoever looked at the rows of one run alone looks at this one now.
    if (this.results.filter.runs) void this.results.setFilter({ runs: null });
  }
  /** From which runs the judgements come. */
  get shares(): readonly RunShare[] {
    return this.#shares;
  }
  /** Whether it has the cases of its run as they were stored, and nobody else's judgements. */
  get isAsStored(): boolean {
    const { stored } = this;
    if (!stored || stored.cases.length !== this.#cases.length) return false;
    const ownOnly = this.#shares.every(({ standing }) => standing);
    return ownOnly && this.#cases.every((subject, row) => subject === stored.cases[row]);
  }
  /** Another desk stands for its run from now on. */
  handOver(): void {
    this.stored = null;
    this.runId = null;
    this.run = { kind: 'idle' };
  }
  /** The run is gone, and its judgements with it. */
  forgetRun(id: string): void {
    for (const subject of this.#cases) {
      if (this.judgements.peek(subject.id)?.at.run === id) this.judgements.remove(subject.id);
    }
    this.judgements.flush();
    if (this.stored?.head.id !== id) return;
    this.stored = null;
    this.run = { kind: 'idle' };
  }
  get view(): RunView {
    const { sorting, toggled } = this.results;
    // Which of several runs is looked at is no part of how one of them was left.
    const { runs: _, ...filter } = this.results.filter;
    return { filter, sorting, toggled: [...toggled], selected: this.#selectedId };
  }
  restoreView({ filter, sorting, toggled, selected }: RunView): void {
    if (selected !== null && this.#rows.has(selected)) this.#selectedId = selected;
    void this.results.restore({ filter, sorting, toggled });
  }

  get cases(): readonly Case[] {
    return this.#cases;
  }
  get selectedId(): string | null {
    return this.#selectedId;
  }
  get selected(): Case | undefined {
    return this.#selected;
  }
  find(id: string): Case | undefined {
    // Read first, so that a change of the cases is noticed even where none is found.
    const cases = this.#cases;
    const row = this.#rows.get(id);
    return row === undefined ? undefined : cases[row];
  }
  /** The place of a case in the list of cases; -1 where it is not on the desk. */
  rowOf(id: string): number {
    // The index is no state, but it changes only with the cases, which are.
    return this.#cases.length === 0 ? -1 : (this.#rows.get(id) ?? -1);
  }

  select(id: string): void {
    this.#selectedId = id;
  }
  /** Goes `by` rows on in the order the table shows. */
  step(by: number): void {
    const selected = this.#selectedId === null ? -1 : this.rowOf(this.#selectedId);
    const row = selected < 0 ? this.results.order[0] : this.results.neighbour(selected, by);
    const next = row === undefined ? undefined : this.#cases[row];
    if (next) this.#selectedId = next.id;
  }

  /** Adds those whose ids are new, and opens the first unless told otherwise. */
  add(added: readonly Case[], open = true): void {
    const at = this.#cases.length;
    const fresh: Case[] = [];
    for (const candidate of added) {
      if (this.#rows.has(candidate.id)) continue;
      this.#rows.set(candidate.id, at + fresh.length);
      fresh.push(candidate);
    }
    if (open) this.#selectedId = added[0]?.id ?? this.#selectedId;
    if (fresh.length === 0) return;
    this.#cases = this.#cases.concat(fresh);
    this.results.casesChanged(at, 0, fresh.length);
  }
  replace(changed: Case): void {
    const row = this.#rows.get(changed.id);
    if (row === undefined) return;
    this.#cases = this.#cases.with(row, changed);
    this.results.casesChanged(row, 1, 1);
  }
  /** Puts cases in the place of those with their ids. A judgement of what now reads otherwise goes: it is of another case. */
  replaceAll(changed: readonly Case[]): ReplacedCase[] {
    const cases = [...this.#cases];
    const replaced: ReplacedCase[] = [];
    const rows: number[] = [];
    for (const subject of changed) {
      const row = this.#rows.get(subject.id);
      const before = row === undefined ? undefined : cases[row];
      if (row === undefined || !before) continue;
      const judged = this.judgements.peek(subject.id);
      if (judged && !sameInput(judged.subject, subject)) this.judgements.remove(subject.id);
      cases[row] = subject;
      rows.push(row);
      replaced.push({ before, judged });
    }
    this.#cases = cases;
    // For the table it is the same as having been judged: what it shows of these rows may have changed.
    this.results.judged(rows);
    return replaced;
  }
  remove(id: string): RemovedCase | null {
    const row = this.#rows.get(id);
    const subject = row === undefined ? undefined : this.#cases[row];
    if (row === undefined || !subject) return null;
    const judged = this.judgements.peek(id);
    const neighbour = this.results.neighbour(row, 1);
    const following = neighbour === row ? this.results.neighbour(row, -1) : neighbour;
    const next = following === undefined || following === row ? undefined : this.#cases[following];
    this.#splice(row, 1, []);
    this.#rows.delete(id);
    this.judgements.remove(id);
    if (this.#selectedId === id) this.#selectedId = next?.id ?? null;
    return { subject, row, judged };
  }
  putBack({ subject, row, judged }: RemovedCase): void {
    if (this.#rows.has(subject.id)) return;
    this.#splice(Math.min(row, this.#cases.length), 0, [subject]);
    if (judged) this.keep(judged);
    this.#selectedId = subject.id;
  }

  /** What some of the judgements add up to, and those of each run. */
  *summaryOf(
    entries: readonly { digest: Digest | undefined; origin?: RunOrigin | undefined }[],
  ): Slices<{ summary: Summary; shares: RunShare[] }> {
    const places = placesOf(this.rubric);
    const tally = new Tally();
    const shares = new RunShares();
    for (const [index, { digest, origin }] of entries.entries()) {
      if (digest) {
        const measured = measureDigest(digest, places);
        tally.add(measured);
        if (origin) shares.add(origin, measured);
      }
      if (index % entriesPerPause === 0) yield;
    }
    return { summary: tally.summary(), shares: shares.list(this.stored?.head.id ?? null) };
  }
  /** Offers the columns of all files to the table. */
  showOriginals(): void {
    const { sources } = this;
    const columns = [...new Set(sources.flatMap(({ table }) => table.columns))];
    const cellOf = (id: string, column: number): string => {
      const source = sources.find(({ rowOf }) => rowOf.has(id));
      const place = source?.table.columns.indexOf(columns[column] ?? '') ?? -1;
      return source?.table.rows[source.rowOf.get(id) ?? -1]?.[place] ?? '';
    };
    this.results.setOriginals(columns.length > 0 ? { columns, cellOf } : null);
  }

  /** A judgement of a case that was removed meanwhile has no row to stand in. */
  keep(judged: JudgedCase): void {
    if (this.#rows.has(judged.subject.id)) this.judgements.keep(judged);
  }

  #splice(row: number, removed: number, inserted: readonly Case[]): void {
    const cases = this.#cases.toSpliced(row, removed, ...inserted);
    for (let index = row; index < cases.length; index += 1) {
      const moved = cases[index];
      if (moved) this.#rows.set(moved.id, index);
    }
    this.#cases = cases;
    this.results.casesChanged(row, removed, inserted.length);
  }
}

function placesOf(rubric: Rubric | undefined): number[] {
  return rubric ? numericPlaces(rubric) : [];
}

/** Criteria that are judged by points: only they have means. */
export function numericCriteria(rubric: Rubric | undefined): Rubric['criteria'] {
  return rubric?.criteria.filter(({ choice }) => choice === undefined) ?? [];
}
