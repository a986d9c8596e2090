import type { Case } from '../core/model/case';
import type { RunCase, RunSource } from '../core/model/run';
import type { CaseSource } from '../pipeline/outlet';

const casesPerPiece = 500;

/** Cases on their way into a run, each with the row it came from. */
export function* casesToStore(
  subjects: readonly Case[],
  sources: readonly CaseSource[],
): Generator<RunCase[], void> {
  for (let start = 0; start < subjects.length; start += casesPerPiece) {
    yield subjects.slice(start, start + casesPerPiece).map((subject) => {
      const source = sources.findIndex(({ rowOf }) => rowOf.has(subject.id));
      const from = sources[source];
      const cells = from?.table.rows[from.rowOf.get(subject.id) ?? -1];
      return { case: subject, original: cells ? { source, cells } : null };
    });
  }
}

export function sourcesToStore(sources: readonly CaseSource[]): RunSource[] {
  return sources.map(({ table, mapping }) => ({ columns: table.columns, mapping }));
}

/** The files of a stored run, to be filled with their rows as the cases are read. */
export function emptySources(stored: readonly RunSource[]): CaseSource[] {
  return stored.map(({ columns, mapping }) => ({ table: { columns, rows: [] }, mapping, rowOf: new Map() }));
}

export function fillSource(sources: readonly CaseSource[], { case: subject, original }: RunCase): void {
  const source = original ? sources[original.source] : undefined;
  if (!original || !source) return;
  source.rowOf.set(subject.id, source.table.rows.length);
  source.table.rows.push(original.cells);
}
