const units: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|milliseconds?)$/i, 0.001],
  [/^(?:s|seconds?)$/i, 1],
  [/^(?:m|minutes?)$/i, 60],
  [/^(?:h|hours?)$/i, 3600],
];
const span = String.raw`\d+(?:\.\d+)?\s*(?:milliseconds?|ms|seconds?|minutes?|hours?|[smh])`;
const times = new RegExp(String.raw`^(?:${span}\s*)+$`, 'i');
const wish = new RegExp(
  String.raw`\b(?:try again in|retry (?:after|in))\s+((?:${span}\s*)+)(?![\p{L}\d])`,
  'iu',
);

/**
 * How long a server asks to wait, in seconds, where it says so in a sentence: "Please try again in 1m20s". Pages can read that
 * where they may not read the header.
 */
export function waitInWords(message: string): string | null {
  const [, said = ''] = wish.exec(message) ?? [];
  const seconds = secondsIn(said);
  return seconds === null ? null : String(seconds);
}

/** Of a time such as `1m20s`; null where a text is anything else. */
export function secondsIn(text: string): number | null {
  if (!times.test(text)) return null;
  let seconds = 0;
  for (const [, count = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi))
    seconds += Number(count) * (units.find(([name]) => name.test(unit))?.[1] ?? 0);
  return Number(seconds.toFixed(3));
}
