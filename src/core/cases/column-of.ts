/** The column a name is mapped to. Own keys only: an input may be called `constructor`. */
export function columnOf(columns: Readonly<Record<string, number>>, name: string): number | undefined {
  return Object.hasOwn(columns, name) ? columns[name] : undefined;
}
