import { faultOf } from '../core/cases/find-input-faults';
import type { Case } from '../core/model/case';
import type { Mode, Prompt } from '../core/model/prompt';
import type { Criterion } from '../core/model/rubric';
import type { Judge } from '../judges/judge';
import type { World } from '../pipeline/judge-case';
import { Desk, numericCriteria, type RemovedCase } from './desk.svelte';
import type { JudgedCase } from './judged-case';
import type { JudgementBook } from './judgement-book.svelte';
import type { ResultList } from './result-list.svelte';
import type { LoadEngine, RubricShelf, ShelvedRubric } from './rubric-shelf.svelte';
import { yieldToPage } from './sliced-work';

export type RunState =
  | { kind: 'idle' }
  | { kind: 'running'; done: number; total: number }
  | { kind: 'finished'; done: number; milliseconds: number }
  | { kind: 'cancelled'; done: number; total: number }
  | { kind: 'failed'; message: string };

/** One line of the visit's history. */
export interface HistoryEntry extends JudgedCase {
  rubricId: string;
}

/** What was removed last: one case, or a desk with all of them. */
interface Undo {
  removed: number;
  label: string;
  bringBack: { desk: Desk } | { from: Desk; case: RemovedCase };
}

/** How long judging may hold the main thread before the page gets a turn. */
const turnMilliseconds = 12;
const casesPerTurn = 2000;

/** Everything the Workbench shows: rubric, cases, judge, mode, the run and its judgements. */
export class Workbench {
  readonly #shelf: RubricShelf;
  readonly #loadEngine: LoadEngine;
  readonly #judges: readonly Judge[];
  readonly #world: World;
  readonly #aside = new Map<string, Desk>();
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
  #undo = $state.raw<Undo | null>(null);
  #cancel: AbortController | null = null;

  constructor(shelf: RubricShelf, loadEngine: LoadEngine, judges: readonly Judge[], world: World) {
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
  get judge(): Judge {
    const judge = this.#judges.find((candidate) => candidate.id === this.#judgeId);
    if (!judge) throw new Error(`Expected a known judge, got "${this.#judgeId}".`);
    return judge;
  }
  get judges(): readonly Judge[] {
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
  /** What can be brought back: how many cases were removed last, and the name if it was one. */
  get undoable(): { removed: number; label: string } | null {
    return this.#undo;
  }

  chooseRubric(id: string): void {
    if (id === this.#rubricId || !this.#shelf.cards.some((shelved) => shelved.id === id)) return;
    this.cancel();
    void this.#shelf.load(id);
    this.#aside.set(this.#rubricId, this.#desk);
    this.#rubricId = id;
    this.#desk = this.#aside.get(id) ?? this.#newDesk(id);
    this.#run = { kind: 'idle' };
    this.#undo = null;
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
      if (id === this.#rubricId) this.#desk.add(samples);
    } catch (error) {
      this.#run = { kind: 'failed', message: messageOf(error) };
    } finally {
      this.#loading = false;
    }
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
  }
  changeCase(changed: Case): void {
    this.#desk.replace(changed);
  }
  removeCase(id: string): void {
    const gone = this.#desk.remove(id);
    if (!gone) return;
    const { label = id } = gone.subject;
    this.#undo = { removed: 1, label, bringBack: { from: this.#desk, case: gone } };
  }
  clearCases(): void {
    this.#undo = { removed: this.#desk.cases.length, label: '', bringBack: { desk: this.#desk } };
    this.#desk = this.#newDesk(this.#rubricId);
    this.#run = { kind: 'idle' };
  }
  undoRemoval(): void {
    const back = this.#undo?.bringBack;
    this.#undo = null;
    if (!back) return;
    if ('desk' in back) this.#desk = back.desk;
    else back.from.putBack(back.case);
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
    const settings = { judge: this.judge, mode: this.#mode, tellFacts: this.#tellFacts };
    const started = this.#world.now().getTime();
    let done = 0;
    this.#run = { kind: 'running', done, total: subjects.length };
    try {
      const [engine, ready] = await Promise.all([this.#loadEngine(), this.#shelf.ready(rubricId)]);
      let turnEnds = performance.now() + turnMilliseconds;
      for (const subject of subjects) {
        const judgement = await engine.judgeCase(ready, subject, { ...settings, signal, world: this.#world });
        signal.throwIfAborted();
        desk.keep({ judgement, subject });
        this.#log.push({ judgement, subject, rubricId });
        done += 1;
        if (performance.now() > turnEnds) {
          this.#run = { kind: 'running', done, total: subjects.length };
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
      this.#cancel = null;
    }
  }

  #newDesk(rubricId: string): Desk {
    return new Desk(() => this.#shelf.find(rubricId)?.rubric);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
