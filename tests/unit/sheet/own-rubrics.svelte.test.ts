import { expect, it } from 'vitest';
import * as judging from '../../../src/sheet/run/judging';
import { OwnRubrics, type OwnRubricStore } from '../../../src/sheet/own-rubrics.svelte';
import { z } from '../../../src/kit/zod';
import { RubricLibrary } from '../../../src/sheet/rubric-versions.svelte';
import { Browser, rubricSource } from './tabs';

const mine = (changes: { id?: string; version?: string; more?: string } = {}) => `---
format: assay-rubric/1
id: ${changes.id ?? 'mine'}
title: Mine
version: ${changes.version ?? '1.0.0'}
language: en
purpose: Judges a note.
inputs:
  - name: note
    label: Note
    kind: long
criteria:
  - id: quality
    label: Quality
    max: 5
facts:
  words: size(input.note)
${changes.more ?? ''}headline:
  value: output.quality.score
---
Judge {{note}}.
`;

function memoryStore(): OwnRubricStore {
  let stored: Record<string, unknown> | null = null;
  return {
    load: () => Promise.resolve(stored),
    save: (all) => {
      stored = all;
      return Promise.resolve(true);
    },
  };
}
async function libraryOf(store: OwnRubricStore): Promise<RubricLibrary> {
  let hour = 0;
  const own = new OwnRubrics(store, () => new Date(Date.UTC(2026, 0, 1, (hour += 1))));
  await own.load();
  return new RubricLibrary([rubricSource('first')], () => Promise.resolve(judging), own);
}
const ids = ({ cards }: RubricLibrary) => cards.map(({ id, kind, card }) => [id, kind, card.version]);
const builtIn = ['first', 'built-in', '1.0.0'];

it('is offered like a built-in one, and still after a reload', async () => {
  const store = memoryStore();
  const library = await libraryOf(store);
  expect(await library.addOwn(mine())).toEqual({
    ok: true,
    id: 'mine',
    title: 'Mine',
    newer: false,
    stored: true,
  });
  for (const one of [library, await libraryOf(store)]) {
    expect(ids(one)).toEqual([builtIn, ['mine', 'own', '1.0.0']]);
    const loaded = await one.load('mine');
    expect(loaded?.rubric.inputs[0]?.label).toBe('Note');
    expect(decodeURIComponent(loaded?.fileUrl.split(',', 2)[1] ?? '')).toContain('id: mine');
    expect([await one.samples('mine'), await one.factsOf('mine')]).toEqual([[], null]);
  }
});

it('takes the place of its older version', async () => {
  const library = await libraryOf(memoryStore());
  await library.addOwn(mine());
  await library.load('mine');
  expect(await library.addOwn(mine({ version: '1.1.0' }))).toMatchObject({ ok: true, newer: true });
  expect(ids(library)).toEqual([builtIn, ['mine', 'own', '1.1.0']]);
  expect((await library.load('mine'))?.rubric.version).toBe('1.1.0');
});

it('keeps each saved version; an earlier one that is saved again is the newest', async () => {
  const store = memoryStore();
  const library = await libraryOf(store);
  const [first, second] = [mine(), mine({ version: '1.1.0' })];
  for (const text of [first, second, `${second}\n`]) await library.addOwn(text);
  const saved = (one: RubricLibrary) =>
    one.own.versionsOf('mine').map(({ version, saved: time }) => [version, time.slice(11, 13)]);
  expect(saved(library)).toEqual([
    ['1.1.0', '03'],
    ['1.0.0', '01'],
  ]);
  await library.addOwn(library.own.versionsOf('mine')[1]?.text ?? '');
  for (const one of [library, await libraryOf(store)]) {
    expect(saved(one)).toEqual([
      ['1.0.0', '04'],
      ['1.1.0', '03'],
    ]);
    expect([one.own.textOf('mine'), one.cards.at(-1)?.card.version]).toEqual([first, '1.0.0']);
  }
});

it('what an older page stored is its first version', async () => {
  const store = memoryStore();
  await (await libraryOf(store)).addOwn(mine());
  const { mine: stored } = z.record(z.string(), z.record(z.string(), z.unknown())).parse(await store.load());
  await store.save({ mine: { ...stored, versions: undefined } });
  const library = await libraryOf(store);
  expect(library.own.versionsOf('mine')).toEqual([]);
  await library.addOwn(mine({ version: '1.1.0' }));
  expect(library.own.versionsOf('mine').map(({ version, saved }) => [version, saved === ''])).toEqual([
    ['1.1.0', false],
    ['1.0.0', true],
  ]);
});

