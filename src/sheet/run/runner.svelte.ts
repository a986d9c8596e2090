import { caseName } from '../cases/case-name';
import type { Case } from '../../cases/case';
import type { NoRoom } from '../../judgement/cause';
import type { Judge, RunJudge } from '../../judgement/judge';
import type { ReadyRubric, World } from '../../judgement/ready-rubric';
import type { OfferedJudge } from '../../judges/judge-form';
import { ReplaceableJudge } from '../../judges/replaceable-judge';
import { yieldUntilIdle, yieldToPage } from '../../kit/sliced-work';
import type { StorageSpace } from '../../kit/storage/storage-space';
import { smoothMilliseconds, Throttle } from '../../kit/throttle';
import type { Rubric } from '../../rubric/rubric';
import type { LoadJudging, RubricVersions } from '../rubric-versions.svelte';
import type { Cell, RunHead, RunPause, RunResult, RunSettings } from '../run-record';
import { askingOf } from '../run-setup/asking';
import { budgetOf } from '../run-setup/budget-of';
import { settingsFor, type ChosenSettings } from '../run-setup/run-settings';
import type { SheetCase, SheetHead } from '../sheet';
import type { SheetChanges } from '../sheet-changes';
import { troubleOf, type SheetStore, type Trouble } from '../sheet-store';
import {
  cellsLeft,
  emptyLog,
  orderProgress,
  ordersLeft,
  readLog,
  wantedCells,
  withOrder,
  withUnwritten,
  type IsCurrent,
  type RunLog,
  type Wanted,
  cellNumber,
  orderOf,
} from './order';
import type * as Judging from './judging';
import type { NoRoomDecision } from './make-room';
import { noSpaceLock, type RunLock, type RunLocks } from './run-locks';
import { cancelledHead } from './resume-run';
import { stateOf, stateOfEnded, stateOfRunning, type RunState } from './run-state';

/** What the Runner must know of the sheet whose cells it fills. */
export interface RunSheet {
  readonly id: string;
  readonly runs: readonly RunHead[];
  readonly cases: { readonly rows: readonly SheetCase[]; at(key: number): SheetCase | undefined };
  /** Settles when all of it is stored. */
  stored(): Promise<SheetHead>;
  currentRubric(): Promise<Rubric | undefined>;
  /** A run was stored that the sheet is to show. */
  begun(head: RunHead): Promise<void>;
}

export interface RunnerTools {
  loadJudging: LoadJudging;
  world: World;
  store: SheetStore;
  locks: RunLocks;
  changes: SheetChanges;
  rubrics: RubricVersions;
  space: StorageSpace;
  /** Keeps its time in a hidden tab. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** `nothing`: every cell is filled already. `wrong-judge`: another judge is chosen than the run asked. */
export type Outcome =
  | { kind: 'over' }
  | { kind: 'nothing' }
  | { kind: 'busy' }
  | { kind: 'elsewhere' }
  | { kind: 'wrong-judge'; asked: RunJudge }
  | { kind: 'trouble'; trouble: Trouble };

type Run = Judging.RunScheduler;

/** The run that this tab drives, from the wish for it to its end. */
class Active {
  readonly sheet: RunSheet;
  readonly judgeId: string;
  state: RunState;
  /** Null while the run is being prepared. */
  run = $state.raw<Run | null>(null);
  runId = $state<string | null>(null);
  /** Null until it is known, and where a program judges. */
  judge: ReplaceableJudge | null = null;
  readonly preparing = new AbortController();
  /** What becomes of cases without room, while that is for the person to say. */
  decide: ((decision: NoRoomDecision) => void) | null = null;
  cancelled = false;
  ready: ReadyRubric | null = null;
  readonly noRoom = new Map<number, NoRoom>();

