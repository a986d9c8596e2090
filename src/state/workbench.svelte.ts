import { faultOf } from '../core/cases/find-input-faults';
import type { Case } from '../core/model/case';
import type { Mode, Prompt } from '../core/model/prompt';
import type { Criterion } from '../core/model/rubric';
import type { RunHead, RunSettings, RunView } from '../core/model/run';
import type { RunStore } from '../storage/runs/run-store';
import type { RunMessage } from '../storage/runs/run-channel';
import { CaseChanges } from './case-changes.svelte';
import type { TakenCases } from './case-taking.svelte';
import { Desk, numericCriteria, type RemovedCase, type ReplacedCase } from './desk.svelte';
import type { ToExport } from './exports.svelte';
import { gatherResults } from './gather-results';
import type { JudgementBook } from './judgement-book.svelte';
import { Judging, type JudgingTools } from './judging.svelte';
import type { OfferedJudge } from './offered-judge';
import { catchUp, openRun } from './open-run';
import { PromptPreview } from './prompt-preview';
import type { ResultList } from './result-list.svelte';
import type { RubricShelf, ShelvedRubric } from './rubric-shelf.svelte';
import { stateOf, type RunState } from './run-state';
import type { Slices } from './sliced-work';
import { Turns } from './turns';

/** How often and how long: what a person sets for runs of a judge. */
export type RunChoices = Pick<RunSettings, 'samples' | 'timeoutSeconds'>;

const firstChoices: RunChoices = { samples: 1, timeoutSeconds: 120 };

interface WorkbenchTools extends JudgingTools {
  shelf: RubricShelf;
  judges: readonly OfferedJudge[];
}

/** Everything the Workbench shows: rubric, cases, judge, mode, the run and its judgements. */
export class Workbench {
  readonly #tools: WorkbenchTools;
  readonly #judging: Judging;
  readonly #prompts: PromptPreview;
  /** Desks of rubrics by their ids, and those of runs that were opened by theirs. */
  readonly #desks = new Map<string, Desk>();
  #rubricId = $state('');
  #desk = $state.raw<Desk>(this.#newDesk(''));
  #changes = $state.raw(new CaseChanges(this.#desk));
  #judgeId = $state('rules');
  #mode = $state<Mode>('model-alone');
  #tellFacts = $state(false);
  #choices = $state.raw<RunChoices>(firstChoices);
  #loading = $state(false);
  /** Whether the desk is that of a run that was opened, and not the rubric's own. */
  #opened = $state(false);
  #wrongJudge = $state<string | null>(null);
  #obstacle = $state<string | null>(null);
  readonly #awaited = new Set<string>();
  readonly #turns = new Turns();

