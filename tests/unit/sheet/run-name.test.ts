import { expect, it } from 'vitest';
import { historyWords } from '../../../src/i18n/history-words';
import { en } from '../../../src/i18n/en/en';
import { judgeInWords, runName, runTitle, sheetTitle } from '../../../src/sheet/run-names';
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
  ['its rubric, where it has no case', { title: '', sources: [], firstCase: '' }, 'Minutes'],
])('a sheet is called by %s', (_, change, title) => {
  expect(sheetTitle(sheetHead('a', change))).toBe(title);
});
