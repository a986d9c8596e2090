import type { CompactedRow, CompactOrder } from '../pipeline/compact-away';
import { compactJudgement } from '../pipeline/compact-judgement';
import type { SheetStore } from '../sheet/sheet-store';
import { toolsFor } from './compact-tools';
import { readWeighables } from './read-judgements';
import { judgedPieces } from './run-material';
import { readRunRubric } from './run-rubric';

/** Few enough to be taken over by the page between two frames. */
const rowsAtOnce = 50;

/** A share of a run's cases, as a worker takes from them what weighing needs. */
export async function* compactShare(
  store: SheetStore,
  { run, sheet, rubric, judged }: CompactOrder,
): AsyncGenerator<CompactedRow[]> {
  const tools = await toolsFor(await readRunRubric(store, rubric));
  if (tools === null) throw new Error('Expected a rubric of which what moves can be kept apart.');
  const read = (places: readonly number[]) => readWeighables(store, run, places);
  for await (const piece of judgedPieces(store, sheet, judged, read)) {
    for (let from = 0; from < piece.length; from += rowsAtOnce)
      yield piece.slice(from, from + rowsAtOnce).map(({ row, input, judgement }) => ({
        row,
        compacted: judgement && compactJudgement(tools, input, judgement),
      }));
  }
}
