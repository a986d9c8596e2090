import type { Case } from '../core/model/case';
import type { NoRoom } from '../core/model/cause';
import { cellsOf, countCells, openCells, orderOf } from '../core/model/order';
import type { Rubric } from '../core/model/rubric';
import type {
  Cell,
  Order,
  RunEntry,
  RunHead,
  RunJudge,
  RunPause,
  RunResult,
  RunSettings,
} from '../core/model/run';
import type { SheetCase, SheetHead } from '../core/model/sheet';
import type { Judge } from '../judges/judge';
import type * as Engine from '../pipeline/engine';
import type { NoRoomDecision } from '../pipeline/make-room';
import type { ReadyRubric, World } from '../pipeline/ready-rubric';
import { askingOf } from '../state/asking';
import { budgetOf } from '../state/budget-of';
import type { OfferedJudge } from '../state/offered-judge';
import { ReplaceableJudge } from '../state/replaceable-judge';
import type { LoadEngine } from '../state/rubric-shelf.svelte';
import { settingsFor, type ChosenSettings } from '../state/run-settings';
import { stateOf, stateOfEnded, stateOfRunning, type RunState } from '../state/run-state';
import { giveWay, yieldToPage } from '../state/sliced-work';
import { troubleOf, type Trouble } from '../state/storage-trouble';
import { smoothly, Unhurried } from '../state/unhurried';
import type { SheetChanges, Want } from './changes';
import type { RubricVersions } from './rubric-versions';
import { noSpaceLock, type RunLock, type RunLocks } from './run-locks';
import type { SheetStore } from './sheet-store';
import type { StorageSpace } from './store/storage-space';

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
  loadEngine: LoadEngine;
  world: World;
  store: SheetStore;
  locks: RunLocks;
  changes: SheetChanges;
  rubrics: RubricVersions;
  space: StorageSpace;
  /** Keeps its time in a hidden tab. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Which cells are to be filled: those that are empty or outdated, those of these cases whatever they have, or all in a new run. */
export type Wanted = { kind: 'all' } | { kind: 'cases'; keys: readonly number[] } | { kind: 'new-run' };

/** `nothing`: every cell is filled already. `wrong-judge`: another judge is chosen than the run asked. */
export type Outcome =
  | { kind: 'over' }
  | { kind: 'nothing' }
  | { kind: 'busy' }
  | { kind: 'elsewhere' }
  | { kind: 'wrong-judge'; asked: RunJudge }
  | { kind: 'trouble'; trouble: Trouble };

type Run = ReturnType<typeof Engine.startRun>;

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
  /** What the run asks. */
  cells: readonly Cell[] = [];

  constructor(sheet: RunSheet, judgeId: string, state: RunState) {
    this.sheet = sheet;
    this.judgeId = judgeId;
    this.state = $state.raw(state);
  }
}

/** Whether a result is of the case as it reads today. */
type IsCurrent = (entry: RunEntry, row: SheetCase) => boolean;

/** A run's log as far as filling cells goes. */
interface Log {
  length: number;
  /** The newest result of each cell. */
  newest: ReadonlyMap<string, RunEntry>;
}

interface Drive {
  head: RunHead;
  /** Of a run that is not stored yet. */
  rubric: Rubric | null;
  judge: Judge;
  cells: readonly Cell[];
  log: Log;
  lock: RunLock;
}

