import { expect, it } from 'vitest';
import type { SheetSource } from '../../../src/sheet/sheet';
import { differencesFileName, fileTime, runFileName, sheetFileName } from '../../../src/sheet/run-names';
import { runHead } from '../export/export-fixture';

/** The fourth of May, as the clock on the wall shows it, wherever the test runs. */
const created = new Date(2026, 4, 4, 7, 8, 9).toISOString();

it.each([
  ['without a name', '', 'essay-2026-05-04-070809'],
  ['with a blank one', ' ', 'essay-2026-05-04-070809'],
  ['with a name', 'Second try', 'essay-Second-try-2026-05-04-070809'],
  ['with a name in Korean', '회의록: 두 번째/마지막', 'essay-회의록-두-번째-마지막-2026-05-04-070809'],
  ['with nothing that a file may be called', '😀'.repeat(30), 'essay-2026-05-04-070809'],
  ['with a name without end', 'x'.repeat(4000), `essay-${'x'.repeat(40)}-2026-05-04-070809`],
])('the files of a run %s', (_, title, name) => {
  expect(runFileName(runHead('a', { title, created }))).toBe(name);
});

const source = (name: string): SheetSource => ({ name, columns: [], mapping: { inputs: {}, gold: {} } });

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

it('two runs of one rubric that begin within a minute have files of their own', () => {
  const later = new Date(Date.parse(created) + 1_000).toISOString();
  const [one, other] = [created, later].map((time) => runHead('a', { title: '', created: time }));
  if (!one || !other) throw new Error('Expected two.');
  expect(runFileName(one)).not.toBe(runFileName(other));
  expect(differencesFileName(one, other)).toBe(
    'essay-2026-05-04-070809-against-2026-05-04-070810-differences.csv',
  );
});

it('a time is that of the clock on the wall', () => {
  const time = new Date('2026-12-31T23:59:58Z');
  const shown = time.toLocaleString('sv-SE').replace(' ', '-').replaceAll(':', '');
  expect(fileTime(time)).toBe(shown);
});
