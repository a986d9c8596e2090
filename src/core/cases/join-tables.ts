import type { SourceTable } from '../model/table';

/** Tables one under the other. Columns of the same name become one; the second column called `a` is the second everywhere. */
export function joinTables(tables: readonly SourceTable[]): SourceTable {
  const [first] = tables;
  if (!first || tables.length === 1) return first ?? { columns: [], rows: [] };
  const columns: string[] = [];
  const placeOf = new Map<string, number>();
  const places = tables.map((table) => {
    const seen = new Map<string, number>();
    return table.columns.map((name) => {
      const nth = (seen.get(name) ?? 0) + 1;
      seen.set(name, nth);
      const key = `${nth}:${name}`;
      const known = placeOf.get(key);
      if (known !== undefined) return known;
      placeOf.set(key, columns.length);
      return columns.push(name) - 1;
    });
  });
  const rows = tables.flatMap((table, index) =>
    table.rows.map((row) => {
      const joined = Array.from({ length: columns.length }, () => '');
      row.forEach((cell, at) => (joined[places[index]?.[at] ?? at] = cell));
      return joined;
    }),
  );
  return { columns, rows };
}
