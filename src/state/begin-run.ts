import type { Case } from '../core/model/case';
import type * as Engine from '../pipeline/engine';
import type { World } from '../pipeline/judge-case';
import type { RunOwnership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';
import type { Active } from './active-run';
import { budgetOf } from './budget-of';
import { nameOf } from './case-name';
import type { Drive } from './drive-run';
import type { OfferedJudge } from './offered-judge';
import { makeRoomFor } from './room-for-run';
import type { LoadEngine } from './rubric-shelf.svelte';
import { settingsFor, type ChosenSettings } from './run-settings';

interface NewRun {
  subjects: readonly Case[];
  offered: OfferedJudge;
  chosen: ChosenSettings;
}

interface Tools {
  loadEngine: LoadEngine;
  world: World;
  runs: RunStore;
  ownership: RunOwnership;
  drive: (engine: typeof Engine, active: Active, drive: Drive) => Promise<void>;
  /** Told when something has changed that other tabs show. */
  headChanged: (run: string) => void;
  /** Told when the run is stored. */
  stored: () => void;
}

/** Makes a new run of cases and has it driven. Settles when it has ended. Rejects where it cannot be begun. */
export async function beginRun(
  active: Active,
  { subjects, offered, chosen }: NewRun,
  tools: Tools,
): Promise<void> {
  const { desk } = active;
  // As they are now: by the time that the run is stored, another file may bring the same ids.
  const sources = desk.sources.map((source) => ({ ...source, rowOf: new Map(source.rowOf) }));
  const samples = offered.kind === 'program' ? 1 : chosen.samples;
  const total = subjects.length * samples;
  desk.run = { kind: 'running', done: 0, total, failed: 0, label: nameOf(subjects[0]), pace: null };
  const [engine, ready, judge, budget] = await Promise.all([
    tools.loadEngine(),
    desk.ready(),
    'forRun' in offered ? offered.forRun() : offered,
    budgetOf(offered),
  ]);
  if ('problem' in judge) throw new Error(judge.problem);
  const { runs, ownership, world } = tools;
  const noRoom = await makeRoomFor([...subjects.entries()], {
    engine,
    active,
    judge,
    ready,
    settings: chosen,
    world,
  });
  if (!noRoom) {
    desk.run = { kind: 'cancelled', done: 0, total, failed: 0 };
    return;
  }
  const settings = { ...settingsFor(judge, chosen), ...(budget && { budget }) };
  const head = engine.newRunHead(ready.rubric, judge, settings, subjects, world);
  desk.runId = head.id;
  // Before it is stored, so that no other tab takes it for one whose tab died.
  const owned = await ownership.claim(head.id);
  if (!owned) throw new Error(`Expected a new run to be free, but "${head.id}" is owned already.`);
  try {
    if (active.cancelled) {
      desk.run = { kind: 'cancelled', done: 0, total, failed: 0 };
      return;
    }
    const isWhole = subjects.length === desk.cases.length;
    // Stored while the first questions are made ready, which go out once it is.
    const store = engine.storeFirst(
      runs,
      () => engine.runToStore(head, ready.rubric, subjects, sources),
      () => {
        if (isWhole) desk.belongsTo(head, subjects);
        tools.headChanged(head.id);
        tools.stored();
      },
    );
    await tools.drive(engine, active, { head, ready, judge, cases: subjects, owned, noRoom, store });
  } finally {
    await owned.release();
    tools.headChanged(head.id);
  }
}
