import type { Order, RunHead, RunPause, StorageFault } from '../run-record';
import type { Spending } from '../../judgement/spending';
import type { WidthInForce } from './judge-pace';
import type { NoRoomCount } from './make-room';
import type { Progress, RunEnd } from './run-scheduler';

/** `done` and `total` count the cells of the order that is being filled, or was filled last. */
interface Counted {
  done: number;
  total: number;
  /** How many cases that is, where each is asked several times: `done` and `total` then count replies. */
  repeated?: number;
  /** Results without a score: replies of the run in focus, cases of other runs. */
  failed: number;
  /** Those among them that a person skipped, where that is known. */
  skipped?: number;
  /** What the run has taken so far, where a model was asked and the run is not going on here. */
  spent?: Spending;
}

/** What the tab that has a run does with it. It has one that is over only to import results of a batch. */
export function driverActivity({
  state,
  pause,
}: Pick<RunHead, 'state' | 'pause'>): 'judging' | 'paused' | 'batch' {
  if (state === 'running') return 'judging';
  return state === 'paused' && pause?.because !== 'batch' ? 'paused' : 'batch';
}

export type RunState =
  | { kind: 'idle' }
  /** Tokens are being counted to see whether the cases fit the judge. No question was sent yet. */
  | ({ kind: 'counting'; counted: number; of: number } & Counted)
  /** Some cases do not fit: the person decides about them. No question was sent yet. */
  | ({ kind: 'no-room'; noRoom: NoRoomCount } & Counted)
  /** `label` is the case that was begun last. `pace` is null until there is enough to tell. `waitsUntil`: the judge takes no more until then. */
  | ({
      kind: 'running';
      label: string;
      pace: Progress | null;
      waitsUntil?: Date;
      inForce?: WidthInForce;
    } & Counted)
  | ({ kind: 'paused'; pause: RunPause; pace: Progress | null } & Counted)
  | ({ kind: 'finished'; cases: number; milliseconds: number; pace: Progress | null } & Counted)
  | ({ kind: 'cancelled' } & Counted)
  /** Stored as running, but no tab drives it: its tab was closed or died. */
  | ({ kind: 'interrupted' } & Counted)
  /** Another tab has it. */
  | ({ kind: 'elsewhere'; doing: ReturnType<typeof driverActivity> } & Counted)
  /** A newer Assay has taken over the storage, so this tab has stopped the run: it can be resumed there. */
  | ({ kind: 'outdated' } & Counted)
  | { kind: 'failed'; message: string; storage?: StorageFault };

export function stateOf(head: RunHead, ownedElsewhere: boolean): RunState {
  // The tab that deleted it has it while it offers to undo.
  if (head.removed !== null) return { kind: 'failed', message: '', storage: 'missing' };
  const { tokens, cost, done: cases, statuses } = head.counts;
  const counted = {
    ...head.progress,
    failed: statuses.unscored ?? 0,
    ...repeatedOf(head),
    ...(tokens.prompt > 0 && { spent: { tokens, cost } }),
  };
  if (ownedElsewhere) return { kind: 'elsewhere', doing: driverActivity(head), ...counted };
  switch (head.state) {
    case 'running':
      return { kind: 'interrupted', ...counted };
    case 'cancelled':
      return { kind: 'cancelled', ...counted };
    case 'finished':
      return { kind: 'finished', cases, milliseconds: head.milliseconds, pace: null, ...counted };
    case 'paused':
      return {
        kind: 'paused',
        pause: head.pause ?? { because: 'person', detail: '' },
        pace: null,
        ...counted,
      };
  }
}

/** A shorter wait is over before anyone has read about it. */
const shortestShownWait = 1_000;

export function stateOfRunning(
  run: { progress: Progress; head: RunHead; heldFor: number; inForce: WidthInForce },
  label: string,
  now: Date,
): RunState {
  const pace = run.progress;
  const { done, total, failed } = pace;
  const { state, pause } = run.head;
  const counted = { done, total, failed, ...repeatedOf(run.head) };
  if (state === 'paused' && pause) return { kind: 'paused', pause, pace, ...counted };
  const { heldFor, inForce } = run;
  const waits = heldFor >= shortestShownWait && { waitsUntil: new Date(now.getTime() + heldFor) };
  return { kind: 'running', label, pace, inForce, ...counted, ...waits };
}

export function stateOfEnded({ head, progress, unwritten }: RunEnd, outdated: boolean): RunState {
  // What could not be stored does not count as done.
  const { done, failed, total } = progress;
  if (outdated && head.state !== 'finished')
    return { kind: 'outdated', done, total, failed, ...repeatedOf(head) };
  const state = stateOf(head, false);
  return unwritten.length > 0 && state.kind === 'cancelled' ? { ...state, done, failed } : state;
}

function repeatedOf({ settings, orders, counts }: RunHead): Pick<Counted, 'repeated'> {
  if (settings.samples === 1) return {};
  const order = orders.at(-1);
  return { repeated: order ? casesOf(order) : counts.done };
}

/** Distinct cases: the same range may be ordered of several samples. */
function casesOf({ cells }: Order): number {
  let count = 0;
  let counted = -1;
  for (const [first, last] of cells.flatMap(({ keys }) => keys).toSorted(([a], [b]) => a - b)) {
    count += Math.max(0, last - Math.max(first - 1, counted));
    counted = Math.max(counted, last);
  }
  return count;
}
