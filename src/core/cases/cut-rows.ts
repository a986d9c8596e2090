/**
 * Rows as a text and where to cut it. Cutting is left to who needs the cells: a million small texts take longer to send
 * from one thread to another than to find.
 */
export interface CutRows {
  text: string;
  /** For each row how many numbers follow for it, and then its cuts. */
  cuts: Uint32Array<ArrayBuffer>;
}

/** Two numbers for each cell: where it starts; and twice where it ends, plus one if its quotes are doubled. */
export type Cuts = number[];

export function addCut(cuts: Cuts, start: number, end: number, hasDoubled = false): void {
  cuts.push(start, end * 2 + (hasDoubled ? 1 : 0));
}

/** The cells of one row. */
export function cellsAt(text: string, cuts: ArrayLike<number>, from = 0, to = cuts.length): string[] {
  const cells: string[] = [];
  for (let at = from; at < to; at += 2) {
    const end = cuts[at + 1] ?? 0;
    const cell = text.slice(cuts[at], end >>> 1);
    // Takes less time than `replaceAll` with a text.
    cells.push(end % 2 === 1 ? cell.replace(/""/g, '"') : cell);
  }
  return cells;
}

export function packCuts(text: string, rows: readonly Cuts[]): CutRows {
  const cuts = new Uint32Array(rows.reduce((sum, row) => sum + row.length + 1, 0));
  let at = 0;
  for (const row of rows) {
    cuts[at] = row.length;
    cuts.set(row, at + 1);
    at += row.length + 1;
  }
  return { text, cuts };
}

export function countRows(rows: CutRows | readonly string[][]): number {
  if (!('cuts' in rows)) return rows.length;
  let count = 0;
  for (let at = 0; at < rows.cuts.length; at += 1 + (rows.cuts[at] ?? 0)) count += 1;
  return count;
}

export function cutRows(rows: CutRows | string[][]): string[][] {
  if (!('cuts' in rows)) return rows;
  const { text, cuts } = rows;
  const cut: string[][] = [];
  for (let at = 0; at < cuts.length;) {
    const end = at + 1 + (cuts[at] ?? 0);
    cut.push(cellsAt(text, cuts, at + 1, end));
    at = end;
  }
  return cut;
}
