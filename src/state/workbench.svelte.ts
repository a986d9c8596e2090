import { faultOf } from '../core/cases/find-input-faults';
import type { Case } from '../core/model/case';
import type { Mode, Prompt } from '../core/model/prompt';
import type { Criterion } from '../core/model/rubric';
import type { Judge } from '../judges/judge';
import type { World } from '../pipeline/judge-case';
import type { Entry } from '../pipeline/outlet';
import type { TakenCases } from './case-import.svelte';
import type { ToExport } from './exports.svelte';
import { Desk, numericCriteria, type RemovedCase } from './desk.svelte';
import type { JudgedCase } from './judged-case';
import type { JudgementBook } from './judgement-book.svelte';
import type { ResultList } from './result-list.svelte';
import type { LoadEngine, RubricShelf, ShelvedRubric } from './rubric-shelf.svelte';
import { yieldToPage, type Slices } from './sliced-work';

/** A judge that is set up in a form, and made from it when a run starts. */
export interface JudgeForm {
  kind: 'model';
  id: string;
  forRun(): Promise<Judge | { problem: string }>;
}
export type OfferedJudge = Judge | JudgeForm;

export type RunState =
  | { kind: 'idle' }
  | { kind: 'running'; done: number; total: number; label: string }
  | { kind: 'finished'; done: number; milliseconds: number }
  | { kind: 'cancelled'; done: number; total: number }
  | { kind: 'failed'; message: string };

/** One line of the visit's history. */
export interface HistoryEntry extends JudgedCase {
  rubricId: string;
}

/** How long judging may hold the main thread before the page gets a turn. */
const turnMilliseconds = 12;
const casesPerTurn = 2000;

/** Everything the Workbench shows: rubric, cases, judge, mode, the run and its judgements. */
export class Workbench {
  readonly #shelf: RubricShelf;
  readonly #loadEngine: LoadEngine;
  readonly #judges: readonly OfferedJudge[];
  readonly #world: World;
  readonly #aside = new Map<string, { desk: Desk; run: RunState }>();
  #rubricId = $state('');
  #desk = $state.raw<Desk>(this.#newDesk(''));
  #judgeId = $state('rules');
  #mode = $state<Mode>('model-alone');
  #tellFacts = $state(false);
  #run = $state.raw<RunState>({ kind: 'idle' });
  /** Oldest first, and written in place: a copy per judgement would cost more with every judgement. */
  readonly #log: HistoryEntry[] = [];
  #logged = $state(0);
  readonly #history = $derived(this.#log.slice(0, this.#logged).reverse());
  #loading = $state(false);
  #removed = $state.raw<readonly RemovedCase[]>([]);
  #cancel: AbortController | null = null;

