import type { Cell, RunHead, RunResult, RunSettings } from '../../../../src/sheet/run-record';
import { rubricHash } from '../../../../src/judgement/receipt';
import { nothingSpent } from '../../../../src/judgement/spending';
import type {
  Judge,
  JudgeFailure,
  JudgeRequest,
  ModelJudge,
  RawReply,
} from '../../../../src/judgement/judge';
import { prepareRubric } from '../../../../src/judgement/ready-rubric';
import {
  RunScheduler,
  type AskedCase,
  type RunPlan,
  type RunTools,
} from '../../../../src/sheet/run/run-scheduler';
import { countCells, openCells, orderOf } from '../../../../src/sheet/run/order';
import { fullReply, smallRubric } from '../../judgement/small-rubric';
import { FakeClock } from './fake-clock';
import { LogStore } from './log-store';

export const ready = prepareRubric(smallRubric(), null);

export function allCells(cases: number, samples = 1): Cell[] {
  const keys = Array.from({ length: cases }, (_, caseKey) => caseKey);
  return keys.flatMap((caseKey) => Array.from({ length: samples }, (_, sample) => ({ caseKey, sample })));
}

/** What is left of the last order, and what counts of the log. */
export function restOf(store: LogStore, head = store.head): Pick<RunPlan, 'head' | 'cells' | 'earlier'> {
  const order = head.orders.at(-1);
  return { head, cells: order ? openCells(order, store.entries()) : [], earlier: store.newest() };
}

/** The same with one more order, of these cells. */
export function ordering(
  store: LogStore,
  cells: readonly Cell[],
): Pick<RunPlan, 'head' | 'cells' | 'earlier'> {
  const orders = [...store.head.orders, orderOf(cells, store.log.length)];
  return restOf(store, { ...store.head, orders });
}

/** *Judge the rest*: cells of the run that have no result. */
export function orderingRest(store: LogStore, all: readonly Cell[]): ReturnType<typeof ordering> {
  return ordering(store, openCells(orderOf(all, 0), store.entries()));
}

export function headFor(cases: number, settings: Partial<RunSettings> = {}): RunHead {
  const { rubric } = ready;
  const order = orderOf(allCells(cases, settings.samples), 0);
  return {
    id: 'run-1',
    sheet: 'sheet-1',
    title: 'A run',
    note: '',
    pinned: false,
    rubric: { id: rubric.id, title: rubric.title, version: rubric.version, hash: rubricHash(rubric) },
    judge: { id: 'scripted', kind: 'model', model: 'described', parameters: {} },
    settings: {
      mode: 'model-alone',
      tellFacts: false,
      samples: 1,
      atOnce: 4,
      timeoutSeconds: null,
      ...settings,
    },
    state: 'running',
    pause: null,
    orders: [order],
    progress: { done: 0, total: countCells(order) },
    created: '2026-01-02T03:04:05.000Z',
    changed: '2026-01-02T03:04:05.000Z',
    milliseconds: 0,
    counts: { done: 0, statuses: {}, score: null, passed: null, ...nothingSpent },
    build: 'test',
    removed: null,
  };
}

export const caseAt = (caseKey: number): AskedCase => ({
  case: { id: `case-${caseKey}`, input: { text: `[text ${caseKey}]` } },
  revision: 3,
});

/** Which case a question is about. */
export function keyOf({ prompt }: JudgeRequest): number {
  return Number(/\[text (\d+)\]/.exec(prompt.own)?.[1]);
}

export type Answer = RawReply | JudgeFailure;

export function goodReply({ seed = 0 }: JudgeRequest): RawReply {
  const text = JSON.stringify(fullReply);
  return { text, stop: 'complete', model: 'answered', parameters: { seed } };
}

/** A judge of any width that counts what it works on. */
export function judgeThat(
  answer: (request: JudgeRequest) => Promise<Answer>,
  atOnce = 256,
): ModelJudge & { readonly requests: JudgeRequest[]; most: number } {
  let working = 0;
  const judge = {
    kind: 'model' as const,
    id: 'scripted',
    atOnce,
    requests: new Array<JudgeRequest>(),
    most: 0,
    describe: () => ({ model: 'described', parameters: {} }),
    ask: (request: JudgeRequest): Promise<Answer> => {
      judge.requests.push(request);
      working += 1;
      judge.most = Math.max(judge.most, working);
      let counted = true;
      const leave = () => {
        if (counted) working -= 1;
        counted = false;
      };
      request.signal.addEventListener('abort', leave);
      return answer(request).finally(leave);
    },
  };
  return judge;
}

export function toolsBy(clock: FakeClock, store: RunTools['store']): RunTools {
  return {
    store,
    clock,
    yieldToPage: () => Promise.resolve(),
    yieldUntilIdle: () => Promise.resolve(),
    rest: () => Promise.resolve(),
    world: {
      random: () => 'b'.repeat(24),
      now: () => new Date(Date.UTC(2026, 0, 2) + clock.now()),
      build: 'test',
    },
  };
}

/** A run with everything around it. */
export function benchFor(
  judge: Judge | ((clock: FakeClock) => Judge),
  head: RunHead,
  given: {
    plan?: Partial<RunPlan>;
    tools?: Partial<RunTools>;
    store?: (store: LogStore, clock: FakeClock) => void;
  } = {},
) {
  const clock = new FakeClock();
  const store = new LogStore(head);
  given.store?.(store, clock);
  const asked = typeof judge === 'function' ? judge(clock) : judge;
  /** In the order in which they were announced. */
  const announced: RunResult[] = [];
  const states: RunHead['state'][] = [];
  /** States that others found stored when they were told of a change. */
  const storedStates: RunHead['state'][] = [];
  /** Starts again on the same store, as another tab would. */
  const start = (plan: Partial<RunPlan> = {}, tools: Partial<RunTools> = {}) =>
    new RunScheduler(
      { ...restOf(store), ready, judge: asked, caseAt, ...plan },
      {
        ...toolsBy(clock, store.open().store),
        ...tools,
      },
      {
        written: (results) => announced.push(...results),
        changed: ({ state }) => states.push(state),
        changeStored: () => storedStates.push(store.head.state),
      },
    );
  const run = start(given.plan, given.tools);
  return { clock, store, announced, states, storedStates, run, again: start };
}
