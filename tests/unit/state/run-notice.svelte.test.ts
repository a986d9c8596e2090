import { describe, expect, it } from 'vitest';
import { RunNotice, type Notices } from '../../../src/state/run-notice.svelte';
import type { RunState } from '../../../src/state/run-state';

type Permission = ReturnType<Notices['permission']>;

function noticeWith(permission: Permission, answer: Permission = permission) {
  const shown: string[] = [];
  let asked = 0;
  const notice = new RunNotice({
    permission: () => permission,
    ask: () => {
      asked += 1;
      return Promise.resolve(answer);
    },
    show: (title, body) => shown.push(`${title}: ${body}`),
  });
  return { notice, shown, asked: () => asked };
}
const counted = { done: 3, total: 3, failed: 0 };
const finished: RunState = { kind: 'finished', cases: 3, milliseconds: 1, pace: null, ...counted };

describe('a notice at the end of a run', () => {
  it.each<[string, Permission, Permission, { wanted: boolean; asked: number }]>([
    ['is asked for once', 'default', 'granted', { wanted: true, asked: 1 }],
    ['may be refused', 'default', 'denied', { wanted: false, asked: 1 }],
    ['may be put off', 'default', 'default', { wanted: false, asked: 1 }],
    ['needs no asking where it is allowed', 'granted', 'granted', { wanted: true, asked: 0 }],
    ['is not asked for where it was refused before', 'denied', 'denied', { wanted: false, asked: 0 }],
    ['is not to be had everywhere', 'unsupported', 'unsupported', { wanted: false, asked: 0 }],
  ])('%s', async (_, known, answer, expected) => {
    const { notice, asked } = noticeWith(known, answer);
    await notice.want(true);
    expect({ wanted: notice.wanted, asked: asked() }).toEqual(expected);
    expect(notice.refused).toBe(!expected.wanted);
    await notice.want(false);
    expect([notice.wanted, notice.refused]).toEqual([false, false]);
  });

  it.each<[string, RunState, boolean, boolean]>([
    ['a finished run', finished, true, true],
    ['a run that waits for something', pausedBy('judge'), true, true],
    ['a run that is looked at', finished, false, false],
    ['a run that was called off', { kind: 'cancelled', ...counted }, true, false],
    ['a run that goes on', { kind: 'running', label: '', pace: null, ...counted }, true, false],
  ])('tells of %s', async (_, state, hidden, told) => {
    const { notice, shown } = noticeWith('granted');
    notice.ended(state, hidden, 'Done', '3 cases');
    expect(shown).toEqual([]);
    await notice.want(true);
    notice.ended(state, hidden, 'Done', '3 cases');
    expect(shown).toEqual(told ? ['Done: 3 cases'] : []);
  });
});

function pausedBy(because: 'judge' | 'person'): RunState {
  return { kind: 'paused', pause: { because, detail: '' }, pace: null, ...counted };
}
