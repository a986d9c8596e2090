import { expect, it } from 'vitest';
import { KeepAwake } from '../../../../src/sheet/run/keep-awake.svelte';
import { FakeClock, settled } from './fake-clock';

/** A page that may be hidden, a browser with wake locks, and a computer that may sleep. */
function aPage({ wanted = true, refuses = false } = {}) {
  const clock = new FakeClock();
  const done: string[] = [];
  const asleep = { milliseconds: 0 };
  const seen: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' };
  const page = Object.assign(new EventTarget(), seen);
  const request = () => {
    done.push('requested');
    if (refuses) return Promise.reject(new Error('The battery is low.'));
    const lock = { released: false, type: 'screen' as const, onrelease: null };
    const release = () => Promise.resolve(void done.push('released'));
    return Promise.resolve(Object.assign(new EventTarget(), lock, { release }));
  };
  const awake = new KeepAwake({
    wakeLock: { request },
    page,
    preferences: { awake: wanted },
    now: () => clock.now() + asleep.milliseconds,
    sleep: clock.sleep,
  });
  const see = async (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
    await settled();
  };
  return { clock, done, asleep, awake, see };
}

it.each<[string, Parameters<typeof aPage>[0], string[]]>([
  ['is held', {}, ['requested', 'requested', 'released', 'released']],
  ['is not wanted', { wanted: false }, []],
  ['is refused', { refuses: true }, ['requested', 'requested']],
])(
  'the screen stays on while a run is driven, and is asked for again once the page is seen: the lock %s',
  async (_, given, expected) => {
    const { awake, done, see } = aPage(given);
    const stop = awake.watch('sheet');
    await settled();
    await see('hidden');
    await see('visible');
    stop();
    await see('visible');
    expect(done).toEqual(expected);
  },
);

it('a lock that comes too late is given back', async () => {
  const { awake, done } = aPage();
  awake.watch('sheet')();
  await settled();
  expect(done).toEqual(['requested', 'released']);
});

it.each([
  ['none that is shorter than a minute', [59_000], 0],
  ['one', [42 * 60_000], 42 * 60_000],
  ['several', [60_000, 120_000], 180_000],
])('the time that the computer slept is counted: %s', async (_, sleeps, slept) => {
  const { awake, asleep, clock } = aPage();
  const stop = awake.watch('sheet');
  for (const milliseconds of sleeps) {
    await clock.advance(25_000);
    asleep.milliseconds += milliseconds;
    await clock.advance(25_000);
  }
  stop();
  await settled();
  expect([awake.slept, clock.waiting]).toEqual([slept, 0]);
  // The next run begins anew.
  awake.watch('other')();
  expect([awake.slept, awake.sheet]).toEqual([0, 'other']);
});

it('is counted also where the run stops as soon as the computer wakes', async () => {
  const { awake, asleep, clock } = aPage();
  const stop = awake.watch('sheet');
  await clock.advance(25_000);
  asleep.milliseconds += 600_000;
  stop();
  await settled();
  expect(awake.slept).toBeGreaterThan(590_000);
});
