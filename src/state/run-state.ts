import type { RunHead, RunPause, StorageFault } from '../core/model/run';
import type { Spending } from '../core/stats/spending';
import type { NoRoomCount } from '../pipeline/make-room';
import type { Progress } from '../pipeline/run-progress';
import { isOwnWork } from './head-changes';
import type { Speed } from './seen-speeds';

export type { Spending };

interface Counted {
  done: number;
  total: number;
  /** How many cases that is, where each is asked several times: `done`, `total` and `failed` then count replies. */
  repeated?: number;
  /** Done, without a score. */
  failed: number;
  /** What it has taken, where a model was asked and nobody is being asked now. */
  spent?: Spending;
}

/** What whoever has a run does with it: judges, waits for the person, or takes results of a batch in. */
export type OwnerDoing = 'judging' | 'paused' | 'batch';

/** As far as the stored head tells. A run that is over is had only by whoever brings it results. */
export function doingOf({ state, pause }: Pick<RunHead, 'state' | 'pause'>): OwnerDoing {
  if (state === 'running') return 'judging';
  return state === 'paused' && pause?.because !== 'batch' ? 'paused' : 'batch';
}

/** What the run of a desk is doing, for whoever looks at the desk. */
export type RunState =
  | { kind: 'idle' }
  /** Whether the cases fit the judge is being counted. Nobody has been asked yet. */
  | ({ kind: 'counting'; counted: number; of: number } & Counted)
  /** Some do not fit: the person decides what becomes of them. Nobody has been asked yet. */
  | ({ kind: 'no-room'; noRoom: NoRoomCount } & Counted)
  /** `label` is the case that was begun last. `pace` is null until there is enough to tell. `waitsUntil`: the judge takes no more until then. */
  | ({ kind: 'running'; label: string; pace: Progress | null; waitsUntil?: Date } & Counted)
  | ({ kind: 'paused'; pause: RunPause; pace: Progress | null } & Counted)
  | ({ kind: 'finished'; cases: number; milliseconds: number; pace: Progress | null } & Counted)
  | ({ kind: 'cancelled' } & Counted)
  /** Stored as running, but no tab runs it: it was closed or died. `again`: while failed cases were asked once more. */
  | ({ kind: 'interrupted'; again: boolean } & Counted)
  /** Another tab has it. `pause`: why it waits there. `speed`: how fast it goes, once there is enough to tell. */
  | ({ kind: 'elsewhere'; doing: OwnerDoing; pause?: RunPause; speed?: Speed } & Counted)
  /** A newer Assay has taken over the storage, so this tab has let go of the run: it can be gone on with there. */
  | ({ kind: 'outdated' } & Counted)
  | { kind: 'failed'; message: string; storage?: StorageFault };

/** What a stored run looks like that this tab does not run. `told`: why its owner says that it waits, where that is not stored. */
export function stateOf(head: RunHead, ownedElsewhere: boolean, told: RunPause | null = null): RunState {
  // Whoever deleted it has it, for as long as that can be undone.
  if (head.removed !== null) return { kind: 'failed', message: '', storage: 'missing' };
  const total = head.cases * head.settings.samples;
  const { tokens, cost } = head.counts;
  const counted = {
    done: head.again ? total - head.again.left : head.counts.done,
    total,
    failed: head.counts.statuses.unscored ?? 0,
    ...repeatedOf(head),
    ...(tokens.prompt > 0 && { spent: { tokens, cost } }),
  };
  if (ownedElsewhere) {
    const doing = told ? 'paused' : doingOf(head);
    const why = doing === 'paused' ? (told ?? head.pause) : null;
    return { kind: 'elsewhere', doing, ...(why && { pause: why }), ...counted };
  }
  // Nobody goes on with a run from a file. One that waits for results of a batch can still be brought them.
  if (!isOwnWork(head) && head.state !== 'finished' && head.pause?.because !== 'batch')
    return { kind: 'cancelled', ...counted };
  if (head.state === 'running') return { kind: 'interrupted', again: head.again !== undefined, ...counted };
  // Earlier versions took files in as finished, however many of their results were missing.
  const isWhole = head.counts.done >= total;
  if (head.state === 'cancelled' || (head.state === 'finished' && !isWhole))
    return { kind: 'cancelled', ...counted };
  if (head.state === 'finished')
    return { kind: 'finished', cases: head.cases, milliseconds: head.milliseconds, pace: null, ...counted };
  const pause = head.pause ?? { because: 'person', detail: '' };
  return { kind: 'paused', pause, pace: null, ...counted };
}

/** A shorter wait is over before anyone has read of it. */
const shortestTold = 1_000;

/** What a run looks like that this tab runs. `label` is the case that was begun last. */
export function stateOfRunning(
  run: { progress: Progress; head: RunHead; heldFor: number },
  label: string,
  now: Date,
): RunState {
  const pace = run.progress;
  const { done, total, failed } = pace;
  const { state, pause } = run.head;
  const counted = { done, total, failed, ...repeatedOf(run.head) };
  if (state === 'paused' && pause) return { kind: 'paused', pause, pace, ...counted };
  const { heldFor } = run;
  const waits = heldFor >= shortestTold && { waitsUntil: new Date(now.getTime() + heldFor) };
  return { kind: 'running', label, pace, ...counted, ...waits };
}

/** What a run looks like that has ended here. `unwritten` could not be stored, and so does not count as done. */
export function stateOfEnded(
  { done, failed, total }: Progress,
  head: RunHead,
  { unwritten, outdated }: { unwritten: number; outdated: boolean },
): RunState {
  if (outdated && head.state !== 'finished')
    return { kind: 'outdated', done, total, failed, ...repeatedOf(head) };
  const state = stateOf(head, false);
  return unwritten > 0 && state.kind === 'cancelled' ? { ...state, done, failed } : state;
}

function repeatedOf({ cases, settings: { samples } }: RunHead): Pick<Counted, 'repeated'> {
  return samples > 1 ? { repeated: cases } : {};
}
