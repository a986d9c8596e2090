import type { RunHead } from '../core/model/run';
import type { EarlierResult } from '../pipeline/run-ledger';
import type { RunStore } from '../storage/runs/run-store';

/** What a run needs to know of its log to go on. */
interface Earlier {
  earlier: EarlierResult[];
  askAgain: (result: EarlierResult) => boolean;
  /** How many results the log has. */
  count: number;
}

/** `again` are results without a score that lie before a place of the log: those that came later were asked for already. */
export async function readEarlier(
  runs: Pick<RunStore, 'entries'>,
  { id }: Pick<RunHead, 'id'>,
  again: { before: number },
): Promise<Earlier> {
  const earlier: EarlierResult[] = [];
  const wanted = new Set<EarlierResult>();
  for await (const piece of runs.entries(id)) {
    for (const { row, sample, digest, place } of piece) {
      const result = { row, sample, digest };
      earlier.push(result);
      if (digest.status === 'unscored' && place < again.before) wanted.add(result);
    }
  }
  return { earlier, askAgain: (result) => wanted.has(result), count: earlier.length };
}
