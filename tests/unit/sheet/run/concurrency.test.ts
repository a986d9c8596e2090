import { expect, it } from 'vitest';
import { AskedPlace, ConcurrencyLimit } from '../../../../src/sheet/run/concurrency';
import { FakeClock } from './fake-clock';

const placeAt = (clock: FakeClock, given: Partial<ConstructorParameters<typeof AskedPlace>[0]> = {}) =>
  new AskedPlace({
    limit: new ConcurrencyLimit(() => true),
    clock,
    timeoutSeconds: 30,
    controller: new AbortController(),
    mayStay: () => true,
    ...given,
  });
const reply = { text: '', stop: 'complete' as const, model: '', parameters: {} };

it.each([
  ['goes to whoever waits', false, ['a1', 'b1', 'a2', 'b2']],
  ['is kept while more questions about a case follow', true, ['a1', 'a2', 'b1', 'b2']],
])('a place among the questions of a run %s', async (_, more, order) => {
  const asked: string[] = [];
  const limit = new ConcurrencyLimit((asking) => asking < 1);
  const unit = async (name: string) => {
    const place = placeAt(new FakeClock(), { limit, timeoutSeconds: null });
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
  const place = placeAt(clock, { controller });
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
  const place = placeAt(clock, { controller });
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
