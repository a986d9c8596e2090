import type { Case } from '../core/model/case';
import type { CaseSource } from './outlet';

const casesPerPause = 200;

/**
 * What the cases are called now, by their place, or null where every name is the one its file says: a file's own cells stay as
 * they came, so a case that was renamed in the page needs a column of its own. Offers to pause at every `yield`.
 */
export function* presentNames(
  cases: readonly Case[],
  sources: readonly CaseSource[],
): Generator<void, ((place: number) => string) | null, void> {
  for (const [place, subject] of cases.entries()) {
    const source = sources.find(({ rowOf }) => rowOf.has(subject.id));
    if (source && nameInFile(source, subject) !== nameOf(subject)) {
      return (at) => nameOf(cases[at]);
    }
    if (place % casesPerPause === 0) yield;
  }
  return null;
}

function nameOf(subject: Case | undefined): string {
  return subject?.label?.trim() ?? '';
}

function nameInFile({ table, mapping, rowOf }: CaseSource, { id }: Case): string {
  if (mapping.label === undefined) return '';
  return table.rows[rowOf.get(id) ?? -1]?.[mapping.label]?.trim() ?? '';
}
