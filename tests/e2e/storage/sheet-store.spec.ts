import { sampleResult } from '../../unit/sheet/store/sample-sheet';
import { sheetStoreContract } from '../../unit/sheet/store/sheet-store-contract';
import { expect, test } from './lab-test';

test.describe('the sheet store in IndexedDB', () => {
  for (const name of Object.keys(sheetStoreContract)) {
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
    const store = lab.openStore();
    await lab.createRun(store);
    const results = lab.results(0, 1010);
    await store.append('a', results.slice(0, 1));
    await store.append('a', results.slice(1, 3));
    await store.append('a', results.slice(3, 1008));
    await store.append('a', results.slice(1008));
    return lab.keys();
  });
  expect(keys).toEqual([
    'sheets:s',
    'caseIndex:s/0',
    'caseTexts:s/0',
    'runs:a',
    'logs:a',
    ...[0, 500, 1000, 1008].map((first) => `entries:a/${first}`),
    ...[0, 1, 3, 503, 1003, 1008].map((first) => `judgements:a/${first}`),
    'texts:a/0',
    `rubrics:${'a'.repeat(64)}`,
  ]);
});

test('cases lie in pieces of 500 or a megabyte, and the last piece is filled up', async ({ openLab }) => {
  const page = await openLab();
  const keys = await page.evaluate(async () => {
    const { lab } = window;
    const store = lab.openStore();
    await store.createSheet(lab.sampleSheet('s', 700, 70));
    await store.addCases('s', [Array.from({ length: 350 }, (_, n) => lab.sampleNewCase(n))], null);
    const long = { case: { id: 'long', input: { text: 'x'.repeat(600_000) } }, cells: null };
    await store.createSheet(lab.sampleSheet('t', 1));
    await store.addCases('t', [[long, long, long]], null);
    return lab.keys();
  });
  expect(keys.filter((key) => key.startsWith('caseTexts'))).toEqual([
    'caseTexts:s/0',
    'caseTexts:s/500',
    'caseTexts:s/1000',
    'caseTexts:t/0',
    'caseTexts:t/3',
  ]);
  expect(keys.filter((key) => key.startsWith('caseIndex')).length).toBe(5);
});

test('a judgement whose piece is gone is told as such, and those behind it are read all the same', async ({
  openLab,
}) => {
  const page = await openLab();
  const seen = await page.evaluate(async () => {
    const { lab } = window;
    const store = lab.openStore();
    await lab.createRun(store);
    for (let key = 0; key < 4; key += 1) await store.append('a', [lab.sampleResult(key)]);
    await lab.putRaw('judgements', ['a', 1], undefined);
    await lab.putRaw('judgements', ['a', 3], [Uint8Array.of(0x22, 0xff, 0x22)]);
    const failures = [];
    for (let place = 0; place < 4; place += 1)
      failures.push(await lab.failureOf(() => store.judgement('a', place)));
    const together = await store.judgements('a', [0, 1, 2, 3]);
    return { failures, together: together.map((judgement) => judgement?.caseId ?? null) };
  });
  expect(seen).toEqual({
    failures: ['none', 'damaged', 'none', 'damaged'],
    together: ['case-0', null, 'case-2', null],
  });
});

