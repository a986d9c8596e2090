import type { Page } from 'playwright';
import { sumUp, type Measurement, type Round } from '../support/measure';
import type { StorageTimes } from './storage.bench';

const ROUNDS = 3;
/** As a program that judges quickly hands them over, and as a model does that answers sixteen at once. */
const WRITES = [
  { batch: 500, name: 'handed over 500 at a time' },
  { batch: 16, name: 'handed over 16 at a time, each lot stored before the next' },
];

const STEPS: { step: keyof StorageTimes; name: string; subject: string; baseline: string }[] = [
  { step: 'write', name: 'write', subject: 'run store', baseline: 'bare idb-keyval, 500 a key' },
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
  const unit = `one result of ${count.toLocaleString('en')}, by the clock`;
  const results: Measurement[] = [];
  for (const write of WRITES) {
    const rounds = await playRounds(page, write.batch);
    for (const { step, name, subject, baseline } of STEPS) {
      // How they were written makes no difference to how they are read.
      if (step !== 'write' && write !== WRITES[0]) continue;
      const full = step === 'write' ? `${name}, ${write.name}` : name;
      const told = { name: `stored runs: ${full}`, unit, unitsPerRun: count, subject, baseline };
      const result = sumUp(told, rounds.map(timesOf(step)));
      results.push(result);
      printResult(result);
    }
  }
  return results;
}

function timesOf(step: keyof StorageTimes) {
  return ({ subject, baseline }: Record<keyof Round, StorageTimes>): Round => ({
    subject: 1000 * subject[step],
    baseline: 1000 * baseline[step],
  });
}

/** The first round warms both up and does not count. */
async function playRounds(page: Page, batch: number): Promise<Record<keyof Round, StorageTimes>[]> {
  const devtools = await page.context().newCDPSession(page);
  const rounds: Record<keyof Round, StorageTimes>[] = [];
  const play = async (contender: keyof Round) => {
    await devtools.send('HeapProfiler.collectGarbage');
    return page.evaluate(([name, size]) => window.storageContest[name](size), [contender, batch] as const);
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    if (round % 2 === 0) rounds.push({ subject: await play('subject'), baseline: await play('baseline') });
    else {
      const baseline = await play('baseline');
      rounds.push({ subject: await play('subject'), baseline });
    }
  }
  return rounds.slice(1);
}
