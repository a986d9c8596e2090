import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/kit/json';
import { exampleJudgeId, type RunResult } from '../../../../src/sheet/run-record';
import { openSheetFile, type OpenedSheetFile } from '../../../../src/export/sheet-file/open-sheet-file';
import {
  secretIn,
  SecretInSheet,
  sheetFileBlob,
  sheetFileText,
} from '../../../../src/export/sheet-file/write-sheet-file';
import { StorageFailure, type SheetStore } from '../../../../src/sheet/sheet-store';
import { memorySheetStore } from '../../../../src/sheet/store/memory-database';
import {
  anySheet,
  changedLine,
  contentOf,
  linesOf,
  membersOf,
  opening,
  packed,
  plainSheet,
  resultFor,
  runHead,
  sheetCase,
  sheetHead,
  storeWith,
  streamOf,
  textOf,
  versions,
  writing,
  type WholeSheet,
} from './stored-sheet';

const time = '2026-04-01T00:00:00.000Z';

function opened(outcome: OpenedSheetFile): Extract<OpenedSheetFile, { ok: true }> {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome;
}

async function openLines(lines: readonly string[], store = memorySheetStore(), change = {}) {
  return opened(await openSheetFile(store, streamOf(lines.join('\n')), opening(change)));
}

async function plainRun() {
  const sheet = await plainSheet();
  const [run] = sheet.runs;
  const [one, two] = sheet.cases;
  if (!run || !one || !two) throw new Error('Expected a run of two cases.');
  return { sheet, run, one, two };
}

/** The store with some of its functions replaced. */
function over(store: SheetStore, changes: Partial<SheetStore>): SheetStore {
  return new Proxy(store, {
    get(target, name): unknown {
      const own: unknown = Reflect.get(name in changes ? changes : target, name);
      if (typeof own !== 'function') return own;
      return (...given: unknown[]): unknown => Reflect.apply(own, target, given);
    },
  });
}

