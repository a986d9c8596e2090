import type { JointTable } from './joint-table';
import { varies, type Estimate } from './kappa';

/**
 * Spearman's rank correlation: whether both put the cases into the same order, ties sharing their mean rank. Null for fewer
 * than two cases and where a side gives every case the same. Its standard error needs four cases (Bonett and Wright, 2000).
 */
export function spearman(table: JointTable<number>): Estimate | null {
  const { count } = table;
  if (count < 2 || !varies(table)) return null;
  const margins = table.margins();
  const ranksA = centredRanks(margins.a, count);
  const ranksB = centredRanks(margins.b, count);
  let together = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (const [a, b, times] of table.cells()) {
    const rankA = ranksA.get(a) ?? 0;
    const rankB = ranksB.get(b) ?? 0;
    together += times * rankA * rankB;
    squaresA += times * rankA * rankA;
    squaresB += times * rankB * rankB;
  }
  // Ranks are halves, so these sums are exact, and the same order gives 1 and not nearly 1.
  const isPerfect = squaresA === squaresB && Math.abs(together) === squaresA;
  const value = isPerfect ? Math.sign(together) : together / Math.sqrt(squaresA * squaresB);
  const standardError =
    count < 4 ? Infinity : (1 - value * value) * Math.sqrt((1 + (value * value) / 2) / (count - 3));
  return { value, standardError };
}

/** The mean rank of each rating, counted from the middle rank. */
function centredRanks(margin: ReadonlyMap<number, number>, count: number): Map<number, number> {
  const ranks = new Map<number, number>();
  let before = 0;
  for (const [rating, times] of [...margin].sort(([one], [other]) => one - other)) {
    ranks.set(rating, before + times / 2 - count / 2);
    before += times;
  }
  return ranks;
}