  constructor(sheet: RunSheet, judgeId: string, state: RunState) {
    this.sheet = sheet;
    this.judgeId = judgeId;
    this.state = $state.raw(state);
  }
}

/** What a judge is asked with. */
interface Prepared {
  judging: typeof Judging;
  ready: ReadyRubric;
  judge: Judge;
}

interface Drive extends Prepared {
  head: RunHead;
  /** Whether the run is not stored yet. */
  unstored?: boolean;
  cells: readonly Cell[];
  log: RunLog;
}

const over: Outcome = { kind: 'over' };

/** Fills the cells of an order, one run at a time, and keeps what the storage refuses. */
export class Runner {
  readonly #tools: RunnerTools;
  #active = $state.raw<Active | null>(null);
  /** How runs ended that did so in this tab, where the storage does not say all of it. */
  #ended = $state.raw<ReadonlyMap<string, RunState>>(new Map());
  /** What the storage refused, by run: it lasts as long as the tab. */
  #unwritten = $state.raw<ReadonlyMap<string, readonly RunResult[]>>(new Map());
  /** The sheets of runs that were driven here. */
  readonly #sheetOf = new Map<string, string>();
  /** Replies as they form, by case id. */
  #forming = $state.raw<ReadonlyMap<string, string>>(new Map());
  #acting: Promise<unknown> = Promise.resolve();
  #askedToKeep = false;
  #outdated = false;

  constructor(tools: RunnerTools) {
    this.#tools = tools;
    tools.changes.onAsk((run, want) => {
      if (run !== this.activeRunId) return;
      if (want === 'resume') this.#active?.run?.resume();
      else this[want]();
    });
  }

