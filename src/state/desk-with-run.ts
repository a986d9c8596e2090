import type { RunHead } from '../core/model/run';
import type { RunOwnership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';
import type { Desk } from './desk.svelte';
import type { Desks } from './desks';
import type { Judging } from './judging.svelte';
import { openRun } from './open-run';
import type { LoadEngine, RubricShelf } from './rubric-shelf.svelte';
import type { RunFollower } from './run-follower';

interface Tools {
  runs: RunStore;
  shelf: RubricShelf;
  loadEngine: LoadEngine;
  ownership: RunOwnership;
  desks: Desks;
  judging: Pick<Judging, 'desk'>;
  follower: RunFollower;
}

/**
 * The desk on which a stored run lies as it was, and is followed from now on. Null where it is no longer stored. `asStored`: also
 * where the desk of it has cases that the run does not have.
 */
export async function deskWithRun(
  id: string,
  tools: Tools,
  asStored: boolean,
): Promise<{ desk: Desk; head: RunHead } | null> {
  const { runs, ownership, desks, judging, follower } = tools;
  const present = desks.withRun(id);
  const head = await runs.head(id);
  if (!head || head.removed !== null) return null;
  // As it was: a desk on which cases or judgements have come and gone since stays, and another one shows the run. The desk of an
  // opened run has nowhere else to be found again: with cases that are only there it comes back as it was left.
  const isLeft = !asStored && present && desks.isOpened(present) && present.beyondRun.length > 0;
  const usable = present && (present === judging.desk || present.isAsStored || isLeft) ? present : undefined;
  const desk = usable ?? (await openRun(head, tools));
  desks.moveUnwritten(id, desk);
  if (present && present !== desk && present !== judging.desk) present.handOver();
  desks.keepOpened(desk);
  if (judging.desk === desk) return { desk, head };
  desk.stored = desk.stored && { ...desk.stored, head };
  const elsewhere = (await ownership.ownedElsewhere()).has(id);
  desk.runId = id;
  // First: it asks the owner anew, whose word counts.
  if (elsewhere) void follower.awaitOwner(id);
  desk.run = follower.stateOf(head, elsewhere);
  // It may have ended in another tab while it was read.
  if (!elsewhere && desk !== present) await follower.follow(id);
  return { desk, head };
}
