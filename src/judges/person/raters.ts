import { criterionPath, type Rubric } from '../../rubric/rubric';
import type { Path } from '../../rubric/path';
import type { Mapping } from '../../cases/table';
import { truncate } from '../../kit/text/shown-text';

export interface Rater {
  name: string;
  /** Where the labels are: in the case's gold values at these paths, or in these columns of its row. */
  labels: { from: 'gold'; paths: readonly Path[] } | { from: 'cells'; columns: ReadonlyMap<Path, number> };
}

const longestName = 60;
const labelColumn = /^assay\d*\.label\.(.+)$/s;

// Columns `assay.label.<rater>.<criterion>`, as an export writes them, belong to that rater: they are read from the row, since a
// case has one gold value per path. All other gold columns belong to one rater, named after them.
export function ratersIn(
  { criteria }: Pick<Rubric, 'criteria'>,
  columns: readonly string[],
  { gold }: Pick<Mapping, 'gold'>,
): Rater[] {
  const named = new Map<string, Map<Path, number>>();
  const taken = new Set<number>();
  columns.forEach((header, column) => {
    const rest = labelColumn.exec(header.trim())?.[1] ?? '';
    const criterion = criteria.find(({ id }) => rest.endsWith(`.${id}`) && rest.length > id.length + 1);
    if (!criterion) return;
    taken.add(column);
    const rater = rest.slice(0, -criterion.id.length - 1);
    const labels = named.get(rater) ?? new Map<Path, number>();
    const path = criterionPath(criterion);
    if (!labels.has(path)) labels.set(path, column);
    named.set(rater, labels);
  });
  const others = Object.entries(gold).filter(([, column]) => !taken.has(column));
  const names = [...new Set(others.map(([, column]) => columns[column]?.trim() ?? ''))];
  const name = truncate(sharedPrefix(names) ?? names.join(', '), longestName);
  const byName: Rater[] = [...named].map(([rater, labelled]) => ({
    name: rater,
    labels: { from: 'cells', columns: labelled },
  }));
  if (others.length === 0) return byName;
  return [{ name, labels: { from: 'gold', paths: others.map(([path]) => path) } }, ...byName];
}

/** What all columns begin with, up to a separator: `gold` of `gold.score` and `gold.verdict`. Null where they share nothing. */
function sharedPrefix([first = '', ...others]: readonly string[]): string | null {
  if (others.length === 0) return null;
  const separators = [...first.matchAll(/[._:-]/g)].filter(({ index }) =>
    others.every((name) => name.startsWith(first.slice(0, index + 1))),
  );
  return first.slice(0, separators.at(-1)?.index ?? 0) || null;
}