const emptyLog: Log = { length: 0, newest: new Map() };
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
    const total = wanted.kind === 'cases' ? wanted.keys.length : sheet.cases.rows.length;
    const first = sheet.cases.at(
      wanted.kind === 'cases' ? (wanted.keys[0] ?? -1) : (sheet.cases.rows[0]?.key ?? -1),
    );
    const state: RunState = {
      kind: 'running',
      done: 0,
      total,
      failed: 0,
      label: nameOf(first?.case),
      pace: null,
    };
    return this.#act(sheet, offered.id, state, async (active) => {
      const { engine, ready, judge, budget } = await this.#makeReady(sheet.currentRubric(), offered);
      const { rubric } = ready;
      const settings = { ...settingsFor(judge, chosen), ...(budget && { budget }) };
      const configuration = { rubric, judge, settings };
      const found =
        wanted.kind === 'new-run'
          ? undefined
          : sheet.runs.find(
              (run) => run.imported === undefined && engine.sameConfiguration(run, configuration),
            );
      const lock = found ? await this.#tools.locks.claim(found.id) : null;
      if (found && !lock) return { kind: 'elsewhere' };
      try {
        const stored = found ? await this.#tools.store.run(found.id) : null;
        // Deleted by another tab at this moment: nothing is added to what is about to go.
        if (found && stored?.removed !== null)
          return { kind: 'trouble', trouble: { kind: 'missing', detail: '' } };
        const log = stored ? await this.#readLog(stored.id) : emptyLog;
        const samples = Math.max(settings.samples, stored?.settings.samples ?? 1);
        const held = stored ? this.unwrittenOf(stored.id) : [];
        const known = withHeld(log, held);
        const cells = this.#wantedCells(sheet, wanted, samples, known, (entry, row) =>
          engine.isCurrent(entry, row, rubric),
        );
        if (cells.length === 0 && held.length === 0) return { kind: 'nothing' };
        active.ready = ready;
        if (!(await this.#makeRoom(active, cells, { engine, judge, ready, settings }))) {
          active.state = { kind: 'cancelled', done: 0, total: cells.length, failed: 0 };
          this.#keepEnded(active.runId ?? sheet.id, active.state);
          return over;
        }
        await sheet.stored();
        const order = orderOf(cells, log.length);
        const orders = stored ? leftOver(stored, order, known) : [];
        const head = stored
          ? withOrder({ ...stored, settings: { ...settings, samples }, orders }, order)
          : engine.newRunHead({ sheet: sheet.id, rubric, judge, settings, order }, this.#tools.world);
        const drive = { head, rubric: stored ? null : rubric, judge, cells, log };
        return await this.#driveWithLock(engine, active, drive, lock);
      } finally {
        await lock?.release();
      }
    });
  }

  /** Continues a run's order, or with `failed` also what has no score. Settles when it has ended. */
  resume(sheet: RunSheet, head: RunHead, offered: OfferedJudge, what: 'rest' | 'failed'): Promise<Outcome> {
    if (this.#active?.runId === head.id) return this.#resumeActive(this.#active, offered);
    return this.#act(sheet, offered.id, stateOf(head, false), async (active) => {
      active.runId = head.id;
      const version = this.#tools.rubrics.version(head.rubric.hash);
      const { engine, ready, judge, budget } = await this.#makeReady(version, offered);
      const { rubric } = ready;
      if (!engine.sameJudge(judge, head.judge)) return { kind: 'wrong-judge', asked: head.judge };
      const lock = await this.#tools.locks.claim(head.id);
      if (!lock) return { kind: 'elsewhere' };
      try {
        // Only now: until then another tab may have driven it.
        const stored = await this.#tools.store.run(head.id);
        if (!stored || stored.removed !== null)
          return { kind: 'trouble', trouble: { kind: 'missing', detail: '' } };
        const log = await this.#readLog(stored.id);
        const last = stored.orders.at(-1);
        const open = last ? openCells(last, log.newest.values()) : [];
        const failed =
          what === 'failed'
            ? this.#failedCells(sheet, log, (entry, row) => engine.isCurrent(entry, row, rubric))
            : [];
        const held = new Set(this.unwrittenOf(stored.id).map(cellKey));
        const cells = uniqueCells([...open, ...failed]).filter(
          (cell) => sheet.cases.at(cell.caseKey) && !held.has(cellKey(cell)),
        );
        active.ready = ready;
        if (active.cancelled) return over;
        if (!(await this.#makeRoom(active, cells, { engine, judge, ready, settings: stored.settings })))
          return over;
        const settings = {
          ...stored.settings,
          ...(budget !== undefined && { budget }),
          atOnce: atOnceOf(judge),
        };
        const order = what === 'failed' ? orderOf(cells, log.length) : null;
        const resumed = { ...stored, settings };
        const drive = {
          head: order ? withOrder({ ...resumed, orders: resumed.orders.slice(0, -1) }, order) : resumed,
          rubric: null,
          judge,
          cells,
          log,
          lock,
        };
        return await this.#drive(engine, active, drive);
      } finally {
        await lock.release();
      }
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
      const { engine, judge, budget } = await this.#makeReady(Promise.resolve(active.ready.rubric), offered);
      if (!engine.sameJudge(judge, run.head.judge)) return { kind: 'wrong-judge', asked: run.head.judge };
      active.judge?.replace(judge);
      if (budget !== undefined) run.setBudget(budget);
      // A judge that is still at a case has the room that it had, and hears nothing else until it is done.
      if (run.inFlight === 0 && !(await this.#hasRoomAgain(active, run, engine, judge))) return over;
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
    await store.changeRun(head.id, (stored) => ({ ...stored, state: 'cancelled', pause: null, orders: [] }));
    changes.tell({ sheet: head.sheet, run: head.id });
  }
  /** To the run, wherever it is driven. */
  ask(run: string, want: Want): void {
    this.#tools.changes.ask(run, want);
  }
  /** Cells of a run that have no score, or were ordered and not filled: for another judge. */
  async leftOf(sheet: RunSheet, head: RunHead): Promise<number[]> {
    const [log, rubric, engine] = await Promise.all([
      this.#readLog(head.id),
      this.#tools.rubrics.version(head.rubric.hash),
      this.#tools.loadEngine(),
    ]);
    const last = head.orders.at(-1);
    const cells = [
      ...(last ? openCells(last, log.newest.values()) : []),
      ...this.#failedCells(sheet, log, (entry, row) => engine.isCurrent(entry, row, rubric)),
    ];
    return [...new Set(cells.map(({ caseKey }) => caseKey))].filter((key) => sheet.cases.at(key));
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
  async #makeReady(loading: Promise<Rubric | undefined>, offered: OfferedJudge) {
    const prepare = async () => {
      const rubric = await loading;
      if (!rubric) throw new Error('The rubric could not be loaded.');
      return this.#tools.rubrics.ready(rubric);
    };
    const [engine, ready, judge, budget] = await Promise.all([
      this.#tools.loadEngine(),
      prepare(),
      'forRun' in offered ? offered.forRun() : offered,
      budgetOf(offered),
    ]);
    if ('problem' in judge) throw new Error(judge.problem);
    return { engine, ready, judge, budget };
  }

  async #readLog(run: string): Promise<Log> {
    const newest = new Map<string, RunEntry>();
    let length = 0;
    for await (const piece of this.#tools.store.entries(run))
      for (const entry of piece) {
        newest.set(cellKey(entry), entry);
        length = entry.place + 1;
      }
    return { length, newest };
  }

  #wantedCells(sheet: RunSheet, wanted: Wanted, samples: number, log: Log, isCurrent: IsCurrent): Cell[] {
    const always = wanted.kind === 'cases' ? new Set(wanted.keys) : null;
    const cells: Cell[] = [];
    for (const row of sheet.cases.rows) {
      if (always && !always.has(row.key)) continue;
      for (let sample = 0; sample < samples; sample += 1) {
        const cell = { caseKey: row.key, sample };
        const entry = always ? undefined : log.newest.get(cellKey(cell));
        if (!entry || !isCurrent(entry, row)) cells.push(cell);
      }
    }
    return cells;
  }
  #failedCells(sheet: RunSheet, { newest }: Log, isCurrent: IsCurrent): Cell[] {
    return [...newest.values()].flatMap((entry) => {
      const { caseKey, sample, digest } = entry;
      const row = sheet.cases.at(caseKey);
      const failed = row && digest.status === 'unscored' && isCurrent(entry, row);
      return failed ? [{ caseKey, sample }] : [];
    });
  }

  /** Lets the judge make room for what it will be asked. False: called off. */
  async #makeRoom(
    active: Active,
    cells: readonly Cell[],
    {
      engine,
      judge,
      ready,
      settings: { mode, tellFacts, ...chosen },
    }: {
      engine: typeof Engine;
      judge: Judge;
      ready: ReadyRubric;
      settings: Pick<RunSettings, 'mode' | 'tellFacts' | 'asking'>;
    },
  ): Promise<boolean> {
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
    const noRoom = await engine.makeRoom({
      signal: active.preparing.signal,
      cases: cases.length,
      prepare: (hooks) => engine.prepareJudge(ready, judge, cases, options, hooks),
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
  async #hasRoomAgain(active: Active, run: Run, engine: typeof Engine, judge: Judge): Promise<boolean> {
    if (judge.kind !== 'model' || !judge.prepare || !active.ready) return true;
    // Asked for twice.
    if (active.state.kind !== 'paused') return false;
    const shown = active.state;
    const { ready } = active;
    active.state = { ...shown, kind: 'counting', counted: 0, of: shown.total };
    try {
      return await this.#makeRoom(
        active,
        active.cells.filter(({ caseKey }) => run.isOpen(caseKey)),
        { engine, judge, ready, settings: run.head.settings },
      );
    } finally {
      // What was still out may have ended the run.
      if (!active.cancelled && run.head.state === 'paused') active.state = shown;
    }
  }

  async #driveWithLock(
    engine: typeof Engine,
    active: Active,
    drive: Omit<Drive, 'lock'>,
    claimed: RunLock | null,
  ): Promise<Outcome> {
    const { id } = drive.head;
    // Before it is stored, so that no other tab takes it for one whose tab died.
    const lock = claimed ?? (await this.#tools.locks.claim(id));
    if (!lock) throw new Error(`Expected a new run to be free, but "${id}" is taken.`);
    try {
      return await this.#drive(engine, active, { ...drive, lock });
    } finally {
      if (!claimed) await lock.release();
      this.#tools.changes.tell({ sheet: active.sheet.id, run: id });
    }
  }

  async #drive(engine: typeof Engine, active: Active, drive: Drive): Promise<Outcome> {
    const { head, judge: given, cells, log } = drive;
    const { sheet, ready } = active;
    if (!ready) throw new Error('Expected the rubric to be ready.');
    if (active.cancelled) {
      this.#keepEnded(sheet.id, { kind: 'cancelled', done: 0, total: cells.length, failed: 0 });
      return over;
    }
    const { store, world, sleep, changes, locks } = this.#tools;
    active.runId = head.id;
    active.cells = cells;
    this.#sheetOf.set(head.id, sheet.id);
    const judge = active.judge ?? given;
    const forming = new Map<string, string>();
    const showForming = new Unhurried(() => (this.#forming = new Map(forming)), smoothly);
    let label = '';
    let upTo = log.length;
    const tellProgress = new Unhurried(() => {
      active.state = stateOfRunning(run, label, world.now());
      changes.tell({ sheet: sheet.id, run: head.id, upTo });
    });
    const caseIdOf = (key: number) => sheet.cases.at(key)?.case.id ?? '';
    const current = [...log.newest.values()].filter((entry) => {
      const row = sheet.cases.at(entry.caseKey);
      return row && engine.isCurrent(entry, row, ready.rubric);
    });
    const below = head.orders.at(-2);
    const unwritten = this.unwrittenOf(head.id);
    const { rubric } = drive;
    let noSpace: Promise<RunLock | null> | null = null;
    const tellSpace = (pause: RunPause | null) => {
      const waits = pause?.because === 'storage' && pause.storage === 'quota';
      if (waits === (noSpace !== null)) return;
      const before = noSpace;
      noSpace = waits ? locks.claim(noSpaceLock(head.id)) : null;
      const changed = noSpace ?? before?.then((lock) => lock?.release());
      void changed?.then(() => changes.tell({ sheet: sheet.id, run: head.id }));
    };
    const run: Run = engine.startRun(
      {
        head,
        ...(rubric && { unstored: true }),
        ready,
        judge,
        caseAt: (key) => sheet.cases.at(key) ?? null,
        cells,
        earlier: current,
        noRoom: active.noRoom,
        ...(unwritten.length > 0 && { unwritten }),
        ...(below && { below: progressOf(below, log) }),
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
        breathe: yieldToPage,
        giveWay,
        rest: (milliseconds) => sleep(milliseconds, new AbortController().signal),
      },
      {
        // Only a person who carries prompts by hand must know which case it is.
        ...(judge.id === 'pasted' && {
          asked: (key: number) => {
            label = nameOf(sheet.cases.at(key)?.case);
            if (active.state.kind === 'running') active.state = { ...active.state, label };
          },
        }),
        forming: (key, soFar) => {
          forming.set(caseIdOf(key), soFar);
          showForming.soon();
        },
        written: (results, first) => {
          const shown = forming.size;
          for (const { caseKey } of results) forming.delete(caseIdOf(caseKey));
          if (forming.size < shown) showForming.soon();
          upTo = first + results.length;
          tellProgress.soon();
        },
        unwritten: (results) => this.#keepUnwritten(head.id, results),
        waits: () => tellProgress.soon(),
        changed: ({ pause }) => {
          // What it said of a case that is asked again is of no more use.
          if (pause?.because === 'judge') forming.clear();
          showForming.soon();
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
      tellProgress.callOff();
      showForming.callOff();
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

/** The log with what the storage refused of it. */
function withHeld({ length, newest }: Log, held: readonly RunResult[]): Log {
  const all = new Map(newest);
  for (const { judgement: _, ...result } of held) all.set(cellKey(result), { ...result, place: length });
  return { length, newest: all };
}

/** Orders of a run that are not done with this one. */
function leftOver({ orders }: RunHead, order: Order, { newest }: Log): Order[] {
  const ordered = new Set(cellsOf(order).map(cellKey));
  return orders.filter((one) => openCells(one, newest.values()).some((cell) => !ordered.has(cellKey(cell))));
}

/** Not `running` yet, so that the order is stored at once: a tab that dies before the first result leaves it behind. */
function withOrder(head: RunHead, order: Order): RunHead {
  return {
    ...head,
    orders: [...head.orders, order],
    progress: { done: 0, total: countCells(order) },
    state: 'paused',
    pause: null,
  };
}

function progressOf(order: Order, { newest }: Log): { done: number; total: number } {
  const total = cellsOf(order).length;
  return { total, done: total - openCells(order, newest.values()).length };
}

function atOnceOf(judge: Judge): number {
  return judge.kind === 'model' ? (judge.atOnce ?? 1) : 1;
}

function cellKey({ caseKey, sample }: Cell): string {
  return `${caseKey}/${sample}`;
}

function uniqueCells(cells: readonly Cell[]): Cell[] {
  const found = new Map(cells.map((cell) => [cellKey(cell), cell]));
  return [...found.values()].sort((a, b) => a.caseKey - b.caseKey || a.sample - b.sample);
}

function nameOf(subject: Case | undefined): string {
  return subject ? (subject.label ?? subject.id) : '';
}

function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  if (!map.has(key)) return map;
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
