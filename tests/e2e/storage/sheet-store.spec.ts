import { expect, test } from './lab-test';

test('keeps the contract of a sheet store', async ({ openLab }) => {
  const page = await openLab();
  expect(await page.evaluate(() => window.lab.checkContract())).toEqual([]);
});

test('cases and entries lie in pieces of 500 or a megabyte; judgements stay where they were put', async ({
  openLab,
}) => {
  const page = await openLab();
  const keys = await page.evaluate(async () => {
    const { lab } = window;
    const store = lab.openStore();
    await store.createSheet(lab.sampleSheet('s', 700, 70));
    await store.addCases(
      's',
      Array.from({ length: 350 }, (_, n) => lab.sampleNewCase(n)),
      null,
    );
    const long = { case: { id: 'long', input: { text: 'x'.repeat(600_000) } }, cells: null };
    await store.createSheet(lab.sampleSheet('t', 1));
    await store.addCases('t', [long, long, long], null);
    await lab.createRun(store);
    const results = lab.results(0, 1010);
    await store.append('a', results.slice(0, 1));
    await store.append('a', results.slice(1, 3));
    await store.append('a', results.slice(3, 1008));
    await store.append('a', results.slice(1008));
    return lab.keys();
  });
  const pieces = ['s/0', 's/500', 's/1000', 't/0', 't/3'];
  expect(keys).toEqual([
    ...['sheets:s', 'sheets:t'],
    ...pieces.map((piece) => `caseIndex:${piece}`),
    ...pieces.map((piece) => `caseTexts:${piece}`),
    ...['runs:a', 'logs:a'],
    ...[0, 500, 1000, 1008].map((first) => `entries:a/${first}`),
    ...[0, 1, 3, 503, 1003, 1008].map((first) => `judgements:a/${first}`),
    ...['texts:a/0', `rubrics:${'a'.repeat(64)}`],
  ]);
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
      add: await lab.failureOf(() => store.addCases('s', [...many, ...many], null)),
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

/** What is damaged, and which acts say so. The other sheet has no harm. */
const sheetActs = ['sheet', 'change of a case'];
const textActs = ['cases', 'change of a case'];
const logActs = ['entries', 'judgement', 'late judgement', 'append that seals'];
const promptActs = ['judgement', 'late judgement', 'append that seals'];
const damages: [Parameters<typeof window.lab.putRaw>, string[]][] = [
  [['sheets', 's', { head: { id: 's' } }], sheetActs],
  [['runs', 'a-s', { sheet: 's', head: { id: 'a' } }], ['run']],
  [
    ['caseIndex', ['s', 0], '[{"key":-1}]'],
    ['names', ...textActs],
  ],
  [['caseTexts', ['s', 0], '[{"input":{}}]'], textActs],
  [['caseTexts', ['s', 0], '[]'], textActs],
  [['entries', ['a-s', 0], '[{'], ['entries']],
  [['entries', ['a-s', 0], '[{"caseKey":-1}]'], ['entries']],
  [['entries', ['a-s', 500], '[]'], ['entries']],
  [
    ['entries', ['a-s', 1000], [{}]],
    ['entries', 'append that seals'],
  ],
  [['judgements', ['a-s', 0], ['{}']], ['judgement']],
  [['judgements', ['a-s', 1000], [5]], ['late judgement']],
  [['texts', ['a-s', 0], 7], promptActs],
  [['logs', 'a-s', { count: -1 }], logActs],
  [['rubrics', 'a'.repeat(64), '{"prompt":3}'], ['rubric']],
];

test('what is damaged is named, harms nothing else, and can be removed', async ({ openLab }) => {
  const page = await openLab();
  for (const [damage, broken] of damages)
    await test.step(JSON.stringify(damage), async () => {
      const outcome = await page.evaluate(async (raw) => {
        const { lab } = window;
        await lab.clear();
        const writer = lab.openStore();
        for (const sheet of ['s', 't']) {
          await writer.createSheet(lab.sampleSheet(sheet, 700, 100));
          await lab.createRun(writer, `a-${sheet}`, sheet);
          await writer.append(`a-${sheet}`, lab.results(0, 1003));
        }
        await lab.putRaw(...raw);
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
            // Both sheets have the same one.
            ...(sheet === 's' ? { rubric: () => reader.rubric('a'.repeat(64)) } : {}),
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
        return {
          heads: sheets.length + runs.length + damaged.length,
          damaged,
          failed,
          left: await lab.keys(),
        };
      }, damage);
      const [store, id] = damage;
      const kind = new Map<string, string>([
        ['sheets', 'sheet'],
        ['runs', 'run'],
      ]).get(store);
      expect(outcome.heads).toBe(4);
      expect(outcome.damaged).toEqual(kind ? [{ kind, id }] : []);
      expect(outcome.failed).toEqual({ s: broken.map((name) => [name, 'damaged']), t: [] });
      expect(outcome.left.filter((key) => /:(a-)?s\b/.test(key))).toEqual([]);
    });
});

test('purging passes by a damaged log', async ({ openLab }) => {
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
