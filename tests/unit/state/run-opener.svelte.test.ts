import { expect, it } from 'vitest';
import { RunOpener } from '../../../src/state/run-opener.svelte';
import { StorageFailure } from '../../../src/storage/runs/run-store';

it.each([
  ['opened', true, null],
  ['late', false, null],
  ['gone', false, { kind: 'missing', detail: '' }],
] as const)('a run whose opening ends as %s', async (outcome, opened, trouble) => {
  const opener = new RunOpener({ openRun: () => Promise.resolve(outcome) });
  expect(await opener.open('a')).toBe(opened);
  expect(opener.troubleWith('a')).toEqual(trouble);
});

it('what keeps one run from being opened is not told of another, and not once another is tried', async () => {
  const openRun = (run: string) =>
    run === 'a' ? Promise.reject(new StorageFailure('damaged', 'no')) : Promise.resolve('opened' as const);
  const opener = new RunOpener({ openRun });
  expect(await opener.open('a')).toBe(false);
  expect(opener.troubleWith('a')).toEqual({ kind: 'damaged', detail: 'no' });
  expect(opener.troubleWith('b')).toBeNull();
  expect(await opener.open('b')).toBe(true);
  expect(opener.troubleWith('a')).toBeNull();
});
