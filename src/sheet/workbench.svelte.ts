import type { Case } from '../cases/case';
import { randomSample, type RunHead } from './run-record';
import type { RunJudge } from '../judgement/judge';
import { isMissing } from '../cases/mapping/find-input-faults';
import { Tally, type Summary } from './figures/tally';
import type { NoRoomDecision } from './run/make-room';
import type * as Recognition from '../cases/recognise';
import type * as People from './person/person-runs';
import type { ReadyRubric } from '../judgement/ready-rubric';
import { RubricVersions, type RubricLibrary } from './rubric-versions.svelte';
import type { CellSelection } from './run/order';
import { Runner, type Outcome, type RunnerTools } from './run/runner.svelte';
import type { RunCommand } from './sheet-changes';
import { SheetState } from './sheet-state.svelte';
import { type SheetStore, troubleOf, type Trouble } from './sheet-store';
import type { LastSheet } from './last-sheet.browser';
import { CaseChanges } from './cases/case-changes.svelte';
import type { TakenCases } from '../cases/case-import.svelte';
import { RunsElsewhere } from './run/runs-elsewhere.svelte';
import type { OfferedJudge } from '../judges/judge-form';
import { SlicedWork, yieldEvery } from '../kit/sliced-work.browser';
import type { EstimateOptions } from './estimate/estimate-run';
import type { ActiveRun } from './run/active-run.svelte';
import type * as Judging from './run/judging';
import { RunSetup } from './run-setup/run-setup.svelte';
import { cancelStoredRun, isResumable, isUnfinished } from './run/resume-run';
import { stateOf, type RunState } from './run/run-state';
import type { JudgementReader } from './results/judgement-reader.svelte';
import type { Examples } from './run/example-runs';
import type { SheetCase } from './sheet';
import { unfilledInputs } from '../rubric/rubric';
import { UnreadableRubric, type AddedRubric } from './own-rubrics.svelte';

export interface WorkbenchTools extends Omit<RunnerTools, 'rubrics'> {
  library: RubricLibrary;
  judges: readonly OfferedJudge[];
  lastSheet: LastSheet;
  language: () => string;
  /** With which a page begins that has no sheet to open, as the person chose in the settings. */
  firstRubric?: string | undefined;
  loadPeople: () => Promise<typeof People>;
  loadRecognition: () => Promise<typeof Recognition>;
  reader: Pick<JudgementReader, 'hold'>;
}

interface PreviewedRun {
  judging: typeof Judging;
  ready: ReadyRubric;
  cases: readonly Case[];
  settings: EstimateOptions;
}

export type OpeningOutcome = 'opened' | 'gone' | 'late';

const nothingJudged = new Tally().summary();

/** What the Workbench shows and does: the open sheet, who judges next, and the run that this tab drives. */
export class Workbench {
  readonly setup: RunSetup;
  readonly library: RubricLibrary;
  readonly store: SheetStore;
  readonly runner: Runner;
  readonly rubrics: RubricVersions;
  sheet: SheetState;
  changes: CaseChanges;
  beingOpened = $state<string | null>(null);
  /** Why the run in focus was not resumed: another judge is chosen than the one it asked, or the storage refuses. */
  wrongJudge = $state.raw<RunJudge | null>(null);
  obstacle = $state.raw<Trouble | null>(null);
  /** Every cell that *Judge all* would fill is filled. */
  nothingToJudge = $state(false);
  /** How often judging was asked for before the inputs of the whole run were filled in. */
  unfilled = $state(0);
  /** A run was to be resumed whose key has to be entered first: the form shows where. */
  keyWanted = $state(false);
  #loadingSamplesOf = $state.raw<SheetState | null>(null);
  readonly #tools: WorkbenchTools;
  readonly #elsewhere: RunsElsewhere;
  #remembered = '';

