import type { Case } from '../core/model/case';
import type { Criterion, Rubric } from '../core/model/rubric';
import type { RunHead, RunJudge, RunView } from '../core/model/run';
import type { NoRoomDecision } from '../pipeline/make-room';
import type { RunMessage } from '../storage/runs/run-channel';
import type { RunStore } from '../storage/runs/run-store';
import type { BatchDesk } from './batch-scope';
import type { CaseChanges } from './case-changes.svelte';
import type { TakenCases } from './case-taking.svelte';
import { numericCriteria, type Desk } from './desk.svelte';
import type { ToExport } from './exports.svelte';
import { gatherResults } from './gather-results';
import { isOwnWork } from './head-changes';
import type { JudgementBook } from './judgement-book.svelte';
import { tellOwnPause } from './own-pause.svelte';
import type { ResultList } from './result-list.svelte';
import type { RubricShelf, ShelvedRubric } from './rubric-shelf.svelte';
import type { OpeningOutcome } from './run-opening.svelte';
import type { RunPreview } from './run-preview';
import type { RunSetup } from './run-setup.svelte';
import type { RunShare } from './run-shares';
import type { RunState } from './run-state';
import type { Slices } from './sliced-work';
import type { Trouble } from './storage-trouble';
import { unwrittenOf } from './unwritten';
import { workbenchParts, type WorkbenchParts, type WorkbenchTools } from './workbench-parts';

/** Everything the Workbench shows: rubric, cases, judge, mode, the run and its judgements. */
export class Workbench {
  /** Who is to judge the next run, and how. */
  readonly setup: RunSetup;
  /** What a run would ask and take. */
  readonly preview: RunPreview;
  readonly shelf: RubricShelf;
  readonly runs: RunStore;
  readonly #parts: WorkbenchParts;

  constructor(tools: WorkbenchTools) {
    this.shelf = tools.shelf;
    this.runs = tools.runs;
    this.#parts = workbenchParts(tools);
    this.setup = this.#parts.setup;
    this.preview = this.#parts.preview;
    tools.channel.listen((message) => void this.hear(message));
    tellOwnPause(this.#parts.judging, tools.channel);
  }

  get #desk(): Desk {
    return this.#parts.table.desk;
  }
  get rubricId(): string {
    return this.#parts.table.rubricId;
  }
  /** Undefined while it is being loaded. That of an opened run is the run's own. */
  get rubric(): ShelvedRubric | undefined {
    const { rubric } = this.#desk;
    if (!rubric) return undefined;
    return { id: rubric.id, rubric, fileUrl: this.shelf.find(rubric.id)?.fileUrl ?? '' };
  }
  /** The same, once it is there; undefined where it cannot be loaded. The shelf may have another version than an opened run. */
  async loadRubric(): Promise<Rubric | undefined> {
    return this.#desk.rubric ?? (await this.shelf.load(this.rubricId))?.rubric;
  }
  /** The stored run that the table stands for. */
  get openedRun(): RunHead | null {
    return this.#parts.table.openedRun;
  }
  /** How many cases of the table the opened run does not have, or has otherwise. */
  get beyondRun(): number {
    return this.#parts.table.beyondRun;
  }
  /** How many cases closing the opened run leads back to. */
  get casesAside(): number {
    return this.#parts.table.casesAside;
  }
  /** How often the run that the table stands for asks each case. */
  get timesPerCase(): number {
    return this.#desk.stored?.head.settings.samples ?? 1;
  }
  /** Whether the table stands for a stored run. */
  get isStored(): boolean {
    return this.#desk.stored !== null;
  }
  /** Whether `run` tells of that stored run, and not of a later one of a single case, and was judged in this browser. */
  get canGoOn(): boolean {
    const { stored, runId } = this.#desk;
    return stored !== null && stored.head.id === runId && !this.fromFile;
  }
  /** Whether that stored run came in from a file: it is looked at, and its cases are judged in a new run. */
  get fromFile(): boolean {
    const { stored, runId } = this.#desk;
    return stored !== null && stored.head.id === runId && !isOwnWork(stored.head);
  }
  /** What the judge has said so far of a case of this desk that it is at. */
  formingOf(caseId: string): string | undefined {
    return this.#parts.judging.desk === this.#desk ? this.#parts.judging.formingOf(caseId) : undefined;
  }
  /** Whom the desk's run asked, where another judge is chosen and the run was to be gone on with. */
  get wrongJudge(): RunJudge | null {
    return this.#parts.going.wrongJudge;
  }
  /** What else keeps the desk's run from being gone on with, or called off. */
  get obstacle(): Trouble | null {
    return this.#parts.going.obstacle;
  }
  /** The run that a person told to go on, from then until it does: it is read, and its judge is made ready. */
  get takenUp(): string | null {
    return this.#parts.opening.takenUp;
  }
  /** Whether that is the one on the table. */
  get takingUp(): boolean {
    return this.takenUp !== null && this.takenUp === this.#desk.runId;
  }
  /** The run that is read in order to be looked at, and no more. */
  get beingOpened(): string | null {
    return this.#parts.opening.beingOpened;
  }
  /** Whether any run is going on in this tab, or about to: then no other one begins. */
  get busy(): boolean {
    return this.#parts.judging.desk !== null || this.takenUp !== null;
  }
  /** Whether another run than that on the table is going on, or about to: only one is driven in a tab. */
  get blocked(): boolean {
    return this.busyElsewhere !== null || (this.takenUp !== null && !this.takingUp);
  }
  /** The run that is going on, on whatever desk. */
  get activeRun(): RunState | null {
    return this.#parts.judging.desk?.run ?? null;
  }
  get activeRunId(): string | null {
    return this.#parts.judging.runId;
  }
  /** Another desk's run is going on. */
  get busyElsewhere(): RunState | null {
    const { desk } = this.#parts.judging;
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
    return this.#parts.desks.unstoredOf(run);
  }
  /** On all desks. */
  get unstoredInAll(): number {
    return this.#parts.desks.unstored;
  }
  /** Whether leaving the page would lose cases that a person made. */
  get hasCasesOnlyHere(): boolean {
    return this.#parts.desks.hasCasesOnlyHere;
  }
  /** A newer Assay has taken over the storage. */
  stepAside(): void {
    this.#parts.judging.stepAside();
  }
  get loadingSamples(): boolean {
    return this.#parts.samples.busy;
  }
  /** What a person does to the cases of the desk, and takes back. */
  get changes(): CaseChanges {
    return this.#parts.table.changes;
  }

