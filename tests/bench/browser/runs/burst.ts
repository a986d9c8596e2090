import type { BrowserContext } from 'playwright';
import type { LoopbackJudge } from '../../../support/loopback-judge/loopback-judge';
import type { StartJudge } from './hold-runs';
import { judgeAll, openWithCases } from './judged-page';

/** How a run goes on after a judge took nobody for a while. */
export interface Burst {
  cases: number;
  atOnce: number;
  latencyMilliseconds: number;
  /** When the judge began to take nobody, from the first question on, and for how long. */
  fromSeconds: number;
  forSeconds: number;
  /** The mean of each tenth of a second. */
  inFlight: number[];
  /** Questions that were answered well, in each tenth of a second. */
  answered: number[];
  beforePerSecond: number;
  afterPerSecond: number;
  /** Of what was answered after the burst to what was before it: 1 is all. */
  ratio: number;
  /** From the end of the burst until nine tenths of what was in flight before it were again; null: never. */
  recoveredAfterSeconds: number | null;
}

const AT_ONCE = 16;
const LATENCY = 100;
const STEP = 100;
const SAMPLE = 10;
const BURST = 1000;
/** What is compared, and how much of the run's end is left out: there the last ones are alone. */
const WINDOW = 2000;
const TAIL = 500;

/** `cases` are enough for the time before the burst, three times as many for what follows it. */
export async function measureBurst(
  context: BrowserContext,
  address: string,
  startJudge: StartJudge,
  cases = 2000,
): Promise<Burst> {
  const record = new BurstRecord();
  const judge = await startJudge({
    key: null,
    http2: true,
    latency: LATENCY,
    decide: () => (record.take(cases / 4) ? undefined : { kind: 'status', status: 429 }),
  });
  const page = await openWithCases(context, address, { cases, baseUrl: judge.baseUrl, atOnce: AT_ONCE });
  const stop = sample(judge, record);
  try {
    await judgeAll(page);
  } finally {
    stop();
    await page.close();
    await judge.close();
  }
  return { cases, atOnce: AT_ONCE, latencyMilliseconds: LATENCY, ...record.sumUp() };
}

function sample(judge: LoopbackJudge, record: BurstRecord): () => void {
  const timer = setInterval(() => record.note(judge.inFlight().now), SAMPLE);
  return () => clearInterval(timer);
}

/** What the judge saw, by the clock. */
class BurstRecord {
  #began: number | null = null;
  #burstFrom: number | null = null;
  #taken: number[] = [];
  #noted: { at: number; now: number }[] = [];

  /** A question has come. False where it must wait. */
  take(before: number): boolean {
    const now = performance.now();
    this.#began ??= now;
    if (this.#taken.length >= before) this.#burstFrom ??= now;
    if (this.#burstFrom !== null && now >= this.#burstFrom && now < this.#burstFrom + BURST) return false;
    this.#taken.push(now);
    return true;
  }
  note(now: number): void {
    if (this.#began !== null) this.#noted.push({ at: performance.now(), now });
  }

  sumUp() {
    const [began, from, last] = [this.#began, this.#burstFrom, this.#taken.at(-1)];
    if (began === null || from === null || last === undefined)
      throw new Error(`Expected a burst among the questions, ${this.#taken.length} were answered.`);
    const until = from + BURST;
    const perSecond = (start: number, end: number) =>
      (1000 * this.#taken.filter((at) => at >= start && at < end).length) / (end - start);
    const beforePerSecond = perSecond(Math.max(began, from - WINDOW), from);
    const afterPerSecond = perSecond(Math.max(until, last - TAIL - WINDOW), last - TAIL);
    const steps = Array.from({ length: Math.ceil((last - began) / STEP) }, (_, step) => began + step * STEP);
    const inFlight = steps.map((start) => mean(within(this.#noted, start).map(({ now }) => now)));
    const usual = mean(
      this.#noted.filter(({ at }) => at >= from - WINDOW && at < from).map(({ now }) => now),
    );
    const full = steps.findIndex((start, step) => start >= until && (inFlight[step] ?? 0) >= 0.9 * usual);
    return {
      fromSeconds: (from - began) / 1000,
      forSeconds: BURST / 1000,
      inFlight,
      answered: steps.map((start) => this.#taken.filter((at) => at >= start && at < start + STEP).length),
      beforePerSecond,
      afterPerSecond,
      ratio: afterPerSecond / beforePerSecond,
      recoveredAfterSeconds: full < 0 ? null : (began + full * STEP - until) / 1000,
    };
  }
}

function within<T extends { at: number }>(noted: readonly T[], start: number): T[] {
  return noted.filter(({ at }) => at >= start && at < start + STEP);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
