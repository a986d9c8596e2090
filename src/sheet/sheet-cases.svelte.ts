import type { Case } from '../cases/case';
import type { SheetCase } from './sheet';

/** The visible cases of the open sheet in their order, found by id and by key. */
export class SheetCases {
  rows = $state.raw<readonly SheetCase[]>([]);
  readonly all: readonly Case[] = $derived(this.rows.map((row) => row.case));
  /** These change only together with the rows, which are state. */
  readonly #rowOfId = new Map<string, number>();
  readonly #rowOfKey = new Map<number, number>();

  has(id: string): boolean {
    return this.#rowOfId.has(id);
  }
  /** -1 where there is no such case. */
  rowOf(id: string | null): number {
    return this.rows.length === 0 || id === null ? -1 : (this.#rowOfId.get(id) ?? -1);
  }
  find(id: string | null): SheetCase | undefined {
    return this.rows[this.rowOf(id)];
  }
  at(key: number): SheetCase | undefined {
    return this.rows[this.#rowOfKey.get(key) ?? -1];
  }

  append(added: readonly SheetCase[]): void {
    const first = this.rows.length;
    this.rows = this.rows.concat(added);
    this.#index(first);
  }
  put(changed: readonly SheetCase[]): void {
    const rows = [...this.rows];
    for (const one of changed) {
      const row = this.#rowOfKey.get(one.key);
      if (row === undefined) continue;
      this.#rowOfId.delete(rows[row]?.case.id ?? '');
      rows[row] = one;
      this.#rowOfId.set(one.case.id, row);
    }
    this.rows = rows;
  }
  replaceAll(rows: readonly SheetCase[]): void {
    this.rows = rows;
    this.#rowOfId.clear();
    this.#rowOfKey.clear();
    this.#index(0);
  }

  #index(from: number): void {
    for (const [index, one] of this.rows.slice(from).entries()) {
      this.#rowOfId.set(one.case.id, from + index);
      this.#rowOfKey.set(one.key, from + index);
    }
  }
}
