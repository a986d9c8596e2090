import { expect, it } from 'vitest';
import { runHeadSchema } from '../../../../src/core/model/run';
import { settled, type FakeClock } from './fake-clock';
import { benchFor, goodReply, headFor, judgeThat } from './run-bench';

/** Each reply takes 100 tokens and a cent, and 100 ms. */
const judge = (clock: FakeClock) =>
  judgeThat(async (request) => {
    await clock.sleep(100, request.signal);
    const cost = { amount: 0.01, currency: 'USD' };
    return { ...goodReply(request), usage: { promptTokens: 80, replyTokens: 20, cost } };
  });
const started = (cases: number, budget: { tokens?: number; money?: { amount: number; currency: string } }) =>
  benchFor(judge, headFor(cases, { atOnce: 2, budget }));

it('stops when the budget is used up: what is out is kept, nothing more is asked', async () => {
  const { clock, run, store, states } = started(20, { tokens: 500 });
  await clock.advance(5000);
  expect(run.inFlight).toBe(0);
  expect(states).toEqual(['paused']);
  // The fifth reply used it up; the sixth was out with it.
  expect(store.log).toHaveLength(6);
  const used = { of: 'tokens', spent: 500, budget: 500 };
  expect(store.head).toMatchObject({ state: 'paused', pause: { because: 'budget', used } });
  expect(runHeadSchema.safeParse(store.head).error).toBeUndefined();
});

// What uses a budget up is one of two that are out: there is always one more.
it('goes on when the budget is raised, and stays where it is when it is not', async () => {
  const { clock, run, store } = started(20, { money: { amount: 0.02, currency: 'USD' } });
  await clock.advance(1000);
  expect(store.log).toHaveLength(3);
  run.resume();
  await clock.advance(1000);
  expect(store.head.pause).toMatchObject({ because: 'budget', used: { of: 'money', budget: 0.02 } });
  expect(store.log).toHaveLength(3);
  run.setBudget({ money: { amount: 0.06, currency: 'USD' } });
  run.resume();
  await clock.advance(1000);
  expect(store.log).toHaveLength(7);
  expect(store.head.settings.budget).toEqual({ money: { amount: 0.06, currency: 'USD' } });
  run.setBudget(null);
  run.resume();
  await clock.advance(5000);
  expect((await run.ended).head).toMatchObject({ state: 'finished', counts: { done: 20 } });
});

it('is not stopped by what its last reply took', async () => {
  const { clock, run } = started(6, { tokens: 600 });
  await clock.advance(2000);
  expect((await run.ended).head.state).toBe('finished');
});

it('is stopped before questions that are ready but not sent', async () => {
  const { clock, store, run } = started(4, { tokens: 200 });
  await clock.advance(2000);
  expect(store.log).toHaveLength(3);
  run.cancel();
  await settled();
  expect((await run.ended).head).toMatchObject({ state: 'cancelled', counts: { done: 3 } });
});

it('asks nobody when it is gone on with in another tab and nothing is left', async () => {
  const first = started(20, { tokens: 200 });
  await first.clock.advance(1000);
  const run = first.again();
  await first.clock.advance(1000);
  expect(first.store.log).toHaveLength(3);
  expect(run.head.pause?.because).toBe('budget');
  run.setBudget({ tokens: 400 });
  run.resume();
  await first.clock.advance(1000);
  expect(first.store.log).toHaveLength(5);
});

it('stops at once when the budget is lowered below what is spent', async () => {
  const { clock, run, store } = started(20, { tokens: 5000 });
  await clock.advance(250);
  run.setBudget({ tokens: 100 });
  await clock.advance(5000);
  expect(store.log).toHaveLength(6);
  expect(run.head.pause?.because).toBe('budget');
});
