import type { CompactedRow, CompactOrder } from '../pipeline/compact-away';
import { compactJudgement } from '../pipeline/compact-judgement';
import type { RunStore } from '../storage/runs/run-store';
import { toolsFor } from './compact-tools';
import { readWeighables } from './read-judgements';
import { judgedPieces } from './run-material';
import { readRunRubric } from './run-rubric';

/** Few enough to be taken over by the page between two frames. */
const rowsAtOnce = 50;

/** A share of a run's cases, as a worker takes from them what weighing needs. */
export async function* compactShare(
  runs: RunStore,
  { run, judged }: CompactOrder,
): AsyncGenerator<CompactedRow[]> {
  const tools = await toolsFor(await readRunRubric(runs, run));
  if (tools === null) throw new Error('Expected a rubric of which what moves can be kept apart.');
  const places = new Map(judged.map(({ row, place }) => [row, place]));
  const share = { run, placeAt: (row: number) => places.get(row), last: judged.at(-1)?.row ?? -1 };
  for await (const piece of judgedPieces(runs, share, (some) => readWeighables(runs, run, some))) {
    for (let from = 0; from < piece.length; from += rowsAtOnce)
      yield piece.slice(from, from + rowsAtOnce).map(({ row, input, judgement }) => ({
        row,
        compacted: judgement && compactJudgement(tools, input, judgement),
      }));
  }
}