  constructor(shelf: RubricShelf, loadEngine: LoadEngine, judges: readonly OfferedJudge[], world: World) {
    this.#shelf = shelf;
    this.#loadEngine = loadEngine;
    this.#judges = judges;
    this.#world = world;
    this.#rubricId = shelf.cards[0]?.id ?? '';
    this.#desk = this.#newDesk(this.#rubricId);
    void shelf.load(this.#rubricId);
  }

  get shelf(): RubricShelf {
    return this.#shelf;
  }
  get rubricId(): string {
    return this.#rubricId;
  }
  /** Undefined while it is being loaded. */
  get rubric(): ShelvedRubric | undefined {
    return this.#shelf.find(this.#rubricId);
  }
  get cases(): readonly Case[] {
    return this.#desk.cases;
  }
  get selected(): Case | undefined {
    return this.#desk.selected;
  }
  get selectedId(): string | null {
    return this.#desk.selectedId;
  }
  /** The selected case's place in what the table shows; -1 where it is not shown. */
  get selectedPosition(): number {
    const id = this.#desk.selectedId;
    return id === null ? -1 : this.#desk.results.positionOf(this.#desk.rowOf(id));
  }
  get judgements(): JudgementBook {
    return this.#desk.judgements;
  }
  /** Criteria judged by points, in the order in which `judgements.summary` gives their means. */
  get numericCriteria(): readonly Criterion[] {
    return numericCriteria(this.rubric?.rubric);
  }
  /** Which rows the table shows, and how. */
  get results(): ResultList {
    return this.#desk.results;
  }
  get judge(): OfferedJudge {
    const judge = this.#judges.find((candidate) => candidate.id === this.#judgeId);
    if (!judge) throw new Error(`Expected a known judge, got "${this.#judgeId}".`);
    return judge;
  }
  get judges(): readonly OfferedJudge[] {
    return this.#judges;
  }
  get mode(): Mode {
    return this.#mode;
  }
  get tellFacts(): boolean {
    return this.#tellFacts;
  }
  get run(): RunState {
    return this.#run;
  }
  get history(): readonly HistoryEntry[] {
    return this.#history;
  }
  get loadingSamples(): boolean {
    return this.#loading;
  }
  /** What can be brought back: the cases removed last. */
  get removed(): readonly RemovedCase[] {
    return this.#removed;
  }

  chooseRubric(id: string): void {
    if (id === this.#rubricId || !this.#shelf.cards.some((shelved) => shelved.id === id)) return;
    this.cancel();
    void this.#shelf.load(id);
    const { done, total } = this.#run.kind === 'running' ? this.#run : { done: 0, total: 0 };
    const run: RunState = this.#run.kind === 'running' ? { kind: 'cancelled', done, total } : this.#run;
    this.#aside.set(this.#rubricId, { desk: this.#desk, run });
    this.#rubricId = id;
    const before = this.#aside.get(id);
    this.#desk = before?.desk ?? this.#newDesk(id);
    this.#run = before?.run ?? { kind: 'idle' };
    this.#removed = [];
  }
  chooseJudge(id: string): void {
    if (this.#judges.some((judge) => judge.id === id)) this.#judgeId = id;
  }
  chooseMode(mode: Mode): void {
    this.#mode = mode;
  }
  setTellFacts(tell: boolean): void {
    this.#tellFacts = tell;
  }
  select(id: string): void {
    this.#desk.select(id);
  }
  /** Goes `by` rows on in the order the table shows; infinity is its end. */
  step(by: number): void {
    this.#desk.step(by);
  }

  async loadSamples(): Promise<void> {
    const id = this.#rubricId;
    this.#loading = true;
    try {
      const samples = await this.#shelf.samples(id);
      if (id !== this.#rubricId) return;
      this.#desk.add(samples);
      this.#removed = [];
    } catch (error) {
      this.#run = { kind: 'failed', message: messageOf(error) };
    } finally {
      this.#loading = false;
    }
  }
  /** Cases from a file, which keeps its own columns for the export. */
  async takeCases({ table, mapping, cases, rows }: TakenCases): Promise<void> {
    const rowOf = new Map(cases.map((subject, index) => [subject.id, rows[index] ?? -1]));
    const desk = this.#desk;
    // An id that is used again belongs to the newest file.
    for (const source of desk.sources) for (const id of rowOf.keys()) source.rowOf.delete(id);
    desk.sources.push({ table, mapping, rowOf });
    desk.showOriginals();
    this.#removed = [];
    await this.addCases(cases);
  }
  /** Null where there is nothing to write. Offers to pause at every `yield`. */
  *gather(shownOnly: boolean): Slices<ToExport | null> {
    const rubric = this.rubric?.rubric;
    const { cases, judgements, sources, results } = this.#desk;
    if (!rubric || cases.length === 0) return null;
    const { order } = results;
    const count = shownOnly ? order.length : cases.length;
    const entries: Entry[] = [];
    for (let index = 0; index < count; index += 1) {
      const current = cases[shownOnly ? (order[index] ?? -1) : index];
      if (!current) continue;
      const judged = judgements.peek(current.id);
      entries.push({ subject: judged?.subject ?? current, judgement: judged?.judgement });
      if (index % casesPerTurn === 0) yield;
    }
    const summary = yield* this.#desk.summaryOf(entries);
    return { rubric, entries, sources, summary };
  }
  /** Adds any number of cases without holding up the page; the first are there at once. */
  async addCases(added: readonly Case[]): Promise<void> {
    const desk = this.#desk;
    for (let start = 0; start < added.length; start += casesPerTurn) {
      desk.add(added.slice(start, start + casesPerTurn), start === 0);
      await yieldToPage();
    }
  }
  addCase(label: string): void {
    let number = this.#desk.cases.length + 1;
    while (this.#desk.find(`own-${number}`)) number += 1;
    const input = Object.fromEntries((this.rubric?.rubric.inputs ?? []).map(({ name }) => [name, '']));
    this.#desk.add([{ id: `own-${number}`, label, input }]);
    this.#removed = [];
  }
  changeCase(changed: Case): void {
    this.#desk.replace(changed);
  }
  removeCase(id: string): void {
    const gone = this.#desk.remove(id);
    if (gone) this.#removed = [gone];
  }
  clearCases(): void {
    const { cases, judgements } = this.#desk;
    this.#removed = cases.map((subject, row) => ({ subject, row, judged: judgements.peek(subject.id) }));
    const { sources } = this.#desk;
    this.#desk = this.#newDesk(this.#rubricId);
    // The files stay: cases that are brought back must find their own columns.
    this.#desk.sources.push(...sources);
    this.#desk.showOriginals();
    this.#run = { kind: 'idle' };
  }
  /** Puts removed cases back; whatever was added or judged since stays. */
  undoRemoval(): void {
    const removed = this.#removed;
    this.#removed = [];
    if (removed.length === 1) for (const one of removed) this.#desk.putBack(one);
    else {
      this.#desk.add(removed.map(({ subject }) => subject));
      for (const { judged } of removed) if (judged) this.#desk.keep(judged);
    }
    this.#desk.judgements.flush();
  }

  /** What is wrong with an input as it is being typed. */
  readonly faultOf = faultOf;

  judgeAll(): Promise<void> {
    return this.#judge(this.#desk.cases);
  }
  async judgeSelected(): Promise<void> {
    if (this.selected) await this.#judge([this.selected]);
  }
  cancel(): void {
    this.#cancel?.abort();
  }
  /** Opens a judgement of this visit where it was made. */
  reopen(entry: HistoryEntry): void {
    this.chooseRubric(entry.rubricId);
    if (!this.#desk.find(entry.subject.id)) this.#desk.add([entry.subject]);
    this.#desk.keep(entry);
    this.#desk.judgements.flush();
    this.#desk.select(entry.subject.id);
  }

  /** What a model would be given for this case in the chosen mode. Null when facts leave nothing to ask. */
  async previewPrompt(subject: Case): Promise<Prompt | null> {
    const [engine, ready] = await Promise.all([this.#loadEngine(), this.#shelf.ready(this.#rubricId)]);
    return engine.previewPrompt(ready, subject, {
      mode: this.#mode,
      tellFacts: this.#tellFacts,
      world: this.#world,
    });
  }

  /** Tokens to send for all cases, told from the first one's prompt and the other cases' lengths. */
  async estimateTokens(): Promise<number> {
    const [first] = this.#desk.cases;
    const prompt = first ? await this.previewPrompt(first) : null;
    if (!first || !prompt) return 0;
    const lengthOf = (subject: Case) =>
      Object.values(subject.input).reduce((sum, text) => sum + text.length, 0);
    const perCharacter = prompt.estimate.own / Math.max(1, lengthOf(first));
    return this.#desk.cases.reduce(
      (sum, each) => sum + prompt.estimate.shared + perCharacter * lengthOf(each),
      0,
    );
  }

  async #judge(subjects: readonly Case[]): Promise<void> {
    if (this.#run.kind === 'running' || subjects.length === 0) return;
    const controller = new AbortController();
    const { signal } = controller;
    this.#cancel = controller;
    const rubricId = this.#rubricId;
    const desk = this.#desk;
    const offered = this.judge;
    const chosen = { mode: this.#mode, tellFacts: this.#tellFacts };
    const started = this.#world.now().getTime();
    let done = 0;
    const progress = (label: string) =>
      (this.#run = { kind: 'running', done, total: subjects.length, label });
    progress(nameOf(subjects[0]));
    try {
      const [engine, ready, judge] = await Promise.all([
        this.#loadEngine(),
        this.#shelf.ready(rubricId),
        'forRun' in offered ? offered.forRun() : offered,
      ]);
      if ('problem' in judge) {
        this.#run = { kind: 'failed', message: judge.problem };
        return;
      }
      const settings = { judge, ...chosen };
      let turnEnds = performance.now() + turnMilliseconds;
      for (const subject of subjects) {
        // A person who carries prompts must know which case it is; a program needs no word for each.
        if (settings.judge.kind === 'model') progress(nameOf(subject));
        const judgement = await engine.judgeCase(ready, subject, { ...settings, signal, world: this.#world });
        signal.throwIfAborted();
        desk.keep({ judgement, subject });
        this.#log.push({ judgement, subject, rubricId });
        done += 1;
        if (performance.now() > turnEnds) {
          progress(nameOf(subject));
          this.#logged = this.#log.length;
          await yieldToPage();
          signal.throwIfAborted();
          turnEnds = performance.now() + turnMilliseconds;
        }
      }
      this.#run = { kind: 'finished', done, milliseconds: this.#world.now().getTime() - started };
    } catch (error) {
      if (rubricId !== this.#rubricId) return;
      this.#run = signal.aborted
        ? { kind: 'cancelled', done, total: subjects.length }
        : { kind: 'failed', message: messageOf(error) };
    } finally {
      desk.judgements.flush();
      this.#logged = this.#log.length;
      if (this.#cancel === controller) this.#cancel = null;
    }
  }

  #newDesk(rubricId: string): Desk {
    return new Desk(() => this.#shelf.find(rubricId)?.rubric);
  }
}

/** What people call a case. */
export function nameOf(subject: Case | undefined): string {
  return subject?.label?.trim() || (subject?.id ?? '');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
