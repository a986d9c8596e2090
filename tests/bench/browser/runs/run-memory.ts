import type { BrowserContext } from 'playwright';
import { heapBytes } from '../heap-bytes';
import type { StartJudge } from './hold-runs';
import { bringCases, judgeAll, openWithCases } from './judged-page';
import { variedAnswers } from './varied-judge';

/** What a run leaves in the page's heap, over what its cases took before. */
export interface RunMemory {
  cases: number;
  casesMegabytes: number;
  runMegabytes: number;
  bytesPerCase: number;
}

export const runSizes = [1000, 5000];
/** Judged first, since a page's first run loads code, which stays and is no part of what a run takes. */
const FIRST = 200;
const AT_ONCE = 16;

/** A page that holds only what its table shows grows by the same for each case, however many there are. The profile is fresh. */
export async function weighRun(
  context: BrowserContext,
  address: string,
  startJudge: StartJudge,
  cases: number,
): Promise<RunMemory> {
  const judge = await startJudge({ key: null, http2: true, ...variedAnswers() });
  const page = await openWithCases(context, address, {
    cases: FIRST,
    baseUrl: judge.baseUrl,
    atOnce: AT_ONCE,
  });
  await judgeAll(page);
  await page.getByRole('button', { name: 'New sheet' }).click();
  await bringCases(page, cases);
  const devtools = await context.newCDPSession(page);
  const before = await heapBytes(devtools);
  await judgeAll(page);
  const grown = (await heapBytes(devtools)) - before;
  await judge.close();
  return { cases, casesMegabytes: before / 1e6, runMegabytes: grown / 1e6, bytesPerCase: grown / cases };
}
