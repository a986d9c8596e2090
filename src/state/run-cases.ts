import type { RunCase, RunSource } from '../core/model/run';
import type { CaseSource } from '../pipeline/outlet';

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
