import { faultOf } from '../core/cases/find-input-faults';
import type { Case } from '../core/model/case';
import type { Mode, Prompt } from '../core/model/prompt';
import type { Criterion } from '../core/model/rubric';
import type { Judge } from '../judges/judge';
import type { World } from '../pipeline/judge-case';
import { CaseChanges } from './case-changes.svelte';
import type { TakenCases } from './case-taking.svelte';
import { Desk, numericCriteria, type RemovedCase, type ReplacedCase } from './desk.svelte';
import type { ToExport } from './exports.svelte';
import { gatherResults } from './gather-results';
import type { JudgementBook } from './judgement-book.svelte';
import { Judging, type HistoryEntry, type RunState } from './judging.svelte';
import { PromptPreview } from './prompt-preview';
import type { ResultList } from './result-list.svelte';
import type { LoadEngine, RubricShelf, ShelvedRubric } from './rubric-shelf.svelte';
import type { Slices } from './sliced-work';

/** Everything the Workbench shows: rubric, cases, judge, mode, the run and its judgements. */
export class Workbench {
  readonly #shelf: RubricShelf;
  readonly #judges: readonly Judge[];
  readonly #world: World;
  readonly #judging: Judging;
  readonly #prompts: PromptPreview;
  readonly #aside = new Map<string, { desk: Desk; run: RunState }>();
  #rubricId = $state('');
  #desk = $state.raw<Desk>(this.#newDesk(''));
  #changes = $state.raw(new CaseChanges(this.#desk));
  #judgeId = $state('rules');
  #mode = $state<Mode>('model-alone');
  #tellFacts = $state(false);
  #loading = $state(false);

  constructor(shelf: RubricShelf, loadEngine: LoadEngine, judges: readonly Judge[], world: World) {
    this.#shelf = shelf;
    this.#judges = judges;
    this.#world = world;
    this.#judging = new Judging(shelf, loadEngine, world);
    this.#prompts = new PromptPreview(shelf, loadEngine);
    this.#rubricId = shelf.cards[0]?.id ?? '';
    this.#layOut(this.#newDesk(this.#rubricId));
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
    return this.#judging.run;
  }
  get history(): readonly HistoryEntry[] {
    return this.#judging.history;
  }
  get loadingSamples(): boolean {
    return this.#loading;
  }
  /** What can be brought back: the cases removed last. */
  get removed(): readonly RemovedCase[] {
    return this.#changes.removed;
  }
  /** The same for cases that others took the place of. */
  get replaced(): readonly ReplacedCase[] {
    return this.#changes.replaced;
  }

  chooseRubric(id: string): void {
    if (id === this.#rubricId || !this.#shelf.cards.some((shelved) => shelved.id === id)) return;
    void this.#shelf.load(id);
    const before = this.#aside.get(id);
    const run = this.#judging.exchange(before?.run ?? { kind: 'idle' });
    this.#aside.set(this.#rubricId, { desk: this.#desk, run });
    this.#rubricId = id;
    this.#layOut(before?.desk ?? this.#newDesk(id));
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
      this.#changes.forget();
    } catch (error) {
      this.#judging.fail(error);
    } finally {
      this.#loading = false;
    }
  }
  /** Cases from a file, which keeps its own columns for the export. */
  takeCases(taken: TakenCases): Promise<void> {
    return this.#changes.take(taken);
  }
  /** Null where there is nothing to write. Offers to pause at every `yield`. */
  gather(shownOnly: boolean): Slices<ToExport | null> {
    return gatherResults(this.#desk, this.rubric?.rubric, shownOnly);
  }
  /** Adds any number of cases without holding up the page; the first are there at once. */
  addCases(added: readonly Case[]): Promise<void> {
    return this.#changes.add(added);
  }
  addCase(label: string): void {
    let number = this.#desk.cases.length + 1;
    while (this.#desk.find(`own-${number}`)) number += 1;
    const input = Object.fromEntries((this.rubric?.rubric.inputs ?? []).map(({ name }) => [name, '']));
    this.#desk.add([{ id: `own-${number}`, label, input }]);
    this.#changes.forget();
  }
  changeCase(changed: Case): void {
    this.#desk.replace(changed);
  }
  removeCase(id: string): void {
    const gone = this.#desk.remove(id);
    if (gone) this.#changes.remember([gone]);
  }
  clearCases(): void {
    const { cases, judgements, sources } = this.#desk;
    const removed = cases.map((subject, row) => ({ subject, row, judged: judgements.peek(subject.id) }));
    this.#layOut(this.#newDesk(this.#rubricId));
    // The files stay: cases that are brought back must find their own columns.
    this.#desk.sources.push(...sources);
    this.#desk.showOriginals();
    this.#changes.remember(removed);
    this.#judging.show({ kind: 'idle' });
  }
  /** Puts removed or replaced cases back; whatever was added or judged since stays. */
  undoRemoval(): void {
    this.#changes.undo();
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
    this.#judging.cancel();
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
  previewPrompt(subject: Case): Promise<Prompt | null> {
    return this.#prompts.of(subject, this.#rubricId, this.#promptSettings);
  }
  /** Tokens to send for all cases, told from the first one's prompt and the other cases' lengths. */
  estimateTokens(): Promise<number> {
    return this.#prompts.estimateTokens(this.#desk.cases, this.#rubricId, this.#promptSettings);
  }

  get #promptSettings() {
    return { mode: this.#mode, tellFacts: this.#tellFacts, world: this.#world };
  }

  #judge(subjects: readonly Case[]): Promise<void> {
    const settings = { judge: this.judge, mode: this.#mode, tellFacts: this.#tellFacts };
    return this.#judging.judge(subjects, this.#desk, this.#rubricId, settings);
  }

  #layOut(desk: Desk): void {
    this.#desk = desk;
    this.#changes = new CaseChanges(desk);
  }

  #newDesk(rubricId: string): Desk {
    return new Desk(() => this.#shelf.find(rubricId)?.rubric);
  }
}
