import type { RunHead, RunSettings } from '../core/model/run';
import type { Judge } from '../judges/judge';
import type * as Engine from '../pipeline/engine';
import type { World } from '../pipeline/judge-case';
import type { RunOwnership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';
import type { Active } from './active-run';
import type { StoredRun } from './desk.svelte';
import type { Drive } from './drive-run';
import { readEarlier } from './earlier-results';
import { askingAgain } from './head-changes';
import { makeRoomFor } from './room-for-run';
import type { LoadEngine } from './rubric-shelf.svelte';
import { stateOf } from './run-state';
import { unsettled } from './unsettled';
import { unwrittenOf } from './unwritten';

interface RunToTakeUp {
  stored: StoredRun;
  judge: Judge;
  /** What it has not asked yet, or also what has no score. */
  what: 'rest' | 'failed';
  budget: RunSettings['budget'];
}

interface Tools {
  loadEngine: LoadEngine;
  world: World;
  runs: RunStore;
  ownership: RunOwnership;
  drive: (engine: typeof Engine, active: Active, drive: Drive) => Promise<void>;
  /** Told when something has changed that other tabs show. */
  headChanged: (run: string) => void;
}

/** Has a stored run driven on, unless another tab drives it. Settles when it has ended. Rejects where it cannot be taken up. */
export async function takeUpRun(
  active: Active,
  { stored, judge, what, budget }: RunToTakeUp,
  tools: Tools,
): Promise<void> {
  const { desk } = active;
  const { runs, ownership, world } = tools;
  const { id } = stored.head;
  desk.runId = id;
  const [engine, ready] = await Promise.all([tools.loadEngine(), desk.ready()]);
  const owned = await ownership.claim(id);
  if (!owned) {
    const head = await runs.head(id);
    if (head) desk.run = stateOf(head, true);
    return;
  }
  try {
    // Only now: until then another tab may have gone on with it.
    const head = await runs.head(id);
    if (!head || head.removed !== null) {
      desk.run = head ? stateOf(head, false) : { kind: 'failed', message: '', storage: 'missing' };
      return;
    }
    const before = what === 'failed' ? Infinity : (head.again?.before ?? 0);
    const { earlier, askAgain, count } = await readEarlier(runs, head, { before });
    if (active.cancelled) {
      desk.run = stateOf(head, false);
      return;
    }
    // Stored before anything is asked: the wish outlives the tab.
    const wish = what === 'failed' ? await runs.changeHead(id, (now) => askingAgain(now, count)) : head;
    // The first result may take minutes. What is stored in another state is told of when that changes.
    if (wish?.state === 'running') tools.headChanged(id);
    const { cases } = stored;
    const unwritten = unsettled(unwrittenOf(desk.unwritten, id), earlier, askAgain);
    const open = engine.openRows(head, [...earlier, ...unwritten], askAgain);
    const wanted = [...cases.entries()].filter(([row]) => open.has(row));
    const { settings } = head;
    const noRoom = await makeRoomFor(wanted, { engine, active, judge, ready, settings, world });
    if (!noRoom) desk.run = stateOf(wish ?? head, false);
    else
      await tools.drive(engine, active, {
        head: withBudget(wish ?? head, budget),
        ready,
        judge,
        cases,
        owned,
        noRoom,
        earlier,
        askAgain,
        unwritten,
      });
  } finally {
    await owned.release();
    tools.headChanged(id);
  }
}

/** A form that says nothing may be a new one, in another session: the run then keeps the budget it has. */
function withBudget(head: RunHead, budget: RunSettings['budget']): RunHead {
  return budget === undefined ? head : { ...head, settings: { ...head.settings, budget } };
}
