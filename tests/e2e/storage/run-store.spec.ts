import { runStoreContract } from '../../unit/storage/runs/run-store-contract';
import { sampleResult } from '../../unit/storage/runs/sample-run';
import { expect, test } from './lab-test';

test.describe('the run store in IndexedDB', () => {
  for (const name of Object.keys(runStoreContract)) {
    test(name, async ({ openLab }) => {
      const page = await openLab();
      await page.evaluate((check) => window.lab.checkContract(check), name);
    });
  }
});

test('500 entries make a sealed piece, whichever way they come, the tail holds the rest, and judgements stay where they were put', async ({
  openLab,
}) => {
  const page = await openLab();
  const keys = await page.evaluate(async () => {
    const { lab } = window;
    const store = lab.indexedDbRunStore(lab.openDatabase().use);
    await store.create(lab.sampleRun('a'));
    const results = Array.from({ length: 1010 }, (_, row) => lab.sampleResult(row));
    await store.append('a', results.slice(0, 1));
    await store.append('a', results.slice(1, 3));
    await store.append('a', results.slice(3, 1008));
    await store.append('a', results.slice(1008));
    return (await lab.keys()).filter((key) => Array.isArray(key) && typeof key[3] === 'number');
  });
  expect(keys.map((key) => JSON.stringify(key)).toSorted()).toEqual(
    [
      ['run', 'a', 'cases', 0],
      ['run', 'a', 'digests', 0],
      ['run', 'a', 'digests', 500],
      ['run', 'a', 'judgements', 0],
      ['run', 'a', 'judgements', 1],
      ['run', 'a', 'judgements', 3],
      ['run', 'a', 'judgements', 503],
      ['run', 'a', 'judgements', 1003],
      ['run', 'a', 'judgements', 1008],
      ['run', 'a', 'tail', 1000],
      ['run', 'a', 'tail', 1008],
      ['run', 'a', 'text', 0],
    ]
      .map((key) => JSON.stringify(key))
      .toSorted(),
  );
});

test('a tail with judgements in it, as versions up to 6 wrote it, is read, gone on with and sealed', async ({
  openLab,
}) => {
  const page = await openLab();
  const seen = await page.evaluate(async () => {
    const { lab } = window;
    const database = lab.openDatabase();
    const store = lab.indexedDbRunStore(database.use);
    await store.create(lab.sampleRun('a', 600, 500));
    const results = Array.from({ length: 600 }, (_, row) => lab.sampleResult(row));
    await store.append('a', results.slice(0, 2));
    await store.append('a', results.slice(2, 3));
    await lab.moveJudgementsIntoTail('a');
    const rows = async () => (await lab.collect(store.entries('a'))).map(({ row }) => row);
    const read = async (places: number[]) => {
      // Another store, which remembers no piece.
      const judgements = await lab.indexedDbRunStore(database.use).judgements('a', places);
      return judgements.map((judgement) => judgement?.caseId);
    };
    const old = { rows: await rows(), cases: await read([2, 0, 1]) };
    await store.append('a', results.slice(3, 5));
    const between = { rows: await rows(), cases: await read([1, 4, 3]) };
    await store.append('a', results.slice(5));
    const cases = await read(results.map(({ row }) => row));
    const keys = (await lab.keys()).filter((key) => JSON.stringify(key).includes('"tail"'));
    return { old, between, count: (await rows()).length, cases, keys };
  });
  const caseOf = (row: number) => sampleResult(row).judgement.caseId;
  expect(seen.old).toEqual({ rows: [0, 1, 2], cases: [2, 0, 1].map(caseOf) });
  expect(seen.between).toEqual({ rows: [0, 1, 2, 3, 4], cases: [1, 4, 3].map(caseOf) });
  expect(seen.count).toBe(600);
  expect(seen.cases).toEqual(Array.from({ length: 600 }, (_, row) => caseOf(row)));
  expect(new Set(seen.cases).size).toBe(600);
  expect(seen.keys).toEqual([['run', 'a', 'tail', 500]]);
});

