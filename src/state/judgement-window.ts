import type { Wanted } from '../core/export/judged-entries';
import type { Judgement } from '../core/model/judgement';
import type { JudgementPlace } from './judged-case';
import type { JudgementReader } from './judgement-reader.svelte';

interface Placed {
  at: JudgementPlace | undefined;
  /** Where it lies in no storage. */
  judgement?: Judgement;
}

/** The few judgements that a file is being written from; all others stay where they are stored. */
export class JudgementWindow {
  readonly #entries: readonly Placed[];
  readonly #reader: Pick<JudgementReader, 'readAll'>;
  readonly #present = new Map<number, Judgement>();
  readonly #unreadable = new Set<number>();

  constructor(entries: readonly Placed[], reader: Pick<JudgementReader, 'readAll'>) {
    this.#entries = entries;
    this.#reader = reader;
  }

  /** Undefined for what was not judged, and for what lies outside the window. */
  readonly at = (index: number): Judgement | undefined => this.#present.get(index);

  /** Entries met so far whose judgement cannot be read as it is stored. */
  get unreadable(): ReadonlySet<number> {
    return this.#unreadable;
  }

  async move({ from, to }: Wanted): Promise<void> {
    const wanted = this.#entries.slice(from, to).map((entry, offset) => ({ ...entry, index: from + offset }));
    const judged = wanted.flatMap(({ at, judgement, index }) => (at && !judgement ? [{ at, index }] : []));
    const judgements = await this.#reader.readAll(judged.map(({ at }) => at));
    this.#present.clear();
    for (const { judgement, index } of wanted) if (judgement) this.#present.set(index, judgement);
    judged.forEach(({ index }, nth) => {
      const judgement = judgements[nth];
      if (judgement) this.#present.set(index, judgement);
      else this.#unreadable.add(index);
    });
  }
}
