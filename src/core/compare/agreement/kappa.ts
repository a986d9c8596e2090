import type { JointTable } from './joint-table';

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
