import { Desks } from './desks';
import { GoingOn } from './going-on.svelte';
import { Judging, type JudgingTools } from './judging.svelte';
import { LaidOut } from './laid-out.svelte';
import type { OfferedJudge } from './offered-judge';
import type { RubricShelf } from './rubric-shelf.svelte';
import { RunFollower } from './run-follower';
import { RunOpening } from './run-opening.svelte';
import { RunPreview } from './run-preview';
import { RunSetup } from './run-setup.svelte';
import { SampleLoading } from './sample-loading.svelte';

export interface WorkbenchTools extends JudgingTools {
  shelf: RubricShelf;
  judges: readonly OfferedJudge[];
}

export type WorkbenchParts = ReturnType<typeof workbenchParts>;

/** What the Workbench consists of, and which part knows which. */
export function workbenchParts(tools: WorkbenchTools) {
  const { shelf, runs, loadEngine, ownership, world } = tools;
  const setup = new RunSetup(tools.judges);
  const judging = new Judging(tools);
  const desks = new Desks(shelf, judging);
  const follower = new RunFollower({
    ...tools,
    deskOf: (run) => desks.withRun(run),
    driven: () => judging.desk,
  });
  const going = new GoingOn({ ...tools, judging, follower });
  const table = new LaidOut({
    shelf,
    runs,
    desks,
    judging,
    going,
    layingOut: () => {
      going.forget();
      opening.forget();
    },
  });
  const opening = new RunOpening({
    runs,
    shelf,
    loadEngine,
    ownership,
    desks,
    judging,
    follower,
    going,
    setup,
    table,
  });
  const preview = new RunPreview({
    loadEngine,
    world,
    setup,
    desk: () => table.desk,
    busy: () => judging.desk !== null,
  });
  return {
    setup,
    judging,
    desks,
    follower,
    going,
    table,
    opening,
    preview,
    samples: new SampleLoading(shelf, table),
  };
}
