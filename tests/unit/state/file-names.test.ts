import { expect, it } from 'vitest';
import { differencesFileName, fileTime, runFileName } from '../../../src/state/file-names';
import { sampleHead } from '../storage/runs/sample-run';

/** The fourth of May, as the clock on the wall shows it, wherever the test runs. */
const created = new Date(2026, 4, 4, 7, 8, 9).toISOString();

it.each([
  ['without a name', '', 'minutes-2026-05-04-070809'],
  ['with a blank one', ' ', 'minutes-2026-05-04-070809'],
  ['with a name', 'Second try', 'minutes-Second-try-2026-05-04-070809'],
  ['with a name in Korean', '회의록: 두 번째/마지막', 'minutes-회의록-두-번째-마지막-2026-05-04-070809'],
  ['with nothing that a file may be called', '😀'.repeat(30), 'minutes-2026-05-04-070809'],
  ['with a name without end', 'x'.repeat(4000), `minutes-${'x'.repeat(40)}-2026-05-04-070809`],
])('the files of a run %s', (_, title, name) => {
  expect(runFileName(sampleHead('a', { title, created }))).toBe(name);
});

it('two runs of one rubric that begin within a minute have files of their own', () => {
  const later = new Date(Date.parse(created) + 1_000).toISOString();
  const [one, other] = [created, later].map((time) => sampleHead('a', { title: '', created: time }));
  if (!one || !other) throw new Error('Expected two.');
  expect(runFileName(one)).not.toBe(runFileName(other));
  expect(differencesFileName(one, other)).toBe(
    'minutes-2026-05-04-070809-against-2026-05-04-070810-differences.csv',
  );
});

it('a time is that of the clock on the wall', () => {
  const time = new Date('2026-12-31T23:59:58Z');
  const shown = time.toLocaleString('sv-SE').replace(' ', '-').replaceAll(':', '');
  expect(fileTime(time)).toBe(shown);
});