test('judgements that are texts, as versions up to 7 wrote them, are read and gone on with; damaged bytes are told', async ({
  openLab,
}) => {
  const page = await openLab();
  const seen = await page.evaluate(async () => {
    const { lab } = window;
    const database = lab.openDatabase();
    const store = lab.indexedDbRunStore(database.use);
    await store.create(lab.sampleRun('a'));
    await store.append('a', [lab.sampleResult(0), lab.sampleResult(1)]);
    const written = await store.judgements('a', [0, 1]);
    await lab.writeJudgementsAsTexts('a');
    await store.append('a', [lab.sampleResult(2, 0, '가')]);
    const again = lab.indexedDbRunStore(database.use);
    const read = await again.judgements('a', [0, 1, 2]);
    await lab.set(['run', 'a', 'judgements', 2], [Uint8Array.of(0x22, 0xff, 0x22)], database.use);
    const late = await lab.indexedDbRunStore(database.use).judgements('a', [1, 2]);
    return { written, read, late };
  });
  const whole = [sampleResult(0), sampleResult(1), sampleResult(2, 0, '가')].map(
    ({ judgement }) => judgement,
  );
  expect(seen.written).toEqual(whole.slice(0, 2));
  expect(seen.read).toEqual(whole);
  expect(seen.late).toEqual([whole[1], null]);
});

test('a judgement whose piece is gone is told as such, and those behind it are read all the same', async ({
  openLab,
}) => {
  const page = await openLab();
  const seen = await page.evaluate(async () => {
    const { lab } = window;
    const store = lab.indexedDbRunStore(lab.openDatabase().use);
    await store.create(lab.sampleRun('a'));
    for (let row = 0; row < 4; row += 1) await store.append('a', [lab.sampleResult(row)]);
    await lab.removeRaw(['run', 'a', 'judgements', 1]);
    const failures = [];
    for (let place = 0; place < 4; place += 1)
      failures.push(await lab.failureOf(() => store.judgement('a', place)));
    const together = await store.judgements('a', [0, 1, 2, 3]);
    return { failures, together: together.map((judgement) => judgement?.caseId ?? null) };
  });
  expect(seen).toEqual({
    failures: ['none', 'damaged', 'none', 'none'],
    together: ['case-0', null, 'case-2', 'case-3'],
  });
});

test('judgements that are read on, a few at a time, and their shared text are read from the database once', async ({
  openLab,
}) => {
  const page = await openLab();
  const seen = await page.evaluate(async () => {
    const { lab } = window;
    const { use } = lab.openDatabase();
    const writer = lab.indexedDbRunStore(use);
    await writer.create(lab.sampleRun('a'));
    await writer.append(
      'a',
      Array.from({ length: 100 }, (_, row) => lab.sampleResult(row)),
    );
    let transactions = 0;
    const reader = lab.indexedDbRunStore((mode, work) => {
      transactions += 1;
      return use(mode, work);
    });
    const cases: (string | undefined)[] = [];
    for (let from = 0; from < 100; from += 10) {
      const places = Array.from({ length: 10 }, (_, index) => from + index);
      for (const judgement of await reader.judgements('a', places)) cases.push(judgement?.caseId);
    }
    const text = (await reader.judgement('a', 99)).prompt?.shared;
    return { cases, transactions, text };
  });
  expect(seen).toEqual({
    cases: Array.from({ length: 100 }, (_, row) => sampleResult(row).judgement.caseId),
    transactions: 1,
    text: sampleResult(99).judgement.prompt?.shared,
  });
  expect(seen.text).toBeTruthy();
});

test('a tab that dies while it makes a run leaves nothing of it', async ({ openLab }) => {
  const [dying, other] = [await openLab(), await openLab()];
  const death = dying
    .evaluate(async () => {
      const { lab } = window;
      const store = lab.indexedDbRunStore(lab.openDatabase().use);
      const run = lab.sampleRun('a', 2000, 500);
      const endless = function* () {
        yield* run.cases;
        document.title = 'ready';
        // Cases go on for ever, so the run is being made when the tab is closed.
        for (;;) yield* run.cases;
      };
      await store.create({ ...run, cases: endless() });
      return 'made';
    })
    .catch(() => 'died');
  await dying.waitForFunction(() => document.title === 'ready');
  await dying.close();
  expect(await death).toBe('died');
  expect(
    await other.evaluate(async () => {
      const { lab } = window;
      const store = lab.indexedDbRunStore(lab.openDatabase().use);
      // It waits for the dying tab's transaction to end.
      await store.create(lab.sampleRun('b'));
      const { heads } = await store.heads();
      return {
        ids: heads.map(({ id }) => id),
        keys: (await lab.keys()).filter((key) => JSON.stringify(key).includes('"a"')),
      };
    }),
  ).toEqual({ ids: ['b'], keys: [] });
});

