import type { Case } from '../core/model/case';

/** Cases in their order, found by id and by row. */
export class CaseList {
  #cases = $state.raw<readonly Case[]>([]);
  readonly #rows = new Map<string, number>();

  get all(): readonly Case[] {
    return this.#cases;
  }
  find(id: string): Case | undefined {
    // Read first, so that a change of the cases is noticed even where none is found.
    const cases = this.#cases;
    const row = this.#rows.get(id);
    return row === undefined ? undefined : cases[row];
  }
  /** -1 where there is no such case. */
  rowOf(id: string): number {
    // The index is no state, but it changes only with the cases, which are.
    return this.#cases.length === 0 ? -1 : (this.#rows.get(id) ?? -1);
  }
  /** As `rowOf`, for work that must not depend on all changes of the cases. */
  peekRow(id: string): number | undefined {
    return this.#rows.get(id);
  }

  /** Adds those whose ids are new, at the end. Gives how many they are. */
  append(added: readonly Case[]): number {
    const at = this.#cases.length;
    const fresh: Case[] = [];
    for (const candidate of added) {
      if (this.#rows.has(candidate.id)) continue;
      this.#rows.set(candidate.id, at + fresh.length);
      fresh.push(candidate);
    }
    if (fresh.length > 0) this.#cases = this.#cases.concat(fresh);
    return fresh.length;
  }
  /** Puts others with the same ids in these rows. */
  put(changed: ReadonlyMap<number, Case>): void {
    const cases = [...this.#cases];
    for (const [row, subject] of changed) cases[row] = subject;
    this.#cases = cases;
  }
  insert(row: number, subject: Case): void {
    this.#splice(row, 0, [subject]);
  }
  remove(row: number): void {
    const gone = this.#cases[row];
    this.#splice(row, 1, []);
    if (gone) this.#rows.delete(gone.id);
  }

  #splice(row: number, removed: number, inserted: readonly Case[]): void {
    const cases = this.#cases.toSpliced(row, removed, ...inserted);
    for (let index = row; index < cases.length; index += 1) {
      const moved = cases[index];
      if (moved) this.#rows.set(moved.id, index);
    }
    this.#cases = cases;
  }
}