describe('a sheet file', () => {
  it('opens as a sheet that says the same, plain or packed, in pieces of any length', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySheet,
        fc.integer({ min: 1, max: 5000 }),
        fc.boolean(),
        async (make, piece, pack) => {
          const sheet = await make();
          const from = await storeWith(sheet);
          const text = await textOf(from);
          const store = memorySheetStore();
          const content = pack ? await packed(text) : text;
          const outcome = opened(await openSheetFile(store, streamOf(content, piece), opening()));
          expect(outcome).toMatchObject({ added: false, leftOut: 0, warnings: [] });
          expect(await contentOf(store, outcome.sheet.id)).toEqual(await contentOf(from, 'sheet-1'));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('has the text that all prompts of a run share once', async () => {
    const sheet = await plainSheet();
    const shared = sheet.runs[0]?.results[0]?.judgement.prompt?.shared ?? '';
    const text = (await linesOf(sheet)).join('\n');
    expect(shared.length).toBeGreaterThan(100);
    expect(text.split(JSON.stringify(shared).slice(1, -1)).length - 1).toBe(1);
  });

  it('gets new ids where its runs are here already, so that it can be opened twice, and nothing of it goes on', async () => {
    const { sheet, run } = await plainRun();
    const head = runHead(run.version, {
      state: 'paused',
      pause: { because: 'person', detail: '' },
      orders: [{ cells: [{ sample: 0, keys: [[0, 2]] }], since: 0 }],
      pinned: true,
    });
    const lines = await linesOf({
      ...sheet,
      head: { ...sheet.head, pinned: true },
      runs: [{ ...run, head }],
    });
    const store = await storeWith(sheet);
    const one = await openLines(lines, store);
    const ids = ['more-1', 'more-2'];
    const two = await openLines(lines, store, { newId: () => ids.shift() ?? 'none' });
    expect([one.sheet.id, one.runs, two.sheet.id, two.runs]).toEqual([
      'new-1',
      ['new-2'],
      'more-1',
      ['more-2'],
    ]);
    expect(one.sheet).toMatchObject({
      imported: time,
      changed: time,
      removed: null,
      pinned: false,
      focus: 'new-2',
    });
    expect(await store.run('new-2')).toMatchObject({
      sheet: 'new-1',
      state: 'cancelled',
      pause: null,
      orders: [],
      pinned: false,
      imported: time,
      removed: null,
    });
    expect((await store.list()).sheets).toHaveLength(3);
  });

  it('keeps the ids of runs that are not here, so that batch results find them', async () => {
    const { sheet, run } = await plainRun();
    const lines = await linesOf({ ...sheet, runs: [{ ...run, head: runHead(run.version) }] });
    const store = memorySheetStore();
    const one = await openLines(lines, store);
    expect([one.sheet.id, one.sheet.focus, one.runs]).toEqual(['new-1', 'run-1', ['run-1']]);
    expect(await store.run('run-1')).toMatchObject({ sheet: 'new-1', imported: time });
    await store.removeSheet('new-1');
    expect((await openLines(lines, store)).runs).toEqual(['run-1']);
  });

  it('gets a new id for a run that is being opened in another tab, or is here and cannot be read', async () => {
    const lines = await linesOf(await plainSheet());
    const locks = {
      claim: (id: string) => Promise.resolve(id === 'run-1' ? null : { release: () => Promise.resolve() }),
    };
    expect((await openLines(lines, memorySheetStore(), { locks })).runs).toEqual(['new-2']);
    const damaged = over(memorySheetStore(), {
      run: () => Promise.reject(new StorageFailure('damaged', 'no head')),
    });
    expect((await openLines(lines, damaged)).runs).toEqual(['new-2']);
  });

  it('counts what its judgements show, without outdated ones', async () => {
    const { sheet, run, one, two } = await plainRun();
    const results = [
      await resultFor(run.version, one, { score: 2 }),
      await resultFor(run.version, one, { score: 4, sample: 1 }),
      await resultFor(run.version, two, { score: 9, text: 'before' }),
    ];
    const store = memorySheetStore();
    const { runs } = await openLines(await linesOf({ ...sheet, runs: [{ ...run, results }] }), store);
    expect((await store.run(runs[0] ?? ''))?.counts).toMatchObject({
      done: 1,
      statuses: { valid: 1 },
      score: { mean: 6, count: 1 },
      tokens: { prompt: 30 },
    });
  });

  it('may have Windows line ends, a byte order mark and blank lines at its end', async () => {
    const lines = await linesOf(await plainSheet());
    await openLines([`\ufeff${lines.join('\r\n')}\r\n\n`]);
    await openLines(lines);
  });

  it('of one run has that run, its rubric and all cases', async () => {
    const { sheet, run: first } = await plainRun();
    const [, version] = versions;
    const head = runHead(version, { id: 'run-2' });
    const store = await storeWith({ ...sheet, runs: [first, { head, version, results: [] }] });
    const lines = (await textOf(store, { run: 'run-2' })).split('\n').filter((line) => line !== '');
    expect(lines).toHaveLength(1 + 1 + 3 + 1 + 1);
    const outcome = await openLines(lines);
    expect([outcome.runs.length, outcome.sheet.cases, outcome.sheet.focus]).toEqual([1, 3, null]);
    await expect(textOf(store, { run: 'none' })).rejects.toMatchObject({ kind: 'missing' });
  });

  it('has what the storage would not take, once', async () => {
    const { sheet, run, one } = await plainRun();
    const late = await resultFor(run.version, one, { score: 8, sample: 1 });
    const unwritten = (id: string): RunResult[] => (id === 'run-1' ? [...run.results.slice(1, 2), late] : []);
    const lines = (await textOf(await storeWith(sheet), { unwritten })).trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ end: { cases: 3, runs: 1, results: 4 } });
    await openLines(lines);
  });

  it('leaves out results that cannot be read, and counts them', async () => {
    const store = await storeWith(await plainSheet());
    const damaged = over(store, {
      judgements: async (run, places) =>
        (await store.judgements(run, places)).map((found, index) => (places[index] === 1 ? null : found)),
    });
    const { blob, unreadable } = await sheetFileBlob(damaged, sheetHead(), writing);
    expect(unreadable).toBe(1);
    const outcome = opened(await openSheetFile(memorySheetStore(), blob.stream(), opening()));
    expect(outcome.results).toBe(2);
  });
});

describe('hashes', () => {
  it('of a case that was changed in the file are named, and its results are outdated', async () => {
    const lines = await linesOf(await plainSheet());
    const edited = lines.with(
      3,
      changedLine(lines[3] ?? '', (one) => ({ ...one, case: { id: 'case 1', input: { text: 'edited' } } })),
    );
    const store = memorySheetStore();
    const { warnings, sheet } = await openLines(edited, store);
    expect(warnings).toEqual([{ kind: 'other-text', count: 1, cases: ['case 1'] }]);
    const [run] = (await contentOf(store, sheet.id)).runs;
    expect(run?.results.map(({ current }) => current)).toEqual([true, false, true]);
  });

  it('of a receipt that was changed are named, and its results stay', async () => {
    const lines = await linesOf(await plainSheet());
    const forged = lines.map((line, index) =>
      index < 8 || index > 9
        ? line
        : changedLine(line, (result) => {
            const judgement = membersOf(result['judgement']);
            return {
              ...result,
              judgement: { ...judgement, receipt: { ...membersOf(judgement['receipt']), model: 'better' } },
            };
          }),
    );
    const { warnings, results } = await openLines(forged);
    expect(warnings).toEqual([{ kind: 'receipt', count: 2, cases: ['case 1', 'case 2'] }]);
    expect(results).toBe(3);
  });

  it('an edit that a person made is no mismatch', async () => {
    const { sheet, run, one } = await plainRun();
    const results = [await resultFor(run.version, one, { score: 1, text: 'before' })];
    expect((await openLines(await linesOf({ ...sheet, runs: [{ ...run, results }] }))).warnings).toEqual([]);
  });
});

