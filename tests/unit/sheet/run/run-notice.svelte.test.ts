import { expect, it, vi } from 'vitest';
import { RunNotice } from '../../../../src/sheet/run/run-notice.svelte';
import type { RunState } from '../../../../src/sheet/run/run-state';

/** A browser with this permission that answers so when it is asked. */
function noticeWith(permission: NotificationPermission | null, answer = permission, wanted = false) {
  const shown: string[] = [];
  const kept: boolean[] = [];
  const requestPermission = vi.fn(() => Promise.resolve(answer));
  const fault: { throws: Error | null } = { throws: null };
  class FakeNotification extends EventTarget {
    static readonly permission = permission;
    static readonly requestPermission = requestPermission;
    constructor(title: string, { body }: { body: string }) {
      super();
      if (fault.throws) throw fault.throws;
      shown.push(`${title}: ${body}`);
    }
  }
  vi.stubGlobal('Notification', permission === null ? undefined : FakeNotification);
  const notice = new RunNotice({ notify: wanted, setNotify: (wish) => kept.push(wish) });
  return { notice, shown, kept, requestPermission, fault };
}
const titles = { finished: 'Done', paused: 'Waits', failed: 'Failed' };
const counted = { done: 3, total: 3, failed: 0 };
const finished: RunState = { kind: 'finished', cases: 3, milliseconds: 1, pace: null, ...counted };
const paused: RunState = { kind: 'paused', pause: { because: 'judge', detail: '' }, pace: null, ...counted };

it.each<[string, NotificationPermission | null, NotificationPermission | null, boolean, number]>([
  ['is asked for once', 'default', 'granted', true, 1],
  ['may be refused', 'default', 'denied', false, 1],
  ['may be put off', 'default', 'default', false, 1],
  ['needs no asking where it is allowed', 'granted', 'granted', true, 0],
  ['is not asked for where it was refused before', 'denied', 'denied', false, 0],
  ['is not available everywhere', null, null, false, 0],
])('a notice at the end of a run %s, and the wish is kept', async (_, known, answer, wanted, asked) => {
  const { notice, kept, requestPermission } = noticeWith(known, answer);
  await notice.want(true);
  expect([notice.wanted, notice.refused]).toEqual([wanted, !wanted]);
  expect(requestPermission).toHaveBeenCalledTimes(asked);
  await notice.want(false);
  expect([notice.wanted, notice.refused, kept]).toEqual([false, false, [wanted, false]]);
});

it.each<[string, RunState, boolean, string | null]>([
  ['a finished run', finished, true, 'Done'],
  ['a run that waits for something', paused, true, 'Waits'],
  ['a run that failed', { kind: 'failed', message: 'no' }, true, 'Failed'],
  ['a run that is looked at', finished, false, null],
  ['a run that was cancelled', { kind: 'cancelled', ...counted }, true, null],
  ['a run that goes on', { kind: 'running', label: '', pace: null, ...counted }, true, null],
])('is shown only for what the person waits for: %s', async (_, state, hidden, title) => {
  const { notice, shown } = noticeWith('granted');
  notice.ended(state, hidden, titles, '3 cases');
  expect(shown).toEqual([]);
  await notice.want(true);
  notice.ended(state, hidden, titles, '3 cases');
  expect(shown).toEqual(title === null ? [] : [`${title}: 3 cases`]);
});

it.each<[NotificationPermission, boolean]>([
  ['granted', true],
  ['denied', false],
  ['default', false],
])('a wish of an earlier visit counts where the permission is %s now, without asking', (now, wanted) => {
  const { notice, requestPermission } = noticeWith(now, now, true);
  expect([notice.wanted, notice.refused]).toEqual([wanted, !wanted]);
  expect(requestPermission).not.toHaveBeenCalled();
});

it('says why a notice was not shown, and counts a page that may not ask as refused', async () => {
  const { notice, fault } = noticeWith('granted');
  await notice.want(true);
  fault.throws = new TypeError('Illegal constructor.');
  notice.ended(finished, true, titles, '3 cases');
  expect(notice.failure).toBe('Illegal constructor.');
  fault.throws = null;
  notice.ended(finished, true, titles, '3 cases');
  expect(notice.failure).toBeNull();
  const framed = noticeWith('default');
  framed.requestPermission.mockRejectedValue(new TypeError('not allowed'));
  await framed.notice.want(true);
  expect([framed.notice.wanted, framed.notice.refused]).toEqual([false, true]);
});
