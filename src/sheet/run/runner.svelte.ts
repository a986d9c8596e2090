import { SvelteMap } from 'svelte/reactivity';
import type { RunJudge } from '../../judgement/judge';
import type { World } from '../../judgement/ready-rubric';
import type { OfferedJudge } from '../../judges/judge-form';
import type { StorageSpace } from '../../kit/storage/storage-space';
import type { Rubric } from '../../rubric/rubric';
import type { LoadJudging, RubricVersions } from '../rubric-versions.svelte';
import type { Cell, RunHead, RunResult } from '../run-record';
import { settingsFor, type ChosenSettings } from '../run-setup/run-setup.svelte';
import type { SheetChanges } from '../sheet-changes';
import type { SheetState } from '../sheet-state.svelte';
import { troubleOf, type SheetStore, type Trouble } from '../sheet-store';
import { ActiveRun, type Prepared } from './active-run.svelte';
import {
  cellNumber,
  cellsLeft,
  emptyLog,
  orderOf,
  ordersLeft,
  readLog,
  wantedCells,
  withOrder,
  withUnwritten,
  type IsCurrent,
  type RunLog,
  type CellSelection,
} from './order';
import type { RunLocks } from './run-locks';
import { stateOf, stateOfEnded, type RunState } from './run-state';

export interface RunnerTools {
  loadJudging: LoadJudging;
  world: World;
  store: SheetStore;
  locks: RunLocks;
  changes: SheetChanges;
  rubrics: RubricVersions;
  space: StorageSpace;
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** `nothing`: every cell is filled already. `wrong-judge`: another judge is chosen than the run asked. */
export type Outcome =
  | { kind: 'over' }
  | { kind: 'nothing' }
  | { kind: 'wrong-judge'; asked: RunJudge }
  | { kind: 'trouble'; trouble: Trouble };

/** Also where another tab has the run, or this tab another run: both are shown by other means. */
const over: Outcome = { kind: 'over' };

/** Fills the cells of an order, one run at a time, and keeps what the storage refuses. */
export class Runner {
  readonly #tools: RunnerTools;
  active = $state.raw<ActiveRun | null>(null);
  /** How runs ended that did so in this tab, where the storage does not say all of it. */
  readonly ended = new SvelteMap<string, RunState>();
  /** What the storage refused, by run: it lasts as long as the tab. */
  readonly #unwritten = new SvelteMap<string, readonly RunResult[]>();
  readonly #sheetOf = new Map<string, string>();
  #acting: Promise<unknown> = Promise.resolve();
  #askedToKeep = false;
  #outdated = false;

  constructor(tools: RunnerTools) {
    this.#tools = tools;
    tools.changes.onAsk((run, want) => {
      if (run !== this.active?.runId) return;
      if (want === 'cancel') this.active.cancel();
      else this.active.scheduler?.[want]();
    });
  }

