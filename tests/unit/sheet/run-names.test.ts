import { expect, it } from 'vitest';
import { historyWords } from '../../../src/i18n/history-words';
import { en } from '../../../src/i18n/en/en';
import {
  judgeInWords,
  runFileName,
  runName,
  runTitle,
  sheetFileName,
  sheetTitle,
} from '../../../src/sheet/run-names';
import { runHead, sheetHead } from './history-tabs';

it.each([
  ['Mine', 'Mine'],
  [' ', 'Minutes'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(4000), `${'x'.repeat(199)}…`],
])('a run is called what fits a list', (title, name) => {
  expect(runName(runHead('a', 'sheet', { title }))).toBe(name);
});

it.each([
  ['api', 'model', 'gpt-5-mini', 'API · gpt-5-mini'],
  ['pasted', 'model', 'unnamed', 'Paste a reply'],
  ['rules', 'program', 'none', 'Rules only'],
  ['person', 'person', 'Mina', 'Mina · Person'],
] as const)('within its sheet, a run of %s (%s, %s) is called by its judge', (id, kind, model, name) => {
  const run = runHead('a', 'sheet', { judge: { id, kind, model, parameters: {} } });
  expect(runTitle(run, en, historyWords.en)).toBe(name);
  expect(runTitle({ ...run, title: 'Mine' }, en, historyWords.en)).toBe('Mine');
});

it('a model is listed with how it was asked', () => {
  const run = runHead('a', 'sheet');
  const settings = { ...run.settings, asking: 'criterion', samples: 3 } as const;
  expect(judgeInWords({ ...run, settings }, en, historyWords.en)).toEqual([
    'API',
    'some-model',
    'Assisted',
    'one criterion per question',
    '3 times per case',
  ]);
});

const file = { name: 'monday.csv', columns: [], mapping: { inputs: {}, gold: {} } };
it.each([
  ['its title', { title: 'Mine', sources: [file], firstCase: 'First' }, 'Mine'],
  ['its first file', { title: ' ', sources: [file], firstCase: 'First' }, 'monday.csv'],
  [
    'its first case, where it was pasted',
    { title: '', sources: [{ ...file, name: '' }], firstCase: 'First' },
    'First',
  ],
  [
    'its rubric and samples',
    { title: '', sources: [], firstCase: 'First', samples: 9 },
    'Minutes · 9 sample cases',
  ],
  ['its rubric, where it has no case', { title: '', sources: [], firstCase: '' }, 'Minutes'],
])('a sheet is called by %s', (_, change, title) => {
  expect(sheetTitle(sheetHead('a', change), en.sheet.ofSamples)).toBe(title);
});

const essay = (change: { title: string; created: string }) => ({ rubric: { id: 'essay' }, ...change });
/** The fourth of May, as the clock on the wall shows it, wherever the test runs. */
const created = new Date(2026, 4, 4, 7, 8, 9).toISOString();

it.each([
  ['without a name', '', 'essay-2026-05-04-070809'],
  ['with a name', 'Second try', 'essay-Second-try-2026-05-04-070809'],
  ['with a name in Korean', '회의록: 두 번째/마지막', 'essay-회의록-두-번째-마지막-2026-05-04-070809'],
  ['with nothing that a file may be called', '😀'.repeat(30), 'essay-2026-05-04-070809'],
  ['with a name without end', 'x'.repeat(4000), `essay-${'x'.repeat(40)}-2026-05-04-070809`],
])('the files of a run %s', (_, title, name) => {
  expect(runFileName(essay({ title, created }))).toBe(name);
});

const source = (name: string) => ({ ...file, name });

it.each([
  ['with a title', 'Second try', [source('calls.csv')], 'essay-Second-try-2026-05-04-070809'],
  ['with a file', ' ', [source(''), source('my calls.v2.csv')], 'essay-my-calls.v2-2026-05-04-070809'],
  ['with neither', '', [], 'essay-2026-05-04-070809'],
])('the files of a sheet %s', (_, title, sources, name) => {
  expect(sheetFileName({ title, sources, created }, { id: 'essay' })).toBe(name);
});

it('the files of a sheet that is not stored are called by its rubric', () => {
  expect(sheetFileName(null, { id: 'essay' })).toBe('essay');
});
