import type { Comparison } from './comparison';

export interface Measurement {
  name: string;
  unit: string;
  subject: Timing;
  baseline: Timing;
  /** How many times longer the subject takes: the median over rounds, and the middle half of them. */
  ratio: { median: number; low: number; high: number; each: number[] };
  rounds: number;
}
interface Timing {
  name: string;
  /** For one unit; median over rounds. Processor time, or in a browser time by the clock. */
  microseconds: number;
}
export interface Round {
  subject: number;
  baseline: number;
}

const ROUNDS = 61;
const WARM_UP_MS = 1000;
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
  return sumUp({ name, unit, unitsPerRun, subject: subject.name, baseline: baseline.name }, rounds);
}

/** The contenders take turns at being first. The first round warms both up and does not count. */
export async function playRounds<T>(
  count: number,
  play: (contender: keyof Round) => Promise<T>,
): Promise<Record<keyof Round, T>[]> {
  const rounds: Record<keyof Round, T>[] = [];
  for (let round = 0; round <= count; round += 1) {
    const early = round % 2 === 0 ? await play('subject') : null;
    const baseline = await play('baseline');
    rounds.push({ subject: early ?? (await play('subject')), baseline });
  }
  return rounds.slice(1);
}

/** What rounds come to, each with the microseconds that a run of either took. */
export function sumUp(
  told: { name: string; unit: string; unitsPerRun: number; subject: string; baseline: string },
  rounds: readonly Round[],
): Measurement {
  const microseconds = (contender: keyof Round) =>
    median(rounds.map((round) => round[contender] / told.unitsPerRun));
  const ratios = rounds.map((round) => round.subject / round.baseline);
  return {
    name: told.name,
    unit: told.unit,
    subject: { name: told.subject, microseconds: microseconds('subject') },
    baseline: { name: told.baseline, microseconds: microseconds('baseline') },
    ratio: {
      median: median(ratios),
      low: quantile(ratios, 0.25),
      high: quantile(ratios, 0.75),
      each: ratios,
    },
    rounds: rounds.length,
  };
}

/** Warms the code up, and finds how many runs fill a batch that can be measured well. */
function batchSize(run: () => unknown): number {
  let runs = 0;
  const began = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
  for (; spent() < WARM_UP_MS; runs += 1) perRun(run, 1);
  return Math.max(1, Math.round((runs * BATCH_MS) / WARM_UP_MS));
}

/** Microseconds of processor time for one run, measured over a batch: unlike a clock, it leaves out other programs. */
function perRun(run: () => unknown, batch: number): number {
  let nothing = 0;
  const before = process.cpuUsage();
  for (let turn = 0; turn < batch; turn += 1) if (run() === undefined) nothing += 1;
  const { user, system } = process.cpuUsage(before);
  if (nothing > 0) throw new Error('expected every run to return what it made, got undefined');
  return (user + system) / batch;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
}
