import { expect, it, describe } from 'vitest';
import { AskedPlace, ConcurrencyLimit } from '../../../../src/sheet/run/concurrency';
import { FakeClock, settled } from './fake-clock';

describe('ConcurrencyLimit', () => {
  it('lets through as many as may pass, in their order, and the next when one leaves', async () => {
    const limit = new ConcurrencyLimit((asking) => asking < 2);
    const entered: number[] = [];
    const { signal } = new AbortController();
    for (const one of [1, 2, 3, 4]) void limit.enter(signal).then(() => entered.push(one));
    await settled();
    expect(entered).toEqual([1, 2]);
    limit.leave();
    await settled();
    expect(entered).toEqual([1, 2, 3]);
    expect(limit.asking).toBe(2);
  });

  it('lets those who come again go first, in their order', async () => {
    let open = true;
    const limit = new ConcurrencyLimit(() => open);
    const entered: string[] = [];
    const { signal } = new AbortController();
    await limit.enter(signal);
    open = false;
    void limit.enter(signal).then(() => entered.push('new'));
    void limit.enter(signal, true).then(() => entered.push('again'));
    void limit.enterAgain(signal).then(() => entered.push('once more'));
    expect([limit.waiting, limit.asking]).toEqual([3, 0]);
    open = true;
    limit.turn();
    await settled();
    expect(entered).toEqual(['again', 'once more', 'new']);
    expect([limit.waiting, limit.asking]).toEqual([0, 3]);
  });

  it('forgets who gave up while waiting', async () => {
    let open = false;
    const limit = new ConcurrencyLimit(() => open);
    const controller = new AbortController();
    const gone = limit.enter(controller.signal);
    const stays = limit.enter(new AbortController().signal);
    controller.abort(new Error('called off'));
    open = true;
    limit.turn();
    await expect(gone).rejects.toThrow('called off');
    await stays;
    expect(limit.asking).toBe(1);
  });
});

const reply = { text: '', stop: 'complete' as const, model: '', parameters: {} };

it.each([
  ['goes to whoever waits', false, ['a1', 'b1', 'a2', 'b2']],
  ['is kept while more questions about a case follow', true, ['a1', 'a2', 'b1', 'b2']],
])('a place among the questions of a run %s', async (_, more, order) => {
  const asked: string[] = [];
  const limit = new ConcurrencyLimit((asking) => asking < 1);
  const unit = async (name: string) => {
    const place = new AskedPlace(limit, null, new AbortController());
    for (const question of [1, 2]) {
      await place.use(
        async () => {
          asked.push(`${name}${question}`);
          await Promise.resolve();
          return reply;
        },
        more && question === 1,
      );
    }
    place.end();
  };
  await Promise.all([unit('a'), unit('b')]);
  expect(asked).toEqual(order);
});

it.each([
  ['in time, however long it then waits to be read, keeps', 29_000, 60_000, false],
  ['too late loses', 31_000, 0, true],
])('a reply that comes %s its place', async (_, takes, waits, aborted) => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const place = new AskedPlace(null, { seconds: 30, clock }, controller);
  const asked = place.use(async () => {
    await clock.sleep(takes);
    return reply;
  });
  await clock.advance(takes);
  await asked;
  await clock.advance(waits);
  expect(controller.signal.aborted).toBe(aborted);
  place.end();
});

it('what is left of the time of a case goes on with its next question', async () => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const place = new AskedPlace(null, { seconds: 30, clock }, controller);
  const question = (takes: number) =>
    place.use(async () => {
      await clock.sleep(takes);
      return reply;
    });
  const first = question(20_000);
  await clock.advance(20_000);
  await first;
  await clock.advance(60_000);
  const second = question(11_000);
  await clock.advance(9_999);
  expect(controller.signal.aborted).toBe(false);
  await clock.advance(2000);
  expect(controller.signal.aborted).toBe(true);
  await second;
  place.end();
});