describe('added to an open sheet', () => {
  const here = (): WholeSheet => {
    // An outdated result is of revision 0 in the file, which says nothing of revision 0 here.
    const cases = ['three', 'one', 'one'].map((text, row) =>
      sheetCase(row + 5, text, { revision: Math.abs(row - 1) }),
    );
    return { head: sheetHead({ id: 'here' }), cases, runs: [] };
  };

  it('its runs go by case hash to the cases that are there; the others are left out', async () => {
    const store = await storeWith(here());
    const outcome = await openLines(await linesOf(await plainSheet()), store, { addTo: 'here' });
    expect(outcome).toMatchObject({ added: true, sheet: { id: 'here', cases: 3 }, results: 2, leftOut: 1 });
    const { runs } = await contentOf(store, 'here');
    expect(runs.map(({ results }) => results.map(({ caseKey, current }) => [caseKey, current]))).toEqual([
      [
        [6, true],
        [5, true],
      ],
    ]);
    expect(await store.run(outcome.runs[0] ?? '')).toMatchObject({
      removed: null,
      imported: time,
      sheet: 'here',
    });
    expect((await store.list()).sheets).toHaveLength(1);
  });

  it('what is outdated in the file is current where the text is here, and outdated where only the new one is', async () => {
    const { sheet, run, one, two } = await plainRun();
    const results = [
      await resultFor(run.version, two, { score: 3, text: 'three' }),
      await resultFor(run.version, one, { score: 3, text: 'gone' }),
    ];
    const store = await storeWith(here());
    await openLines(await linesOf({ ...sheet, runs: [{ ...run, results }] }), store, { addTo: 'here' });
    const { runs } = await contentOf(store, 'here');
    expect(runs[0]?.results.map(({ caseKey, current }) => [caseKey, current])).toEqual([
      [5, true],
      [6, false],
    ]);
  });

  it('runs of example replies that the sheet has already are left out', async () => {
    const { sheet, run } = await plainRun();
    const judge = { ...run.head.judge, id: exampleJudgeId, parameters: { set: 'first' } };
    const other = { ...judge, parameters: { set: 'second' } };
    const lines = await linesOf({ ...sheet, runs: [{ ...run, head: { ...run.head, judge } }] });
    const store = await storeWith(here());
    expect(await openLines(lines, store, { addTo: 'here' })).toMatchObject({ known: 0, runs: [run.head.id] });
    expect(await openLines(lines, store, { addTo: 'here' })).toMatchObject({
      known: 1,
      runs: [],
      results: 0,
    });
    const second = await linesOf({ ...sheet, runs: [{ ...run, head: { ...run.head, judge: other } }] });
    expect(await openLines(second, store, { addTo: 'here' })).toMatchObject({ known: 0, results: 2 });
  });

  it('is refused by a sheet of another rubric', async () => {
    const sheet = here();
    const store = await storeWith({
      ...sheet,
      head: { ...sheet.head, rubric: { id: 'other', title: 'Other' } },
    });
    const file = streamOf((await linesOf(await plainSheet())).join('\n'));
    expect(await openSheetFile(store, file, opening({ addTo: 'here' }))).toEqual({
      ok: false,
      problem: { kind: 'other-rubric', expected: 'Other', got: 'Small' },
    });
    expect(await store.runs('here')).toEqual([]);
  });

  it('leaves no run when the file is damaged at its end', async () => {
    const store = await storeWith(here());
    const file = streamOf((await linesOf(await plainSheet())).slice(0, -1).join('\n'));
    expect((await openSheetFile(store, file, opening({ addTo: 'here' }))).ok).toBe(false);
    expect(await store.runs('here')).toEqual([]);
  });
});

