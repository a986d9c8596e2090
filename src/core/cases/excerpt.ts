const longestExcerpt = 60;

/** The beginning of a text, to show which one is meant. */
export function excerpt(whole: string): string {
  const text = whole.trim();
  if (text.length <= longestExcerpt) return text;
  // A pair of surrogates stays whole.
  const cut = text.slice(0, longestExcerpt).replace(/[\uD800-\uDBFF]$/u, '');
  return `${cut}…`;
}
