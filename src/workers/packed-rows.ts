/**
 * Rows on their way between threads: all cells as one text, and how to cut it. The browser copies each text of a message
 * by itself, so a million small ones take longer than reading the file.
 */
export interface PackedRows {
  text: string;
  /** For each row how many cells it has, and then the length of each. */
  lengths: Uint32Array<ArrayBuffer>;
}

export function packRows(rows: readonly (readonly string[])[]): PackedRows {
  const cells: string[] = [];
  const lengths: number[] = [];
  for (const row of rows) {
    lengths.push(row.length);
    for (const cell of row) {
      lengths.push(cell.length);
      cells.push(cell);
    }
  }
  return { text: cells.join(''), lengths: Uint32Array.from(lengths) };
}

export function unpackRows({ text, lengths }: PackedRows): string[][] {
  const rows: string[][] = [];
  let start = 0;
  for (let at = 0; at < lengths.length;) {
    const rowEnd = at + 1 + (lengths[at] ?? 0);
    const row: string[] = [];
    for (at += 1; at < rowEnd; at += 1) {
      const end = start + (lengths[at] ?? 0);
      row.push(text.slice(start, end));
      start = end;
    }
    rows.push(row);
  }
  return rows;
}
