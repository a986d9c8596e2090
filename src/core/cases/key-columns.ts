import type { JsonCells } from './json-cells';

/** Columns for the keys of objects, in the order in which keys are first seen. */
export class KeyColumns {
  readonly columns: string[] = [];
  readonly #places = new Map<string, number>();

  rowOf(cells: JsonCells): string[] {
    for (const key of cells.keys()) {
      if (this.#places.has(key)) continue;
      this.#places.set(key, this.columns.length);
      this.columns.push(key);
    }
    return this.columns.map((key) => cells.get(key) ?? '');
  }
}