  constructor(tools: WorkbenchTools) {
    this.#tools = tools;
    this.#judging = new Judging(tools);
    this.#prompts = new PromptPreview(tools.loadEngine);
    this.#rubricId = tools.shelf.cards[0]?.id ?? '';
    this.#layOut(this.#deskOf(this.#rubricId));
    void tools.shelf.load(this.#rubricId);
    tools.channel.listen((message) => void this.hear(message));
  }

  get shelf(): RubricShelf {
    return this.#tools.shelf;
  }
  get runs(): RunStore {
    return this.#tools.runs;
  }
  get rubricId(): string {
    return this.#rubricId;
  }
  /** Undefined while it is being loaded. That of an opened run is the run's own. */
  get rubric(): ShelvedRubric | undefined {
    const { rubric } = this.#desk;
    if (!rubric) return undefined;
    return { id: rubric.id, rubric, fileUrl: this.shelf.find(rubric.id)?.fileUrl ?? '' };
  }
  /** The stored run that the table stands for. */
  get openedRun(): RunHead | null {
    return this.#opened ? (this.#desk.stored?.head ?? null) : null;
  }
  /** Whether the table stands for a stored run. */
  get isStored(): boolean {
    return this.#desk.stored !== null;
  }
  /** Whether `run` tells of that stored run, and not of a later one of a single case. */
  get canGoOn(): boolean {
    const { stored, runId } = this.#desk;
    return stored !== null && stored.head.id === runId;
  }
  /** Whom the desk's run asked, where another judge is chosen and the run was to be gone on with. */
  get wrongJudge(): string | null {
    return this.#wrongJudge;
  }
  /** What else keeps the desk's run from being gone on with, or called off. */
  get obstacle(): string | null {
    return this.#obstacle;
  }
  /** The run that is going on, on whatever desk. */
  get activeRun(): RunState | null {
    return this.#judging.desk?.run ?? null;
  }
  get activeRunId(): string | null {
    return this.#judging.runId;
  }
  /** Another desk's run is going on. */
  get busyElsewhere(): RunState | null {
    const { desk } = this.#judging;
    return desk && desk !== this.#desk ? desk.run : null;
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
    const judge = this.judges.find((candidate) => candidate.id === this.#judgeId);
    if (!judge) throw new Error(`Expected a known judge, got "${this.#judgeId}".`);
    return judge;
  }
  get judges(): readonly OfferedJudge[] {
    return this.#tools.judges;
  }
  get choices(): RunChoices {
    return this.#choices;
  }
  get mode(): Mode {
    return this.#mode;
  }
  get tellFacts(): boolean {
    return this.#tellFacts;
  }
  get run(): RunState {
    return this.#desk.run;
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

  /** Also from an opened run back to the rubric's own desk. */
  chooseRubric(id: string): void {
    if (!this.shelf.cards.some((shelved) => shelved.id === id)) return;
    if (id === this.#rubricId && !this.#opened) return;
    void this.shelf.load(id);
    this.#leave();
    this.#opened = false;
    this.#rubricId = id;
    this.#layOut(this.#deskOf(id));
  }
  chooseJudge(id: string): void {
    if (this.judges.some((judge) => judge.id === id)) this.#judgeId = id;
  }
  choose(change: Partial<RunChoices>): void {
    this.#choices = { ...this.#choices, ...change };
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
      const samples = await this.shelf.samples(id);
      if (id !== this.#rubricId) return;
      this.#desk.add(samples);
      this.#changes.forget();
    } catch (error) {
      this.#desk.run = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
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
    return gatherResults(this.#desk, this.#desk.rubric, shownOnly);
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
    const emptied = this.#newDesk(this.#rubricId);
    this.#desks.set(this.#rubricId, emptied);
    this.#opened = false;
    this.#layOut(emptied);
    // The files stay: cases that are brought back must find their own columns.
    this.#desk.sources.push(...sources);
    this.#desk.showOriginals();
    this.#changes.remember(removed);
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
  pause(): void {
    this.#order('pause');
  }
  /** Goes on with a run that waits, whoever made it wait. */
  async resume(): Promise<void> {
    if (this.run.kind === 'elsewhere') this.#order('resume');
    else await this.#goOn('rest');
  }
  cancel(): void {
    const { kind } = this.run;
    if (this.#judging.desk !== this.#desk && (kind === 'interrupted' || kind === 'paused'))
      void this.#callOff(this.#desk);
    else this.#order('cancel');
  }
  /** Asks once more for the cases that have no score. */
  retryFailed(): Promise<void> {
    return this.#goOn('failed');
  }
  /** To the desk whose run is going on. */
  showBusy(): void {
    const { desk } = this.#judging;
    if (!desk) return;
    this.#leave();
    this.#opened = this.#desks.get(desk.rubric?.id ?? '') !== desk;
    this.#rubricId = desk.rubric?.id ?? this.#rubricId;
    this.#layOut(desk);
  }
  /** From an opened run back to the rubric's own desk. */
  closeRun(): void {
    const { cards } = this.shelf;
    // A run that came in from a file may bring a rubric that is not on the shelf.
    const own = cards.find(({ id }) => id === this.#rubricId) ?? cards[0];
    if (own) this.chooseRubric(own.id);
  }

  /** Lays out a stored run as it was. */
  async openRun(id: string): Promise<void> {
    const { runs, shelf, loadEngine, ownership } = this.#tools;
    const present = [...this.#desks.values()].find((desk) => desk.stored?.head.id === id);
    const head = await runs.head(id);
    if (!head || head.removed !== null) throw new Error('This run is no longer stored.');
    const desk = present ?? (await openRun(head, { runs, shelf, loadEngine }));
    this.#desks.set(`run ${id}`, desk);
    if (this.#judging.desk !== desk) {
      desk.stored = desk.stored && { ...desk.stored, head };
      const elsewhere = (await ownership.ownedElsewhere()).has(id);
      desk.runId = id;
      desk.run = stateOf(head, elsewhere);
      if (elsewhere) void this.#awaitOwner(desk, id);
    }
    this.#leave();
    this.#opened = true;
    this.#rubricId = head.rubric.id;
    this.#layOut(desk);
    this.#offerJudgeOf(head);
    this.#mode = head.settings.mode;
    this.#tellFacts = head.settings.tellFacts;
    const { samples, timeoutSeconds } = head.settings;
    if (head.judge.kind === 'model') this.#choices = { samples, timeoutSeconds };
  }
  /** How the table stands. */
  get view(): RunView {
    return this.#desk.view;
  }
  /** Keeps how the table of a stored run is left. */
  async keepView(view = this.#desk.view): Promise<void> {
    const { stored } = this.#desk;
    if (!stored) return;
    try {
      await this.#tools.runs.changeHead(stored.head.id, (head) => ({ ...head, view }));
    } catch {
      // How a table was left is no reason to disturb anyone.
    }
  }

  /** What a model would be given for this case in the chosen mode. Null when facts leave nothing to ask. */
  previewPrompt(subject: Case): Promise<Prompt | null> {
    return this.#prompts.of(subject, this.#desk, this.#promptSettings);
  }
  /** Tokens to send for all cases, told from the first one's prompt and the other cases' lengths. */
  estimateTokens(): Promise<number> {
    return this.#prompts.estimateTokens(this.#desk, this.#promptSettings);
  }

  /** What judging all cases would take: work to be done in slices. */
  estimateRun() {
    const { samples } = this.#choices;
    return this.#prompts.estimateRun(this.#desk, { ...this.#promptSettings, samples });
  }

  get #promptSettings() {
    return { mode: this.#mode, tellFacts: this.#tellFacts, world: this.#tools.world };
  }

  #judge(subjects: readonly Case[]): Promise<void> {
    const settings = { mode: this.#mode, tellFacts: this.#tellFacts, ...this.#choices };
    return this.#judging.judge(subjects, this.#desk, this.judge, settings);
  }

  /** Only the judge that was asked before may go on: two judges' scores are not one run. */
  async #goOn(what: 'rest' | 'failed'): Promise<void> {
    const desk = this.#desk;
    const active = this.#judging.desk === desk;
    const asked = active ? this.#judging.asked : desk.stored?.head.judge;
    if (!asked) return;
    this.#wrongJudge = null;
    this.#obstacle = null;
    const { judge } = this;
    const [engine, made] = await Promise.all([
      this.#tools.loadEngine(),
      'forRun' in judge ? judge.forRun() : judge,
    ]);
    if ('problem' in made) this.#obstacle = made.problem;
    else if (!engine.sameJudge(made, asked))
      this.#wrongJudge = asked.kind === 'program' ? asked.id : asked.model;
    else if (active) this.#judging.resume(made);
    else await this.#judging.goOn(desk, made, what);
    if (desk.stored && desk.run.kind === 'elsewhere') void this.#awaitOwner(desk, desk.stored.head.id);
  }

  /** Chooses the judge that a run asked, and sets its form up as it was, as far as that is known. */
  #offerJudgeOf({ judge: asked }: RunHead): void {
    const offered = this.judges.find(({ id }) => id === asked.id);
    if (!offered) return;
    this.#judgeId = offered.id;
    if ('forRun' in offered) offered.restore(asked);
  }

  /** A run that nobody drives. */
  async #callOff(desk: Desk): Promise<void> {
    const { stored } = desk;
    if (!stored) return;
    const { runs, ownership } = this.#tools;
    const { id } = stored.head;
    try {
      if (!(await ownership.ownedElsewhere()).has(id))
        await runs.changeHead(id, (head) =>
          head.state === 'finished' ? head : { ...head, state: 'cancelled', pause: null },
        );
      await this.#follow(desk, id);
    } catch (error) {
      this.#obstacle = error instanceof Error ? error.message : String(error);
    }
  }

  /** To the run of this desk, wherever it is driven. */
  #order(want: 'pause' | 'resume' | 'cancel'): void {
    const run = this.#desk.stored?.head.id;
    if (this.#judging.desk === this.#desk) this.#judging[want]();
    else if (run !== undefined) this.#tools.channel.send({ kind: 'ask', run, want });
  }

  /** What another tab, or another screen, says about a run that may lie on a desk here. */
  async hear(message: RunMessage): Promise<void> {
    if (message.kind === 'ask') return;
    if (message.kind === 'removed') {
      this.#forget(message.run);
      return;
    }
    const desk = [...this.#desks.values()].find(({ stored }) => stored?.head.id === message.run);
    if (desk) await this.#follow(desk, message.run);
  }

  #follow(desk: Desk, id: string): Promise<void> {
    return this.#turns.take(id, async () => {
      if (!desk.stored || this.#judging.desk === desk) return;
      const { runs, ownership } = this.#tools;
      // First of all: what is stored after the owner let go is its last word.
      const elsewhere = (await ownership.ownedElsewhere()).has(id);
      const head = await runs.head(id);
      if (!head) return;
      try {
        await catchUp(desk, runs);
      } catch (error) {
        // Deleted meanwhile, most likely: there is nothing more to follow.
        if (error instanceof Error && error.name === 'StorageFailure') return;
        throw error;
      }
      if (this.#judging.desk === desk) return;
      desk.stored = { ...desk.stored, head };
      desk.runId = id;
      desk.run = stateOf(head, elsewhere);
      if (elsewhere) void this.#awaitOwner(desk, id);
    });
  }

  /** Nothing of a run that is gone can be opened any more. Cases of one's own stay, to be judged again. */
  #forget(id: string): void {
    if (this.openedRun?.id === id) this.closeRun();
    this.#desks.delete(`run ${id}`);
    for (const desk of this.#desks.values()) desk.forgetRun(id);
  }

  /** The owner may end or die without a word: whoever follows may then go on. */
  async #awaitOwner(desk: Desk, id: string): Promise<void> {
    if (this.#awaited.has(id)) return;
    this.#awaited.add(id);
    await this.#tools.ownership.whenFree(id, new AbortController().signal);
    this.#awaited.delete(id);
    await this.#follow(desk, id);
  }

  #leave(): void {
    void this.keepView();
    // A person carries one prompt at a time: what is left is called off rather than waiting unseen.
    if (this.#judging.desk === this.#desk && this.#judging.judgeId === 'pasted') this.#judging.cancel();
  }

  #layOut(desk: Desk): void {
    this.#wrongJudge = null;
    this.#obstacle = null;
    this.#desk = desk;
    this.#changes = new CaseChanges(desk);
  }

  #deskOf(rubricId: string): Desk {
    const desk = this.#desks.get(rubricId) ?? this.#newDesk(rubricId);
    this.#desks.set(rubricId, desk);
    return desk;
  }

  #newDesk(rubricId: string): Desk {
    return new Desk({
      find: () => this.shelf.find(rubricId)?.rubric,
      ready: () => this.shelf.ready(rubricId),
    });
  }
}
