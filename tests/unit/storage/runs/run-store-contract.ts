import fc from 'fast-check';
import { canonicalJson } from '../../../../src/core/receipt/canonical-json';
import type { RunEntry, RunResult } from '../../../../src/core/model/run';
import { StorageFailure, type RunStore } from '../../../../src/storage/runs/run-store';
import { sampleCase, sampleHead, sampleResult, sampleRun, sharedPrompt } from './sample-run';

/** An empty store, and the same one as a later visit finds it. */
export interface Lab {
  store: RunStore;
  reopen: () => RunStore;
}

/**
 * What every run store does, wherever it keeps things. Checks run in Node and inside a page alike, so they bring their own
 * way to fail: they throw.
 */
export const runStoreContract: Readonly<Record<string, (makeLab: () => Promise<Lab>) => Promise<void>>> = {
  async 'gives back what a run was made of'(makeLab) {
    const { store, reopen } = await makeLab();
    const run = sampleRun('a', 1203, 7);
    await store.create(run);
    for (const reader of [store, reopen()]) {
      expectSame(await reader.head('a'), run.head);
      expectSame(await reader.rubric('a'), run.rubric);
      expectSame(await reader.sources('a'), run.sources);
      const cases = await collect(reader.cases('a'));
      expectSame(
        cases,
        Array.from({ length: 1203 }, (_, row) => sampleCase(row)),
      );
      for (const row of [0, 499, 500, 1202]) expectSame(await reader.caseAt('a', row), sampleCase(row));
      for (const row of [-1, 1203]) await expectFailure('missing', () => reader.caseAt('a', row));
    }
  },

  async 'reads all judgements but one that is damaged, and says so of that one'(makeLab) {
    const { store, reopen } = await makeLab();
    await store.create(sampleRun('a', 3, 1));
    const spoilt = sampleResult(1);
    spoilt.judgement.receipt.tokens.prompt = 0.5;
    await store.append('a', [sampleResult(0), spoilt, sampleResult(2)]);
    for (const reader of [store, reopen()]) {
      const read = await reader.judgements('a', [2, 1, 0]);
      expectSame(
        read.map((judgement) => judgement && judgement.caseId),
        ['case-2', null, 'case-0'],
      );
      await expectFailure('damaged', () => reader.judgement('a', 1));
      expectSame((await reader.judgement('a', 2)).caseId, 'case-2');
      await expectFailure('missing', () => reader.judgements('a', [3]));
    }
  },

  async 'reads of judgements what weighing takes, whatever else of them is damaged'(makeLab) {
    const { store, reopen } = await makeLab();
    await store.create(sampleRun('a', 3, 1));
    const talk = sampleResult(1);
    talk.judgement.receipt.tokens.prompt = 0.5;
    const spoilt = sampleResult(2);
    spoilt.judgement.fields = [{ path: 'score', by: 'model', known: { kind: 'undecided' }, expected: NaN }];
    await store.append('a', [sampleResult(0), talk, spoilt]);
    for (const reader of [store, reopen()]) {
      const read = await reader.weighables('a', [2, 1, 0, 1]);
      expectSame(
        read.map((judgement) => judgement && judgement.receipt),
        [null, talk, sampleResult(0), talk].map((result) => {
          const { id, prompt, mode } = result?.judgement.receipt ?? {};
          return result && { id, prompt, mode };
        }),
      );
      await expectFailure('missing', () => reader.weighables('a', [3]));
    }
  },

  async 'lists runs, newest first'(makeLab) {
    const { store, reopen } = await makeLab();
    for (const [id, created] of [
      ['b', '2026-03-02T10:00:00.000Z'],
      ['c', '2026-03-03T10:00:00.000Z'],
      ['a', '2026-03-01T10:00:00.000Z'],
    ] as const)
      await store.create(sampleRun(id, 3, 2, { created }));
    const { heads, damaged } = await reopen().heads();
    expectSame(
      heads.map(({ id }) => id),
      ['c', 'b', 'a'],
    );
    expectSame(damaged, []);
  },

  async 'knows nothing of a run that is not there'(makeLab) {
    const { store } = await makeLab();
    expectSame(await store.head('x'), null);
    expectSame(await store.changeHead('x', (head) => head), null);
    await expectFailure('missing', () => store.rubric('x'));
    await expectFailure('missing', () => store.sources('x'));
    await expectFailure('missing', () => collect(store.cases('x')));
    await expectFailure('missing', () => store.caseAt('x', 0));
    await expectFailure('missing', () => collect(store.entries('x')));
    await expectFailure('missing', () => store.judgement('x', 0));
    await expectFailure('missing', () => store.append('x', [sampleResult(0)]));
    await expectFailure('missing', () => store.size('x'));
    await store.remove('x');
    expectSame(await store.heads(), { heads: [], damaged: [] });
  },

  async 'makes all of a run or nothing'(makeLab) {
    const { store, reopen } = await makeLab();
    const run = sampleRun('a', 900, 100);
    const breaking = function* () {
      yield* run.cases;
      throw new Error('the file ended');
    };
    await expectRejection('the file ended', () => store.create({ ...run, cases: breaking() }));
    await expectRejection('Expected 901 cases', () =>
      store.create({ ...run, head: { ...run.head, cases: 901 } }),
    );
    expectSame(await reopen().heads(), { heads: [], damaged: [] });
    await expectFailure('missing', () => collect(store.cases('a')));
    await store.create(run);
    await expectRejection('stored already', () => store.create(run));
    expectSame((await collect(store.cases('a'))).length, 900);
  },

  async 'changes a head, and never loses what the person chose to a running run'(makeLab) {
    const { store, reopen } = await makeLab();
    const run = sampleRun('a');
    await store.create(run);
    const renamed = await store.changeHead('a', (head) => ({
      ...head,
      title: 'Mine',
      note: 'n',
      pinned: true,
    }));
    expectSame(renamed?.title, 'Mine');
    await store.append('a', [sampleResult(0)], { ...run.head, milliseconds: 500, state: 'paused' });
    const expected = { title: 'Mine', note: 'n', pinned: true, milliseconds: 500, state: 'paused' } as const;
    expectSame(await reopen().head('a'), sampleHead('a', expected));
    await expectRejection('', () => store.append('a', [unstorable()], { ...run.head, milliseconds: 900 }));
    await expectRejection('no', () =>
      store.changeHead('a', () => {
        throw new Error('no');
      }),
    );
    expectSame(await store.head('a'), sampleHead('a', expected));
  },

  async 'keeps the log through appends of any size that overlap, and reopening'(makeLab) {
    const sizes = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 40 }) },
      { weight: 2, arbitrary: fc.integer({ min: 480, max: 520 }) },
      { weight: 1, arbitrary: fc.integer({ min: 521, max: 1100 }) },
    );
    const steps = fc.array(
      fc.record({ size: sizes, wait: fc.boolean(), reopen: fc.boolean(), fails: fc.boolean() }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(1500), async (plan, from) => {
        const lab = await makeLab();
        await lab.store.create(sampleRun('a'));
        let { store } = lab;
        const log: RunResult[] = [];
        const open: Promise<void>[] = [];
        for (const { size, wait, reopen, fails } of plan) {
          const first = log.length;
          const results = Array.from({ length: size }, (_, n) => sampleResult(first + n));
          if (fails) open.push(expectRejection('', () => store.append('a', [...results, unstorable()])));
          open.push(store.append('a', results).then((place) => expectSame(place, first)));
          log.push(...results);
          if (wait) await Promise.all(open);
          if (reopen) store = lab.reopen();
        }
        await Promise.all(open);
        for (const reader of [store, lab.reopen()]) {
          expectSame(await collect(reader.entries('a')), log.map(entryOf));
          expectSame(
            (await collect(reader.entries('a', from))).map(({ place }) => place),
            [...log.keys()].slice(from),
          );
          const places = log.flatMap((_, place) => (place % 97 === 0 || place % 500 > 497 ? [place] : []));
          const judgements = await reader.judgements('a', places.toReversed());
          expectSame(
            judgements,
            places.toReversed().map((place) => log[place]?.judgement),
          );
          await expectFailure('missing', () => reader.judgement('a', log.length));
        }
      }),
      { numRuns: 8 },
    );
  },

  async 'gives judgements in the order asked for, also twice'(makeLab) {
    const { store } = await makeLab();
    await store.create(sampleRun('a'));
    await store.append('a', results(0, 700));
    await store.append('a', results(700, 20));
    const places = [710, 3, 499, 500, 3, 702, 0];
    expectSame(
      (await store.judgements('a', places)).map((judgement) => judgement?.caseId),
      places.map((place) => `case-${place}`),
    );
    expectSame(await store.judgements('a', []), []);
    expectSame(await store.judgement('a', 719), sampleResult(719).judgement);
  },

  async 'keeps results that are very long, and prompts that differ'(makeLab) {
    const { store, reopen } = await makeLab();
    await store.create(sampleRun('a'));
    const long = '길다 '.repeat(250_000);
    const given = Array.from({ length: 12 }, (_, row) =>
      sampleResult(row, 0, row % 3 === 0 ? long : '', `${sharedPrompt} ${row}`),
    );
    for (let row = 0; row < given.length; row += 3) await store.append('a', given.slice(row, row + 3));
    const reader = reopen();
    expectSame(await collect(reader.entries('a')), given.map(entryOf));
    for (const place of given.keys()) expectSame(await reader.judgement('a', place), given[place]?.judgement);
  },

  async 'gives a follower what is new, while more is written'(makeLab) {
    const { store, reopen } = await makeLab();
    await store.create(sampleRun('a'));
    await store.append('a', results(0, 990));
    const rows: number[] = [];
    let written = 990;
    for await (const entries of reopen().entries('a', 10)) {
      rows.push(...entries.map(({ row }) => row));
      if (written < 1500) {
        await store.append('a', results(written, 170));
        written += 170;
      }
    }
    expectSame(
      rows,
      Array.from({ length: rows.length }, (_, n) => n + 10),
    );
    expectSame(rows.length, written - 10);
  },

  async 'knows its size, and stores a shared prompt once'(makeLab) {
    const { store, reopen } = await makeLab();
    await store.create(sampleRun('a'));
    const empty = await store.size('a');
    await store.append('a', results(0, 10));
    const ten = await store.size('a');
    await store.append('a', results(10, 1000));
    const all = await reopen().size('a');
    const longest = JSON.stringify(sampleResult(1009)).length * 2;
    expectTrue(empty > 0 && ten > empty && all > ten, `${empty} < ${ten} < ${all}`);
    expectTrue(all - ten < 1000 * (longest - sharedPrompt.length * 2), `${all - ten} holds the prompt once`);
  },

  async 'removes a run and nothing of another'(makeLab) {
    const { store, reopen } = await makeLab();
    for (const id of ['a', 'ab', 'b']) {
      await store.create(sampleRun(id));
      await store.append(id, results(0, 620));
    }
    await store.judgement('ab', 1);
    await store.remove('ab');
    const reader = reopen();
    expectSame((await reader.heads()).heads.map(({ id }) => id).toSorted(), ['a', 'b']);
    await expectFailure('missing', () => store.judgement('ab', 1));
    await expectFailure('missing', () => collect(reader.entries('ab')));
    for (const id of ['a', 'b']) expectSame((await collect(reader.entries(id))).length, 620);
    await store.create(sampleRun('ab'));
    expectSame(await collect(store.entries('ab')), []);
  },
};

