import type { RunCounts, RunEntry, RunHead } from '../core/model/run';
import { measureDigest, type Measured } from '../core/stats/measure';
import { Tally } from '../core/stats/tally';

/** What the results of a run come to, whatever its head says: of several for the same unit the last one counts. */
export class ResultCounts {
  readonly #samples: number;
  readonly #tally = new Tally();
  readonly #last = new Map<number, Measured & { place: number }>();
  #places = 0;

  constructor(samples: number) {
    this.#samples = samples;
  }

  /** In the order of the log. */
  add({ row, sample, digest }: Pick<RunEntry, 'row' | 'sample' | 'digest'>): void {
    const unit = row * this.#samples + sample;
    const before = this.#last.get(unit);
    if (before) this.#tally.remove(before);
    const measured = measureDigest(digest, []);
    this.#last.set(unit, { ...measured, place: this.#places });
    this.#tally.add(measured);
    this.#places += 1;
  }

  /** What was spent is known by the head alone: it counts what was asked in vain too. */
  in({ tokens, cost, unpriced }: RunCounts): RunCounts {
    return { ...this.#tally.counts(), tokens, cost, ...(unpriced !== undefined && { unpriced }) };
  }

  /** The head of the run that has these results and no others: where some are missing it is not finished, but can be gone on with. */
  headOf(head: RunHead): RunHead {
    const missing = head.cases * this.#samples - this.#last.size;
    const { again } = head;
    return {
      ...head,
      counts: this.in(head.counts),
      ...(again && { again: { ...again, left: missing + this.#unscoredBefore(again.before) } }),
      ...(head.state === 'finished' &&
        missing > 0 && { state: 'paused', pause: { because: 'person', detail: '' } }),
    };
  }

  #unscoredBefore(end: number): number {
    let count = 0;
    for (const { status, place } of this.#last.values()) if (status === 'unscored' && place < end) count += 1;
    return count;
  }
}
