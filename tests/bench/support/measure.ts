import type { Comparison } from './comparison';

export interface Measurement {
  name: string;
  unit: string;
  subject: Timing;
  baseline: Timing;
  /** How many times longer the subject takes: the median over rounds, and the middle half of them. */
  ratio: { median: number; low: number; high: number };
  rounds: number;
}
interface Timing {
  name: string;
  /** For one unit; median over rounds. */
  microseconds: number;
}

const ROUNDS = 61;
const WARM_UP_MS = 300;
const BATCH_MS = 15;

/**
 * Both contenders take turns within every round, first one then the other, so that whatever else the machine does
 * falls on both; the ratio is taken within a round and only then summed up.
 */
export function measure({ name, unit, unitsPerRun, subject, baseline }: Comparison): Measurement {
  const subjectBatch = batchSize(subject.run);
  const baselineBatch = batchSize(baseline.run);
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    const subjectFirst = round % 2 === 0;
    const early = subjectFirst ? perRun(subject.run, subjectBatch) : perRun(baseline.run, baselineBatch);
    const late = subjectFirst ? perRun(baseline.run, baselineBatch) : perRun(subject.run, subjectBatch);
    return subjectFirst ? { subject: early, baseline: late } : { subject: late, baseline: early };
  });
  const timing = (contender: 'subject' | 'baseline') =>
    (1000 / unitsPerRun) *
    quantile(
      rounds.map((round) => round[contender]),
      0.5,
    );
  const ratios = rounds.map((round) => round.subject / round.baseline);
  return {
    name,
    unit,
    subject: { name: subject.name, microseconds: timing('subject') },
    baseline: { name: baseline.name, microseconds: timing('baseline') },
    ratio: { median: quantile(ratios, 0.5), low: quantile(ratios, 0.25), high: quantile(ratios, 0.75) },
    rounds: ROUNDS,
  };
}

/** Warms the code up, and finds how many runs fill a batch that the clock can measure well. */
function batchSize(run: () => unknown): number {
  const began = performance.now();
  let runs = 0;
  while (performance.now() - began < WARM_UP_MS) {
    perRun(run, 1);
    runs += 1;
  }
  return Math.max(1, Math.round((runs * BATCH_MS) / WARM_UP_MS));
}

/** Milliseconds for one run, measured over a batch. */
function perRun(run: () => unknown, batch: number): number {
  let nothing = 0;
  const began = performance.now();
  for (let turn = 0; turn < batch; turn += 1) if (run() === undefined) nothing += 1;
  const took = performance.now() - began;
  if (nothing > 0) throw new Error('expected every run to return what it made, got undefined');
  return took / batch;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
}
