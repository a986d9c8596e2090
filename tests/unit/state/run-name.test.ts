import { expect, it } from 'vitest';
import { runName } from '../../../src/state/judge-in-words';
import { sampleHead } from '../storage/runs/sample-run';

it.each([
  ['Mine', 'Mine'],
  [' ', 'Minutes'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(4000), `${'x'.repeat(199)}…`],
])('a run is called what fits a list', (title, name) => {
  expect(runName(sampleHead('a', { title }))).toBe(name);
});