  constructor(tools: WorkbenchTools) {
    this.#tools = tools;
    this.library = tools.library;
    this.store = tools.store;
    this.rubrics = new RubricVersions(tools.library, tools.store, tools.loadJudging);
    this.setup = new RunSetup(tools.judges);
    this.runner = new Runner({ ...tools, rubrics: this.rubrics });
    this.#elsewhere = new RunsElsewhere(tools.locks, tools.changes);
    const rubricId = tools.library.cards[0]?.id ?? '';
    this.sheet = $state.raw(this.#blank(rubricId));
    this.changes = $state.raw(new CaseChanges(this.sheet));
    void tools.library.load(rubricId);
    tools.changes.listen(({ sheet, run, removed }) => {
      if (!removed) {
        if (sheet === this.sheet.id) {
          this.#remember();
          if (run === undefined) void this.#leaveDeleted();
        }
        return;
      }
      if (run !== undefined) this.runner.forget(run);
      else {
        this.runner.forgetSheet(sheet);
        if (sheet === this.sheet.id) this.newSheet();
      }
    });
  }

  get cases(): readonly Case[] {
    return this.sheet.cases.all;
  }
  get summary(): Summary {
    return this.sheet.focus?.summary ?? nothingJudged;
  }
  /** The run that this tab drives, where it is one of the open sheet. */
  get active(): ActiveRun | null {
    const { active } = this.runner;
    return active?.sheet.id === this.sheet.id ? active : null;
  }

  /** What is going on with the sheet: the run that this tab drives in it, or else the one in focus. */
  get run(): RunState {
    if (this.active) return this.active.state;
    const failed = this.runner.ended.get(this.sheet.id);
    if (failed) return failed;
    const { focus } = this.sheet;
    if (!focus) return { kind: 'idle' };
    const state = this.stateOf(focus.head);
    return 'failed' in state ? { ...state, failed: focus.failed, skipped: focus.skipped } : state;
  }
  stateOf(head: RunHead): RunState {
    const { active } = this.runner;
    if (active?.runId === head.id) return active.state;
    const ended = this.runner.ended.get(head.id);
    if (ended && this.runner.unwrittenOf(head.id).length > 0) return ended;
    if (ended?.kind === 'failed' || ended?.kind === 'outdated') return ended;
    return stateOf(head, this.#elsewhere.ids.has(head.id));
  }
  /** How the run goes that this tab drives of another sheet: nothing else is judged meanwhile. */
  get busyElsewhere(): RunState | null {
    return this.active ? null : (this.runner.active?.state ?? null);
  }
  get takenUp(): string | null {
    const { active } = this.runner;
    return active?.takingUp ? active.runId : null;
  }
  /** Whether the run in focus can be resumed here. One from a file cannot: that would be another judge. */
  get canGoOn(): boolean {
    const head = this.sheet.focus?.head;
    return head !== undefined && isResumable(head);
  }
  get unstored(): number {
    const run = this.active ? this.active.runId : this.sheet.focus?.id;
    return run ? this.runner.unwrittenOf(run).length : 0;
  }
  get hasCasesOnlyHere(): boolean {
    return this.sheet.unsaved || this.sheet.conflicts.length > 0;
  }
  async openLast(): Promise<void> {
    const { id, rubric } = this.#tools.lastSheet.recall();
    if (id !== null && (await this.openSheet(id).catch(() => 'gone')) === 'opened') return;
    // The page is drawn meanwhile.
    if (this.cases.length === 0) void this.showSamples(this.#tools.firstRubric ?? rubric ?? undefined);
  }
  /** Another rubric's newest sheet, or its samples. */
  async chooseRubric(id: string): Promise<void> {
    if (id === this.sheet.rubricId || !this.library.cards.some((card) => card.id === id)) return;
    this.#showBlank(id);
    const opened = this.sheet;
    // Nobody is asked for cases while some may be on their way.
    this.#loadingSamplesOf = opened;
    const { sheets } = await this.store.list().catch(() => ({ sheets: [] }));
    const newest = sheets.find((sheet) => sheet.rubric.id === id && sheet.removed === null);
    if (this.sheet !== opened || this.cases.length > 0) this.#loadingSamplesOf = null;
    else await (newest ? this.openSheet(newest.id) : this.loadSamples());
  }
  /** A new sheet of a rubric's samples with example replies, stored when a person changes or judges something. */
  async showSamples(rubricId: string = this.sheet.rubricId): Promise<void> {
    const isKnown = this.library.cards.some(({ id }) => id === rubricId);
    const wanted = isKnown ? rubricId : (this.library.cards[0]?.id ?? '');
    if (wanted !== this.sheet.rubricId || this.sheet.isStored || this.cases.length > 0)
      this.#showBlank(wanted);
    await this.loadSamples();
  }
  newSheet(): void {
    this.#showBlank(this.sheet.rubricId);
  }
  async openSheet(id: string, run?: string): Promise<OpeningOutcome> {
    if (id === this.sheet.id) {
      await this.sheet.catchUp();
      if (run !== undefined && !this.sheet.column(run)) return 'gone';
      if (run !== undefined) this.focusOn(run);
      this.#showItsJudge();
      return 'opened';
    }
    // It was left while this tab drives a run of it.
    const driven = this.runner.active?.sheet;
    if (driven?.id === id) {
      this.beingOpened = null;
      this.#show(driven);
      if (run !== undefined) this.focusOn(run);
      return 'opened';
    }
    this.beingOpened = run ?? id;
    try {
      const head = await this.store.sheet(id);
      if (!head || head.removed !== null) return 'gone';
      const wanted = run === undefined ? null : await this.store.run(run);
      if (run !== undefined && (!wanted || wanted.removed !== null)) return 'gone';
      const sheet = this.#make(id, head.rubric.id);
      void this.library.load(head.rubric.id);
      const found = await sheet.open(run);
      if (!found) return 'gone';
      if (this.beingOpened !== (run ?? id)) {
        void sheet.close();
        return 'late';
      }
      this.#show(sheet);
      this.#showItsJudge();
      return 'opened';
    } finally {
      if (this.beingOpened === (run ?? id)) this.beingOpened = null;
    }
  }
  focusOn(run: string): void {
    this.#forgetTrouble();
    this.sheet.focusOn(run);
  }
  chooseJudge(id: string): void {
    this.setup.chooseJudge(id);
    this.nothingToJudge = false;
    const run = this.sheet.runs.find(({ judge }) => judge.id === id);
    if (run) this.focusOn(run.id);
  }
  showBusy(): void {
    const { active } = this.runner;
    if (active) void this.openSheet(active.sheet.id, active.runId ?? undefined);
  }

  get loadingSamples(): boolean {
    return this.#loadingSamplesOf === this.sheet;
  }
  async loadSamples(): Promise<void> {
    const sheet = this.sheet;
    const wasEmpty = this.cases.length === 0;
    this.#loadingSamplesOf = sheet;
    try {
      const samples = await this.library.samples(sheet.rubricId);
      // A person has begun a sheet of their own meanwhile.
      if (wasEmpty && sheet.cases.all.length > 0) return;
      // Removed ones may come again: bringing them back would give their ids twice.
      if (sheet === this.sheet) this.changes.forget();
      await sheet.addSamples(samples, (rows) => this.#examplesOf(sheet, rows));
    } catch (error) {
      this.obstacle = troubleOf(error);
    } finally {
      if (this.#loadingSamplesOf === sheet) this.#loadingSamplesOf = null;
    }
  }
  async #examplesOf(sheet: SheetState, rows: readonly SheetCase[]): Promise<Examples | null> {
    const { loadJudging, world, reader } = this.#tools;
    const replies = await this.library.replies(sheet.rubricId);
    const rubric = await sheet.currentRubric();
    if (replies === null || !rubric) return null;
    const [judging, ready] = await Promise.all([loadJudging(), this.rubrics.ready(rubric)]);
    const examples = await judging.makeExampleRuns(
      ready,
      { id: sheet.id, rows },
      replies,
      world,
      yieldEvery(),
    );
    reader.hold(examples.runs);
    return examples;
  }
  /** One case of a person's own, to be filled in where inputs are left out. Gives its key. */
  async addCase(label: string, input: Case['input'] = {}): Promise<number | undefined> {
    this.#leaveSamples();
    await this.changes.add(label, input);
    return this.sheet.cases.find(this.sheet.selectedId)?.key;
  }
  /** Makes a case of the text, labelled or free, and judges it by rules. False: a person must fill in more of it first. */
  async judgePasted(text: string): Promise<boolean> {
    // Whoever was chosen at the press judges, even if another judge is chosen while the case is stored.
    const { judge, settings } = this.setup;
    const rubric = await this.sheet.currentRubric();
    if (!rubric) return false;
    const { caseOfText } = await this.#tools.loadRecognition();
    const { label, input } = caseOfText(text, rubric);
    const key = await this.addCase(label, input);
    if (key === undefined || rubric.inputs.some((one) => isMissing(one, input[one.name] ?? ''))) return false;
    await this.#judge({ kind: 'cases', keys: [key] }, judge, settings);
    return true;
  }
  /** Takes in the text of a `rubric.md` and chooses that rubric. */
  async openRubric(text: string): Promise<AddedRubric> {
    const added = await this.library.addOwn(text);
    if (added.ok) {
      // An open sheet of its older version goes on with this one.
      await this.library.load(added.id);
      await this.chooseRubric(added.id);
    }
    return added;
  }
  /** Its sheets stay. `library.own.bringBack` undoes it. */
  async removeRubric(id: string): Promise<void> {
    await this.library.own.remove(id);
    if (this.sheet.rubricId === id && !this.sheet.isStored) await this.showSamples();
  }
  #leaveSamples(): void {
    if (this.sheet.isSample) this.newSheet();
  }
  async takeCases(taken: TakenCases): Promise<void> {
    this.#leaveSamples();
    const sheet = this.sheet;
    const cases = await this.changes.take(taken);
    this.nothingToJudge = false;
    const { storeLabels } = await this.#tools.loadPeople();
    const keys = cases.map(({ key }) => key);
    const source = { columns: taken.table.columns, mapping: taken.mapping };
    await storeLabels(sheet, keys, source, {
      ...this.#tools,
      rubrics: this.rubrics,
      work: new SlicedWork(),
    });
  }
  /** What is known of the next run, for figures about it. Reads cases and settings before it waits, so that a view follows them. */
  async preview<T>(work: (chosen: PreviewedRun) => T): Promise<Awaited<T>> {
    const { sheet, cases, setup } = this;
    const { world, loadJudging } = this.#tools;
    const { mode, tellFacts, asking, choices } = setup;
    const settings = { mode, tellFacts, asking, samples: choices.samples, world };
    const [judging, rubric] = await Promise.all([loadJudging(), sheet.currentRubric()]);
    if (!rubric) throw new UnreadableRubric(this.library.problemsOf(sheet.rubricId));
    return await work({ judging, ready: await this.rubrics.ready(rubric), cases, settings });
  }
  async keep(): Promise<void> {
    await Promise.all([this.sheet.save(), this.sheet.keepView()]);
  }
  judgeAll(): Promise<void> {
    return this.#judge({ kind: 'all' });
  }
  /** So many of the cases that are left, drawn at random. */
  judgeSome(count: number): Promise<void> {
    return this.#judge({ kind: 'random', count });
  }
  judgeAgain(): Promise<void> {
    return this.#judge({ kind: 'new-run' });
  }
  async judgeSelected(): Promise<void> {
    const key = this.sheet.cases.find(this.sheet.selectedId)?.key;
    if (key !== undefined) await this.#judge({ kind: 'cases', keys: [key] });
  }
  decideRoom(decision: NoRoomDecision): void {
    this.active?.decide?.(decision);
  }
  pause(): void {
    if (this.active) this.active.scheduler?.pause();
    else this.#askDriver('pause');
  }
  cancel(): void {
    const head = this.sheet.focus?.head;
    if (this.active) this.active.cancel();
    else if (this.run.kind === 'elsewhere') this.#askDriver('cancel');
    else if (head?.state === 'running' || head?.state === 'paused')
      void cancelStoredRun(head, this.#tools).catch((error: unknown) => (this.obstacle = troubleOf(error)));
  }
  async resume(): Promise<void> {
    if (this.run.kind === 'elsewhere') this.#askDriver('resume');
    else await this.#resume('rest');
  }
  retryFailed(): Promise<void> {
    return this.#resume('failed');
  }
  /** Opens a run's sheet and resumes it. Settles when it is shown. */
  async takeUp(run: RunHead, what: 'rest' | 'failed' = 'rest'): Promise<OpeningOutcome> {
    const outcome = await this.openSheet(run.sheet, run.id);
    if (outcome === 'opened') void this.#resume(what);
    return outcome;
  }
  /** Judges what the run in focus has left without a score by the judge that is chosen: two judges' scores are not one run. */
  async judgeRest(): Promise<void> {
    const head = this.sheet.focus?.head;
    if (!head) return;
    this.#forgetTrouble();
    const keys = await this.runner.casesLeft(this.sheet, head);
    if (this.runner.active?.runId === head.id) await this.runner.stop();
    else if (head.state === 'running' || head.state === 'paused') await cancelStoredRun(head, this.#tools);
    await this.#judge({ kind: 'cases', keys });
  }

  async #judge(
    wanted: CellSelection,
    judge = this.setup.judge,
    settings = this.setup.settings,
  ): Promise<void> {
    this.#forgetTrouble();
    const sheet = this.sheet;
    const rubric = this.library.find(sheet.rubricId)?.rubric;
    if (rubric && unfilledInputs(rubric).length > 0) {
      this.unfilled += 1;
      return;
    }
    const outcome = await this.runner.judge(sheet, judge, settings, wanted);
    await this.#after(sheet, outcome);
  }
  async #resume(what: 'rest' | 'failed'): Promise<void> {
    const sheet = this.sheet;
    if (this.active) {
      // Not the one in focus: this one may not be stored, or another one is looked at meanwhile.
      this.#forgetTrouble();
      await this.#after(sheet, await this.runner.resumeHere(this.setup.judge));
      return;
    }
    const head = sheet.focus?.head;
    if (!head || !this.canGoOn) return;
    this.#forgetTrouble();
    // A run of this browser is resumed by the judge it asked, as far as that is known.
    if (this.runner.active?.runId !== head.id && this.setup.judge.id !== head.judge.id)
      this.setup.restore(head);
    const { judge } = this.setup;
    if ('forRun' in judge && judge.id === head.judge.id && (await judge.wantsKey?.(head.judge))) {
      this.keyWanted = true;
      return;
    }
    await this.#after(sheet, await this.runner.resume(sheet, head, this.setup.judge, what));
  }
  async #after(sheet: SheetState, outcome: Outcome): Promise<void> {
    await sheet.catchUp();
    void this.#elsewhere.look();
    if (sheet !== this.sheet) {
      if (this.runner.active?.sheet !== sheet) void sheet.close();
      return;
    }
    if (outcome.kind === 'wrong-judge') this.wrongJudge = outcome.asked;
    if (outcome.kind === 'trouble') this.obstacle = outcome.trouble;
    if (outcome.kind === 'nothing') this.nothingToJudge = true;
  }
  /** The tab that drives the run in focus. */
  #askDriver(want: RunCommand): void {
    const { focus } = this.sheet;
    if (focus) this.#tools.changes.ask(focus.id, want);
  }
  /** The set-up shows the judge and budget of a run that waits, so that a person can change them. */
  #showItsJudge(): void {
    const head = this.sheet.focus?.head;
    // After a random sample the rest is to be judged.
    const goesOn = head && (isUnfinished(head) || randomSample(head) !== null);
    if (goesOn && !this.runner.active && this.setup.judge.id !== head.judge.id) this.setup.restore(head);
  }
  #forgetTrouble(): void {
    this.wrongJudge = null;
    this.obstacle = null;
    this.nothingToJudge = false;
  }

  #make(id: string, rubricId: string): SheetState {
    return new SheetState(id, rubricId, { ...this.#tools, rubrics: this.rubrics });
  }
  #blank(rubricId: string): SheetState {
    return this.#make(this.#tools.world.random(), rubricId);
  }
  #showBlank(rubricId: string): void {
    this.beingOpened = null;
    void this.library.load(rubricId);
    this.#show(this.#blank(rubricId));
  }
  #show(sheet: SheetState): void {
    const { sheet: before, active } = this;
    // A person carries one prompt at a time: what is left is called off rather than waiting unseen.
    if (active?.judgeId === 'pasted') active.cancel();
    this.changes.forget();
    void (active ? before.save() : before.close());
    this.#forgetTrouble();
    this.sheet = sheet;
    this.changes = new CaseChanges(sheet);
    this.#remember();
  }
  /** Another tab, or History, deleted the open sheet; it can still be brought back there. */
  async #leaveDeleted(): Promise<void> {
    const { id } = this.sheet;
    const head = await this.store.sheet(id).catch(() => null);
    if (head && head.removed !== null && this.sheet.id === id) this.newSheet();
  }
  #remember(): void {
    const { id, isStored, rubricId } = this.sheet;
    const name = `${isStored ? id : ''}/${rubricId}`;
    if (name === this.#remembered) return;
    this.#remembered = name;
    this.#tools.lastSheet.remember(isStored ? id : null, rubricId);
  }
}
