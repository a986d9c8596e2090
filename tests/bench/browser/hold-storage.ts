import type { Page } from 'playwright';
import { playRounds, sumUp, type Measurement, type Round } from '../support/measure';
import type { SheetTimes, StorageTimes } from './storage.bench';

const ROUNDS = 3;
/** As a model that is asked sixteen times at once answers. */
const LOT = 16;

interface Step<Times> {
  step: keyof Times;
  name: string;
  subject: string;
  baseline: string;
}

const RESULT_STEPS: Step<StorageTimes>[] = [
  {
    step: 'write',
    name: 'write, 500 handed over at a time',
    subject: 'sheet store',
    baseline: 'bare idb-keyval, 500 a key',
  },
  {
    step: 'firstRows',
    name: 'open to first rows',
    subject: 'database opened, first entries checked',
    baseline: 'database opened, first 500 results',
  },
  {
    step: 'readTable',
    name: 'read all that a table shows',
    subject: 'entries, checked by their schema',
    baseline: 'results as they are, unchecked',
  },
  {
    step: 'readAll',
    name: 'read all',
    subject: 'entries and judgements, checked by their schemas',
    baseline: 'results as they are, unchecked',
  },
  { step: 'remove', name: 'delete', subject: 'sheet removed', baseline: 'key range deleted' },
];

const SHEET_STEPS: Step<SheetTimes>[] = [
  { step: 'create', name: 'create', subject: 'sheet store', baseline: 'bare idb-keyval, 500 a key' },
  {
    step: 'firstRows',
    name: 'open to first rows',
    subject: 'database opened, first cases and the names of all, checked',
    baseline: 'all cases as they are, unchecked',
  },
  {
    step: 'readAll',
    name: 'read all',
    subject: 'cases, checked by their schema',
    baseline: 'cases as they are, unchecked',
  },
  { step: 'remove', name: 'delete', subject: 'sheet removed', baseline: 'store cleared' },
];

/** Our store of sheets against bare idb-keyval, in the page `storage.html`. */
export async function holdStorageContests(
  page: Page,
  printResult: (result: Measurement) => void,
): Promise<Measurement[]> {
  const count = await page.evaluate(() => window.storedCount);
  const results: Measurement[] = [];
  const devtools = await page.context().newCDPSession(page);
  const play = <T>(one: (contender: keyof Round) => Promise<T>) =>
    playRounds(ROUNDS, async (contender) => {
      await devtools.send('HeapProfiler.collectGarbage');
      return one(contender);
    });
  const tell = (
    what: 'result' | 'case',
    { name, subject, baseline }: Omit<Step<unknown>, 'step'>,
    milliseconds: Round[],
  ) => {
    const unit = `one ${what} of ${count.toLocaleString('en')}, by the clock`;
    const told = { name: `stored ${what}s: ${name}`, unit, unitsPerRun: count, subject, baseline };
    const rounds = milliseconds.map((round) => ({
      subject: 1000 * round.subject,
      baseline: 1000 * round.baseline,
    }));
    const result = sumUp(told, rounds);
    results.push(result);
    printResult(result);
  };
  const visits = await play((contender) => page.evaluate((name) => window.storageContest[name](), contender));
  for (const { step, ...names } of RESULT_STEPS)
    tell(
      'result',
      names,
      visits.map(({ subject, baseline }) => ({ subject: subject[step], baseline: baseline[step] })),
    );
  const writes = await play((contender) =>
    page.evaluate(([name, lot]) => window.writeContest[name](lot), [contender, LOT] as const),
  );
  const lots = {
    name: `write, ${LOT} handed over at a time`,
    subject: 'sheet store, each lot stored before the next',
    baseline: 'bare idb-keyval, 500 a key, nothing stored before',
  };
  tell('result', lots, writes);
  const sheets = await play((contender) => page.evaluate((name) => window.sheetContest[name](), contender));
  for (const { step, ...names } of SHEET_STEPS)
    tell(
      'case',
      names,
      sheets.map(({ subject, baseline }) => ({ subject: subject[step], baseline: baseline[step] })),
    );
  return results;
}
