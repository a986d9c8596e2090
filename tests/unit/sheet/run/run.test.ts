import { describe, expect, it } from 'vitest';
import { runHeadSchema, runResultSchema } from '../../../../src/sheet/run-record';
import { caseHash } from '../../../../src/judgement/receipt';
import type { JudgeRequest } from '../../../../src/judgement/judge';
import { rulesJudge } from '../../../../src/judges/rules/rules-judge';
import { settled, type FakeClock } from './fake-clock';
import {
  allCells,
  benchFor,
  caseAt,
  goodReply,
  headFor,
  judgeThat,
  keyOf,
  ordering,
  orderingRest,
  ready,
  type Answer,
} from './run-bench';

/** Answers after so many milliseconds. */
const after =
  (milliseconds: (key: number) => number, answer: (request: JudgeRequest) => Answer = goodReply) =>
  (clock: FakeClock) =>
    judgeThat(async (request) => {
      await clock.sleep(milliseconds(keyOf(request)), request.signal);
      return answer(request);
    });
const noKey: Answer = {
  reason: 'failed',
  detail: 'No key.',
  causes: [
    {
      code: 'connection',
      fault: 'key',
      host: 'h',
      model: 'm',
      sends: 1,
      status: 401,
      retryAfter: null,
      said: '',
    },
  ],
};
const keys = (results: readonly { caseKey: number }[]) => results.map(({ caseKey }) => caseKey);
const upTo = (count: number) => Array.from({ length: count }, (_, key) => key);

it('asks in the order of the cells, and a free place is taken at once', async () => {
  const judge = (clock: FakeClock) => after((key) => (key === 0 ? 1000 : 100))(clock);
  const { clock, run, store } = benchFor(judge, headFor(6, { atOnce: 2 }));
  await clock.advance(500);
  expect(keys(store.log)).toEqual([1, 2, 3, 4, 5]);
  await clock.advance(500);
  expect((await run.ended).head).toMatchObject({ state: 'finished', milliseconds: 1000 });
  expect(keys(store.log)).toEqual([1, 2, 3, 4, 5, 0]);
});

it('writes results and heads that fit their schemas', async () => {
  const { clock, store, run } = benchFor(
    after(() => 10),
    headFor(3, { samples: 2 }),
  );
  await clock.advance(1000);
  await run.ended;
  expect(store.log).toHaveLength(6);
  for (const result of store.log) expect(runResultSchema.safeParse(result).error).toBeUndefined();
  expect(runHeadSchema.safeParse(store.head).error).toBeUndefined();
  expect(store.head).toMatchObject({
    state: 'finished',
    orders: [],
    progress: { done: 6, total: 6 },
    counts: { done: 3, statuses: { valid: 3 }, score: { mean: 7, count: 3 } },
  });
  expect(store.log[0]).toMatchObject({
    caseKey: 0,
    sample: 0,
    revision: 3,
    hash: caseHash(ready.rubric, caseAt(0).case.input),
    milliseconds: 10,
    digest: { status: 'valid' },
  });
});

describe('samples', () => {
  it('follow each other, each with a seed of its own, which is the same when it is asked again', async () => {
    const seen: (number | undefined)[][] = [];
    for (const _ of [1, 2]) {
      const judge = judgeThat((request) => Promise.resolve(goodReply(request)));
      const { run, store } = benchFor(judge, headFor(2, { samples: 3, atOnce: 1 }));
      await run.ended;
      expect(judge.requests.map(keyOf)).toEqual([0, 0, 0, 1, 1, 1]);
      expect(store.log.map(({ sample }) => sample)).toEqual([0, 1, 2, 0, 1, 2]);
      const seeds = judge.requests.map(({ seed }) => seed);
      expect(store.log.map(({ judgement }) => judgement.receipt.parameters['seed'])).toEqual(seeds);
      seen.push(seeds);
    }
    expect(new Set(seen[0]).size).toBe(6);
    expect(seen[1]).toEqual(seen[0]);
  });
});