  get busy(): boolean {
    return this.#active !== null;
  }
  get activeSheet(): string | null {
    return this.#active?.sheet.id ?? null;
  }
  get activeRunId(): string | null {
    return this.#active?.runId ?? null;
  }
  get activeState(): RunState | null {
    return this.#active?.state ?? null;
  }
  /** Whom it asks. */
  get activeJudge(): string | null {
    return this.#active?.judgeId ?? null;
  }
  /** Whether a run was told to go on, and does not yet. */
  get takingUp(): boolean {
    const { run, state } = this.#active ?? {};
    return run === null && !['running', 'counting', 'no-room'].includes(state?.kind ?? '');
  }
  /** What a run or a sheet came to in this tab, where it is over. */
  endedState(id: string): RunState | undefined {
    return this.#ended.get(id);
  }
  formingOf(caseId: string): string | undefined {
    return this.#forming.get(caseId);
  }
  unwrittenOf(run: string): readonly RunResult[] {
    return this.#unwritten.get(run) ?? [];
  }
  get unwrittenInAll(): number {
    return [...this.#unwritten.values()].reduce((sum, { length }) => sum + length, 0);
  }
  get outdated(): boolean {
    return this.#outdated;
  }

  pause(): void {
    this.#active?.run?.pause();
  }
  /** What is done stays. */
  cancel(): void {
    if (!this.#active) return;
    this.#active.cancelled = true;
    this.#active.preparing.abort();
    this.#active.decide?.('go-on');
    this.#active.run?.cancel();
  }
  /** As `cancel`. Settles when the run has ended. */
  async stop(): Promise<void> {
    this.cancel();
    await Promise.allSettled([this.#acting]);
  }
  /** A newer Assay has the storage now: nothing is asked any more, and the run is left to the tab that resumes it. */
  stepAside(): void {
    this.#outdated = true;
    this.cancel();
  }
  decide(decision: NoRoomDecision): void {
    this.#active?.decide?.(decision);
  }
  forget(run: string): void {
    this.#ended = without(this.#ended, run);
    this.#unwritten = without(this.#unwritten, run);
  }
  forgetSheet(sheet: string): void {
    for (const [run, of] of this.#sheetOf) if (of === sheet) this.forget(run);
    this.#ended = without(this.#ended, sheet);
  }

  /** Fills cells of the newest run with this configuration, or begins one. Settles when it has ended. */
  judge(sheet: RunSheet, offered: OfferedJudge, chosen: ChosenSettings, wanted: Wanted): Promise<Outcome> {
    const keys = wanted.kind === 'cases' ? wanted.keys : sheet.cases.rows.map(({ key }) => key);
    const first = sheet.cases.at(keys[0] ?? -1);
    const counted = { done: 0, total: keys.length, failed: 0 };
    const state: RunState = { kind: 'running', ...counted, label: caseLabel(first), pace: null };
    return this.#act(sheet, offered.id, state, async (active) => {
      const { budget, ...prepared } = await this.#prepare(sheet.currentRubric(), offered);
      const { judging, ready, judge } = prepared;
      const { rubric } = ready;
      const settings = { ...settingsFor(judge, chosen), ...(budget && { budget }) };
      const fill = async (stored: RunHead | null, log: RunLog): Promise<Outcome> => {
        const samples = Math.max(settings.samples, stored?.settings.samples ?? 1);
        const unwritten = stored ? this.unwrittenOf(stored.id) : [];
        const known = withUnwritten(log, unwritten);
        const cells = wantedCells(sheet.cases, wanted, samples, known, currentBy(prepared));
        if (cells.length === 0 && unwritten.length === 0) return { kind: 'nothing' };
        if (!(await this.#makeRoom(active, cells, prepared, settings))) {
          active.state = { kind: 'cancelled', done: 0, total: cells.length, failed: 0 };
          this.#keepEnded(active.runId ?? sheet.id, active.state);
          return over;
        }
        await sheet.stored();
        if (stored) {
          const orders = ordersLeft(stored.orders, cells, known);
          const head = withOrder({ ...stored, settings: { ...settings, samples }, orders }, cells, log);
          return this.#drive(active, { ...prepared, head, cells, log });
        }
        const order = orderOf(cells, 0);
        const head = judging.newRunHead(
          { sheet: sheet.id, rubric, judge, settings, order },
          this.#tools.world,
        );
        // Claimed before it is stored, so that no other tab takes it for one whose tab died.
        return this.#claim(sheet, head.id, () =>
          this.#drive(active, { ...prepared, head, unstored: true, cells, log }),
        );
      };
      const isSame = (run: RunHead) =>
        run.imported === undefined && judging.sameConfiguration(run, { rubric, judge, settings });
      const found = wanted.kind === 'new-run' ? undefined : sheet.runs.find(isSame);
      return found ? this.#claimStored(sheet, found.id, fill) : fill(null, emptyLog);
    });
  }

  /** Continues a run's order, or with `failed` also what has no score. Settles when it has ended. */
  resume(sheet: RunSheet, head: RunHead, offered: OfferedJudge, what: 'rest' | 'failed'): Promise<Outcome> {
    if (this.#active?.runId === head.id) return this.#resumeActive(this.#active, offered);
    return this.#act(sheet, offered.id, stateOf(head, false), async (active) => {
      active.runId = head.id;
      const version = this.#tools.rubrics.version(head.rubric.hash);
      const { budget, ...prepared } = await this.#prepare(version, offered);
      const { judging, judge } = prepared;
      if (!judging.sameJudge(judge, head.judge)) return { kind: 'wrong-judge', asked: head.judge };
      return this.#claimStored(sheet, head.id, async (stored, log) => {
        const unwritten = new Set(this.unwrittenOf(stored.id).map(cellNumber));
        const failed = what === 'failed' ? currentBy(prepared) : null;
        const left = cellsLeft(sheet.cases, stored, log, failed);
        const cells = left.filter((cell) => !unwritten.has(cellNumber(cell)));
        if (!(await this.#makeRoom(active, cells, prepared, stored.settings))) return over;
        const atOnce = judge.kind === 'model' ? (judge.atOnce ?? 1) : 1;
        const settings = { ...stored.settings, ...(budget !== undefined && { budget }), atOnce };
        const resumed = { ...stored, settings };
        const retried = { ...resumed, orders: resumed.orders.slice(0, -1) };
        const next = what === 'failed' ? withOrder(retried, cells, log) : resumed;
        return this.#drive(active, { ...prepared, head: next, cells, log });
      });
    });
  }

  /** The run that waits here, be it stored or not. */
  resumeHere(offered: OfferedJudge): Promise<Outcome> {
    return this.#active ? this.#resumeActive(this.#active, offered) : Promise.resolve(over);
  }
  /** With a judge that may have been mended since, such as by another key. */
  async #resumeActive(active: Active, offered: OfferedJudge): Promise<Outcome> {
    const { run } = active;
    if (!run || !active.ready) return { kind: 'busy' };
    try {
      const { budget, ...prepared } = await this.#prepare(Promise.resolve(active.ready.rubric), offered);
      const { judging, judge } = prepared;
      if (!judging.sameJudge(judge, run.head.judge)) return { kind: 'wrong-judge', asked: run.head.judge };
      active.judge?.replace(judge);
      if (budget !== undefined) run.setBudget(budget);
      // A judge that is still at a case has the room that it had, and hears nothing else until it is done.
      if (run.inFlight === 0 && !(await this.#hasRoomAgain(active, run, prepared))) return over;
      run.resume();
      return over;
    } catch (error) {
      return { kind: 'trouble', trouble: troubleOf(error) };
    }
  }

  /** Ends a run that no tab drives. */
  async callOff(head: RunHead): Promise<void> {
    const { store, locks, changes } = this.#tools;
    if ((await locks.ownedElsewhere()).has(head.id)) return;
    await store.changeRun(head.id, cancelledHead);
    changes.tell({ sheet: head.sheet, run: head.id });
  }
  /** Cases with cells that have no score, or were ordered and not filled: for another judge. */
  async casesLeft(sheet: RunSheet, head: RunHead): Promise<number[]> {
    const { store, rubrics, loadJudging } = this.#tools;
    const [log, rubric, judging] = await Promise.all([
      readLog(store, head.id),
      rubrics.version(head.rubric.hash),
      loadJudging(),
    ]);
    const cells = cellsLeft(sheet.cases, head, log, currentBy({ judging, ready: { rubric } }));
    return [...new Set(cells.map(({ caseKey }) => caseKey))];
  }

  async #act(
    sheet: RunSheet,
    judgeId: string,
    state: RunState,
    work: (active: Active) => Promise<Outcome>,
  ): Promise<Outcome> {
    if (this.#active) return { kind: 'busy' };
    const active = new Active(sheet, judgeId, state);
    this.#active = active;
    this.#ended = without(this.#ended, sheet.id);
    const acting = this.#actNow(active, work);
    this.#acting = acting;
    return acting;
  }
  async #actNow(active: Active, work: (active: Active) => Promise<Outcome>): Promise<Outcome> {
    const { state: before, sheet } = active;
    try {
      return await work(active);
    } catch (error) {
      const trouble = troubleOf(error);
      const { kind, detail } = trouble;
      // A run that could not be resumed waits on.
      if (!active.run && before.kind !== 'running') return { kind: 'trouble', trouble };
      const id = active.runId ?? sheet.id;
      this.#keepEnded(id, { kind: 'failed', message: detail, ...(kind && { storage: kind }) });
      return over;
    } finally {
      active.judge?.release();
      this.#forming = new Map();
      this.#active = null;
    }
  }

  /** Asks the judge's form at once: it may be changed while the rubric is loaded. */
  async #prepare(loading: Promise<Rubric | undefined>, offered: OfferedJudge) {
    const loadReady = async () => {
      const rubric = await loading;
      if (!rubric) throw new Error('The rubric could not be loaded.');
      return this.#tools.rubrics.ready(rubric);
    };
    const [judging, ready, judge, budget] = await Promise.all([
      this.#tools.loadJudging(),
      loadReady(),
      'forRun' in offered ? offered.forRun() : offered,
      budgetOf(offered),
    ]);
    if ('problem' in judge) throw new Error(judge.problem);
    return { judging, ready, judge, budget };
  }

  /** Works on a run while no other tab can. */
  async #claim(sheet: RunSheet, run: string, work: () => Promise<Outcome>): Promise<Outcome> {
    const lock = await this.#tools.locks.claim(run);
    if (!lock) return { kind: 'elsewhere' };
    try {
      return await work();
    } finally {
      await lock.release();
      this.#tools.changes.tell({ sheet: sheet.id, run });
    }
  }
  async #claimStored(
    sheet: RunSheet,
    run: string,
    work: (head: RunHead, log: RunLog) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { store } = this.#tools;
    return this.#claim(sheet, run, async () => {
      // Only now: until then another tab may have driven or deleted it.
      const stored = await store.run(run);
      if (!stored || stored.removed !== null)
        return { kind: 'trouble', trouble: { kind: 'missing', detail: '' } };
      return work(stored, await readLog(store, run));
    });
  }

  /** Lets the judge make room for what it will be asked. False: called off. */
  async #makeRoom(
    active: Active,
    cells: readonly Cell[],
    { judging, judge, ready }: Prepared,
    { mode, tellFacts, ...chosen }: Pick<RunSettings, 'mode' | 'tellFacts' | 'asking'>,
  ): Promise<boolean> {
    active.ready = ready;
    if (judge.kind !== 'model') return !active.cancelled;
    active.judge ??= new ReplaceableJudge(judge);
    if (!judge.prepare) return !active.cancelled;
    const keys = [...new Set(cells.map(({ caseKey }) => caseKey))];
    const cases = keys.flatMap((key): [number, Case][] => {
      const row = active.sheet.cases.at(key);
      return row ? [[key, row.case]] : [];
    });
    const options = { mode, tellFacts, asking: askingOf(chosen, judge.id), world: this.#tools.world };
    const shown = { done: 0, failed: 0, total: cases.length };
    const before = active.state;
    const noRoom = await judging.makeRoom({
      signal: active.preparing.signal,
      cases: cases.length,
      prepare: (hooks) => judging.prepareJudge(ready, judge, cases, options, hooks),
      counting: (counted, of) => (active.state = { ...shown, kind: 'counting', counted, of }),
      ask: async (count) => {
        active.state = { ...shown, kind: 'no-room', noRoom: count };
        const decision = await new Promise<NoRoomDecision>((resolve) => (active.decide = resolve));
        active.decide = null;
        if (!active.cancelled) active.state = before;
        return decision;
      },
    });
    if (!noRoom) return false;
    active.noRoom.clear();
    for (const [key, why] of noRoom) active.noRoom.set(key, why);
    return true;
  }
  /** A judge may have more room or less by now. */
  async #hasRoomAgain(active: Active, run: Run, prepared: Prepared): Promise<boolean> {
    const { judge } = prepared;
    if (judge.kind !== 'model' || !judge.prepare) return true;
    // Asked for twice.
    if (active.state.kind !== 'paused') return false;
    const shown = active.state;
    active.state = { ...shown, kind: 'counting', counted: 0, of: shown.total };
    try {
      return await this.#makeRoom(active, run.open, prepared, run.head.settings);
    } finally {
      // What was still out may have ended the run.
      if (!active.cancelled && run.head.state === 'paused') active.state = shown;
    }
  }

  async #drive(active: Active, drive: Drive): Promise<Outcome> {
    const { judging, ready, head, cells, log } = drive;
    const { sheet } = active;
    if (active.cancelled) {
      this.#keepEnded(sheet.id, { kind: 'cancelled', done: 0, total: cells.length, failed: 0 });
      return over;
    }
    const { store, world, sleep, changes, locks } = this.#tools;
    active.runId = head.id;
    this.#sheetOf.set(head.id, sheet.id);
    const judge = active.judge ?? drive.judge;
    const forming = new Map<string, string>();
    const showForming = new Throttle(() => (this.#forming = new Map(forming)), smoothMilliseconds);
    let label = '';
    let upTo = log.length;
    const tellProgress = new Throttle(() => {
      active.state = stateOfRunning(run, label, world.now());
      changes.tell({ sheet: sheet.id, run: head.id, upTo });
    });
    const caseIdOf = (key: number) => sheet.cases.at(key)?.case.id ?? '';
    const isCurrent = currentBy(drive);
    const current = [...log.newest.values()].filter((entry) => {
      const row = sheet.cases.at(entry.caseKey);
      return row && isCurrent(entry, row);
    });
    const below = head.orders.at(-2);
    const unwritten = this.unwrittenOf(head.id);
    let noSpace: Promise<RunLock | null> | null = null;
    const tellSpace = (pause: RunPause | null) => {
      const waits = pause?.because === 'storage' && pause.storage === 'quota';
      if (waits === (noSpace !== null)) return;
      const before = noSpace;
      noSpace = waits ? locks.claim(noSpaceLock(head.id)) : null;
      const changed = noSpace ?? before?.then((lock) => lock?.release());
      void changed?.then(() => changes.tell({ sheet: sheet.id, run: head.id }));
    };
    const run: Run = new judging.RunScheduler(
      {
        head,
        ...(drive.unstored && { unstored: true }),
        ready,
        judge,
        caseAt: (key) => sheet.cases.at(key) ?? null,
        cells,
        earlier: current,
        noRoom: active.noRoom,
        ...(unwritten.length > 0 && { unwritten }),
        ...(below && { below: orderProgress(below, log) }),
      },
      {
        store: {
          append: (...given) => store.append(...given),
          createRun: async (...given) => {
            await store.createRun(...given);
            await sheet.begun(head);
            changes.tell({ sheet: sheet.id, run: head.id });
            this.#askToKeep();
          },
        },
        world,
        clock: { now: () => performance.now(), sleep },
        yieldToPage,
        yieldUntilIdle,
        rest: (milliseconds) => sleep(milliseconds, new AbortController().signal),
      },
      {
        // Only a person who carries prompts by hand must know which case it is.
        ...(judge.id === 'pasted' && {
          asked: (key: number) => {
            label = caseName(sheet.cases.at(key)?.case);
            if (active.state.kind === 'running') active.state = { ...active.state, label };
          },
        }),
        forming: (key, soFar) => {
          forming.set(caseIdOf(key), soFar);
          showForming.schedule();
        },
        written: (results, first) => {
          const shown = forming.size;
          for (const { caseKey } of results) forming.delete(caseIdOf(caseKey));
          if (forming.size < shown) showForming.schedule();
          upTo = first + results.length;
          tellProgress.schedule();
        },
        unwritten: (results) => this.#keepUnwritten(head.id, results),
        waits: () => tellProgress.schedule(),
        changed: ({ pause }) => {
          // What it said of a case that is asked again is of no more use.
          if (pause?.because === 'judge') forming.clear();
          showForming.schedule();
          active.state = stateOfRunning(run, label, world.now());
          tellSpace(pause);
        },
        changeStored: () => changes.tell({ sheet: sheet.id, run: head.id }),
      },
    );
    active.run = run;
    this.#ended = without(this.#ended, head.id);
    active.state = stateOfRunning(run, label, world.now());
    // Other tabs are to know who drives it before there is a result.
    changes.tell({ sheet: sheet.id, run: head.id });
    const end = await run.ended.finally(() => {
      tellProgress.cancel();
      showForming.cancel();
      tellSpace(null);
    });
    this.#keepUnwritten(head.id, end.unwritten);
    const state = stateOfEnded(run.progress, end.head, {
      unwritten: end.unwritten.length,
      outdated: this.#outdated,
    });
    this.#keepEnded(head.id, state);
    changes.tell({ sheet: sheet.id, run: head.id, upTo });
    return over;
  }

  #keepEnded(id: string, state: RunState): void {
    this.#ended = new Map(this.#ended).set(id, state);
  }
  #keepUnwritten(run: string, results: readonly RunResult[]): void {
    if (results.length === 0 && !this.#unwritten.has(run)) return;
    this.#unwritten =
      results.length > 0 ? new Map(this.#unwritten).set(run, results) : without(this.#unwritten, run);
  }

  /** At the first run and not before: only then is there something to keep. */
  #askToKeep(): void {
    if (this.#askedToKeep || !this.#tools.store.durable) return;
    this.#askedToKeep = true;
    void this.#tools.space.askToKeep();
  }
}

function currentBy({
  judging,
  ready,
}: {
  judging: typeof Judging;
  ready: Pick<ReadyRubric, 'rubric'>;
}): IsCurrent {
  return (entry, row) => judging.isCurrent(entry, row, ready.rubric);
}

function caseLabel(row: SheetCase | undefined): string {
  return row ? (row.case.label ?? row.case.id) : '';
}

function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  if (!map.has(key)) return map;
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