it('is refused under the id of a built-in one', async () => {
  const library = await libraryOf(memoryStore());
  expect(await library.addOwn(mine({ id: 'first' }))).toEqual({ ok: false, taken: 'first' });
  const more = '  found: { label: Found }\n';
  expect(await library.addOwn(mine({ id: 'first', more }))).toEqual({ ok: false, taken: 'first' });
  expect(ids(library)).toEqual([builtIn]);
});

const mistakes: [string, string, number, RegExp][] = [
  ['of the contract', mine().replace('max: 5', 'max: many'), 15, /criteria\[0\]\.max/],
  ['of an expression', mine().replace('size(', 'sizes('), 17, /facts\.words/],
  [
    'a fact without a value',
    mine({ more: '  found:\n    label: Found\n' }),
    16,
    /^1 fact of this file is found by the program of a built-in rubric: found\. Remove it, or give it a value\.$/,
  ],
  [
    'facts without a value',
    mine({ more: '  found: { label: Found }\n  lost: { label: Lost }\n' }),
    16,
    /^2 facts of this file are found .*: found, lost\. Remove them, or give each a value\.$/,
  ],
  ['of the file', 'Judge this.', 1, /three hyphens/],
];
it.each(mistakes)('names each mistake with its line: %s', async (_, text, line, message) => {
  const added = await (await libraryOf(memoryStore())).addOwn(text);
  expect(added).toMatchObject({
    ok: false,
    problems: [{ line, column: expect.any(Number), message: expect.stringMatching(message) }],
  });
});

it('can be removed and brought back', async () => {
  const store = memoryStore();
  const library = await libraryOf(store);
  await library.addOwn(mine());
  await library.own.remove('mine');
  expect([ids(library), ids(await libraryOf(store))]).toEqual([[builtIn], [builtIn]]);
  expect(await library.own.bringBack()).toBe('mine');
  expect(ids(await libraryOf(store))).toEqual([builtIn, ['mine', 'own', '1.0.0']]);
  expect(library.own.removed).toBeNull();
});

it('a damaged record harms no other', async () => {
  const store = memoryStore();
  await (await libraryOf(store)).addOwn(mine());
  const stored = await store.load();
  await store.save({ ...(stored === 'unavailable' ? {} : stored), odd: { id: 7 } });
  expect(ids(await libraryOf(store))).toEqual([builtIn, ['mine', 'own', '1.0.0']]);
});

it('makes a case of a text, and asks no judge while an input is missing', async () => {
  const workbench = new Browser().tab();
  const topic = mine().replace('inputs:\n', 'inputs:\n  - name: topic\n    label: Topic\n');
  await workbench.openRubric(topic.replace('{{note}}', '{{note}} on {{topic}}'));
  expect(await workbench.judgePasted('A note.')).toBe(false);
  expect([workbench.cases[0]?.input, workbench.sheet.runs]).toEqual([{ topic: '', note: 'A note.' }, []]);
});

it('asks no judge before what is the same for every case is filled in', async () => {
  const workbench = new Browser().tab();
  const style = mine().replace('inputs:\n', 'inputs:\n  - { name: style, label: Style, per: run }\n');
  await workbench.openRubric(style.replace('{{note}}', '{{note}} by {{style}}'));
  await workbench.judgePasted('A note.');
  expect([workbench.unfilled, workbench.sheet.runs]).toEqual([1, []]);
  await workbench.judgeAll();
  expect([workbench.unfilled, workbench.sheet.runs]).toEqual([2, []]);
});

it('judges, and its sheet stays when it is removed', async () => {
  const workbench = new Browser().tab();
  expect(await workbench.openRubric(mine())).toMatchObject({ ok: true });
  expect([workbench.sheet.rubricId, workbench.cases]).toEqual(['mine', []]);
  await workbench.judgePasted('A note.');
  expect(workbench.sheet.judged('own-1')?.digest.status).toBe('partial');
  await workbench.removeRubric('mine');
  expect([workbench.sheet.rubricId, workbench.sheet.rubric?.title]).toEqual(['mine', 'Mine']);
  await workbench.showSamples('mine');
  expect(workbench.sheet.rubricId).toBe('first');
});
