import { expect, it } from 'vitest';
import { en } from '../../../../src/i18n/en/en';
import type { RunState } from '../../../../src/sheet/run/run-state';
import { runTitle } from '../../../../src/sheet/view/run-words';

const counted = { done: 3, total: 8, failed: 0 };

it.each<[string, RunState, string]>([
  ['that this tab drives', { kind: 'running', label: '', pace: null, ...counted }, '37 % judged'],
  ['of one case', { kind: 'running', label: '', pace: null, done: 0, total: 1, failed: 0 }, ''],
  ['that another tab drives', { kind: 'elsewhere', doing: 'judging', ...counted }, '37 % judged'],
  ['that gets results in another tab', { kind: 'elsewhere', doing: 'batch', ...counted }, '37 % judged'],
  ['that waits in another tab', { kind: 'elsewhere', doing: 'paused', ...counted }, 'Paused'],
  ['that was interrupted', { kind: 'interrupted', ...counted }, ''],
  ['that is over', { kind: 'cancelled', ...counted }, ''],
])('the title of a run %s', (_, run, title) => {
  expect(runTitle(run, en)).toBe(title);
});
