const units: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|milliseconds?)$/i, 0.001],
  [/^(?:s|seconds?)$/i, 1],
  [/^(?:m|minutes?)$/i, 60],
  [/^(?:h|hours?)$/i, 3600],
];
const span = String.raw`\d+(?:\.\d+)?\s*(?:milliseconds?|ms|seconds?|minutes?|hours?|[smh])`;
const wish = new RegExp(
  String.raw`\b(?:try again in|retry (?:after|in))\s+((?:${span}\s*)+)(?![\p{L}\d])`,
  'iu',
);

/**
 * How long a server asks to wait, in seconds, where it says so in a sentence: "Please try again in 1m20s". Pages can read that
 * where they may not read the header.
 */
export function waitInWords(message: string): string | null {
  const [, said] = wish.exec(message) ?? [];
  if (said === undefined) return null;
  let seconds = 0;
  for (const [, count = '', unit = ''] of said.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi))
    seconds += Number(count) * (units.find(([name]) => name.test(unit))?.[1] ?? 0);
  return String(Number(seconds.toFixed(3)));
}
