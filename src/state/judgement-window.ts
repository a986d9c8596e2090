import type { Wanted } from '../core/export/judged-entries';
import type { Judgement } from '../core/model/judgement';
import type { JudgementPlace } from './judged-case';

interface Placed {
  at?: JudgementPlace | undefined;
  /** The judgement itself, where it lies in no storage. */
  judgement?: Judgement | undefined;
  /** Nothing of its judgement is written. */
  outdated?: true | undefined;
}

/** Null for one that cannot be read as it is stored. */
export interface StoredJudgements {
  readAll: (places: readonly JudgementPlace[]) => Promise<(Judgement | null)[]>;
}

/** The few judgements that a file is being written from; all others stay where they are stored. */
export class JudgementWindow {
  readonly #entries: readonly Placed[];
  readonly #reader: StoredJudgements;
  readonly #present = new Map<number, Judgement>();
  readonly #unreadable = new Set<number>();

  constructor(entries: readonly Placed[], reader: StoredJudgements) {
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
    const wanted = this.#entries
      .slice(from, to)
      .map((entry, offset) => ({ ...entry, index: from + offset }))
      .filter(({ outdated }) => !outdated);
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
