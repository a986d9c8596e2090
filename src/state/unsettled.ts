import type { RunResult } from '../core/model/run';
import type { EarlierResult } from '../pipeline/run-ledger';

/** Results whose units have none in the log that counts: another tab may have judged the rest meanwhile. */
export function unsettled(
  results: readonly RunResult[],
  earlier: readonly EarlierResult[],
  askAgain: (result: EarlierResult) => boolean,
): RunResult[] {
  const keyOf = ({ row, sample }: Pick<RunResult, 'row' | 'sample'>) => `${row}/${sample}`;
  const last = new Map(earlier.map((result) => [keyOf(result), result]));
  return results.filter((result) => {
    const before = last.get(keyOf(result));
    return !before || askAgain(before);
  });
}
