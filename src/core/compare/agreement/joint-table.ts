/** How often each pair of ratings occurs. All figures of agreement follow from it, however many cases it counts. */
export class JointTable<Rating extends number | string> {
  #count = 0;
  readonly #rows = new Map<Rating, Map<Rating, number>>();

  add(a: Rating, b: Rating): void {
    this.#count += 1;
    const row = this.#rows.get(a);
    if (row === undefined) this.#rows.set(a, new Map([[b, 1]]));
    else row.set(b, (row.get(b) ?? 0) + 1);
  }

  get count(): number {
    return this.#count;
  }

  /** Pairs that occur, and how often. */
  *cells(): Generator<[a: Rating, b: Rating, times: number]> {
    for (const [a, row] of this.#rows) for (const [b, times] of row) yield [a, b, times];
  }

  /** How often each rating occurs on each side. */
  margins(): { a: Map<Rating, number>; b: Map<Rating, number> } {
    const a = new Map<Rating, number>();
    const b = new Map<Rating, number>();
    for (const [one, other, times] of this.cells()) {
      a.set(one, (a.get(one) ?? 0) + times);
      b.set(other, (b.get(other) ?? 0) + times);
    }
    return { a, b };
  }
}
