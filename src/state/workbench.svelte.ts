import { faultOf } from '../core/cases/find-input-faults';
import type { Case } from '../core/model/case';
import type { Mode, Prompt } from '../core/model/prompt';
import type { Judge } from '../judges/judge';
import type { World } from '../pipeline/judge-case';
import {
  addCases,
  emptyDesk,
  keepJudgement,
  neighbourOf,
  putBack,
  removeCases,
  replaceCase,
  type Desk,
  type JudgedCase,
  type RemovedCase,
} from './desk';
import type { LoadEngine, RubricShelf, ShelvedRubric } from './rubric-shelf.svelte';

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

/** Everything the Workbench shows: rubric, cases, judge, mode, the run and its judgements. */
export class Workbench {
  readonly #shelf: RubricShelf;
  readonly #loadEngine: LoadEngine;
  readonly #judges: readonly Judge[];
  readonly #world: World;
  readonly #aside = new Map<string, { desk: Desk; run: RunState }>();
  #rubricId = $state('');
  #desk = $state.raw<Desk>(emptyDesk);
  #judgeId = $state('rules');
  #mode = $state<Mode>('model-alone');
  #tellFacts = $state(false);
  #run = $state.raw<RunState>({ kind: 'idle' });
  #history = $state.raw<readonly HistoryEntry[]>([]);
  #loading = $state(false);
  #removed = $state.raw<readonly RemovedCase[]>([]);
  #cancel: AbortController | null = null;

  constructor(shelf: RubricShelf, loadEngine: LoadEngine, judges: readonly Judge[], world: World) {
    this.#shelf = shelf;
    this.#loadEngine = loadEngine;
    this.#judges = judges;
    this.#world = world;
    this.#rubricId = shelf.cards[0]?.id ?? '';
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
    return this.#desk.cases.find((existing) => existing.id === this.#desk.selectedId);
  }
  get judgements(): ReadonlyMap<string, JudgedCase> {
    return this.#desk.judgements;
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
    this.#desk = before?.desk ?? emptyDesk;
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
    this.#desk = { ...this.#desk, selectedId: id };
  }
  step(by: number): void {
    const id = neighbourOf(this.#desk, by);
    if (id !== null) this.select(id);
  }

  async loadSamples(): Promise<void> {
    const id = this.#rubricId;
    this.#loading = true;
    try {
      const samples = await this.#shelf.samples(id);
      if (id !== this.#rubricId) return;
      this.#desk = addCases(this.#desk, samples);
      this.#removed = [];
    } catch (error) {
      this.#run = { kind: 'failed', message: messageOf(error) };
    } finally {
      this.#loading = false;
    }
  }
  addCase(label: string): void {
    const taken = new Set(this.#desk.cases.map((existing) => existing.id));
    let number = taken.size + 1;
    while (taken.has(`own-${number}`)) number += 1;
    const input = Object.fromEntries((this.rubric?.rubric.inputs ?? []).map(({ name }) => [name, '']));
    this.#desk = addCases(this.#desk, [{ id: `own-${number}`, label, input }]);
    this.#removed = [];
  }
  changeCase(changed: Case): void {
    this.#desk = replaceCase(this.#desk, changed);
  }
  removeCase(id: string): void {
    this.#remove(new Set([id]));
  }
  clearCases(): void {
    this.#remove(new Set(this.#desk.cases.map((subject) => subject.id)));
    this.#run = { kind: 'idle' };
  }
  undoRemoval(): void {
    this.#desk = putBack(this.#desk, this.#removed);
    this.#removed = [];
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
    const present = this.#desk.cases.some((existing) => existing.id === entry.subject.id);
    const desk = present ? this.#desk : addCases(this.#desk, [entry.subject]);
    this.#desk = { ...keepJudgement(desk, entry), selectedId: entry.subject.id };
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
    const settings = { judge: this.judge, mode: this.#mode, tellFacts: this.#tellFacts };
    const started = this.#world.now().getTime();
    let done = 0;
    const progress = (label: string) =>
      (this.#run = { kind: 'running', done, total: subjects.length, label });
    progress(nameOf(subjects[0]));
    try {
      const [engine, ready] = await Promise.all([this.#loadEngine(), this.#shelf.ready(rubricId)]);
      let turnEnds = performance.now() + turnMilliseconds;
      for (const subject of subjects) {
        progress(nameOf(subject));
        const judgement = await engine.judgeCase(ready, subject, { ...settings, signal, world: this.#world });
        signal.throwIfAborted();
        this.#keep({ judgement, subject }, rubricId);
        done += 1;
        if (performance.now() > turnEnds) {
          await nextTurn();
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
      if (this.#cancel === controller) this.#cancel = null;
    }
  }

  #remove(ids: ReadonlySet<string>): void {
    const { desk, removed } = removeCases(this.#desk, ids);
    this.#desk = desk;
    this.#removed = removed;
  }

  #keep(judged: JudgedCase, rubricId: string): void {
    this.#desk = keepJudgement(this.#desk, judged);
    this.#history = [{ ...judged, rubricId }, ...this.#history];
  }
}

/** What people call a case. */
export function nameOf(subject: Case | undefined): string {
  return subject?.label?.trim() || (subject?.id ?? '');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