describe('storage', () => {
  // A quick judge is not held up by the storing of each reply; before it has shown how quick it is, it is.
  it.each([
    ['a quick judge', 10, 8],
    ['a slow judge', 500, 4],
  ])('is never behind by more than a dying tab may lose: %s', async (_, replyTakes, most) => {
    let asked = 0;
    const behind: number[] = [];
    const { clock, store, run } = benchFor(
      (time) => {
        const judge = after(() => replyTakes)(time);
        return { ...judge, ask: (request) => ((asked += 1), judge.ask(request)) };
      },
      headFor(40, { atOnce: 4 }),
      { store: (log, time) => (log.delay = () => time.sleep(1000)) },
    );
    for (let turn = 0; turn < 30; turn += 1) {
      await clock.advance(100);
      behind.push(asked - store.log.length);
    }
    expect(Math.max(...behind)).toBe(most);
    await clock.advance(60_000);
    await run.ended;
    expect(asked).toBe(40);
  });

  it('holds the judge back when too much waits to be stored', async () => {
    const { clock, store, run } = benchFor(rulesJudge, headFor(2500), {
      // Nothing to judge in them: that goes fastest.
      plan: { caseAt: (key) => ({ case: { id: `case-${key}`, input: {} }, revision: 0 }) },
      store: (log, time) => (log.delay = () => time.sleep(1000)),
    });
    await settled();
    expect(run.unwritten).toHaveLength(2000);
    await clock.advance(5000);
    await run.ended;
    expect(keys(store.log)).toEqual(upTo(2500));
  });

  it('takes a new run before anybody is asked: a tab that dies leaves no questions that nobody knows of', async () => {
    let asked = 0;
    const { clock, store, announced } = benchFor(
      after(() => ((asked += 1), 10)),
      headFor(8, { atOnce: 2 }),
      { plan: { unstored: true }, store: (log, time) => (log.delay = () => time.sleep(500)) },
    );
    await clock.advance(400);
    expect([store.created, asked]).toEqual([[], 0]);
    await clock.advance(105);
    expect([store.created, asked], 'those that were made ready meanwhile go out').toEqual([['run-1'], 2]);
    await clock.advance(9000);
    expect(keys(announced)).toEqual(upTo(8));
  });

  it('that refuses a new run pauses it before anybody is asked', async () => {
    let asked = 0;
    const { clock, store, run } = benchFor(
      after(() => ((asked += 1), 1000)),
      headFor(8, { atOnce: 2 }),
      { plan: { unstored: true }, store: (log) => (log.full = true) },
    );
    await clock.advance(100);
    expect(run.head).toMatchObject({ state: 'paused', pause: { because: 'storage', storage: 'quota' } });
    await clock.advance(3000);
    expect([asked, run.unwritten]).toEqual([0, []]);
    store.full = false;
    run.resume();
    await clock.advance(9000);
    await run.ended;
    expect(keys(store.log)).toEqual(upTo(8));
  });

  it('that refuses pauses the run, loses nothing and is tried first when it goes on', async () => {
    const { clock, store, run, states, announced } = benchFor(
      after(() => 100),
      headFor(8, { atOnce: 2 }),
    );
    await clock.advance(150);
    store.full = true;
    await clock.advance(1000);
    expect(run.head).toMatchObject({
      state: 'paused',
      pause: { because: 'storage', detail: 'The browser has no room left.', storage: 'quota' },
    });
    expect(keys(store.log)).toEqual([0, 1]);
    const kept = keys(run.unwritten);
    // The last one was asked as soon as there was a place, and its answer is kept too.
    expect(kept).toEqual([2, 3, 4]);
    run.resume();
    await clock.advance(1000);
    expect(run.inFlight, 'nothing is asked while it still refuses').toBe(0);
    expect(keys(run.unwritten)).toEqual(kept);
    store.full = false;
    run.resume();
    await clock.advance(1000);
    await run.ended;
    expect(keys(store.log)).toEqual(upTo(8));
    expect(announced).toEqual(store.log);
    expect(states).toEqual(['paused', 'running', 'paused', 'running', 'finished']);
  });

  it('takes first what it refused in a run before, and nobody is asked for that again', async () => {
    const asked: number[] = [];
    const { clock, store, run, again } = benchFor(
      (time) => {
        const judge = after(() => 100)(time);
        return { ...judge, ask: (request) => (asked.push(keyOf(request)), judge.ask(request)) };
      },
      headFor(6, { atOnce: 2 }),
    );
    store.full = true;
    await clock.advance(150);
    run.cancel();
    const { unwritten } = await run.ended;
    store.full = false;
    asked.length = 0;
    const next = again({ ...orderingRest(store, allCells(6)), unwritten });
    await clock.advance(1000);
    expect((await next.ended).head.counts.done).toBe(6);
    expect(keys(store.log)).toEqual(upTo(6));
    expect(asked).not.toContain(0);
    expect(asked).not.toContain(1);
    expect(next.progress).toMatchObject({ done: 6, total: 6 });
  });

  it('that refuses to the end hands the results over when the run is cancelled', async () => {
    const { clock, store, run } = benchFor(
      after(() => 100),
      headFor(8, { atOnce: 2 }),
    );
    store.full = true;
    await clock.advance(150);
    run.cancel();
    const { head, unwritten } = await run.ended;
    expect(head.state).toBe('cancelled');
    expect(keys(unwritten)).toEqual([0, 1]);
    expect(store.log).toEqual([]);
    expect(run.progress.done, 'what is not stored is not done').toBe(0);
  });

  it('counts time without pauses', async () => {
    const { clock, run, store } = benchFor(
      after(() => 100),
      headFor(4, { atOnce: 1 }),
    );
    await clock.advance(150);
    run.pause();
    await clock.advance(5000);
    expect(store.head).toMatchObject({ state: 'paused', pause: { because: 'person' }, milliseconds: 150 });
    run.resume();
    await clock.advance(1000);
    expect((await run.ended).head.milliseconds).toBe(350);
  });
});

