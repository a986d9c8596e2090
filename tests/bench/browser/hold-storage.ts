import type { Page } from 'playwright';
import { sumUp, type Measurement, type Round } from '../support/measure';
import type { StorageTimes } from './storage.bench';

const ROUNDS = 3;
/** As a model that is asked sixteen times at once answers. */
const LOT = 16;

const STEPS: { step: keyof StorageTimes; name: string; subject: string; baseline: string }[] = [
  {
    step: 'write',
    name: 'write, 500 handed over at a time',
    subject: 'run store',
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
  { step: 'remove', name: 'delete', subject: 'run removed', baseline: 'key range deleted' },
];

/** Our store of runs against bare idb-keyval, in the page `storage.html`. */
export async function holdStorageContests(
  page: Page,
  printResult: (result: Measurement) => void,
): Promise<Measurement[]> {
  const count = await page.evaluate(() => window.storedResults);
  const results: Measurement[] = [];
  const tell = (name: string, subject: string, baseline: string, rounds: Round[]) => {
    const unit = `one result of ${count.toLocaleString('en')}, by the clock`;
    const told = { name: `stored runs: ${name}`, unit, unitsPerRun: count, subject, baseline };
    const result = sumUp(told, rounds);
    results.push(result);
    printResult(result);
  };
  const visits = await playRounds(page, (contender) =>
    page.evaluate((name) => window.storageContest[name](), contender),
  );
  for (const { step, name, subject, baseline } of STEPS) {
    const rounds = visits.map((visit) => ({
      subject: 1000 * visit.subject[step],
      baseline: 1000 * visit.baseline[step],
    }));
    tell(name, subject, baseline, rounds);
  }
  const writes = await playRounds(page, (contender) =>
    page.evaluate(([name, lot]) => window.writeContest[name](lot), [contender, LOT] as const),
  );
  tell(
    `write, ${LOT} handed over at a time`,
    'run store, each lot stored before the next',
    'bare idb-keyval, 500 a key, nothing stored before',
    writes.map(({ subject, baseline }) => ({ subject: 1000 * subject, baseline: 1000 * baseline })),
  );
  return results;
}

/** The contenders take turns at being first. The first round warms both up and does not count. */
async function playRounds<T>(
  page: Page,
  play: (contender: keyof Round) => Promise<T>,
): Promise<Record<keyof Round, T>[]> {
  const devtools = await page.context().newCDPSession(page);
  const rested = async (contender: keyof Round) => {
    await devtools.send('HeapProfiler.collectGarbage');
    return play(contender);
  };
  const rounds: Record<keyof Round, T>[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    if (round % 2 === 0) {
      rounds.push({ subject: await rested('subject'), baseline: await rested('baseline') });
    } else {
      const baseline = await rested('baseline');
      rounds.push({ subject: await rested('subject'), baseline });
    }
  }
  return rounds.slice(1);
}
