import type { Page } from 'playwright';
import { playRounds, sumUp, type Measurement } from '../support/measure';
import type {} from './contest.bench';
import { LARGE_FILE_ROWS } from './large-file';

// Single rounds differ by a third: collecting garbage falls into some of them.
const ROUNDS = 15;

/** Our reader and writer against Papa Parse, in the page `contest.html`, on the file at `address`. */
export async function holdContests(
  page: Page,
  address: string,
  bytes: number,
  printResult: (result: Measurement) => void,
): Promise<Measurement[]> {
  const devtools = await page.context().newCDPSession(page);
  const results: Measurement[] = [];
  const hold = async (name: string, subject: string, baseline: string) => {
    const unit = `one row of ${LARGE_FILE_ROWS.toLocaleString('en')}, ${(bytes / 1e6).toFixed(0)} MB, by the clock`;
    const told = { name, unit, unitsPerRun: LARGE_FILE_ROWS, subject, baseline };
    const rounds = await playRounds(ROUNDS, async (contender) => {
      // What one leaves behind must not be cleared away in the other's time.
      await devtools.send('HeapProfiler.collectGarbage');
      return 1000 * (await page.evaluate((name) => window.contest[name](), contender));
    });
    const result = sumUp(told, rounds);
    results.push(result);
    printResult(result);
  };
  await page.evaluate((file) => window.prepareImport(file), address);
  await hold(
    'import CSV',
    'file decoded and read in a worker, table ready in the page',
    'Papa.parse on the decoded text',
  );
  await page.evaluate((file) => window.prepareExport(file), address);
  await hold(
    'export CSV',
    'judgements written, formulas made harmless, file handed over, the page given its turns',
    'Papa.unparse on the finished cells',
  );
  return results;
}