it('tells that a change is stored when it is, however long that takes', async () => {
  const { clock, run, states, storedStates } = benchFor(
    after(() => 100),
    headFor(4, { atOnce: 1 }),
    { store: (log, time) => (log.delay = () => time.sleep(500)) },
  );
  run.pause();
  await clock.advance(400);
  expect({ states, storedStates }).toEqual({ states: ['paused'], storedStates: [] });
  await clock.advance(1000);
  expect(storedStates).toEqual(['paused']);
  run.resume();
  await clock.advance(10_000);
  expect(states).toEqual(['paused', 'running', 'finished']);
  expect(storedStates).toEqual(['paused', 'running', 'finished']);
});

it('is not over before the last change of its head is stored', async () => {
  const { clock, run, store } = benchFor(
    after(() => 10),
    headFor(1),
    { store: (log, time) => (log.delay = () => time.sleep(100)) },
  );
  await clock.advance(50);
  run.setBudget({ tokens: 9 });
  await clock.advance(1000);
  const { head } = await run.ended;
  expect(head).toMatchObject({ state: 'finished', settings: { budget: { tokens: 9 } } });
  expect(store.head).toEqual(head);
  expect(store.sizes).toEqual([1, 0]);
});

describe('pause, resume, cancel', () => {
  it('keep what was in flight when the run was paused', async () => {
    const { clock, run, store } = benchFor(
      after(() => 100),
      headFor(9, { atOnce: 3 }),
    );
    await settled();
    run.pause();
    run.pause();
    await clock.advance(1000);
    expect(keys(store.log)).toEqual([0, 1, 2]);
    run.resume();
    run.resume();
    await clock.advance(150);
    run.pause();
    await clock.advance(100);
    expect((await run.ended).head.state, 'its last cases have come in').toBe('finished');
    expect(keys(store.log)).toEqual(upTo(9));
  });

  it.each(['running', 'paused'])('a %s run is cancelled, though its judge hears nothing', async (when) => {
    const judge = judgeThat((request) =>
      keyOf(request) < 2 ? Promise.resolve(goodReply(request)) : new Promise<Answer>(() => {}),
    );
    const { run, store, states } = benchFor(judge, headFor(9, { atOnce: 3 }));
    await settled();
    if (when === 'paused') run.pause();
    run.cancel();
    run.cancel();
    run.resume();
    run.pause();
    const { head } = await run.ended;
    expect(head).toMatchObject({ state: 'cancelled', pause: null, counts: { done: 2 } });
    expect(store.head).toEqual(head);
    expect(judge.requests.filter(({ signal }) => signal.aborted).map(keyOf)).toEqual([2, 3, 4]);
    run.resume();
    await settled();
    expect(keys(store.log)).toEqual([0, 1]);
    expect(states.at(-1)).toBe('cancelled');
  });
});

