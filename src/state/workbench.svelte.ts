import type { Case } from '../core/model/case';
import { messageOf } from '../core/model/message-of';
import type { Criterion, Rubric } from '../core/model/rubric';
import type { RunHead, RunJudge, RunView } from '../core/model/run';
import type { NoRoomDecision } from '../pipeline/make-room';
import type { RunStore } from '../storage/runs/run-store';
import type { RunMessage } from '../storage/runs/run-channel';
import type { BatchDesk } from './batch-scope';
import { CaseChanges } from './case-changes.svelte';
import { casesBeyond } from './cases-beyond';
import type { TakenCases } from './case-taking.svelte';
import { numericCriteria, type Desk } from './desk.svelte';
import { Desks } from './desks';
import { unwrittenOf } from './unwritten';
import type { ToExport } from './exports.svelte';
import { gatherResults } from './gather-results';
import { GoingOn } from './going-on.svelte';
import type { JudgementBook } from './judgement-book.svelte';
import { Judging, type JudgingTools } from './judging.svelte';
import type { OfferedJudge } from './offered-judge';
import { tellOwnPause } from './own-pause.svelte';
import type { ResultList } from './result-list.svelte';
import type { RubricShelf, ShelvedRubric } from './rubric-shelf.svelte';
import { RunFollower } from './run-follower';
import { deskWithRun } from './run-opening';
import { RunPreview } from './run-preview';
import { RunSetup } from './run-setup.svelte';
import type { RunShare } from './run-shares';
import type { RunState } from './run-state';
import type { Slices } from './sliced-work';
import type { Trouble } from './storage-trouble';

interface WorkbenchTools extends JudgingTools {
  shelf: RubricShelf;
  judges: readonly OfferedJudge[];
}

type OpeningOutcome = 'opened' | 'gone' | 'late';

interface Wish {
  run: string;
  /** Without what was added or changed here. */
  asStored?: boolean;
  /** In order to go on with it. */
  toGoOn?: boolean;
}

/** Everything the Workbench shows: rubric, cases, judge, mode, the run and its judgements. */
export class Workbench {
  /** Who is to judge the next run, and how. */
  readonly setup: RunSetup;
  /** What a run would ask and take. */
  readonly preview: RunPreview;
  readonly #tools: WorkbenchTools;
  readonly #judging: Judging;
  readonly #follower: RunFollower;
  readonly #going: GoingOn;
  readonly #desks: Desks;
  #rubricId = $state('');
  #desk: Desk;
  #changes: CaseChanges;
  #loading = $state(false);
  /** Whether the desk is that of a run that was opened, and not the rubric's own. */
  #opened = $state(false);
  /** The last wish to open a run, until something is laid out. */
  #opening = $state.raw<Wish | null>(null);

