import type { CaseSource } from '../pipeline/outlet';
import type { OriginalColumns } from './result-columns';

/** The columns of all files that cases came from, as the table shows them. Null where there are none. */
export function originalColumns(sources: readonly CaseSource[]): OriginalColumns | null {
  const columns = [...new Set(sources.flatMap(({ table }) => table.columns))];
  const cellOf = (id: string, column: number): string => {
    const source = sources.find(({ rowOf }) => rowOf.has(id));
    const place = source?.table.columns.indexOf(columns[column] ?? '') ?? -1;
    return source?.table.rows[source.rowOf.get(id) ?? -1]?.[place] ?? '';
  };
  return columns.length > 0 ? { columns, cellOf } : null;
}