  unwrittenOf(run: string): readonly RunResult[] {
    return this.#unwritten.get(run) ?? [];
  }
  get unwrittenInAll(): number {
    return [...this.#unwritten.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Cancels the run. Settles when it has ended. */
  async stop(): Promise<void> {
    this.active?.cancel();
    await Promise.allSettled([this.#acting]);
  }
  /** A newer Assay has the storage now: nothing is asked any more, and the run is left to the tab that resumes it. */
  stepAside(): void {
    this.#outdated = true;
    this.active?.cancel();
  }
  forget(run: string): void {
    this.ended.delete(run);
    this.#unwritten.delete(run);
  }
  forgetSheet(sheet: string): void {
    for (const [run, of] of this.#sheetOf) if (of === sheet) this.forget(run);
    this.ended.delete(sheet);
  }

  /** Fills cells of the newest run with this configuration, or begins one. Settles when it has ended. */
  judge(
    sheet: SheetState,
    offered: OfferedJudge,
    chosen: ChosenSettings,
    wanted: CellSelection,
  ): Promise<Outcome> {
    const keys = wanted.kind === 'cases' ? wanted.keys : sheet.cases.rows.map(({ key }) => key);
    const first = sheet.cases.at(keys[0] ?? -1);
    const { count: total = keys.length } = 'count' in wanted ? wanted : {};
    const counted = { done: 0, total, failed: 0 };
    const state: RunState = {
      kind: 'running',
      ...counted,
      label: first ? sheet.nameOf(first.case) : '',
      pace: null,
    };
    return this.#act(sheet, offered.id, state, async (active) => {
      const { budget, ...prepared } = await this.#prepare(sheet.currentRubric(), offered);
      const { judging, ready, judge } = prepared;
      const { rubric } = ready;
      const settings = { ...settingsFor(judge, chosen), ...(budget && { budget }) };
      const fill = async (stored: RunHead | null, log: RunLog): Promise<Outcome> => {
        const samples = Math.max(settings.samples, stored?.settings.samples ?? 1);
        const unwritten = stored ? this.unwrittenOf(stored.id) : [];
        const known = withUnwritten(log, unwritten);
        const open = wantedCells(sheet.cases, wanted, samples, known, currentBy(judging, rubric));
        const { seed = this.#tools.world.random(), keys: before = [] } = stored?.drawn ?? {};
        const cells = wanted.kind === 'random' ? judging.drawCells(open, wanted.count, seed) : open;
        const drawnKeys = [...new Set([...before, ...cells.map(({ caseKey }) => caseKey)])];
        const drawn = wanted.kind === 'random' && {
          drawn: { seed, of: sheet.cases.rows.length, keys: drawnKeys },
        };
        if (cells.length === 0 && unwritten.length === 0) return { kind: 'nothing' };
        if (!(await active.makeRoom(cells, prepared, settings))) return this.#endUnbegun(active, cells);
        await sheet.stored();
        if (stored) {
          const orders = ordersLeft(stored.orders, cells, known);
          const planned = { ...stored, settings: { ...settings, samples }, orders, ...drawn };
          const head = withOrder(planned, cells, log);
          return this.#drive(active, { ...prepared, head, cells, log });
        }
        const order = orderOf(cells, 0);
        const begun = { sheet: sheet.id, rubric, judge, settings, order };
        const head = { ...judging.newRunHead(begun, this.#tools.world), ...drawn };
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
  resume(sheet: SheetState, head: RunHead, offered: OfferedJudge, what: 'rest' | 'failed'): Promise<Outcome> {
    return this.#act(sheet, offered.id, stateOf(head, false), async (active) => {
      active.runId = head.id;
      const version = this.#tools.rubrics.version(head.rubric.hash);
      const { budget, ...prepared } = await this.#prepare(version, offered);
      const { judging, judge } = prepared;
      if (!judging.sameJudge(judge, head.judge)) return { kind: 'wrong-judge', asked: head.judge };
      return this.#claimStored(sheet, head.id, async (stored, log) => {
        const unwritten = new Set(this.unwrittenOf(stored.id).map(cellNumber));
        const failed = what === 'failed' ? currentBy(judging, prepared.ready.rubric) : null;
        const left = cellsLeft(sheet.cases, stored, log, failed);
        const cells = left.filter((cell) => !unwritten.has(cellNumber(cell)));
        if (!(await active.makeRoom(cells, prepared, stored.settings))) return over;
        const atOnce = judge.kind === 'model' ? (judge.atOnce ?? 1) : 1;
        const settings = { ...stored.settings, ...(budget !== undefined && { budget }), atOnce };
        const resumed = { ...stored, settings };
        const retried = { ...resumed, orders: resumed.orders.slice(0, -1) };
        const next = what === 'failed' ? withOrder(retried, cells, log) : resumed;
        return this.#drive(active, { ...prepared, head: next, cells, log });
      });
    });
  }

  /** Resumes the run that waits here, with a judge that may have been mended since, such as by another key. */
  async resumeHere(offered: OfferedJudge): Promise<Outcome> {
    const { active } = this;
    const { scheduler, ready } = active ?? {};
    if (!active || !scheduler || !ready) return over;
    try {
      const { budget, ...prepared } = await this.#prepare(Promise.resolve(ready.rubric), offered);
      const { judging, judge } = prepared;
      const asked = scheduler.head.judge;
      if (!judging.sameJudge(judge, asked)) return { kind: 'wrong-judge', asked };
      active.judge?.replace(judge);
      if (budget !== undefined) scheduler.setBudget(budget);
      if (await active.makeRoomAgain(scheduler, prepared)) scheduler.resume();
      return over;
    } catch (error) {
      return { kind: 'trouble', trouble: troubleOf(error) };
    }
  }

  /** Cases with cells that have no score, or were ordered and not filled: for another judge. */
  async casesLeft(sheet: SheetState, head: RunHead): Promise<number[]> {
    const { store, rubrics, loadJudging } = this.#tools;
    const [log, rubric, judging] = await Promise.all([
      readLog(store, head.id),
      rubrics.version(head.rubric.hash),
      loadJudging(),
      sheet.allRead,
    ]);
    const cells = cellsLeft(sheet.cases, head, log, currentBy(judging, rubric));
    return [...new Set(cells.map(({ caseKey }) => caseKey))];
  }

  async #act(
    sheet: SheetState,
    judgeId: string,
    before: RunState,
    work: (active: ActiveRun) => Promise<Outcome>,
  ): Promise<Outcome> {
    if (this.active) return over;
    const active = new ActiveRun(this.#tools, sheet, judgeId, before);
    this.active = active;
    this.ended.delete(sheet.id);
    // A run of a sheet that is still being read would pass over the cases to come.
    const acting = sheet.allRead
      .then(() => work(active))
      .catch((error: unknown): Outcome => {
        const trouble = troubleOf(error);
        const { kind, detail } = trouble;
        // A run that could not be resumed waits on.
        if (!active.scheduler && before.kind !== 'running') return { kind: 'trouble', trouble };
        const id = active.runId ?? sheet.id;
        this.ended.set(id, { kind: 'failed', message: detail, ...(kind && { storage: kind }) });
        return over;
      })
      .finally(() => {
        active.judge?.release();
        this.active = null;
      });
    this.#acting = acting;
    return acting;
  }

  /** Asks the judge's form at once: it may be changed while the rubric is loaded. */
  async #prepare(loading: Promise<Rubric | undefined>, offered: OfferedJudge) {
    const [judging, ready, judge, budget] = await Promise.all([
      this.#tools.loadJudging(),
      loading.then((rubric) => {
        if (!rubric) throw new Error('The rubric could not be loaded.');
        return this.#tools.rubrics.ready(rubric);
      }),
      'forRun' in offered ? offered.forRun() : offered,
      // Undefined: the form has no field for it.
      'forRun' in offered ? offered.budget?.() : undefined,
    ]);
    if ('problem' in judge) throw new Error(judge.problem);
    return { judging, ready, judge, budget };
  }

  async #claim(sheet: SheetState, run: string, work: () => Promise<Outcome>): Promise<Outcome> {
    const lock = await this.#tools.locks.claim(run);
    if (!lock) return over;
    try {
      return await work();
    } finally {
      await lock.release();
      this.#tools.changes.notify({ sheet: sheet.id, run });
    }
  }
  async #claimStored(
    sheet: SheetState,
    run: string,
    work: (head: RunHead, log: RunLog) => Promise<Outcome>,
  ): Promise<Outcome> {
    return this.#claim(sheet, run, async () => {
      const { store } = this.#tools;
      // Only now: until then another tab may have driven or deleted it.
      const stored = await store.run(run);
      if (!stored || stored.removed !== null)
        return { kind: 'trouble', trouble: { kind: 'missing', detail: '' } };
      return work(stored, await readLog(store, run));
    });
  }

  async #drive(active: ActiveRun, drive: Parameters<ActiveRun['drive']>[0]): Promise<Outcome> {
    const { head, cells } = drive;
    if (active.cancelled) return this.#endUnbegun(active, cells);
    const { id } = head;
    this.#sheetOf.set(id, active.sheet.id);
    this.ended.delete(id);
    const end = await active.drive(drive, {
      unwritten: this.unwrittenOf(id),
      keepUnwritten: (results) => this.#keepUnwritten(id, results),
      created: () => this.#askToKeep(),
    });
    this.#keepUnwritten(id, end.unwritten);
    this.ended.set(id, stateOfEnded(end, this.#outdated));
    return over;
  }
  #endUnbegun({ runId, sheet }: ActiveRun, { length: total }: readonly Cell[]): Outcome {
    this.ended.set(runId ?? sheet.id, { kind: 'cancelled', done: 0, total, failed: 0 });
    return over;
  }

  #keepUnwritten(run: string, results: readonly RunResult[]): void {
    if (results.length > 0) this.#unwritten.set(run, results);
    else this.#unwritten.delete(run);
  }

  /** At the first run and not before: only then is there something to keep. */
  #askToKeep(): void {
    if (this.#askedToKeep || !this.#tools.store.durable) return;
    this.#askedToKeep = true;
    void this.#tools.space.askToKeep();
  }
}

function currentBy(judging: Prepared['judging'], rubric: Rubric): IsCurrent {
  return (entry, row) => judging.isCurrent(entry, row, rubric);
}
