import { exampleJudgeId, type RunHead } from '../run-record';
import type { SheetChanges } from '../sheet-changes';
import type { SheetStore } from '../sheet-store';
import type { RunLocks } from './run-locks';
import type { RunState } from './run-state';

/** Whether a run is of a judge that can be asked again. A run from a file had a judge elsewhere; labels and example replies have none. */
export function isResumable({ judge, imported }: Pick<RunHead, 'judge' | 'imported'>): boolean {
  return imported === undefined && judge.kind !== 'person' && judge.id !== exampleJudgeId;
}

export function canResume(head: RunHead, state: RunState): boolean {
  if (head.orders.length === 0 || !isResumable(head)) return false;
  return (
    (state.kind === 'paused' && state.pause.because !== 'batch') ||
    state.kind === 'interrupted' ||
    state.kind === 'cancelled' ||
    (state.kind === 'elsewhere' && state.doing === 'paused')
  );
}

/** Begun in this browser and not over, whether a tab drives it or not. One that waits for a batch was left on purpose. */
export function isUnfinished({ state, pause, orders, removed, imported }: RunHead): boolean {
  const open = state === 'running' || (state === 'paused' && pause?.because !== 'batch');
  return open && orders.length > 0 && removed === null && imported === undefined;
}

/** Ends a run that no tab drives: nothing is left to resume, and its results stay. A run that a tab has stays as it is. */
export async function cancelStoredRun(
  { id, sheet }: RunHead,
  { store, locks, changes }: { store: SheetStore; locks: RunLocks; changes: SheetChanges },
): Promise<void> {
  const lock = await locks.claim(id);
  if (!lock) return;
  try {
    await store.changeRun(id, (head) =>
      head.state === 'running' || head.state === 'paused'
        ? { ...head, state: 'cancelled', pause: null, orders: [] }
        : head,
    );
    changes.notify({ sheet, run: id });
  } finally {
    await lock.release();
  }
}
