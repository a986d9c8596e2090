import type { Case } from '../core/model/case';
import type { SheetCase } from '../core/model/sheet';

/** The visible cases of the open sheet in their order, found by id, by key and by row. */
export class SheetCases {
  #rows = $state.raw<readonly SheetCase[]>([]);
  readonly #all = $derived(this.#rows.map((row) => row.case));
  /** No state of their own: they change only with the rows, which are. */
  readonly #rowOfId = new Map<string, number>();
  readonly #rowOfKey = new Map<number, number>();

  get rows(): readonly SheetCase[] {
    return this.#rows;
  }
  get all(): readonly Case[] {
    return this.#all;
  }
  find(id: string): Case | undefined {
    // Read first, so that a change of the cases is noticed even where none is found.
    const rows = this.#rows;
    const row = this.#rowOfId.get(id);
    return row === undefined ? undefined : rows[row]?.case;
  }
  /** -1 where there is no such case. */
  rowOf(id: string): number {
    return this.#rows.length === 0 ? -1 : (this.#rowOfId.get(id) ?? -1);
  }
  /** As `find` and `rowOf`, for work that must not depend on all changes of the cases. */
  peek(id: string): SheetCase | undefined {
    const row = this.#rowOfId.get(id);
    return row === undefined ? undefined : this.#rows[row];
  }
  peekRow(id: string): number | undefined {
    return this.#rowOfId.get(id);
  }
  at(key: number): SheetCase | undefined {
    const row = this.#rowOfKey.get(key);
    return row === undefined ? undefined : this.#rows[row];
  }
  rowOfKey(key: number): number | undefined {
    return this.#rowOfKey.get(key);
  }

  append(added: readonly SheetCase[]): void {
    const first = this.#rows.length;
    this.#rows = this.#rows.concat(added);
    this.#index(first);
  }
  /** Others with the same keys take the place of these. */
  put(changed: readonly SheetCase[]): void {
    const rows = [...this.#rows];
    for (const one of changed) {
      const row = this.#rowOfKey.get(one.key);
      if (row === undefined) continue;
      const before = rows[row];
      if (before && before.case.id !== one.case.id) this.#rowOfId.delete(before.case.id);
      rows[row] = one;
      this.#rowOfId.set(one.case.id, row);
    }
    this.#rows = rows;
  }
  remove(keys: ReadonlySet<number>): void {
    this.replaceAll(this.#rows.filter(({ key }) => !keys.has(key)));
  }
  /** Back to where they stood. */
  insert(cases: readonly SheetCase[]): void {
    this.replaceAll([...this.#rows, ...cases].sort((a, b) => a.key - b.key));
  }
  replaceAll(rows: readonly SheetCase[]): void {
    this.#rows = rows;
    this.#rowOfId.clear();
    this.#rowOfKey.clear();
    this.#index(0);
  }

  #index(from: number): void {
    for (let row = from; row < this.#rows.length; row += 1) {
      const one = this.#rows[row];
      if (!one) continue;
      this.#rowOfId.set(one.case.id, row);
      this.#rowOfKey.set(one.key, row);
    }
  }
}
