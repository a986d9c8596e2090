import { describe, expect, it } from 'vitest';
import { waits } from '../../../src/state/run-list';
import type { RunState } from '../../../src/state/run-state';

const counted = { done: 2, total: 5, failed: 0 };
const person = { because: 'person', detail: '' } as const;

describe('whether a run may be gone on with', () => {
  it.each<[string, RunState, boolean]>([
    ['waits for the person', { kind: 'paused', pause: person, pace: null, ...counted }, true],
    ['lost its tab', { kind: 'interrupted', again: false, ...counted }, true],
    ['was left or cancelled before its end', { kind: 'cancelled', ...counted }, true],
    ['was cancelled with nothing left to ask', { kind: 'cancelled', ...counted, done: 5 }, false],
    ['waits in another tab', { kind: 'elsewhere', doing: 'paused', ...counted }, true],
    ['is judged in another tab', { kind: 'elsewhere', doing: 'judging', ...counted }, false],
    ['is over', { kind: 'finished', cases: 5, milliseconds: 9, pace: null, ...counted, done: 5 }, false],
  ])('one that %s', (_, state, expected) => {
    expect(waits(state)).toBe(expected);
  });
});
