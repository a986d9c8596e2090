/** Names as they stand in a sentence. Long lists are cut: a reason is one line. */
export function quoteNames(names: readonly string[], most = 6): string {
  const shown = names.slice(0, most).map((name) => `“${name}”`);
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

export function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}
