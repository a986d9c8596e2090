/** How often each pair of ratings occurs. All figures of agreement follow from it, however many cases it counts. */
export class JointTable<Rating extends number | string> {
  #count = 0;
  readonly #rows = new Map<Rating, Map<Rating, number>>();

  add(a: Rating, b: Rating): void {
    this.#count += 1;
    const row = this.#rows.get(a);
    if (row === undefined) this.#rows.set(a, new Map([[b, 1]]));
    else row.set(b, (row.get(b) ?? 0) + 1);
  }

  get count(): number {
    return this.#count;
  }

  /** Pairs that occur, and how often. */
  *cells(): Generator<[a: Rating, b: Rating, times: number]> {
    for (const [a, row] of this.#rows) for (const [b, times] of row) yield [a, b, times];
  }

  /** How often each rating occurs on each side. */
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

/** A coefficient and how far it may be off by chance. */
export interface Estimate {
  value: number;
  standardError: number;
}

/** How much two ratings agree, from 0 to 1, and how much a rating agrees on average with those of the other side. */
interface Weights<Rating> {
  weight: (a: Rating, b: Rating) => number;
  meanForA: (a: Rating) => number;
  meanForB: (b: Rating) => number;
}

/**
 * Cohen's kappa: agreement beyond what two judges with these habits reach by chance. Null for fewer than two cases and where
 * a side says the same of every case: it is then 0 or undefined whatever the other says, which tells nothing.
 */
export function cohenKappa(table: JointTable<string>): Estimate | null {
  const { a, b } = table.margins();
  const { count } = table;
  return weightedKappa(table, a, {
    weight: (one, other) => (one === other ? 1 : 0),
    meanForA: (one) => (b.get(one) ?? 0) / count,
    meanForB: (other) => (a.get(other) ?? 0) / count,
  });
}

/** Kappa for steps of a scale: a disagreement counts by its square, so one step weighs little and four weigh much. */
export function quadraticKappa(table: JointTable<number>): Estimate | null {
  const { a, b } = table.margins();
  const ratings = [...a.keys(), ...b.keys()];
  let lowest = Infinity;
  let highest = -Infinity;
  for (const rating of ratings) {
    lowest = Math.min(lowest, rating);
    highest = Math.max(highest, rating);
  }
  const range = (highest - lowest) ** 2;
  const meanDistance = (margin: ReadonlyMap<number, number>) => {
    const { mean, meanSquare } = moments(margin, table.count);
    return (rating: number) => rating * rating - 2 * rating * mean + meanSquare;
  };
  const fromB = meanDistance(b);
  const fromA = meanDistance(a);
  return weightedKappa(table, a, {
    weight: (one, other) => 1 - (one - other) ** 2 / range,
    meanForA: (one) => 1 - fromB(one) / range,
    meanForB: (other) => 1 - fromA(other) / range,
  });
}

/** With the large-sample standard error of Fleiss, Cohen and Everitt (1969). Only cells that occur are visited. */
function weightedKappa<Rating extends number | string>(
  table: JointTable<Rating>,
  marginA: ReadonlyMap<Rating, number>,
  { weight, meanForA, meanForB }: Weights<Rating>,
): Estimate | null {
  const { count } = table;
  if (count < 2 || !varies(table)) return null;
  let expected = 0;
  for (const [a, times] of marginA) expected += (times / count) * meanForA(a);
  // By disagreement and not by agreement, so that perfect agreement is 1 and not nearly 1.
  let apart = 0;
  for (const [a, b, times] of table.cells()) apart += (times / count) * (1 - weight(a, b));
  const value = Math.max(-1, 1 - apart / (1 - expected));
  let squares = 0;
  for (const [a, b, times] of table.cells())
    squares += (times / count) * (weight(a, b) - (meanForA(a) + meanForB(b)) * (1 - value)) ** 2;
  const variance = (squares - (value - expected * (1 - value)) ** 2) / (count * (1 - expected) ** 2);
  return { value, standardError: Math.sqrt(Math.max(0, variance)) };
}

/** Whether each side makes any distinction. */
export function varies<Rating extends number | string>(table: JointTable<Rating>): boolean {
  const { a, b } = table.margins();
  return a.size > 1 && b.size > 1;
}

function moments(margin: ReadonlyMap<number, number>, count: number): { mean: number; meanSquare: number } {
  let mean = 0;
  let meanSquare = 0;
  for (const [rating, times] of margin) {
    mean += (times / count) * rating;
    meanSquare += (times / count) * rating * rating;
  }
  return { mean, meanSquare };
}

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
