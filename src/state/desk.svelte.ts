import type { Case } from '../core/model/case';
import type { Rubric } from '../core/model/rubric';
import type { RunHead, RunView } from '../core/model/run';
import { measureDigest, numericPlaces } from '../core/stats/measure';
import type { ReadyRubric } from '../pipeline/judge-case';
import type { CaseSource } from '../pipeline/outlet';
import { CaseList } from './case-list.svelte';
import { casesBeyond, sameCase } from './cases-beyond';
import { sameInput, type JudgedCase } from './judged-case';
import { JudgementBook } from './judgement-book.svelte';
import { isMadeHere } from './made-here';
import { originalColumns } from './original-columns';
import { ResultList } from './result-list.svelte';
import { isMixed, runsOfShare, type RunShare } from './run-shares';
import { stateOf, type RunState } from './run-state';
import type { UnwrittenRun } from './unwritten';

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
  readonly #list = new CaseList();
  #selectedId = $state<string | null>(null);
  readonly #shares = $derived.by<RunShare[]>(() => this.judgements.shares(this.stored?.head.id ?? null));
  readonly #beyondRun = $derived.by<readonly Case[]>(() =>
    this.stored ? casesBeyond(this.stored.cases, this.cases) : [],
  );
  readonly #hasCasesOnlyHere = $derived.by<boolean>(() => {
    const inNoRun = this.stored ? this.#beyondRun : this.cases;
    return inNoRun.some((subject) => isMadeHere(subject) && !this.#isJudged(subject));
  });
  readonly #selected = $derived(this.#selectedId === null ? undefined : this.find(this.#selectedId));

  constructor(rubric: DeskRubric) {
    this.#rubric = rubric;
    this.judgements = new JudgementBook(
      (digest) => measureDigest(digest, placesOf(rubric.find())),
      (ids) => {
        this.results.judged([...ids].flatMap((id) => this.#list.peekRow(id) ?? []));
        this.#followRuns();
      },
    );
    this.results = new ResultList({
      cases: () => this.cases,
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
  /** As `belongsTo`, of a run whose results come from files. */
  awaitResults(head: RunHead, cases: readonly Case[]): void {
    // What others judged is in the history; here it would pass for this run's results.
    for (const { id } of cases) this.judgements.remove(id);
    this.judgements.flush();
    this.belongsTo(head, cases);
    this.run = stateOf(head, false);
  }
  /** It has these results of a run's log. Those behind a gap are read once more with what is missing. */
  hasRead(run: string, first: number, count: number): void {
    const { stored } = this;
    if (stored?.head.id === run && first <= stored.known)
      stored.known = Math.max(stored.known, first + count);
  }
  /** From which runs the judgements come. */
  get shares(): readonly RunShare[] {
    return this.#shares;
  }
  /** Whether it has the cases of its run as they were stored, and nobody else's judgements. */
  get isAsStored(): boolean {
    const { stored } = this;
    if (!stored || stored.cases.length !== this.cases.length) return false;
    const ownOnly = this.#shares.every(({ standing }) => standing);
    return ownOnly && this.cases.every((subject, row) => subject === stored.cases[row]);
  }
  /** Cases that the run it stands for does not have, or has otherwise: reading that again would not bring them back. */
  get beyondRun(): readonly Case[] {
    return this.#beyondRun;
  }
  /** Whether it has cases that a person made here and that no run has: they go with the tab. */
  get hasCasesOnlyHere(): boolean {
    return this.#hasCasesOnlyHere;
  }
  /** Another desk stands for its run from now on. */
  handOver(): void {
    this.stored = null;
    this.runId = null;
    this.run = { kind: 'idle' };
    this.#followRuns();
  }
  /** The run is gone, and its judgements with it. */
  forgetRun(id: string): void {
    for (const subject of this.cases) {
      if (this.judgements.peek(subject.id)?.at.run === id) this.judgements.remove(subject.id);
    }
    this.judgements.flush();
    this.unwritten = this.unwritten.filter(({ head }) => head.id !== id);
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
    if (selected !== null && this.#has(selected)) this.#selectedId = selected;
    void this.results.restore({ filter, sorting, toggled });
  }

  get cases(): readonly Case[] {
    return this.#list.all;
  }
  get selectedId(): string | null {
    return this.#selectedId;
  }
  get selected(): Case | undefined {
    return this.#selected;
  }
  find(id: string): Case | undefined {
    return this.#list.find(id);
  }
  /** The place of a case in the list of cases; -1 where it is not on the desk. */
  rowOf(id: string): number {
    return this.#list.rowOf(id);
  }

  select(id: string): void {
    this.#selectedId = id;
  }
  /** Goes `by` rows on in the order the table shows. */
  step(by: number): void {
    const selected = this.#selectedId === null ? -1 : this.rowOf(this.#selectedId);
    const row = selected < 0 ? this.results.order[0] : this.results.neighbour(selected, by);
    const next = row === undefined ? undefined : this.cases[row];
    if (next) this.#selectedId = next.id;
  }

  /** Adds those whose ids are new, and opens the first unless told otherwise. */
  add(added: readonly Case[], open = true): void {
    const at = this.cases.length;
    const fresh = this.#list.append(added);
    if (open) this.#selectedId = added[0]?.id ?? this.#selectedId;
    if (fresh > 0) this.results.casesChanged(at, 0, fresh);
  }
  replace(changed: Case): void {
    const row = this.#list.peekRow(changed.id);
    if (row === undefined) return;
    this.#list.put(new Map([[row, changed]]));
    this.results.casesChanged(row, 1, 1);
  }
  /** Puts cases in the place of those with their ids. A judgement of what now reads otherwise goes: it is of another case. */
  replaceAll(changed: readonly Case[]): ReplacedCase[] {
    const { cases } = this;
    const replaced: ReplacedCase[] = [];
    const placed = new Map<number, Case>();
    for (const subject of changed) {
      const row = this.#list.peekRow(subject.id);
      const before = row === undefined ? undefined : (placed.get(row) ?? cases[row]);
      if (row === undefined || !before) continue;
      const judged = this.judgements.peek(subject.id);
      if (judged && !sameInput(judged.subject, subject)) this.judgements.remove(subject.id);
      placed.set(row, subject);
      replaced.push({ before, judged });
    }
    this.#list.put(placed);
    // For the table it is the same as having been judged: what it shows of these rows may have changed.
    this.results.judged([...placed.keys()]);
    return replaced;
  }
  remove(id: string): RemovedCase | null {
    const { cases } = this;
    const row = this.#list.peekRow(id);
    const subject = row === undefined ? undefined : cases[row];
    if (row === undefined || !subject) return null;
    const judged = this.judgements.peek(id);
    const neighbour = this.results.neighbour(row, 1);
    const following = neighbour === row ? this.results.neighbour(row, -1) : neighbour;
    const next = following === undefined || following === row ? undefined : cases[following];
    this.#list.remove(row);
    this.results.casesChanged(row, 1, 0);
    this.judgements.remove(id);
    if (this.#selectedId === id) this.#selectedId = next?.id ?? null;
    return { subject, row, judged };
  }
  putBack({ subject, row: wanted, judged }: RemovedCase): void {
    if (this.#has(subject.id)) return;
    const row = Math.min(wanted, this.cases.length);
    this.#list.insert(row, subject);
    this.results.casesChanged(row, 0, 1);
    if (judged) this.keep(judged);
    this.#selectedId = subject.id;
  }

  /** Offers the columns of all files to the table. */
  showOriginals(): void {
    this.results.setOriginals(originalColumns(this.sources));
  }

  /** A judgement of a case that was removed meanwhile has no row to stand in. */
  keep(judged: JudgedCase): void {
    if (this.#has(judged.subject.id)) this.judgements.keep(judged);
  }

  /** As it stands: whatever run judged it has it. */
  #isJudged(subject: Case): boolean {
    const judged = this.judgements.get(subject.id);
    return judged !== undefined && sameCase(judged.subject, subject);
  }
  #has(id: string): boolean {
    return this.#list.peekRow(id) !== undefined;
  }
  /** Runs come and go under a filter by run. */
  #followRuns(): void {
    const { runs } = this.results.filter;
    const wanted = runs && runsOfShare(this.#shares, runs);
    if (wanted !== runs) void this.results.setFilter({ runs: wanted });
  }
}

function placesOf(rubric: Rubric | undefined): number[] {
  return rubric ? numericPlaces(rubric) : [];
}

/** Criteria that are judged by points: only they have means. */
export function numericCriteria(rubric: Rubric | undefined): Rubric['criteria'] {
  return rubric?.criteria.filter(({ choice }) => choice === undefined) ?? [];
}
