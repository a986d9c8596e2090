/** How often each pair of ratings occurs. All figures of agreement follow from it, however many cases it counts. */
export class JointTable<Rating extends number | string> {
  count = 0;
  readonly #rows = new Map<Rating, Map<Rating, number>>();

  add(a: Rating, b: Rating): void {
    this.count += 1;
    const row = this.#rows.get(a) ?? new Map<Rating, number>();
    this.#rows.set(a, row.set(b, this.times(a, b) + 1));
  }

  times(a: Rating, b: Rating): number {
    return this.#rows.get(a)?.get(b) ?? 0;
  }

  *cells(): Generator<[a: Rating, b: Rating, times: number]> {
    for (const [a, row] of this.#rows) for (const [b, times] of row) yield [a, b, times];
  }

  margins(): { a: Map<Rating, number>; b: Map<Rating, number> } {
    const a = new Map<Rating, number>();
    const b = new Map<Rating, number>();
    for (const [one, other, times] of this.cells()) {
      a.set(one, (a.get(one) ?? 0) + times);
      b.set(other, (b.get(other) ?? 0) + times);
    }
    return { a, b };
  }
}

export interface Estimate {
  value: number;
  standardError: number;
}

/** Agreement beyond chance. Null for fewer than two cases and where a side says the same of every case. */
export function cohenKappa(table: JointTable<string>): Estimate | null {
  return weightedKappa(table, (one, other) => (one === other ? 1 : 0));
}

/** Kappa for a few steps of a scale: a disagreement counts by its square, so one step weighs little and four weigh much. */
export function quadraticKappa(table: JointTable<number>): Estimate | null {
  const { a, b } = table.margins();
  const ratings = [...a.keys(), ...b.keys()];
  const range = (Math.max(...ratings) - Math.min(...ratings)) ** 2;
  return weightedKappa(table, (one, other) => 1 - (one - other) ** 2 / range);
}

/** `weight`: how much two ratings agree, from 0 to 1. With the large-sample standard error of Fleiss, Cohen and Everitt (1969). */
function weightedKappa<Rating extends number | string>(
  table: JointTable<Rating>,
  weight: (a: Rating, b: Rating) => number,
): Estimate | null {
  const { count } = table;
  const { a: marginA, b: marginB } = table.margins();
  if (count < 2 || marginA.size < 2 || marginB.size < 2) return null;
  /** How much a rating agrees on average with those of the other side. */
  const means = (of: Map<Rating, number>, others: Map<Rating, number>) =>
    new Map(
      [...of.keys()].map((rating) => {
        let mean = 0;
        for (const [other, times] of others) mean += (times / count) * weight(rating, other);
        return [rating, mean];
      }),
    );
  const meanForA = means(marginA, marginB);
  const meanForB = means(marginB, marginA);
  let expected = 0;
  for (const [a, times] of marginA) expected += (times / count) * (meanForA.get(a) ?? 0);
  // By disagreement and not by agreement, so that perfect agreement is 1 and not nearly 1.
  let apart = 0;
  for (const [a, b, times] of table.cells()) apart += (times / count) * (1 - weight(a, b));
  const value = Math.max(-1, 1 - apart / (1 - expected));
  let squares = 0;
  for (const [a, b, times] of table.cells()) {
    const mean = (meanForA.get(a) ?? 0) + (meanForB.get(b) ?? 0);
    squares += (times / count) * (weight(a, b) - mean * (1 - value)) ** 2;
  }
  const variance = (squares - (value - expected * (1 - value)) ** 2) / (count * (1 - expected) ** 2);
  return { value, standardError: Math.sqrt(Math.max(0, variance)) };
}

/**
 * Spearman's rank correlation: whether both put the cases into the same order, ties sharing their mean rank. Null for fewer
 * than two cases and where a side gives every case the same. Its standard error needs four cases (Bonett and Wright, 2000).
 */
export function spearman(table: JointTable<number>): Estimate | null {
  const { count } = table;
  const margins = table.margins();
  if (count < 2 || margins.a.size < 2 || margins.b.size < 2) return null;
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

function centredRanks(margin: ReadonlyMap<number, number>, count: number): Map<number, number> {
  const ranks = new Map<number, number>();
  let before = 0;
  for (const [rating, times] of [...margin].sort(([one], [other]) => one - other)) {
    ranks.set(rating, before + times / 2 - count / 2);
    before += times;
  }
  return ranks;
}
