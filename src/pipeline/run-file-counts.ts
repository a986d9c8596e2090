import type { RunCounts, RunEntry } from '../core/model/run';
import { measureDigest, type Measured } from '../core/stats/measure';
import { Tally } from '../core/stats/tally';

/** What the results of a run come to, whatever its head says: of several for the same unit the last one counts. */
export class ResultCounts {
  readonly #samples: number;
  readonly #tally = new Tally();
  readonly #last = new Map<number, Measured>();

  constructor(samples: number) {
    this.#samples = samples;
  }

  add({ row, sample, digest }: Pick<RunEntry, 'row' | 'sample' | 'digest'>): void {
    const unit = row * this.#samples + sample;
    const before = this.#last.get(unit);
    if (before) this.#tally.remove(before);
    const measured = measureDigest(digest, []);
    this.#last.set(unit, measured);
    this.#tally.add(measured);
  }

  /** What was spent is known by the head alone: it counts what was asked in vain too. */
  in({ tokens, cost, unpriced }: RunCounts): RunCounts {
    return { ...this.#tally.counts(), tokens, cost, ...(unpriced !== undefined && { unpriced }) };
  }
}