  constructor(tools: WorkbenchTools) {
    this.#tools = tools;
    this.#judging = new Judging(tools);
    this.#follower = new RunFollower({
      ...tools,
      deskOf: (run) => this.#desks.withRun(run),
      driven: () => this.#judging.desk,
    });
    this.#going = new GoingOn({ ...tools, judging: this.#judging, follower: this.#follower });
    this.#desks = new Desks(tools.shelf, this.#judging);
    this.setup = new RunSetup(tools.judges);
    this.#rubricId = tools.shelf.cards[0]?.id ?? '';
    this.#desk = $state.raw(this.#desks.ofRubric(this.#rubricId));
    this.#changes = $state.raw(new CaseChanges(this.#desk));
    void tools.shelf.load(this.#rubricId);
    this.preview = new RunPreview({
      ...tools,
      setup: this.setup,
      desk: () => this.#desk,
      busy: () => this.#judging.desk !== null,
    });
    tools.channel.listen((message) => void this.hear(message));
    tellOwnPause(this.#judging, tools.channel);
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
  /** The same, once it is there; undefined where it cannot be loaded. The shelf may have another version than an opened run. */
  async loadRubric(): Promise<Rubric | undefined> {
    return this.#desk.rubric ?? (await this.shelf.load(this.#rubricId))?.rubric;
  }
  /** The stored run that the table stands for. */
  get openedRun(): RunHead | null {
    return this.#opened ? (this.#desk.stored?.head ?? null) : null;
  }
  /** How many cases of the table the opened run does not have, or has otherwise. */
  get beyondRun(): number {
    return this.#opened ? this.#desk.beyondRun.length : 0;
  }
  /** How many cases closing the opened run leads back to. */
  get casesAside(): number {
    const home = this.#home;
    return this.#opened && home && !this.ownsCases ? this.#desks.casesOfRubric(home) : 0;
  }
  /** How often the run that the table stands for asks each case. */
  get timesPerCase(): number {
    return this.#desk.stored?.head.settings.samples ?? 1;
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
  /** What the judge has said so far of a case of this desk that it is at. */
  formingOf(caseId: string): string | undefined {
    return this.#judging.desk === this.#desk ? this.#judging.formingOf(caseId) : undefined;
  }
  /** Whom the desk's run asked, where another judge is chosen and the run was to be gone on with. */
  get wrongJudge(): RunJudge | null {
    return this.#going.wrongJudge;
  }
  /** What else keeps the desk's run from being gone on with, or called off. */
  get obstacle(): Trouble | null {
    return this.#going.obstacle;
  }
  /** The run that a person told to go on, from then until it does: it is read, and its judge is made ready. */
  get takenUp(): string | null {
    if (this.#opening?.toGoOn) return this.#opening.run;
    const desk = this.#going.takingUp;
    return desk?.runId ?? null;
  }
  /** Whether that is the one on the table. */
  get takingUp(): boolean {
    return this.takenUp !== null && this.takenUp === this.#desk.runId;
  }
  /** The run that is read in order to be looked at, and no more. */
  get beingOpened(): string | null {
    return this.#opening && !this.#opening.toGoOn ? this.#opening.run : null;
  }
  /** Whether any run is going on in this tab, or about to: then no other one begins. */
  get busy(): boolean {
    return this.#judging.desk !== null || this.takenUp !== null;
  }
  /** Whether another run than that on the table is going on, or about to: only one is driven in a tab. */
  get blocked(): boolean {
    return this.busyElsewhere !== null || (this.takenUp !== null && !this.takingUp);
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
  /** From which runs the judgements of the table come. */
  get shares(): readonly RunShare[] {
    return this.#desk.shares;
  }
  /** Criteria judged by points, in the order in which `judgements.summary` gives their means. */
  get numericCriteria(): readonly Criterion[] {
    return numericCriteria(this.rubric?.rubric);
  }
  /** Which rows the table shows, and how. */
  get results(): ResultList {
    return this.#desk.results;
  }
  get run(): RunState {
    return this.#desk.run;
  }
  /** How many results of the run on this desk are judged and not stored. */
  get unstored(): number {
    const { unwritten, runId } = this.#desk;
    return runId === null ? 0 : unwrittenOf(unwritten, runId).length;
  }
  /** The same of any run. */
  unstoredOf(run: string): number {
    return this.#desks.unstoredOf(run);
  }
  /** On all desks. */
  get unstoredInAll(): number {
    return this.#desks.unstored;
  }
  /** Whether leaving the page would lose cases that a person made. */
  get hasCasesOnlyHere(): boolean {
    return this.#desks.hasCasesOnlyHere;
  }
  /** A newer Assay has taken over the storage. */
  stepAside(): void {
    this.#judging.stepAside();
  }
  get loadingSamples(): boolean {
    return this.#loading;
  }
  /** What a person does to the cases of the desk, and takes back. */
  get changes(): CaseChanges {
    return this.#changes;
  }

  /** Also from an opened run back to the rubric's own desk. */
  chooseRubric(id: string): void {
    if (!this.shelf.cards.some((shelved) => shelved.id === id)) return;
    if (id === this.#rubricId && !this.#opened) return;
    void this.shelf.load(id);
    this.#leave();
    this.#opened = false;
    this.#rubricId = id;
    this.#layOut(this.#desks.ofRubric(id));
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
      this.#desk.run = { kind: 'failed', message: messageOf(error) };
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
  /** Whether the table has the rubric's own cases, and not those of a run laid out beside them. */
  get ownsCases(): boolean {
    return this.#desks.isOwn(this.#desk);
  }
  clearCases(): void {
    const before = this.#desk;
    const { cases, judgements, sources } = before;
    // A run that is looked at beside the rubric's own cases is only closed: those are not on the table.
    if (!this.ownsCases) return this.closeRun();
    const removed = cases.map((subject, row) => ({ subject, row, judged: judgements.peek(subject.id) }));
    this.#opened = false;
    this.#layOut(this.#desks.clear(this.#rubricId));
    // One that is judged keeps its own, and stores them when it goes on.
    if (before !== this.#judging.desk) this.#desk.unwritten = before.unwritten;
    // The files stay: cases that are brought back must find their own columns.
    this.#desk.sources.push(...sources);
    this.#desk.showOriginals();
    // Results of a run arrive where it was begun, and nowhere else.
    const atWork = before === this.#judging.desk || before === this.#going.takingUp;
    this.#changes.remember(removed, atWork ? () => this.#giveBack(before) : undefined);
  }
  #giveBack(cleared: Desk): void {
    this.#desks.giveBack(this.#rubricId, cleared);
    this.#layOut(cleared);
  }
  judgeAll(): Promise<void> {
    return this.#judge(this.#desk.cases);
  }
  async judgeSelected(): Promise<void> {
    if (this.selected) await this.#judge([this.selected]);
  }
  /** What becomes of cases that do not fit the judge's context, while the run waits for it. */
  decideRoom(decision: NoRoomDecision): void {
    if (this.#judging.desk === this.#desk) this.#judging.decide(decision);
  }
  pause(): void {
    this.#going.order(this.#desk, 'pause');
  }
  /** Goes on with a run that waits, whoever made it wait. */
  async resume(): Promise<void> {
    await this.#going.resume(this.#desk, this.setup.judge);
  }
  cancel(): void {
    this.#going.cancel(this.#desk);
  }
  /** Asks once more for the cases that have no score. */
  retryFailed(): Promise<void> {
    return this.#going.goOn(this.#desk, this.setup.judge, 'failed');
  }
  /** Judges what the desk's run has left without a score as a new run, by the judge that is chosen. */
  judgeRest(): Promise<void> {
    return this.#going.judgeRest(this.#desk, this.setup.judge, this.setup.choices.timeoutSeconds);
  }
  /** To the desk whose run is going on. */
  showBusy(): void {
    const { desk } = this.#judging;
    if (!desk) return;
    this.#leave();
    this.#opened = !this.#desks.isOwn(desk);
    this.#rubricId = desk.rubric?.id ?? this.#rubricId;
    this.#layOut(desk);
  }
  /** For batch files: the desk as it lies, and how its cases would be asked. */
  get batchDesk(): BatchDesk {
    // A batch file has one question for a case.
    const { asking: _, ...settings } = this.setup.settings;
    return { desk: this.#desk, settings };
  }
  /** A run of these cases waits for results from files. Where they are all of the desk, its table stands for that run. */
  awaitResults(desk: Desk, head: RunHead, cases: readonly Case[]): void {
    if (cases.length !== desk.cases.length || this.#judging.desk === desk) return;
    desk.awaitResults(head, cases);
  }
  /** From an opened run back to the rubric's own desk. */
  closeRun(): void {
    if (this.#home) this.chooseRubric(this.#home);
  }
  /** The rubric whose own desk an opened run gives way to. */
  get #home(): string | undefined {
    const { cards } = this.shelf;
    // A run that came in from a file may bring a rubric that is not on the shelf.
    return (cards.find(({ id }) => id === this.#rubricId) ?? cards[0])?.id;
  }

  /**
   * Lays out a stored run as it was, with what was added to it or changed in it while it lay here before. `gone`: it is no longer
   * stored. `late`: the person has laid out something else while it was read, or wants to.
   */
  openRun(id: string): Promise<OpeningOutcome> {
    return this.#open({ run: id });
  }
  /** The same, and goes on with it. Settles when it lies there. What is taken up already is not taken up twice. */
  async takeUp(id: string, what: 'rest' | 'failed' = 'rest'): Promise<OpeningOutcome> {
    if (this.takenUp !== null) return 'late';
    const outcome = await this.#open({ run: id, toGoOn: true });
    if (outcome === 'opened') void (what === 'rest' ? this.resume() : this.retryFailed());
    return outcome;
  }
  /** The opened run without what was added or changed here, which can be brought back as removed cases can. */
  async showAsStored(): Promise<OpeningOutcome> {
    const { openedRun } = this;
    const before = this.#desk;
    if (!openedRun) return 'gone';
    const outcome = await this.#open({ run: openedRun.id, asStored: true });
    const desk = this.#desk;
    // One's own are where the run is closed to.
    if (outcome !== 'opened' || desk === before || this.#desks.isOwn(before)) return outcome;
    const setAside = casesBeyond(desk.cases, before.cases).map((subject) => ({
      subject,
      judged: before.judgements.peek(subject.id),
    }));
    this.#changes.rememberSetAside(setAside, before.sources.slice(desk.sources.length));
    return outcome;
  }
  async #open(wish: Wish): Promise<OpeningOutcome> {
    this.#opening = wish;
    try {
      return await this.#layOutRun(wish);
    } finally {
      if (this.#opening === wish) this.#opening = null;
    }
  }
  async #layOutRun(wish: Wish): Promise<OpeningOutcome> {
    const tools = {
      ...this.#tools,
      desks: this.#desks,
      judging: this.#judging,
      follower: this.#follower,
    };
    const found = await deskWithRun(wish.run, tools, wish.asStored ?? false);
    if (!found) return 'gone';
    if (this.#opening !== wish) {
      this.#desks.letGoBut(this.#desk);
      return 'late';
    }
    const { desk, head } = found;
    this.#leave();
    this.#opened = true;
    this.#rubricId = head.rubric.id;
    this.#layOut(desk);
    this.setup.restore(head);
    return 'opened';
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

  async #judge(subjects: readonly Case[]): Promise<void> {
    // It would take the place of the run that was told to go on.
    if (this.takenUp !== null) return;
    await this.#judging.judge(subjects, this.#desk, this.setup.judge, this.setup.settings);
  }

  /** What another tab, or another screen, says about a run that may lie on a desk here. */
  async hear(message: RunMessage): Promise<void> {
    if (message.kind === 'ask' || message.kind === 'how' || this.#judging.outdated) return;
    if (message.kind === 'removed') {
      if (this.openedRun?.id === message.run) this.closeRun();
      this.#desks.forgetRun(message.run);
      return;
    }
    await this.#follower.hear(message);
  }

  #leave(): void {
    void this.keepView();
    // A person carries one prompt at a time: what is left is called off rather than waiting unseen.
    if (this.#judging.desk === this.#desk && this.#judging.judgeId === 'pasted') this.#judging.cancel();
  }

  #layOut(desk: Desk): void {
    this.#going.forget();
    this.#opening = null;
    this.#desk = desk;
    this.#changes = new CaseChanges(desk);
    this.#desks.letGoBut(desk);
  }
}
