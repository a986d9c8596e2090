import type { Rubric } from '../core/model/rubric';
import type { RunHead } from '../core/model/run';
import { columnsOf, type OriginalColumns, type ResultColumn } from './result-columns';

/** The columns a table can show, and which of them it does. */
export class ShownColumns {
  readonly #rubric: () => Rubric | undefined;
  readonly #others: () => readonly RunHead[];
  #toggled = $state.raw<ReadonlySet<string>>(new Set());
  #originals = $state.raw<OriginalColumns | null>(null);
  readonly #all = $derived.by(() => {
    const rubric = this.#rubric();
    return rubric ? columnsOf(rubric, this.#originals, this.#others()) : [];
  });

  /** `others`: the runs that have a narrow column. */
  constructor(rubric: () => Rubric | undefined, others: () => readonly RunHead[]) {
    this.#rubric = rubric;
    this.#others = others;
  }

  get all(): readonly ResultColumn[] {
    return this.#all;
  }
  find(id: string | undefined): ResultColumn | undefined {
    return this.#all.find((column) => column.id === id);
  }
  isShown({ id, shownAtFirst }: ResultColumn): boolean {
    return shownAtFirst !== this.#toggled.has(id);
  }
  toggle(id: string): void {
    const toggled = new Set(this.#toggled);
    if (!toggled.delete(id)) toggled.add(id);
    this.#toggled = toggled;
  }
  /** Those shown or hidden otherwise than at first. */
  get toggled(): ReadonlySet<string> {
    return this.#toggled;
  }
  restore(toggled: readonly string[]): void {
    this.#toggled = new Set(toggled);
  }
  setOriginals(originals: OriginalColumns | null): void {
    this.#originals = originals;
  }
}
