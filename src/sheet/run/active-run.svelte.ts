import type { Case } from '../../cases/case';
import type { NoRoom } from '../../judgement/cause';
import type { Judge } from '../../judgement/judge';
import type { ReadyRubric } from '../../judgement/ready-rubric';
import { ReplaceableJudge } from '../../judges/replaceable-judge';
import { yieldToPage, yieldUntilIdle } from '../../kit/sliced-work.browser';
import { smoothMilliseconds, Throttle } from '../../kit/throttle.browser';
import type { Cell, RunHead, RunResult, RunSettings } from '../run-record';
import { askingOf } from '../run-setup/run-setup.svelte';
import type * as Judging from './judging';
import type { NoRoomDecision } from './make-room';
import { orderProgress, type RunLog } from './order';
import type { SheetState } from '../sheet-state.svelte';
import type { RunnerTools } from './runner.svelte';
import type { RunEnd } from './run-scheduler';
import { stateOfRunning, type RunState } from './run-state';

export interface Prepared {
  judging: typeof Judging;
  ready: ReadyRubric;
  judge: Judge;
}

interface Drive extends Prepared {
  head: RunHead;
  unstored?: boolean;
  cells: readonly Cell[];
  log: RunLog;
}

interface Hooks {
  unwritten: readonly RunResult[];
  keepUnwritten: (results: readonly RunResult[]) => void;
  created: () => void;
}

export class ActiveRun {
  readonly #tools: RunnerTools;
  readonly sheet: SheetState;
  readonly judgeId: string;
  state: RunState;
  scheduler = $state.raw<Judging.RunScheduler | null>(null);
  runId = $state<string | null>(null);
  forming = $state.raw<ReadonlyMap<string, string>>(new Map());
  ready: ReadyRubric | null = null;
  judge: ReplaceableJudge | null = null;
  cancelled = false;
  readonly #preparing = new AbortController();
  /** What becomes of cases without room, while the person decides about it. */
  decide: ((decision: NoRoomDecision) => void) | null = null;
  #noRoom = new Map<number, NoRoom>();

  constructor(tools: RunnerTools, sheet: SheetState, judgeId: string, state: RunState) {
    this.#tools = tools;
    this.sheet = sheet;
    this.judgeId = judgeId;
    this.state = $state.raw(state);
  }

  /** A run that waited is being made ready to go on. */
  get takingUp(): boolean {
    return this.scheduler === null && !['running', 'counting', 'no-room'].includes(this.state.kind);
  }
  cancel(): void {
    this.cancelled = true;
    this.#preparing.abort();
    this.decide?.('go-on');
    this.scheduler?.cancel();
  }

