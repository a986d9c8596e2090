const leastContext = 4096;

/** A round context that so many tokens fit, with some to spare: an estimate may be too low. */
export function contextFor(tokens: number): number {
  return Math.max(leastContext, 2 ** Math.ceil(Math.log2(tokens * 1.2)));
}
