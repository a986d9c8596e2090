import { describe, expect, it } from 'vitest';
import { gatherSheet } from '../../../src/export/gather';
import { JudgementReader } from '../../../src/sheet/results/judgement-reader.svelte';
import type { Workbench } from '../../../src/sheet/workbench.svelte';
import { en } from '../../../src/i18n/en/en';
import { ko } from '../../../src/i18n/ko/ko';
import { runLabel } from '../../../src/sheet/view/run-words';
import { Browser } from './tabs';

const reply = (of: string, set: string, kind: string, score: number) => ({
  case: of,
  set,
  kind,
  shows: 'For the test.',
  reply: { quality: { rationale: 'Because.', score } },
});
const replies = [
  reply('a', 'first', 'honest', 4),
  reply('b', 'first', 'contradictory', 9),
  reply('c', 'first', 'lenient', 5),
  reply('b', 'second', 'honest', 2),
];
const rubric = { loadReplies: () => Promise.resolve(replies) };

async function opened(browser = new Browser()): Promise<Workbench> {
  const workbench = browser.tab({ rubric });
  await workbench.openLast();
  await expect.poll(() => workbench.loadingSamples).toBe(false);
  return workbench;
}
const idsOf = ({ cases }: Workbench) => cases.map(({ id }) => id);
const taken = (ids: readonly string[]) => ({
  name: 'mine.csv',
  table: { columns: ['text'], rows: ids.map((id) => [id]) },
  mapping: { inputs: { text: 0 }, gold: {} },
  cases: ids.map((id) => ({ id, input: { text: id } })),
  rows: ids.map((_, row) => row),
});

describe('a page without a last sheet', () => {
  it('opens on samples with example replies, of which nothing is stored', async () => {
    const browser = new Browser();
    const workbench = await opened(browser);
    const { sheet } = workbench;
    expect(idsOf(workbench)).toEqual(['a', 'b', 'c']);
    expect(sheet.runs.map((head) => runLabel(head, en))).toEqual(['Example replies', 'Example replies 2']);
    expect(sheet.runs.map((head) => runLabel(head, ko))).toEqual(['예시 답변', '예시 답변 2']);
    expect(sheet.runs.map(({ state, counts }) => [state, counts.done])).toEqual([
      ['finished', 3],
      ['finished', 1],
    ]);
    expect(sheet.focus?.id).toBe(sheet.runs[0]?.id);
    expect(sheet.selectedId).toBe('b');
    expect(sheet.judged('a')?.digest).toMatchObject({ status: 'valid', score: { value: 4 } });
    expect([sheet.isSample, sheet.isStored, workbench.hasCasesOnlyHere]).toEqual([true, false, false]);
    expect(workbench.setup.judge.id).toBe('rules');
    expect((await browser.store.list()).sheets).toEqual([]);
  });

  it.each(['samples', 'replies'])(
    'leaves a case alone that a person adds while %s are loaded',
    async (what) => {
      let workbench: Workbench | null = null;
      const add = async () => void (await workbench?.addCase('Mine', { text: 'Mine.' }));
      const loadReplies = async () => {
        if (what === 'replies') await add();
        return replies;
      };
      workbench = new Browser().tab({ rubric: { loadReplies } });
      const opening = workbench.showSamples();
      if (what === 'samples') await add();
      await opening;
      expect([workbench.cases.length, workbench.sheet.runs.length]).toEqual([1, 0]);
    },
  );

  it('has example runs that are finished and cannot be resumed', async () => {
    const workbench = await opened();
    expect(workbench.run).toMatchObject({ kind: 'finished', cases: 3 });
    expect(workbench.canGoOn).toBe(false);
  });

  it('exports them like any other run', async () => {
    const browser = new Browser();
    const reader = new JudgementReader(browser.store);
    const workbench = browser.tab({ rubric, reader });
    await workbench.showSamples();
    const gathering = gatherSheet(workbench.sheet, { filteredOnly: false, allRuns: true }, () => []);
    let step = gathering.next();
    while (!step.done) step = gathering.next();
    const places = step.value?.runs.flatMap(({ entries }) => entries.flatMap(({ at }) => at ?? [])) ?? [];
    const judgements = await reader.readAll(places);
    expect(judgements.map((one) => [one?.receipt.judge, one?.receipt.model])).toEqual(
      Array.from({ length: 4 }, () => ['example', 'example reply']),
    );
  });
});

