/** How figures over many cases are shown: from how many on, and with how many decimals. */

/** Below this many cases a mean says more about the cases than about what is judged. */
export const fewestForMean = 5;
/** Below this many cases a share is shown as a count of a count. */
export const fewestForShare = 20;
const mostDecimals = 2;

/** A mean and over how many. Null where there are too few for one. */
export interface Mean {
  count: number;
  value: number | null;
  /** As many as the spread and the count have earned. */
  decimals: number;
}

/** A share and over how many. Without a value it is to be read as a count: `met` of `count`. */
export interface Share {
  met: number;
  count: number;
  value: number | null;
  decimals: number;
}

/** Sums that can be added to and taken from, so that a new judgement costs nothing that grows with the old ones. */
export interface Sums {
  count: number;
  sum: number;
  squares: number;
}

export function noSums(): Sums {
  return { count: 0, sum: 0, squares: 0 };
}

/** `sign` is -1 to take out what was put in before. */
export function include(sums: Sums, value: number, sign: 1 | -1): void {
  sums.count += sign;
  sums.sum += sign * value;
  sums.squares += sign * value * value;
}

export function meanOf({ count, sum, squares }: Sums): Mean {
  if (count < fewestForMean) return { count, value: null, decimals: 0 };
  const variance = Math.max(0, (squares - (sum * sum) / count) / (count - 1));
  return { count, value: sum / count, decimals: meanDecimals(sum / count, Math.sqrt(variance / count)) };
}

/** Whole numbers would hide all that a short scale has to say. */
export function meanDecimals(mean: number, standardError: number): number {
  return Math.max(Math.abs(mean) <= 10 ? 1 : 0, significantDecimals(standardError));
}

export function shareOf(met: number, count: number): Share {
  if (count < fewestForShare) return { met, count, value: null, decimals: 0 };
  const value = met / count;
  const error = Math.sqrt((value * (1 - value)) / count);
  // Shown in percent, so the error counts a hundredfold. A share of all or none is exact and needs no decimal.
  return { met, count, value, decimals: met === 0 || met === count ? 0 : significantDecimals(error * 100) };
}

/** A decimal is earned when it is worth at least a third of the standard error: finer ones are noise. */
export function significantDecimals(standardError: number): number {
  for (let decimals = mostDecimals; decimals > 0; decimals -= 1) {
    if (10 ** -decimals >= standardError / 3) return decimals;
  }
  return 0;
}