function results(first: number, count: number): RunResult[] {
  return Array.from({ length: count }, (_, n) => sampleResult(first + n));
}

/** No store can write it: it has no end. */
function unstorable(): RunResult {
  const result = sampleResult(0);
  const endless: Record<string, null> = {};
  Object.defineProperty(endless, 'self', { enumerable: true, value: endless });
  return { ...result, judgement: { ...result.judgement, output: endless } };
}

function entryOf({ judgement: _, ...rest }: RunResult, place: number): RunEntry {
  return { ...rest, place };
}

export async function collect<T>(pieces: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) all.push(...piece);
  return all;
}

export function expectTrue(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Expected that ${what}.`);
}

export function expectSame(actual: unknown, expected: unknown): void {
  const [got, wanted] = [textOf(actual), textOf(expected)];
  if (got === wanted) return;
  let at = 0;
  while (got[at] === wanted[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 200);
  throw new Error(`Expected …${around(wanted)}… of ${wanted.length}, got …${around(got)}… of ${got.length}`);
}

function textOf(value: unknown): string {
  return value === undefined ? 'undefined' : canonicalJson(JSON.parse(JSON.stringify(value)));
}

export async function expectFailure(
  kind: StorageFailure['kind'],
  act: () => Promise<unknown>,
): Promise<void> {
  const error = await rejectionOf(act);
  if (error instanceof StorageFailure && error.kind === kind) return;
  throw new Error(`Expected a storage failure of kind ${kind}, got ${String(error)}`);
}

async function expectRejection(words: string, act: () => Promise<unknown>): Promise<void> {
  const error = await rejectionOf(act);
  if (error instanceof Error && error.message.includes(words)) return;
  throw new Error(`Expected an error with ${JSON.stringify(words)}, got ${String(error)}`);
}

async function rejectionOf(act: () => Promise<unknown>): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  return 'none';
}
