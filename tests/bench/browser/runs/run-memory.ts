import type { BrowserContext, CDPSession } from 'playwright';
import { heapBytes } from '../heap-bytes';
import type { StartJudge } from './hold-runs';
import { judgeAll, openWithCases } from './judged-page';

/** What a run leaves in the page's heap, over what its cases took before. */
export interface RunMemory {
  cases: number;
  casesMegabytes: number;
  runMegabytes: number;
  bytesPerCase: number;
}

const SIZES = [1000, 20_000];
const AT_ONCE = 16;

/** A page that holds only what its table shows grows by the same for each case, however many there are. */
export async function weighRuns(
  context: BrowserContext,
  address: string,
  startJudge: StartJudge,
): Promise<RunMemory[]> {
  const weighed: RunMemory[] = [];
  for (const cases of SIZES) {
    const judge = await startJudge({ key: null, http2: true });
    const page = await openWithCases(context, address, { cases, baseUrl: judge.baseUrl, atOnce: AT_ONCE });
    const devtools = await context.newCDPSession(page);
    weighed.push(await weigh(devtools, cases, () => judgeAll(page)));
    await page.close();
    await judge.close();
  }
  return weighed;
}

async function weigh(devtools: CDPSession, cases: number, run: () => Promise<number>): Promise<RunMemory> {
  const before = await heapBytes(devtools);
  await run();
  const grown = (await heapBytes(devtools)) - before;
  return {
    cases,
    casesMegabytes: before / 1e6,
    runMegabytes: grown / 1e6,
    bytesPerCase: grown / cases,
  };
}