test('cases that break off leave nothing of their run', async ({ openLab }) => {
  const page = await openLab();
  const outcome = await page.evaluate(async () => {
    const { lab } = window;
    const store = lab.indexedDbRunStore(lab.openDatabase().use);
    const run = lab.sampleRun('a', 2000, 500);
    const breaking = function* () {
      yield* run.cases;
      throw new Error('the file ended');
    };
    const failure = await lab.failureOf(() => store.create({ ...run, cases: breaking() }));
    return { failure, keys: await lab.keys() };
  });
  expect(outcome).toEqual({ failure: 'Error: the file ended', keys: [] });
});

test('two tabs that append to one log lose and double nothing', async ({ openLab }) => {
  const tabs = [await openLab(), await openLab()];
  await tabs[0]?.evaluate(() =>
    window.lab.indexedDbRunStore(window.lab.openDatabase().use).create(window.lab.sampleRun('a')),
  );
  const places = await Promise.all(
    tabs.map((tab, number) =>
      tab.evaluate(async (sample) => {
        const { lab } = window;
        const store = lab.indexedDbRunStore(lab.openDatabase().use);
        const appends = Array.from({ length: 60 }, (_, turn) =>
          store.append(
            'a',
            Array.from({ length: 11 }, (_, n) => lab.sampleResult(turn * 11 + n, sample)),
          ),
        );
        return Promise.all(appends);
      }, number),
    ),
  );
  expect(places.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, n) => n * 11));
  const rows = await tabs[1]?.evaluate(async () => {
    const { lab } = window;
    const store = lab.indexedDbRunStore(lab.openDatabase().use);
    const entries = await lab.collect(store.entries('a'));
    const judgements = await store.judgements(
      'a',
      entries.map(({ place }) => place),
    );
    return entries.map(({ row, sample }, index) => [sample, row, judgements[index]?.caseId] as const);
  });
  for (const sample of [0, 1]) {
    expect(rows?.filter(([of]) => of === sample)).toEqual(
      Array.from({ length: 660 }, (_, row) => [sample, row, `case-${row}`]),
    );
  }
});

test('no space left: nothing is lost, it says so, and goes on once there is space', async ({
  openLab,
  context,
}) => {
  const page = await openLab();
  const devtools = await context.newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 5_000_000 });
  await page.evaluate(async () => {
    const { lab } = window;
    const store = lab.indexedDbRunStore(lab.openDatabase().use);
    await store.create(lab.sampleRun('a'));
    await store.append('a', [lab.sampleResult(0)]);
  });
  const outcome = await page.evaluate(async () => {
    const { lab } = window;
    const store = lab.indexedDbRunStore(lab.openDatabase().use);
    const padding = 'x'.repeat(20_000);
    const results = Array.from({ length: 600 }, (_, row) => lab.sampleResult(row + 1, 0, padding));
    const head = await store.head('a');
    return {
      append: await lab.failureOf(() =>
        store.append('a', results, head ? { ...head, milliseconds: 77 } : undefined),
      ),
      create: await lab.failureOf(() => store.create(lab.sampleRun('b', 100_000, 1000))),
      entries: (await lab.collect(store.entries('a'))).map(({ row }) => row),
      judgement: (await store.judgement('a', 0)).caseId,
      milliseconds: (await store.head('a'))?.milliseconds,
      heads: (await store.heads()).heads.map(({ id }) => id),
    };
  });
  expect(outcome).toEqual({
    append: 'quota',
    create: 'quota',
    entries: [0],
    judgement: 'case-0',
    milliseconds: 0,
    heads: ['a'],
  });
  await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  const after = await page.evaluate(async () => {
    const { lab } = window;
    const store = lab.indexedDbRunStore(lab.openDatabase().use);
    const place = await store.append('a', [lab.sampleResult(1)]);
    return { place, rows: (await lab.collect(store.entries('a'))).map(({ row }) => row) };
  });
  expect(after).toEqual({ place: 1, rows: [0, 1] });
});