describe('time', () => {
  it('that is up leaves an unscored judgement with what was said and a receipt', async () => {
    const judge = judgeThat((request) =>
      request.previous
        ? new Promise<Answer>(() => {})
        : Promise.resolve({ text: 'no json', stop: 'complete', model: 'm', parameters: {} }),
    );
    const { clock, run, store } = benchFor(judge, headFor(2, { timeoutSeconds: 30 }));
    await clock.advance(29_000);
    expect(store.log).toEqual([]);
    await clock.advance(1_000);
    await run.ended;
    expect(store.log.map(({ judgement }) => judgement)).toMatchObject([
      {
        status: 'unscored',
        reason: 'timeout',
        detail: 'No complete answer within 30 s.',
        attempts: [{ reply: { text: 'no json' } }],
        receipt: { model: 'm', id: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
      { reason: 'timeout' },
    ]);
    expect(judge.requests.every(({ signal }) => signal.aborted)).toBe(true);
  });
});

describe('failures', () => {
  it('of a judge that breaks belong to the case', async () => {
    const judge = judgeThat((request) =>
      keyOf(request) === 1 ? Promise.reject(new Error('no such thing')) : Promise.resolve(goodReply(request)),
    );
    const { run, store } = benchFor(judge, headFor(3, { atOnce: 1 }));
    await run.ended;
    expect(store.log.map(({ digest }) => digest.status)).toEqual(['valid', 'unscored', 'valid']);
    expect(store.log[1]?.judgement).toMatchObject({
      reason: 'failed',
      detail: 'The judge failed: no such thing',
    });
  });

  it('of the program belong to the case', async () => {
    const findFacts = (input: Record<string, string>) => {
      if (input['text'] === '[text 1]') throw new Error('a bug');
      return { facts: [], problems: [] };
    };
    const { run, store } = benchFor(rulesJudge, headFor(3), { plan: { ready: { ...ready, findFacts } } });
    await run.ended;
    expect(store.log.map(({ digest }) => digest.status)).toEqual(['partial', 'unscored', 'partial']);
    expect(store.log[1]?.judgement.detail).toBe('Assay failed on this case: a bug');
  });

  it.each([
    ['a judge that never answers', 3, 0],
    ['one that answers no more, among hundreds', 500, 100],
  ])('that reached nobody cost no case: %s', async (_, cases, answers) => {
    let mended = false;
    const judge = after(
      () => 10,
      (request) => (mended || keyOf(request) < answers ? goodReply(request) : noKey),
    );
    const { clock, run, store } = benchFor(judge, headFor(cases, { atOnce: 3 }));
    await clock.advance(60_000);
    expect(store.head).toMatchObject({ state: 'paused', pause: { because: 'judge', detail: 'No key.' } });
    expect(keys(store.log)).toEqual(upTo(answers));
    mended = true;
    run.resume();
    await clock.advance(60_000);
    expect((await run.ended).head.counts).toMatchObject({ done: cases, statuses: { valid: cases } });
    expect(keys(store.log).toSorted((a, b) => a - b)).toEqual(upTo(cases));
  });

  it('replies without use pause it until a person goes on: they stay, and nothing is asked twice', async () => {
    const judge = after(
      () => 10,
      (request) => ({ ...goodReply(request), text: '{', stop: 'length' as const }),
    );
    const { clock, run, store } = benchFor(judge, headFor(90, { atOnce: 4 }));
    await clock.advance(60_000);
    const replies = { of: 20, refused: 0, cutOff: 20, malformed: 0 };
    expect(store.head).toMatchObject({ state: 'paused', pause: { because: 'replies', replies } });
    const { length } = store.log;
    // What was out by then was paid for as well.
    expect([length >= 20, length <= 28, run.inFlight]).toEqual([true, true, 0]);
    run.resume();
    await clock.advance(60_000);
    expect(store.head).toMatchObject({ state: 'paused', pause: { replies: { of: 40 } } });
    run.resume();
    await clock.advance(60_000);
    expect((await run.ended).head.counts).toMatchObject({ done: 90, statuses: { unscored: 90 } });
    expect(keys(store.log).toSorted((a, b) => a - b)).toEqual(upTo(90));
  });

  it('of one case that was asked alone are what came of it', async () => {
    const judge = judgeThat(() => Promise.resolve(noKey));
    const { run, store } = benchFor(judge, headFor(1));
    expect((await run.ended).head).toMatchObject({
      state: 'finished',
      counts: { statuses: { unscored: 1 } },
    });
    expect(store.log[0]?.judgement.detail).toBe('No key.');
  });

  it('of a judge that nobody can reach put the case back, and it is asked again with the next', async () => {
    let dead = true;
    const judge = judgeThat((request) =>
      Promise.resolve<Answer>(
        dead && keyOf(request) > 0
          ? { reason: 'failed', detail: 'The engine is gone.', putBack: true }
          : goodReply(request),
      ),
    );
    const { clock, run, store } = benchFor(judge, headFor(4, { atOnce: 1 }));
    await clock.advance(10);
    expect(run.head).toMatchObject({
      state: 'paused',
      pause: { because: 'judge', detail: 'The engine is gone.' },
    });
    expect(keys(store.log)).toEqual([0]);
    dead = false;
    run.resume();
    await clock.advance(10);
    expect((await run.ended).head.counts).toMatchObject({ done: 4, statuses: { valid: 4 } });
    expect(keys(store.log).toSorted()).toEqual(upTo(4));
    // The one that was ready behind it keeps its turn.
    expect(judge.requests.map(keyOf)).toEqual([0, 1, 2, 1, 3]);
  });

  it('asked again and broken off leave a finished run', async () => {
    const judge = judgeThat(() => Promise.resolve({ reason: 'refused', detail: 'no' }));
    const { run, again, store } = benchFor(judge, headFor(3));
    await run.ended;
    const hanging = judgeThat(() => new Promise<Answer>(() => {}));
    const second = again({ ...ordering(store, allCells(3)), judge: hanging });
    await settled();
    second.cancel();
    expect((await second.ended).head).toMatchObject({ state: 'finished', counts: { done: 3 } });
  });
});

it('a program gives the page its turn after each slice of work', async () => {
  let judged = 0;
  const turns: number[] = [];
  let clock: FakeClock | undefined;
  const findFacts = () => {
    judged += 1;
    clock?.spend(4);
    return { facts: [], problems: [] };
  };
  const yieldToPage = async () => {
    turns.push(judged);
    await settled();
  };
  const bench = benchFor(rulesJudge, headFor(30), {
    plan: { ready: { ...ready, findFacts } },
    tools: { yieldToPage },
    store: (_, time) => (clock = time),
  });
  await bench.run.ended;
  expect(turns).toEqual(upTo(10).map((turn) => 3 * (turn + 1)));
});
