import { mkdirSync, rmSync } from 'node:fs';
import type { BrowserContext } from 'playwright';
import type { Fault } from '../../../support/loopback-judge/faults';
import type { LoopbackJudge, LoopbackOptions } from '../../../support/loopback-judge/loopback-judge';
import { repeatableRandom } from '../large-file';
import { playRounds, sumUp, type Measurement, type Round } from '../../support/measure';
import { recordQuestions, sendBare } from './bare-loop';
import { clickJudgeAll, judgeAll, openWithCases } from './judged-page';
import { withUnwatchedPage, type Launch, type UnwatchedPage } from './unwatched-page';

export type StartJudge = (options: LoopbackOptions) => Promise<LoopbackJudge>;

interface Contest {
  http2: boolean;
  atOnce: number;
  cases: number;
  /** Such a share of the questions is turned away, at random. The loop that it is measured against is never turned away. */
  strays?: number;
}
/**
 * A run takes 5 seconds, or 7.5 with strays: that is what the latency comes to. So all of them take about five minutes. In a shorter
 * run the wait of a question that is turned away at the end would weigh too much.
 */
const CONTESTS: readonly Contest[] = [
  { http2: true, atOnce: 16, cases: 800 },
  { http2: false, atOnce: 6, cases: 300 },
  { http2: true, atOnce: 16, cases: 1200, strays: 0.03 },
  { http2: false, atOnce: 6, cases: 450, strays: 0.03 },
];
const LATENCY = 100;
const ROUNDS = 3;

interface Taken {
  /** Microseconds. */
  clock: number;
  mainThread: number;
}

/** A run of the built page, validated, checked and stored, against a loop that only sends the same questions. */
export async function holdRunContests(
  launch: Launch,
  address: string,
  startJudge: StartJudge,
  printResult: (result: Measurement) => void,
): Promise<Measurement[]> {
  const results: Measurement[] = [];
  for (const contest of CONTESTS) {
    const strays = new Strays(contest.strays ?? 0);
    const decide = () => strays.next();
    const judge = await startJudge({ key: null, latency: LATENCY, http2: contest.http2, decide });
    try {
      rmSync(launch.profile, { recursive: true, force: true });
      mkdirSync(launch.profile, { recursive: true });
      const rounds = await withUnwatchedPage(
        launch,
        async (context) => {
          await prepare(context, address, judge, contest);
          return { address };
        },
        (page) => playContest(page, judge, contest, strays),
      );
      results.push(...tell(contest, rounds, printResult));
    } finally {
      await judge.close();
    }
  }
  return results;
}

/** A first run warms the page up and gives the questions that the bare loop sends. */
async function prepare(
  context: BrowserContext,
  address: string,
  { baseUrl }: LoopbackJudge,
  { atOnce, cases }: Contest,
): Promise<void> {
  const page = await openWithCases(context, address, { cases, baseUrl, atOnce });
  await page.evaluate(recordQuestions);
  await judgeAll(page);
  await page.evaluate(() => window.endRecording());
}

async function playContest(
  page: UnwatchedPage,
  judge: LoopbackJudge,
  { atOnce, cases }: Contest,
  strays: Strays,
): Promise<Record<keyof Round, Taken>[]> {
  const contenders = {
    subject: () => page.evaluate(clickJudgeAll),
    baseline: () => page.evaluate(sendBare, atOnce),
  };
  const play = async (contender: keyof Round): Promise<Taken> => {
    await page.collectGarbage();
    strays.begin(contender === 'subject');
    const asked = askedOf(judge);
    const before = await page.mainThreadSeconds();
    const milliseconds = Number(await contenders[contender]());
    const mainThread = 1e6 * ((await page.mainThreadSeconds()) - before);
    const came = askedOf(judge) - asked - strays.count;
    if (came !== cases) throw new Error(`Expected ${cases} questions, ${came} came.`);
    return { clock: 1000 * milliseconds, mainThread };
  };

  const rounds = await playRounds(ROUNDS, play);
  if (judge.offences.length > 0) throw new Error(`The judge was asked wrongly: ${judge.offences[0]}`);
  return rounds;
}

/** Turns questions away at random, the same in each run. */
class Strays {
  readonly #share: number;
  readonly #random = repeatableRandom();
  #on = false;
  count = 0;

  constructor(share: number) {
    this.#share = share;
  }
  begin(on: boolean): void {
    this.#on = on;
    this.count = 0;
  }
  next(): Fault | undefined {
    if (!this.#on || this.#random() >= this.#share) return undefined;
    this.count += 1;
    return { kind: 'status', status: this.count % 2 === 0 ? 429 : 503 };
  }
}

function tell(
  { http2, atOnce, cases, strays }: Contest,
  rounds: readonly Record<keyof Round, Taken>[],
  printResult: (result: Measurement) => void,
): Measurement[] {
  const over = `${atOnce} at once over HTTP/${http2 ? '2' : '1.1'}, judge of ${LATENCY} ms${strays === undefined ? '' : `, ${strays * 100} % turned away`}`;
  const of = `one case of ${cases.toLocaleString('en')}`;
  return (['clock', 'mainThread'] as const).map((kind) => {
    const result = sumUp(
      {
        name: `run: ${over}`,
        unit: kind === 'clock' ? `${of}, by the clock` : `${of}, processor time of the page's main thread`,
        unitsPerRun: cases,
        subject: 'run from the click to its end: each reply validated, checked and stored',
        baseline: 'fetch loop with the same questions',
      },
      rounds.map(({ subject, baseline }) => ({ subject: subject[kind], baseline: baseline[kind] })),
    );
    printResult(result);
    return result;
  });
}

function askedOf({ counts }: LoopbackJudge): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
