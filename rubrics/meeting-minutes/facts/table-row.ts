import { labelOf, type LineRole } from './line-label';

/** The cells of a Markdown table row, as places in the line; null when the line is none. The rule below a header has no cells. */
export function tableCells(line: string): { start: number; end: number }[] | null {
  if (!/^\s*\|.*\|\s*$/u.test(line)) return null;
  if (/^[\s|:-]+$/u.test(line)) return [];
  const bars = [...line.matchAll(/\|/gu)].map(({ index }) => index);
  return bars.slice(0, -1).map((bar, i) => ({ start: bar + 1, end: bars[i + 1] ?? line.length }));
}

/** What the columns hold, when the row is a header that names at least two of agenda, decision and evidence. */
export function tableRoles(line: string): LineRole[] | null {
  const roles = (tableCells(line) ?? []).map(({ start, end }): LineRole => {
    const label = labelOf(line.slice(start, end).trim());
    return label && label.contentStart >= line.slice(start, end).trim().length ? label.role : 'other';
  });
  return new Set(roles.filter((role) => role !== 'other')).size >= 2 ? roles : null;
}
