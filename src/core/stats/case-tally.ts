import type { Rubric } from '../model/rubric';
import type { Cell, Findings, RunCounts } from '../model/run';
import { measureCase } from './measure';
import { Tally } from './tally';

interface Sample {
  sample: number;
  digest: Findings;
}

/** Counts cases, each once however often it was asked, as results of their samples come. */
export class CaseTally {
  readonly #rubric: Rubric;
  readonly #tally = new Tally();
  /** In the order of their samples. */
  readonly #samples = new Map<number, Sample[]>();

  constructor(rubric: Rubric) {
    this.#rubric = rubric;
  }

  /** Takes the place of what the cell had before. */
  set({ caseKey, sample }: Cell, digest: Findings): void {
    const before = this.#samples.get(caseKey) ?? [];
    if (before.length > 0) this.#tally.remove(this.#measure(before));
    const after = [...before.filter((other) => other.sample !== sample), { sample, digest }];
    after.sort((one, other) => one.sample - other.sample);
    this.#samples.set(caseKey, after);
    this.#tally.add(this.#measure(after));
  }

  /** Lets go of the digests of a case, which counts as it stands. No more of its results may come. */
  close(caseKey: number): void {
    this.#samples.delete(caseKey);
  }

  counts(): Pick<RunCounts, 'done' | 'statuses' | 'score' | 'passed'> {
    return this.#tally.counts();
  }

  #measure(samples: readonly Sample[]) {
    return measureCase(
      this.#rubric,
      samples.map(({ digest }) => digest),
    );
  }
}