  /** Also from an opened run back to the rubric's own desk. */
  chooseRubric(id: string): void {
    this.#parts.table.showRubric(id);
  }
  select(id: string): void {
    this.#desk.select(id);
  }
  /** Goes `by` rows on in the order the table shows; infinity is its end. */
  step(by: number): void {
    this.#desk.step(by);
  }
  loadSamples(): Promise<void> {
    return this.#parts.samples.load();
  }
  /** Cases from a file, which keeps its own columns for the export. */
  takeCases(taken: TakenCases): Promise<void> {
    return this.changes.take(taken);
  }
  /** Null where there is nothing to write. Offers to pause at every `yield`. */
  gather(shownOnly: boolean): Slices<ToExport | null> {
    return gatherResults(this.#desk, this.#desk.rubric, shownOnly);
  }
  /** Whether the table has the rubric's own cases, and not those of a run laid out beside them. */
  get ownsCases(): boolean {
    return this.#parts.table.ownsCases;
  }
  clearCases(): void {
    this.#parts.table.clear();
  }
  judgeAll(): Promise<void> {
    return this.#judge(this.#desk.cases);
  }
  async judgeSelected(): Promise<void> {
    if (this.selected) await this.#judge([this.selected]);
  }
  /** What becomes of cases that do not fit the judge's context, while the run waits for it. */
  decideRoom(decision: NoRoomDecision): void {
    if (this.#parts.judging.desk === this.#desk) this.#parts.judging.decide(decision);
  }
  pause(): void {
    this.#parts.going.order(this.#desk, 'pause');
  }
  /** Goes on with a run that waits, whoever made it wait. */
  async resume(): Promise<void> {
    await this.#parts.going.resume(this.#desk, this.setup.judge);
  }
  cancel(): void {
    this.#parts.going.cancel(this.#desk);
  }
  /** Asks once more for the cases that have no score. */
  retryFailed(): Promise<void> {
    return this.#parts.going.goOn(this.#desk, this.setup.judge, 'failed');
  }
  /** Judges what the desk's run has left without a score as a new run, by the judge that is chosen. */
  judgeRest(): Promise<void> {
    return this.#parts.going.judgeRest(this.#desk, this.setup.judge, this.setup.choices.timeoutSeconds);
  }
  /** To the desk whose run is going on. */
  showBusy(): void {
    this.#parts.table.showDriven();
  }
  /** For batch files: the desk as it lies, and how its cases would be asked. */
  get batchDesk(): BatchDesk {
    // A batch file has one question for a case.
    const { asking: _, ...settings } = this.setup.settings;
    return { desk: this.#desk, settings };
  }
  /** A run of these cases waits for results from files. Where they are all of the desk, its table stands for that run. */
  awaitResults(desk: Desk, head: RunHead, cases: readonly Case[]): void {
    if (cases.length !== desk.cases.length || this.#parts.judging.desk === desk) return;
    desk.awaitResults(head, cases);
  }
  /** From an opened run back to the rubric's own desk. */
  closeRun(): void {
    this.#parts.table.closeRun();
  }
  /** Lays out a stored run as it was, with what was added to it or changed in it while it lay here before. */
  openRun(id: string): Promise<OpeningOutcome> {
    return this.#parts.opening.open(id);
  }
  /** The same, and goes on with it. Settles when it lies there. What is taken up already is not taken up twice. */
  takeUp(id: string, what: 'rest' | 'failed' = 'rest'): Promise<OpeningOutcome> {
    return this.#parts.opening.takeUp(id, what);
  }
  /** The opened run without what was added or changed here, which can be brought back as removed cases can. */
  showAsStored(): Promise<OpeningOutcome> {
    return this.#parts.opening.showAsStored();
  }
  /** How the table stands. */
  get view(): RunView {
    return this.#desk.view;
  }
  /** Keeps how the table of a stored run is left. */
  keepView(view?: RunView): Promise<void> {
    return this.#parts.table.keepView(view);
  }

  async #judge(subjects: readonly Case[]): Promise<void> {
    // It would take the place of the run that was told to go on.
    if (this.takenUp !== null) return;
    await this.#parts.judging.judge(subjects, this.#desk, this.setup.judge, this.setup.settings);
  }

  /** What another tab, or another screen, says about a run that may lie on a desk here. */
  async hear(message: RunMessage): Promise<void> {
    const { judging, table, follower } = this.#parts;
    if (message.kind === 'ask' || message.kind === 'how' || judging.outdated) return;
    if (message.kind === 'removed') table.forgetRun(message.run);
    else await follower.hear(message);
  }
}