test('judgements that are read on, a few at a time, and their shared text are read from the database once', async ({
  openLab,
}) => {
  const page = await openLab();
  const seen = await page.evaluate(async () => {
    const { lab } = window;
    const database = lab.openDatabase();
    const writer = lab.indexedDbSheetStore(database);
    await lab.createRun(writer);
    await writer.append('a', lab.results(0, 100));
    let transactions = 0;
    const reader = lab.indexedDbSheetStore({
      read: (stores, work) => {
        transactions += 1;
        return database.read(stores, work);
      },
      write: (stores, work) => database.write(stores, work),
      listen: (listener) => database.listen(listener),
      close: () => database.close(),
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
    cases: Array.from({ length: 100 }, (_, key) => sampleResult(key).judgement.caseId),
    transactions: 1,
    text: sampleResult(99).judgement.prompt?.shared,
  });
  expect(seen.text).toBeTruthy();
});

test('a tab that dies while it makes a sheet leaves nothing of it', async ({ openLab }) => {
  const [dying, other] = [await openLab(), await openLab()];
  const death = dying
    .evaluate(async () => {
      const { lab } = window;
      const endless = function* () {
        // Cases go on for ever, so the sheet is being made when the tab is closed.
        for (let key = 0; ; key += 500) {
          if (key === 2000) document.title = 'ready';
          yield Array.from({ length: 500 }, (_, n) => lab.sampleCase(key + n));
        }
      };
      await lab.openStore().createSheet({ ...lab.sampleSheet('s'), cases: endless() });
      return 'made';
    })
    .catch(() => 'died');
  await dying.waitForFunction(() => document.title === 'ready');
  await dying.close();
  expect(await death).toBe('died');
  expect(
    await other.evaluate(async () => {
      const { lab } = window;
      // It waits for the dying tab's transaction to end.
      await lab.openStore().createSheet(lab.sampleSheet('t'));
      return lab.keys();
    }),
  ).toEqual(['sheets:t', 'caseIndex:t/0', 'caseTexts:t/0']);
});

test('a sheet whose cases break off, and one that is removed, leave nothing behind', async ({ openLab }) => {
  const page = await openLab();
  const outcome = await page.evaluate(async () => {
    const { lab } = window;
    const store = lab.openStore();
    const sheet = lab.sampleSheet('s', 2000, 500);
    const breaking = function* () {
      yield* sheet.cases;
      throw new Error('the file ended');
    };
    const failure = await lab.failureOf(() => store.createSheet({ ...sheet, cases: breaking() }));
    const broken = await lab.keys();
    await store.createSheet(sheet);
    await lab.createRun(store);
    await store.append('a', lab.results(0, 1200));
    await store.removeSheet('s');
    return { failure, broken, removed: await lab.keys() };
  });
  expect(outcome).toEqual({
    failure: 'Error: the file ended',
    broken: [],
    removed: [`rubrics:${'a'.repeat(64)}`],
  });
});

test('two tabs that append to one log lose and double nothing', async ({ openLab }) => {
  const tabs = [await openLab(), await openLab()];
  await tabs[0]?.evaluate(() => window.lab.createRun(window.lab.openStore()));
  const places = await Promise.all(
    tabs.map((tab, number) =>
      tab.evaluate(async (sample) => {
        const { lab } = window;
        const store = lab.openStore();
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
  const cells = await tabs[1]?.evaluate(async () => {
    const { lab } = window;
    const store = lab.openStore();
    const entries = await lab.collect(store.entries('a'));
    const judgements = await store.judgements(
      'a',
      entries.map(({ place }) => place),
    );
    return entries.map(({ caseKey, sample }, index) => [sample, caseKey, judgements[index]?.caseId] as const);
  });
  for (const sample of [0, 1]) {
    expect(cells?.filter(([of]) => of === sample)).toEqual(
      Array.from({ length: 660 }, (_, key) => [sample, key, `case-${key}`]),
    );
  }
});

test('of two tabs that edit one case, the later is refused with what is stored', async ({ openLab }) => {
  const [first, second] = [await openLab(), await openLab()];
  const edit = (text: string) => ({ key: 1, revision: 0, case: { id: 'case-1', input: { text } } });
  await first.evaluate(async (change) => {
    const store = window.lab.openStore();
    await store.createSheet(window.lab.sampleSheet('s'));
    await store.changeCases('s', [change], null);
  }, edit('first'));
  const { cases, refused } = await second.evaluate(
    (change) => window.lab.openStore().changeCases('s', [change], null),
    edit('second'),
  );
  expect(cases).toEqual([]);
  expect(refused.map(({ case: { input }, revision }) => [input.text, revision])).toEqual([['first', 1]]);
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
    const store = lab.openStore();
    await lab.createRun(store);
    await store.append('a', [lab.sampleResult(0)]);
  });
  const outcome = await page.evaluate(async () => {
    const { lab } = window;
    const store = lab.openStore();
    const unhandled: string[] = [];
    window.addEventListener('unhandledrejection', ({ reason }) => unhandled.push(String(reason)));
    const padding = 'x'.repeat(20_000);
    const results = Array.from({ length: 600 }, (_, key) => lab.sampleResult(key + 1, 0, padding));
    const head = await store.run('a');
    const many = Array.from({ length: 100_000 }, (_, n) => lab.sampleNewCase(n));
    const before = await lab.keys();
    return {
      append: await lab.failureOf(() =>
        store.append('a', results, head ? { ...head, milliseconds: 77 } : undefined),
      ),
      create: await lab.failureOf(() => store.createSheet(lab.sampleSheet('t', 100_000, 1000))),
      add: await lab.failureOf(() => store.addCases('s', [many, many], null)),
      entries: (await lab.collect(store.entries('a'))).map(({ caseKey }) => caseKey),
      judgement: (await store.judgement('a', 0)).caseId,
      milliseconds: (await store.run('a'))?.milliseconds,
      cases: (await store.sheet('s'))?.cases,
      sameKeys: JSON.stringify(before) === JSON.stringify(await lab.keys()),
      unhandled,
    };
  });
  expect(outcome).toEqual({
    append: 'quota',
    create: 'quota',
    add: 'quota',
    entries: [0],
    judgement: 'case-0',
    milliseconds: 0,
    cases: 3,
    sameKeys: true,
    unhandled: [],
  });
  await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  const after = await page.evaluate(async () => {
    const { lab } = window;
    const store = lab.openStore();
    const place = await store.append('a', [lab.sampleResult(1)]);
    return { place, keys: (await lab.collect(store.entries('a'))).map(({ caseKey }) => caseKey) };
  });
  expect(after).toEqual({ place: 1, keys: [0, 1] });
});

test.describe('what is damaged is named and harms nothing else', () => {
  const rubric = 'a'.repeat(64);
  const ofLog = ['entries', 'judgement', 'late judgement', 'append that seals', 'size'];
  const cases: {
    what: string;
    at: [Parameters<typeof window.lab.putRaw>[0], string | [string, number]];
    value: unknown;
    broken: string[];
    listed?: { kind: string; id: string };
  }[] = [
    {
      what: 'the head of a sheet',
      at: ['sheets', 's'],
      value: { head: { id: 's' } },
      broken: ['sheet', 'change of a case', 'size'],
      listed: { kind: 'sheet', id: 's' },
    },
    {
      what: 'the head of a run',
      at: ['runs', 'a-s'],
      value: { sheet: 's', head: { id: 'a' } },
      broken: ['run'],
      listed: { kind: 'run', id: 'a-s' },
    },
    {
      what: 'names of cases',
      at: ['caseIndex', ['s', 0]],
      value: '[{"key":-1}]',
      broken: ['names', 'cases', 'change of a case'],
    },
    {
      what: 'texts of cases',
      at: ['caseTexts', ['s', 0]],
      value: '[{"input":{}}]',
      broken: ['cases', 'change of a case'],
    },
    {
      what: 'texts of cases that are gone',
      at: ['caseTexts', ['s', 0]],
      value: '[]',
      broken: ['cases', 'change of a case'],
    },
    { what: 'entries that are no JSON', at: ['entries', ['a-s', 0]], value: '[{', broken: ['entries'] },
    {
      what: 'entries of another shape',
      at: ['entries', ['a-s', 0]],
      value: '[{"caseKey":-1}]',
      broken: ['entries'],
    },
    { what: 'entries that are too few', at: ['entries', ['a-s', 500]], value: '[]', broken: ['entries'] },
    { what: 'a tail', at: ['entries', ['a-s', 1000]], value: [{}], broken: ['entries', 'append that seals'] },
    { what: 'judgements', at: ['judgements', ['a-s', 0]], value: ['{}'], broken: ['judgement'] },
    {
      what: 'the newest judgements',
      at: ['judgements', ['a-s', 1000]],
      value: [5],
      broken: ['late judgement'],
    },
    {
      what: 'a prompt',
      at: ['texts', ['a-s', 0]],
      value: 7,
      broken: ['judgement', 'late judgement', 'append that seals'],
    },
    { what: 'a log', at: ['logs', 'a-s'], value: { count: -1 }, broken: ofLog },
  ];
  for (const { what, at, value, broken, listed } of cases) {
    test(what, async ({ openLab }) => {
      const page = await openLab();
      const outcome = await page.evaluate(
        async ([store, key, given]) => {
          const { lab } = window;
          const writer = lab.openStore();
          for (const sheet of ['s', 't']) {
            await writer.createSheet(lab.sampleSheet(sheet, 700, 100));
            await lab.createRun(writer, `a-${sheet}`, sheet);
            await writer.append(`a-${sheet}`, lab.results(0, 1003));
          }
          await lab.putRaw(store, key, given);
          const reader = lab.openStore();
          const probe = async (sheet: string) => {
            const run = `a-${sheet}`;
            const change = { key: 1, revision: 0, case: { id: 'case-1', input: {} } };
            const acts: Record<string, () => Promise<unknown>> = {
              sheet: () => reader.sheet(sheet),
              run: () => reader.run(run),
              names: () => lab.collect(reader.caseNames(sheet)),
              cases: () => lab.collect(reader.cases(sheet)),
              'late case': () => reader.caseAt(sheet, 600),
              'change of a case': () => reader.changeCases(sheet, [change], null),
              entries: () => lab.collect(reader.entries(run)),
              judgement: () => reader.judgement(run, 0),
              'late judgement': () => reader.judgement(run, 1001),
              'append that seals': () => reader.append(run, lab.results(0, 500)),
              size: () => reader.size(sheet),
            };
            const failed: [string, string][] = [];
            for (const [name, act] of Object.entries(acts)) {
              const failure = await lab.failureOf(act);
              if (failure !== 'none') failed.push([name, failure]);
            }
            return failed;
          };
          const { sheets, runs, damaged } = await reader.list();
          const failed = { s: await probe('s'), t: await probe('t') };
          await reader.removeSheet('s');
          return { heads: sheets.length + runs.length, damaged, failed, left: await lab.keys() };
        },
        [...at, value] as const,
      );
      expect(outcome.heads).toBe(listed ? 3 : 4);
      expect(outcome.damaged).toEqual(listed ? [listed] : []);
      expect(outcome.failed).toEqual({ s: broken.map((name) => [name, 'damaged']), t: [] });
      expect(outcome.left.filter((key) => /:(a-)?s\b/.test(key))).toEqual([]);
    });
  }

  test('a rubric', async ({ openLab }) => {
    const page = await openLab();
    const failures = await page.evaluate(async (hash) => {
      const { lab } = window;
      const store = lab.openStore();
      await lab.createRun(store);
      await lab.putRaw('rubrics', hash, '{"prompt":3}');
      return [await lab.failureOf(() => store.rubric(hash)), await lab.failureOf(() => store.run('a'))];
    }, rubric);
    expect(failures).toEqual(['damaged', 'none']);
  });

  test('a log, which purging passes by', async ({ openLab }) => {
    const page = await openLab();
    const places = await page.evaluate(async () => {
      const { lab } = window;
      const store = lab.openStore();
      for (const run of ['a', 'b', 'c']) {
        await lab.createRun(store, run);
        await store.append(run, lab.results(0, 3));
      }
      await lab.putRaw('logs', 'a', { count: -1 });
      await lab.putRaw('entries', ['b', 0], [5]);
      await store.hideCases('s', [1], true);
      await store.purgeHidden('s');
      return (await lab.collect(store.entries('c'))).map(({ place }) => place);
    });
    expect(places).toEqual([0, 2]);
  });
});
