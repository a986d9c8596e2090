import { describe, expect, it } from 'vitest';
import { RunNotice, type Notices } from '../../../../src/sheet/run/run-notice.svelte';
import type { RunState } from '../../../../src/sheet/run/run-state';

type Permission = ReturnType<Notices['permission']>;

function noticeWith(permission: Permission, answer: Permission = permission, wanted = false) {
  const shown: string[] = [];
  const kept: boolean[] = [];
  let asked = 0;
  const notices: Notices = {
    permission: () => permission,
    ask: () => {
      asked += 1;
      return Promise.resolve(answer);
    },
    show: (title, body) => {
      shown.push(`${title}: ${body}`);
      return Promise.resolve();
    },
  };
  const notice = new RunNotice(notices, { wanted, keep: (wish) => kept.push(wish) });
  return { notice, notices, shown, kept, asked: () => asked };
}
const titles = { finished: 'Done', paused: 'Waits', failed: 'Failed' };
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

  it.each<[string, RunState, boolean, string | null]>([
    ['a finished run', finished, true, 'Done'],
    ['a run that waits for something', pausedBy('judge'), true, 'Waits'],
    ['a run that failed', { kind: 'failed', message: 'no' }, true, 'Failed'],
    ['a run that is looked at', finished, false, null],
    ['a run that was called off', { kind: 'cancelled', ...counted }, true, null],
    ['a run that goes on', { kind: 'running', label: '', pace: null, ...counted }, true, null],
  ])('tells of %s', async (_, state, hidden, told) => {
    const { notice, shown } = noticeWith('granted');
    notice.ended(state, hidden, titles, '3 cases');
    expect(shown).toEqual([]);
    await notice.want(true);
    notice.ended(state, hidden, titles, '3 cases');
    expect(shown).toEqual(told === null ? [] : [`${told}: 3 cases`]);
  });
});

describe('the wish for it', () => {
  it('is kept for the next visit, unless it cannot be met', async () => {
    const { notice, kept } = noticeWith('granted');
    await notice.want(true);
    await notice.want(false);
    const { notice: refused, kept: none } = noticeWith('default', 'denied');
    await refused.want(true);
    expect([kept, none]).toEqual([[true, false], [false]]);
  });

  it.each<[Permission, { wanted: boolean; refused: boolean }]>([
    ['granted', { wanted: true, refused: false }],
    ['denied', { wanted: false, refused: true }],
    ['default', { wanted: false, refused: true }],
  ])('of an earlier visit holds where the permission is %s now, and nobody is asked', (now, expected) => {
    const { notice, asked } = noticeWith(now, now, true);
    expect({ wanted: notice.wanted, refused: notice.refused }).toEqual(expected);
    expect(asked()).toBe(0);
  });
});

describe('what goes wrong with it', () => {
  it.each([
    ['Illegal constructor.', 'Illegal constructor.'],
    ['', ''],
  ])('is told in the browser’s words: “%s”', async (message, told) => {
    const { notice, notices } = noticeWith('granted');
    notices.show = () => Promise.reject(new TypeError(message));
    await notice.want(true);
    notice.ended(finished, true, titles, '3 cases');
    await expect.poll(() => notice.failure).toBe(told);
    notices.show = () => Promise.resolve();
    notice.ended(finished, true, titles, '3 cases');
    expect(notice.failure).toBeNull();
  });

  it('where the browser does not even let the page ask, it counts as refused', async () => {
    const { notice, notices } = noticeWith('default');
    notices.ask = () => Promise.reject(new TypeError('not allowed'));
    await notice.want(true);
    expect([notice.wanted, notice.refused]).toEqual([false, true]);
  });
});

function pausedBy(because: 'judge' | 'person'): RunState {
  return { kind: 'paused', pause: { because, detail: '' }, pace: null, ...counted };
}
