import type { Case } from '../core/model/case';
import type { RunSettings } from '../core/model/run';
import type { Judge } from '../judges/judge';
import type * as Engine from '../pipeline/engine';
import type { ReadyRubric, World } from '../pipeline/judge-case';
import type { NoRoomDecision, NoRooms } from '../pipeline/make-room';
import type { Active, Run } from './active-run';
import { askingOf } from './asking';
import { ReplaceableJudge } from './replaceable-judge';
import type { LoadEngine } from './rubric-shelf.svelte';

interface Wanted {
  engine: typeof Engine;
  active: Active;
  judge: Judge;
  ready: ReadyRubric;
  settings: Pick<RunSettings, 'mode' | 'tellFacts' | 'asking'>;
  world: World;
}

/** Lets the judge make room for what it will be asked. Null: called off. */
export async function makeRoomFor(
  cases: readonly (readonly [number, Case])[],
  { engine, active, judge, ready, settings: { mode, tellFacts, ...chosen }, world }: Wanted,
): Promise<NoRooms | null> {
  if (judge.kind === 'program') return active.cancelled ? null : new Map();
  active.judge ??= new ReplaceableJudge(judge);
  if (!judge.prepare) return active.cancelled ? null : new Map();
  const { desk } = active;
  const asking = askingOf(chosen, judge.id);
  const options = { mode, tellFacts, asking, world };
  const shown = { done: 0, failed: 0, total: cases.length };
  const before = desk.run;
  return engine.makeRoom({
    signal: active.preparing.signal,
    cases: cases.length,
    prepare: (hooks) => engine.prepareJudge(ready, judge, cases, options, hooks),
    counting: (counted, of) => (desk.run = { ...shown, kind: 'counting', counted, of }),
    ask: async (noRoom) => {
      desk.run = { ...shown, kind: 'no-room', noRoom };
      const decision = await new Promise<NoRoomDecision>((resolve) => (active.decide = resolve));
      active.decide = null;
      if (!active.cancelled) desk.run = before;
      return decision;
    },
  });
}

/** For a run that waits and is to go on with a judge that may have more room or less by now. False: it was called off meanwhile. */
export async function hasRoomAgain(
  active: Active,
  run: Run,
  judge: Judge,
  { loadEngine, world }: { loadEngine: LoadEngine; world: World },
): Promise<boolean> {
  const { desk, begun } = active;
  if (judge.kind === 'program' || !judge.prepare || !begun) return true;
  // Asked for twice.
  if (desk.run.kind !== 'paused') return false;
  const shown = desk.run;
  const wanted = [...begun.cases.entries()].filter(([row]) => run.isOpen(row));
  desk.run = { ...shown, kind: 'counting', counted: 0, of: wanted.length };
  try {
    const engine = await loadEngine();
    const { settings } = run.head;
    const noRoom = await makeRoomFor(wanted, { engine, active, judge, ready: begun.ready, settings, world });
    if (!noRoom) return false;
    begun.noRoom.clear();
    for (const [row, why] of noRoom) begun.noRoom.set(row, why);
    return true;
  } finally {
    // What was still out may have ended the run.
    if (!active.cancelled && run.head.state === 'paused') desk.run = shown;
  }
}
