import type { RunStore } from '../storage/runs/run-store';

const sizesAtOnce = 25;

/** The room that each stored run takes, looked up a few at a time. */
export class RunSizes {
  readonly #runs: Pick<RunStore, 'size'>;
  #known = $state.raw<ReadonlyMap<string, number>>(new Map());

  constructor(runs: Pick<RunStore, 'size'>) {
    this.#runs = runs;
  }

  /** Undefined until it has been looked up. */
  of(id: string): number | undefined {
    return this.#known.get(id);
  }

  async measure(ids: readonly string[], { again = false } = {}): Promise<void> {
    const wanted = ids.filter((id) => again || !this.#known.has(id));
    for (let from = 0; from < wanted.length; from += sizesAtOnce) {
      const some = wanted.slice(from, from + sizesAtOnce);
      // A run whose size cannot be read has none to show; opening it says what is wrong.
      const sizes = await Promise.all(some.map((id) => this.#runs.size(id).catch(() => null)));
      const known = new Map(this.#known);
      for (const [index, id] of some.entries()) {
        const size = sizes[index];
        if (typeof size === 'number') known.set(id, size);
      }
      this.#known = known;
    }
  }
}