test.describe('what is damaged is named and harms nothing else', () => {
  const cases: { what: string; key: (string | number)[]; value: unknown; broken: string[] }[] = [
    { what: 'a head', key: ['head', 'a'], value: { id: 'a' }, broken: ['head'] },
    { what: 'a rubric', key: ['run', 'a', 'rubric'], value: '{"prompt":3}', broken: ['rubric'] },
    { what: 'columns', key: ['run', 'a', 'sources'], value: '[{}]', broken: ['sources'] },
    { what: 'a piece of cases', key: ['run', 'a', 'cases', 0], value: '[{"case":{}}]', broken: ['cases'] },
    { what: 'digests that are no JSON', key: ['run', 'a', 'digests', 0], value: '[{', broken: ['entries'] },
    {
      what: 'digests of another shape',
      key: ['run', 'a', 'digests', 0],
      value: '[{"row":-1}]',
      broken: ['entries'],
    },
    { what: 'digests that are too few', key: ['run', 'a', 'digests', 500], value: '[]', broken: ['entries'] },
    {
      what: 'judgements',
      key: ['run', 'a', 'judgements', 0],
      value: ['{"caseId":1}'],
      broken: ['judgement'],
    },
    {
      what: 'the newest judgements',
      key: ['run', 'a', 'judgements', 1000],
      value: [{ judgement: 5 }],
      broken: ['late judgement'],
    },
    {
      what: 'a tail',
      key: ['run', 'a', 'tail', 1000],
      value: [{ entry: 5 }],
      broken: ['entries', 'append that seals'],
    },
    {
      what: 'a prompt',
      key: ['run', 'a', 'text', 0],
      value: 7,
      broken: ['judgement', 'late judgement', 'append that seals'],
    },
    {
      what: 'a log',
      key: ['run', 'a', 'log'],
      value: { count: -1 },
      broken: ['cases', 'entries', 'judgement', 'late judgement', 'size', 'append that seals'],
    },
  ];
  for (const { what, key, value, broken } of cases) {
    test(what, async ({ openLab }) => {
      const page = await openLab();
      const outcome = await page.evaluate(async (given) => {
        const { lab } = window;
        const store = lab.indexedDbRunStore(lab.openDatabase().use);
        for (const id of ['a', 'b']) {
          await store.create(lab.sampleRun(id));
          await store.append(
            id,
            Array.from({ length: 1003 }, (_, row) => lab.sampleResult(row)),
          );
        }
        await lab.putRaw(given);
        const probe = async (id: string) => {
          const acts: Record<string, () => Promise<unknown>> = {
            head: () => store.head(id),
            rubric: () => store.rubric(id),
            sources: () => store.sources(id),
            cases: () => lab.collect(store.cases(id)),
            entries: () => lab.collect(store.entries(id)),
            judgement: () => store.judgement(id, 0),
            'late judgement': () => store.judgement(id, 1001),
            size: () => store.size(id),
            'append that seals': () =>
              store.append(
                id,
                Array.from({ length: 500 }, (_, row) => lab.sampleResult(row)),
              ),
          };
          const failed: [string, string][] = [];
          for (const [name, act] of Object.entries(acts)) {
            const failure = await lab.failureOf(act);
            if (failure !== 'none') failed.push([name, failure]);
          }
          return failed;
        };
        const { heads, damaged } = await store.heads();
        const failed = { a: await probe('a'), b: await probe('b') };
        await store.remove('a');
        return { heads: heads.map(({ id }) => id).toSorted(), damaged, failed, left: await lab.keys() };
      }, JSON.stringify({ key, value }));
      const headBroken = broken.includes('head');
      expect(outcome.heads).toEqual(headBroken ? ['b'] : ['a', 'b']);
      expect(outcome.damaged).toEqual(headBroken ? ['a'] : []);
      expect(outcome.failed).toEqual({ a: broken.map((name) => [name, 'damaged']), b: [] });
      expect(JSON.stringify(outcome.left)).not.toContain('"a"');
    });
  }
});