  /** Lets the judge make room for its questions. Where cases do not fit, the person decides about them. False: cancelled. */
  async makeRoom(
    cells: readonly Cell[],
    { judging, judge, ready }: Prepared,
    { mode, tellFacts, ...chosen }: Pick<RunSettings, 'mode' | 'tellFacts' | 'asking'>,
  ): Promise<boolean> {
    this.ready = ready;
    if (judge.kind !== 'model') return !this.cancelled;
    this.judge ??= new ReplaceableJudge(judge);
    if (!judge.prepare) return !this.cancelled;
    const keys = [...new Set(cells.map(({ caseKey }) => caseKey))];
    const cases = keys.flatMap((key): [number, Case][] => {
      const row = this.sheet.cases.at(key);
      return row ? [[key, row.case]] : [];
    });
    const options = { mode, tellFacts, asking: askingOf(chosen, judge.id), world: this.#tools.world };
    const shown = { done: 0, failed: 0, total: cases.length };
    const before = this.state;
    const { signal } = this.#preparing;
    for (;;) {
      const onCount = (counted: number, of: number) =>
        (this.state = { ...shown, kind: 'counting', counted, of });
      const outcome = await judging
        .prepareJudge(ready, judge, cases, options, { signal, onCount })
        .catch((error: unknown) => {
          if (signal.aborted) return null;
          throw error;
        });
      if (!outcome || signal.aborted) return false;
      if ('problem' in outcome) throw new Error(outcome.problem);
      this.#noRoom = outcome.noRoom;
      const [longest] = [...outcome.noRoom.values()].sort((a, b) => b.tokens + b.reply - a.tokens - a.reply);
      if (!longest) return true;
      const noRoom = { cases: outcome.noRoom.size, of: cases.length, longest };
      this.state = { ...shown, kind: 'no-room', noRoom };
      const decision = await new Promise<NoRoomDecision>((resolve) => (this.decide = resolve));
      this.decide = null;
      if (this.#isCancelled()) return false;
      this.state = before;
      if (decision === 'go-on') return true;
    }
  }
  #isCancelled(): boolean {
    return this.cancelled;
  }
  /** Before a paused run is resumed: its judge may have more room or less by now. */
  async makeRoomAgain(scheduler: Judging.RunScheduler, prepared: Prepared): Promise<boolean> {
    const { judge } = prepared;
    // A judge that is still at a case has the room that it had, and hears nothing else until it is done.
    if (scheduler.inFlight > 0 || judge.kind !== 'model' || !judge.prepare) return true;
    // It may be asked for twice.
    if (this.state.kind !== 'paused') return false;
    const shown = this.state;
    this.state = { ...shown, kind: 'counting', counted: 0, of: shown.total };
    try {
      return await this.makeRoom(scheduler.open, prepared, scheduler.head.settings);
    } finally {
      // What was still out may have ended the run.
      if (!this.cancelled && scheduler.head.state === 'paused') this.state = shown;
    }
  }

  async drive(
    { judging, ready, judge: given, head, unstored, cells, log }: Drive,
    { unwritten, keepUnwritten, created }: Hooks,
  ): Promise<RunEnd> {
    const { sheet } = this;
    const { store, world, sleep, changes } = this.#tools;
    this.runId = head.id;
    const judge = this.judge ?? given;
    const forming = new Map<string, string>();
    const showForming = new Throttle(() => (this.forming = new Map(forming)), smoothMilliseconds);
    let label = '';
    let upTo = log.length;
    const notifyTabs = (change: { upTo?: number } = {}) =>
      changes.notify({ sheet: sheet.id, run: head.id, ...change });
    const showState = () => (this.state = stateOfRunning(scheduler, label, world.now()));
    const showProgress = new Throttle(() => {
      showState();
      notifyTabs({ upTo });
    });
    const caseIdOf = (key: number) => sheet.cases.at(key)?.case.id ?? '';
    const below = head.orders.at(-2);
    const scheduler = new judging.RunScheduler(
      {
        head,
        ...(unstored && { unstored }),
        ready,
        judge,
        caseAt: (key) => sheet.cases.at(key) ?? null,
        cells,
        earlier: [...log.newest.values()].filter((entry) => {
          const row = sheet.cases.at(entry.caseKey);
          return row && judging.isCurrent(entry, row, ready.rubric);
        }),
        noRoom: (key) => this.#noRoom.get(key),
        unwritten,
        ...(below && { below: orderProgress(below, log) }),
      },
      {
        store: {
          append: (...written) => store.append(...written),
          createRun: async (...written) => {
            await store.createRun(...written);
            await sheet.begun(head);
            notifyTabs();
            created();
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
            const subject = sheet.cases.at(key)?.case;
            label = subject ? sheet.nameOf(subject) : '';
            if (this.state.kind === 'running') this.state = { ...this.state, label };
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
          showProgress.schedule();
        },
        unwritten: keepUnwritten,
        waits: () => showProgress.schedule(),
        changed: ({ pause }) => {
          // What it said of a case that is asked again is of no more use.
          if (pause?.because === 'judge') forming.clear();
          showForming.schedule();
          showState();
        },
        changeStored: () => notifyTabs(),
      },
    );
    this.scheduler = scheduler;
    showState();
    // Other tabs are to know which tab drives it before there is a result.
    notifyTabs();
    try {
      return await scheduler.ended;
    } finally {
      showProgress.cancel();
      showForming.cancel();
    }
  }
}
