import { describe, expect, it } from 'vitest';
import type { Order, RunHead } from '../../../../src/sheet/run-record';
import { canResume } from '../../../../src/sheet/run/resume-run';
import { stateOf } from '../../../../src/sheet/run/run-state';
import { order, runHead } from '../history-tabs';

const head = (change: Partial<RunHead> = {}) =>
  runHead('a', 'sheet', { orders: [order], progress: { done: 1, total: 3 }, ...change });
const pause = { because: 'person', detail: '' } as const;

describe('a stored run', () => {
  it.each<[string, Partial<RunHead>, boolean, object]>([
    ['is interrupted where no tab drives it', { state: 'running' }, false, { kind: 'interrupted' }],
    ['goes on in another tab', { state: 'running' }, true, { kind: 'elsewhere', doing: 'judging' }],
    ['waits in another tab', { state: 'paused', pause }, true, { kind: 'elsewhere', doing: 'paused' }],
    ['gets results in another tab', { state: 'finished' }, true, { kind: 'elsewhere', doing: 'batch' }],
    ['is paused', { state: 'paused', pause }, false, { kind: 'paused', pause }],
    ['was cancelled', { state: 'cancelled' }, false, { kind: 'cancelled', done: 1, total: 3 }],
    [
      'is finished',
      { state: 'finished', progress: { done: 3, total: 3 } },
      false,
      { kind: 'finished', cases: 3 },
    ],
    ['is deleted', { removed: '2026-03-01T10:00:00.000Z' }, true, { kind: 'failed', storage: 'missing' }],
  ])('%s', (_, change, elsewhere, expected) => {
    expect(stateOf(head(change), elsewhere)).toMatchObject(expected);
  });

  it('counts the cases of its order once, where each is asked several times', () => {
    const settings = { ...head().settings, samples: 3 };
    const ranges = (...keys: [number, number][]): Order['cells'][number] => ({ sample: 0, keys });
    const orders = [{ cells: [ranges([0, 4], [8, 8]), { ...ranges([3, 6]), sample: 1 }], since: 0 }];
    expect(stateOf(head({ state: 'running', settings, orders }), false)).toMatchObject({ repeated: 8 });
    expect(stateOf(head({ state: 'running' }), false)).not.toHaveProperty('repeated');
  });
});

describe('Resume', () => {
  it.each<[string, Partial<RunHead>, boolean, boolean]>([
    ['waits for the person', { state: 'paused', pause }, false, true],
    ['lost its tab', { state: 'running' }, false, true],
    ['waits in another tab', { state: 'paused', pause }, true, true],
    ['is judged in another tab', { state: 'running' }, true, false],
    ['waits for a batch', { state: 'paused', pause: { ...pause, because: 'batch' } }, false, false],
    ['has nothing left', { state: 'cancelled', orders: [] }, false, false],
    ['came from a file', { state: 'paused', pause, imported: '2026-03-01T10:00:00.000Z' }, false, false],
    [
      'is of a person',
      { state: 'running', judge: { id: 'person', kind: 'person', model: 'Mina', parameters: {} } },
      false,
      false,
    ],
  ])('is offered for a run that %s: %#', (_, change, elsewhere, expected) => {
    const run = head(change);
    expect(canResume(run, stateOf(run, elsewhere))).toBe(expected);
  });
});
