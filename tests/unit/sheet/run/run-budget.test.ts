import { describe, expect, it } from 'vitest';
import { judgementSchema } from '../../../../src/judgement/judgement';
import { runHeadSchema } from '../../../../src/sheet/run-record';
import type { FakeClock } from './fake-clock';
import type { JudgeRequest, FailedSendUsage } from '../../../../src/judgement/judge';
import { prepareRubric } from '../../../../src/judgement/ready-rubric';
import { smallRubric } from '../../judgement/small-rubric';
import { benchFor, goodReply, headFor, judgeThat, keyOf, type Answer } from './run-bench';

/** Each reply takes 100 tokens and a cent, and 100 ms. */
const judge = (clock: FakeClock) =>
  judgeThat(async (request) => {
    await clock.sleep(100, request.signal);
    const cost = { amount: 0.01, currency: 'USD' };
    return { ...goodReply(request), usage: { promptTokens: 80, replyTokens: 20, cost } };
  });
const started = (cases: number, budget: { tokens?: number; money?: { amount: number; currency: string } }) =>
  benchFor(judge, headFor(cases, { atOnce: 2, budget }));

it('goes on when the budget is raised, and stays where it is when it is not', async () => {
  const { clock, run, store, states } = started(20, { money: { amount: 0.02, currency: 'USD' } });
  await clock.advance(1000);
  expect(run.inFlight).toBe(0);
  expect(states).toEqual(['paused']);
  expect(store.log).toHaveLength(2);
  run.resume();
  await clock.advance(1000);
  expect(store.head.pause).toMatchObject({ because: 'budget', used: { of: 'money', budget: 0.02 } });
  expect(store.log).toHaveLength(2);
  run.setBudget({ money: { amount: 0.06, currency: 'USD' } });
  run.resume();
  await clock.advance(1000);
  expect(store.log).toHaveLength(6);
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

/** Answers in 100 ms; what it says and takes is another's word. */
const answering = (answer: (request: JudgeRequest) => Answer) => (clock: FakeClock) =>
  judgeThat(async (request) => {
    await clock.sleep(100, request.signal);
    return answer(request);
  });
const dollars = (amount: number) => ({ money: { amount, currency: 'USD' } });

describe('a case with several questions', () => {
  const integer = { type: 'integer', minimum: 0, maximum: 5 };
  const names = ['a', 'b', 'c', 'd', 'e'];
  const part = { type: 'object', properties: { score: integer } };
  const rubric = smallRubric({
    criteria: names.map((id) => ({ id, label: id, score: `${id}.score`, max: 5 })),
    output: { type: 'object', properties: Object.fromEntries(names.map((id) => [id, part])) },
    decided: {},
    headline: { value: 'output.a.score' },
  });
  const usage = { promptTokens: 80, replyTokens: 20, cost: { amount: 0.01, currency: 'USD' } };
  const said = ({ shape }: JudgeRequest) =>
    JSON.stringify(Object.fromEntries(Object.keys(shape.properties).map((id) => [id, { score: 3 }])));
  const parts = (atOnce: number, cases: number, budget: { tokens?: number }) => {
    const requests: JudgeRequest[] = [];
    const bench = benchFor(
      answering((request) => {
        requests.push(request);
        return { ...goodReply(request), text: said(request), usage };
      }),
      headFor(cases, { atOnce, asking: 'criterion', budget }),
      { plan: { ready: prepareRubric(rubric, null) } },
    );
    return { ...bench, requests };
  };

  it.each([1, 16])('%i at once stop before the next question', async (atOnce) => {
    const { clock, run, store, requests } = parts(atOnce, 20, { tokens: 800 });
    await clock.advance(5000);
    expect(requests).toHaveLength(8);
    expect(run.inFlight).toBe(0);
    const { pause, counts } = store.head;
    expect(pause).toMatchObject({ because: 'budget', used: { of: 'tokens', spent: 800, budget: 800 } });
    expect(counts.tokens, 'what begun cases took is stored').toMatchObject({ prompt: 640, reply: 160 });
    expect(counts.cost?.amount).toBeCloseTo(0.08, 10);

    run.setBudget({ tokens: 1600 });
    run.resume();
    await clock.advance(5000);
    expect(requests, 'a case goes on where it was').toHaveLength(16);
    run.setBudget(null);
    run.resume();
    await clock.advance(60_000);
    expect((await run.ended).head).toMatchObject({
      state: 'finished',
      counts: { done: 20, statuses: { valid: 20 }, tokens: { prompt: 8000, reply: 2000 } },
    });
    expect(requests, 'nothing is asked twice').toHaveLength(100);
    const inOrder = requests.map((_, index) => Math.floor(index / names.length));
    if (atOnce === 1) expect(requests.map(keyOf), 'a case keeps its place').toEqual(inOrder);
  });

  it('waits within the last case too, and what it took counts when another tab goes on', async () => {
    const { clock, run, store, requests, again } = parts(1, 1, { tokens: 300 });
    await clock.advance(5000);
    expect([requests.length, store.log.length]).toEqual([3, 0]);
    expect(run.head.pause).toMatchObject({ because: 'budget', used: { spent: 300 } });
    const other = again({ ready: prepareRubric(rubric, null) });
    await clock.advance(5000);
    expect(requests).toHaveLength(3);
    other.setBudget(null);
    other.resume();
    await clock.advance(5000);
    expect((await other.ended).head.counts).toMatchObject({ done: 1, tokens: { prompt: 640, reply: 160 } });
  });
});

it('stops before a second try', async () => {
  const usage = { promptTokens: 80, replyTokens: 20 };
  const judge = answering((request) => ({
    ...goodReply(request),
    ...(!request.previous && { text: 'no' }),
    usage,
  }));
  const { clock, run, store } = benchFor(judge, headFor(3, { atOnce: 1, budget: { tokens: 100 } }));
  await clock.advance(1000);
  expect([store.log.length, store.head.counts.tokens.prompt]).toEqual([0, 80]);
  run.setBudget({ tokens: 200 });
  run.resume();
  await clock.advance(1000);
  expect(store.log.map(({ digest }) => digest.status)).toEqual(['valid']);
});

describe('money', () => {
  const price = { prompt: 1000, cached: null, reply: 1000, currency: 'USD' };

  it.each<[string, Omit<Partial<Answer>, 'reason'>]>([
    ['nobody names', {}],
    ['is told in another currency', { usage: { cost: { amount: 1, currency: 'EUR' } } }],
  ])('that %s stops the run after its first reply and says so', async (_, told) => {
    const judge = answering((request) => ({ ...goodReply(request), ...told }));
    const { clock, run, store } = benchFor(judge, headFor(20, { atOnce: 4, budget: dollars(0.045) }));
    await clock.advance(5000);
    const unknown = { because: 'budget', used: { of: 'unknown', budget: 0.045, currency: 'USD' } };
    expect(store.head.pause).toMatchObject(unknown);
    expect(runHeadSchema.safeParse(store.head).error).toBeUndefined();
    expect(store.log).toHaveLength(1);
    run.resume();
    await clock.advance(5000);
    expect(store.log, 'one more shows whether it is known by now').toHaveLength(2);
    expect(store.head.pause).toMatchObject(unknown);
  });

  it('that nobody named is remembered in another tab', async () => {
    let priced = false;
    const judge = answering((request) => ({
      ...goodReply(request),
      ...(priced && { usage: { cost: { amount: 0.01, currency: 'USD' } } }),
    }));
    const { clock, store, again } = benchFor(judge, headFor(20, { atOnce: 4, budget: dollars(0.045) }));
    await clock.advance(5000);
    const unknown = { because: 'budget', used: { of: 'unknown', budget: 0.045, currency: 'USD' } };
    expect(store.head).toMatchObject({ pause: unknown, counts: { unpriced: 1 } });
    again();
    await clock.advance(5000);
    expect(store.log, 'one more shows whether it is known by now').toHaveLength(2);
    expect(store.head).toMatchObject({ pause: unknown, counts: { unpriced: 2 } });
    expect(runHeadSchema.safeParse(store.head).error).toBeUndefined();
    priced = true;
    again();
    await clock.advance(5000);
    // The two without a cost count as the others.
    expect(store.head.pause).toMatchObject({ used: { of: 'money', budget: 0.045 } });
    expect(store.log).toHaveLength(5);
    again();
    await clock.advance(5000);
    expect(store.log, 'and is still used up in a third').toHaveLength(5);
  });

  it('is counted by our own estimate where a price is known and nobody counts tokens', async () => {
    const judge = (clock: FakeClock) => ({ ...answering(goodReply)(clock), price: () => price });
    const { clock, store } = benchFor(judge, headFor(200, { atOnce: 4, budget: dollars(1) }));
    await clock.advance(60_000);
    const { pause, counts } = store.head;
    expect(pause?.used).toMatchObject({ of: 'money', budget: 1 });
    expect(counts.cost).toMatchObject({ currency: 'USD', computed: true, estimated: true });
    expect(counts.cost?.amount).toBeCloseTo((counts.tokens.prompt + counts.tokens.reply) / 1000, 6);
    const [{ judgement } = { judgement: null }] = store.log;
    const each = judgement?.attempts[0]?.reply.usage?.cost?.amount ?? 0;
    expect(counts.cost?.amount).toBeLessThan(1 + 2 * each);
  });

  it('is spent on replies that are none, and not on those that nobody worked on', async () => {
    const usage = {
      promptTokens: 80,
      cachedTokens: 50,
      replyTokens: 20,
      cost: { amount: 0.01, currency: 'USD' },
    };
    const failures: Answer[] = [
      { reason: 'refused', detail: 'filtered', usage },
      { reason: 'failed', detail: 'no connection' },
    ];
    let asked = 0;
    const judge = answering(() => failures[asked++ % 2] ?? { reason: 'failed', detail: '' });
    const { clock, store, run } = benchFor(judge, headFor(2, { atOnce: 1, budget: dollars(1) }));
    await clock.advance(5000);
    await run.ended;
    expect(store.head.counts).toMatchObject({ cost: { amount: 0.01 }, tokens: { cached: 50, reply: 20 } });
    expect(store.log.map(({ judgement }) => judgement.receipt.unanswered)).toEqual([usage, undefined]);
  });

  const sentAgain = (took: FailedSendUsage | null, times: number) => (clock: FakeClock) => ({
    ...judgeThat(async (request) => {
      for (let send = 0; send < times; send += 1) {
        await clock.sleep(100, request.signal);
        request.onFailedSend?.(took);
        await clock.sleep(500, request.signal);
        await request.mayGoAgain?.();
      }
      await clock.sleep(100, request.signal);
      return { ...goodReply(request), usage: { promptTokens: 80, replyTokens: 20 } };
    }),
    price: () => price,
  });

  it('is spent on each send that broke off before the reply came', async () => {
    const took = { usage: { promptTokens: 80 }, text: 'half of what was to be said' };
    const { clock, store, run } = benchFor(sentAgain(took, 2), headFor(1));
    await clock.advance(5000);
    await run.ended;
    const [{ judgement } = { judgement: null }] = store.log;
    const { tokens, cost } = store.head.counts;
    expect(tokens).toMatchObject({ prompt: 240, estimated: true });
    expect(tokens.reply).toBeGreaterThan(20);
    expect(cost).toMatchObject({ computed: true, estimated: true });
    expect(cost?.amount).toBeCloseTo((tokens.prompt + tokens.reply) / 1000, 9);
    expect(judgement?.status).toBe('valid');
    expect(judgement?.receipt).toMatchObject({
      calls: 3,
      tokens: { prompt: 240, reply: tokens.reply, estimated: true },
      unanswered: { promptTokens: 160, cost: { estimated: true } },
    });
    expect(runHeadSchema.safeParse(store.head).error).toBeUndefined();
    expect(judgementSchema.safeParse(judgement).error).toBeUndefined();
  });

  it('holds a question back that broke off and used it up', async () => {
    const took = { usage: { promptTokens: 80, replyTokens: 20 }, text: '' };
    const { clock, store, run } = benchFor(
      sentAgain(took, 3),
      headFor(2, { atOnce: 1, budget: { tokens: 200 } }),
    );
    await clock.advance(60_000);
    expect(store.head).toMatchObject({ state: 'paused', pause: { used: { of: 'tokens', spent: 200 } } });
    expect(store.log).toEqual([]);
    run.setBudget(null);
    run.resume();
    await clock.advance(60_000);
    expect((await run.ended).head.counts.tokens).toMatchObject({ prompt: 640, reply: 160 });
  });

  it('is spent on sends that broke off when the time is up or the run is called off', async () => {
    const took = { usage: { promptTokens: 80, replyTokens: 20 }, text: '' };
    const late = benchFor(sentAgain(took, 9), headFor(1, { timeoutSeconds: 1 }));
    await late.clock.advance(5000);
    // Two broke off, and while the third was waited with nobody was at work.
    expect((await late.run.ended).head.counts.tokens).toMatchObject({ prompt: 160, reply: 40 });
    const off = benchFor(sentAgain(took, 9), headFor(1));
    await off.clock.advance(300);
    off.run.cancel();
    expect((await off.run.ended).head.counts.tokens).toMatchObject({ prompt: 80, reply: 20 });
  });

  it('is not spent on sends that nobody worked on, even when the time is up meanwhile', async () => {
    const { clock, run, store } = benchFor(sentAgain(null, 9), headFor(1, { timeoutSeconds: 1 }));
    await clock.advance(5000);
    expect((await run.ended).head.counts).toMatchObject({ tokens: { prompt: 0, reply: 0 }, cost: null });
    expect(store.log[0]?.judgement).toMatchObject({ reason: 'timeout', receipt: { tokens: { prompt: 0 } } });
  });

  it('is spent on a question that took too long', async () => {
    const judge = (clock: FakeClock) => ({
      ...judgeThat(async (request) => {
        await clock.sleep(60_000, request.signal);
        return goodReply(request);
      }),
      price: () => price,
    });
    const { clock, store, run } = benchFor(judge, headFor(1, { timeoutSeconds: 5 }));
    await clock.advance(10_000);
    await run.ended;
    const { cost, tokens } = store.head.counts;
    expect(cost).toMatchObject({ computed: true, estimated: true });
    expect(cost?.amount).toBeCloseTo(tokens.prompt / 1000, 6);
  });
});
