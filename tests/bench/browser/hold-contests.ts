import type { CDPSession, Page } from 'playwright';
import { sumUp, type Measurement, type Round } from '../support/measure';
import type {} from './contest.bench';
import { LARGE_FILE_ROWS } from './large-file';

const ROUNDS = 9;

/** Our reader and writer against Papa Parse, in the page `contest.html`, on the file at `address`. */
export async function holdContests(page: Page, address: string, megabytes: string): Promise<Measurement[]> {
  const browser = await page.context().newCDPSession(page);
  const unit = `one row of ${LARGE_FILE_ROWS.toLocaleString('en')}, ${megabytes} MB, by the clock`;
  await page.evaluate((file) => window.prepareImport(file), address);
  const reading = sumUp(
    {
      name: 'import CSV',
      unit,
      unitsPerRun: LARGE_FILE_ROWS,
      subject: 'file decoded and read in a worker, table ready in the page',
      baseline: 'Papa.parse on the decoded text',
    },
    await playRounds(page, browser),
  );
  await page.evaluate((file) => window.prepareExport(file), address);
  const writing = sumUp(
    {
      name: 'export CSV',
      unit,
      unitsPerRun: LARGE_FILE_ROWS,
      subject: 'judgements written, formulas made harmless, page given its turns, file handed over',
      baseline: 'Papa.unparse on the finished cells',
    },
    await playRounds(page, browser),
  );
  return [reading, writing];
}

/** The first round warms both up and does not count. */
async function playRounds(page: Page, browser: CDPSession): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const times: Round = { subject: 0, baseline: 0 };
    const order = round % 2 === 0 ? (['subject', 'baseline'] as const) : (['baseline', 'subject'] as const);
    for (const contender of order) {
      // What one leaves behind must not be cleared away in the other's time.
      await browser.send('HeapProfiler.collectGarbage');
      times[contender] = 1000 * (await page.evaluate((name) => window.contest[name](), contender));
    }
    if (round > 0) rounds.push(times);
  }
  return rounds;
}