describe('while a sheet is opened', () => {
  /** More results than are stored at once. */
  async function longLines(): Promise<string[]> {
    const { sheet, run } = await plainRun();
    const results = Array.from({ length: 400 }, () => run.results).flat();
    return linesOf({ ...sheet, runs: [{ ...run, results }] });
  }

  it('no list shows it before its last line was read', async () => {
    const store = memorySheetStore();
    const seen = new Set<string | null | undefined>();
    const maybeYield = async () => void seen.add((await store.sheet('new-1'))?.removed);
    const { sheet } = await openLines(await longLines(), store, { maybeYield });
    expect([...seen]).toEqual([undefined, time]);
    expect(sheet.removed).toBeNull();
  });

  it.each(['createSheet', 'createRun', 'append', 'changeRun', 'changeSheet'] as const)(
    'a store that fails at %s keeps nothing of it',
    async (name) => {
      const store = memorySheetStore();
      const failing = over(store, { [name]: () => Promise.reject(new StorageFailure('quota', 'full')) });
      const file = streamOf((await longLines()).join('\n'));
      await expect(openSheetFile(failing, file, opening())).rejects.toMatchObject({ kind: 'quota' });
      expect(await store.list()).toEqual({ sheets: [], runs: [], damaged: [] });
    },
  );

  it('cancelling takes it back, and releases what was claimed', async () => {
    const store = memorySheetStore();
    const stop = new AbortController();
    const claimed = new Set<string>();
    const locks = {
      claim: (id: string) => {
        claimed.add(id);
        return Promise.resolve({ release: () => Promise.resolve(void claimed.delete(id)) });
      },
    };
    let yields = 0;
    const maybeYield = () => {
      yields += 1;
      if (yields === 800) {
        expect([...claimed]).toEqual(['new-1', 'run-1']);
        stop.abort(new Error('enough'));
      }
      return null;
    };
    const file = streamOf((await longLines()).join('\n'));
    const options = opening({ maybeYield, signal: stop.signal, locks });
    await expect(openSheetFile(store, file, options)).rejects.toThrow('enough');
    expect([(await store.list()).sheets, claimed.size]).toEqual([[], 0]);
  });
});

const marker = 'marker-of-a-key-4711';

describe('keys are never written', () => {
  it.each<[string, Record<string, Json>]>([
    ['Authorization', { Authorization: `Bearer ${marker}` }],
    ['apiKey', { apiKey: marker }],
    ['x-api-key', { 'x-api-key': marker }],
    ['openai_api_key', { openai_api_key: marker }],
    ['token', { token: marker }],
    ['access_token', { access_token: marker }],
    ['client_secret', { client_secret: marker }],
    ['password', { password: 4711 }],
    ['inside headers', { headers: { 'api-key': marker } }],
    ['inside a list', { headers: [{ name: 'x', key: marker }] }],
    ['as a value', { extra: `Bearer ${marker}` }],
    ['inside an address', { baseUrl: `https://me:${marker}@example.org/v1` }],
    ['as a mapping', { credentials: { user: 'me', pass: marker } }],
  ])('%s', async (_, parameters) => {
    expect(secretIn(parameters)).not.toBeNull();
    const sheet = await plainSheet();
    const [run] = sheet.runs;
    const [first, second, third] = run?.results ?? [];
    if (!run || !first || !second || !third) throw new Error('Expected results.');
    const receipt = { ...second.judgement.receipt, parameters };
    const attempts = second.judgement.attempts.map(({ reply }) => ({ reply: { ...reply, parameters } }));
    const inReceipt = { ...second, judgement: { ...second.judgement, receipt } };
    const inReply = { ...second, judgement: { ...second.judgement, attempts } };
    const heads = { ...run, head: { ...run.head, judge: { ...run.head.judge, parameters } } };
    for (const { run: one, unwritten } of [
      { run: heads, unwritten: [] },
      { run: { ...run, results: [first, inReceipt, third] }, unwritten: [] },
      { run: { ...run, results: [first, inReply, third] }, unwritten: [] },
      { run, unwritten: [{ ...inReceipt, milliseconds: 77 }] },
    ]) {
      const store = await storeWith({ ...sheet, runs: [one] });
      const options = { ...writing, unwritten: () => unwritten };
      let written = '';
      const write = async () => {
        for await (const piece of sheetFileText(store, sheet.head, options)) written += piece;
      };
      await expect(write()).rejects.toBeInstanceOf(SecretInSheet);
      expect(written).not.toContain(marker);
      await expect(sheetFileBlob(store, sheet.head, options)).rejects.toBeInstanceOf(SecretInSheet);
    }
  });

  it.each<[string, Record<string, Json>]>([
    [
      'plain settings',
      { temperature: 0, max_tokens: 100, max_completion_tokens: 5, top_k: 1, seed: 3, stop: ['x'] },
    ],
    ['an address', { baseUrl: 'https://example.org:8080/v1/chat@2' }],
    [
      'a schema with such a field',
      { response_format: { json_schema: { schema: { properties: { password: { type: 'string' } } } } } },
    ],
    ['nothing where a key could stand', { authorization: null }],
    ['keywords', { keywords: 'a', tokenizer: 'b', keyboard: 'c' }],
  ])('%s may stand there', (_, parameters) => {
    expect(secretIn(parameters)).toBeNull();
  });
});