describe('a sample sheet is stored with its example runs', () => {
  const touches: [string, (workbench: Workbench) => Promise<void>][] = [
    ['judged', (workbench) => workbench.judgeAll()],
    [
      'edited',
      async ({ sheet, changes }) => {
        if (sheet.selected) changes.put({ ...sheet.selected, input: { text: 'changed' } });
        await sheet.save();
      },
    ],
    ['left without one of its cases', ({ changes }) => changes.remove('c')],
  ];
  it.each(touches)('when it is %s', async (_, touch) => {
    const browser = new Browser();
    const workbench = await opened(browser);
    const before = workbench.sheet.runs.map(({ id }) => id);
    await touch(workbench);
    const stored = await browser.store.runs(workbench.sheet.id);
    expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
    const [first = ''] = before;
    const judgement = await browser.store.judgement(first, 1);
    expect(judgement.receipt).toMatchObject({ judge: 'example', parameters: { set: 'first' } });
    expect(workbench.sheet.isSample).toBe(false);

    const again = browser.tab({ rubric });
    await again.openLast();
    expect(again.sheet.id).toBe(workbench.sheet.id);
    const examples = again.sheet.runs.filter(({ judge }) => judge.id === 'example');
    expect(examples.map(({ id }) => id)).toEqual(before);
    await expect.poll(() => again.sheet.column(first)?.summary.judged).toBeGreaterThan(0);
    expect(again.sheet.column(first)?.counts).toEqual(workbench.sheet.column(first)?.counts);
  });

  it('and Judge all adds its own run', async () => {
    const workbench = await opened();
    await workbench.judgeAll();
    expect(workbench.sheet.runs.map(({ judge }) => judge.id)).toEqual(['rules', 'example', 'example']);
    expect(workbench.sheet.focus?.head.judge.id).toBe('rules');
  });
});

describe('own cases on an untouched sample sheet begin a sheet without samples', () => {
  it('from a file, also with the id of a sample', async () => {
    const workbench = await opened();
    await workbench.takeCases(taken(['a', 'x']));
    expect(workbench.cases.map(({ input }) => input.text)).toEqual(['a', 'x']);
    expect(workbench.sheet.runs).toEqual([]);
    expect(workbench.sheet.isStored).toBe(true);
  });
  it('as a new case', async () => {
    const workbench = await opened();
    await workbench.addCase('Mine');
    expect([idsOf(workbench), workbench.sheet.runs]).toEqual([['own-1'], []]);
  });
  it('as a pasted text, which rules judge at once', async () => {
    const workbench = await opened();
    await workbench.judgePasted('A text of mine.');
    expect(workbench.cases.map(({ label, input }) => [label, input.text])).toEqual([
      ['A text of mine.', 'A text of mine.'],
    ]);
    expect(workbench.sheet.judged('own-1')?.digest.status).toBe('partial');
  });
  it('after all samples were removed', async () => {
    const workbench = await opened();
    await workbench.changes.clear();
    await workbench.addCase('Mine');
    expect([workbench.sheet.runs, workbench.sheet.judged('own-1')]).toEqual([[], undefined]);
  });
  it('but not on one that was judged', async () => {
    const workbench = await opened();
    await workbench.judgeAll();
    await workbench.takeCases(taken(['x']));
    expect(idsOf(workbench)).toEqual(['a', 'b', 'c', 'x']);
  });
});

describe('Load sample cases', () => {
  it('adds cases and example runs to an empty sheet', async () => {
    const workbench = await opened();
    workbench.newSheet();
    expect(workbench.cases).toEqual([]);
    await workbench.loadSamples();
    expect([idsOf(workbench), workbench.sheet.runs.length]).toEqual([['a', 'b', 'c'], 2]);
  });
  it('adds and stores them in a stored sheet that is empty', async () => {
    const browser = new Browser();
    const workbench = await opened(browser);
    await workbench.addCase('Mine');
    await workbench.changes.clear();
    await workbench.loadSamples();
    expect(workbench.sheet.judged('a')?.digest.score).toEqual({ kind: 'value', value: 4 });
    expect(await browser.store.runs(workbench.sheet.id)).toHaveLength(2);
  });
  it('adds only the cases to a sheet with own ones', async () => {
    const workbench = await opened();
    await workbench.addCase('Mine');
    await workbench.loadSamples();
    expect([idsOf(workbench), workbench.sheet.runs]).toEqual([['own-1', 'a', 'b', 'c'], []]);
  });
});

it('another rubric without a sheet shows its samples', async () => {
  const workbench = await opened();
  await workbench.chooseRubric('second');
  expect([workbench.sheet.rubricId, idsOf(workbench), workbench.sheet.isSample]).toEqual([
    'second',
    ['a', 'b', 'c'],
    true,
  ]);
});

it('a storage that refuses leaves the samples and their replies on screen', async () => {
  const browser = new Browser();
  const store = { ...browser.store, createSheet: () => Promise.reject(new Error('Full.')) };
  const workbench = new Browser(store).tab({ rubric });
  await workbench.showSamples();
  await workbench.judgeAll();
  expect([workbench.sheet.isSample, workbench.sheet.runs.length]).toEqual([true, 2]);
  expect(workbench.run).toMatchObject({ kind: 'failed' });
});
