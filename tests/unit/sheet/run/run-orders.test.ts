import { describe, expect, it } from 'vitest';
import { fullReply } from '../../judgement/small-rubric';
import { runHeadSchema } from '../../../../src/sheet/run-record';
import type { JudgeRequest } from '../../../../src/judgement/judge';
import { rulesJudge } from '../../../../src/judges/rules/rules-judge';
import { orderOf } from '../../../../src/sheet/run/order';
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
  restOf,
  type Answer,
} from './run-bench';

const slowly =
  (asked: number[] = []) =>
  (clock: FakeClock) =>
    judgeThat(async (request) => {
      asked.push(keyOf(request));
      await clock.sleep(100, request.signal);
      return goodReply(request);
    });
const atOnce = () => judgeThat((request) => Promise.resolve(goodReply(request)));
const never = () => judgeThat(() => new Promise<Answer>(() => {}));
const of = (...keys: number[]) => keys.map((caseKey) => ({ caseKey, sample: 0 }));
const keys = (results: readonly { caseKey: number }[]) => results.map(({ caseKey }) => caseKey);

describe('an order', () => {
  it('is resumed exactly: what it has left, by how far it is', async () => {
    const asked: number[] = [];
    const head = { ...headFor(9, { atOnce: 1 }), orders: [orderOf(of(1, 4, 5, 8), 0)] };
    const { clock, run, store, again } = benchFor(slowly(asked), head);
    await clock.advance(150);
    run.pause();
    await clock.advance(1000);
    expect(store.head).toMatchObject({ state: 'paused', progress: { done: 2, total: 4 } });
    expect(store.head.orders).toEqual(head.orders);
    const rest = restOf(store);
    expect(keys(rest.cells)).toEqual([5, 8]);
    const second = again(rest);
    expect(second.progress).toMatchObject({ done: 2, total: 4 });
    await clock.advance(1000);
    expect((await second.ended).head).toMatchObject({
      state: 'finished',
      orders: [],
      progress: { done: 4, total: 4 },
      counts: { done: 4 },
    });
    expect(asked).toEqual([1, 4, 5, 8]);
    expect(keys(store.log)).toEqual(asked);
  });

  it('of failed cells has them asked again, and their new results count', async () => {
    let down = true;
    const judge = judgeThat((request) =>
      Promise.resolve<Answer>(
        down && keyOf(request) % 3 === 0
          ? { reason: 'failed', detail: `${keyOf(request)}` }
          : goodReply(request),
      ),
    );
    const { run, store, again } = benchFor(judge, headFor(6));
    await run.ended;
    const failed = store.log.filter(({ digest }) => digest.status === 'unscored');
    down = false;
    const second = again(ordering(store, failed));
    expect(second.progress).toMatchObject({ done: 0, total: 2, failed: 0 });
    expect(second.head.counts, 'until then the old ones count').toMatchObject({
      done: 6,
      statuses: { valid: 4, unscored: 2 },
    });
    await second.ended;
    expect(keys(store.log.slice(6))).toEqual([0, 3]);
    expect(store.head).toMatchObject({
      progress: { done: 2, total: 2 },
      counts: { done: 6, statuses: { valid: 6 }, score: { mean: 7, count: 6 } },
    });
  });

  it('leaves out cases that were removed meanwhile', async () => {
    for (const judge of [atOnce(), rulesJudge]) {
      const { run, store } = benchFor(judge, headFor(5), {
        plan: { caseAt: (key) => (key % 2 === 0 ? null : caseAt(key)) },
      });
      expect((await run.ended).head).toMatchObject({
        state: 'finished',
        progress: { done: 5, total: 5 },
        counts: { done: 2 },
      });
      expect(run.progress).toMatchObject({ done: 5, total: 5 });
      expect(keys(store.log)).toEqual([1, 3]);
      const none = benchFor(judge, headFor(3), { plan: { caseAt: () => null } });
      expect((await none.run.ended).head).toMatchObject({ state: 'finished', counts: { done: 0 } });
    }
  });

  it('is stored at once where it is given to a run that was over', async () => {
    const { clock, run, store, again } = benchFor(atOnce(), headFor(2));
    await run.ended;
    const second = again({ ...ordering(store, of(1)), judge: never() });
    await clock.advance(10);
    expect(store.head).toMatchObject({ state: 'running', progress: { done: 0, total: 1 } });
    expect(store.head.orders).toHaveLength(1);
    second.cancel();
    await second.ended;
  });
});

describe('an order that interrupts another', () => {
  const interrupted = async () => {
    const bench = benchFor(slowly(), headFor(6, { atOnce: 1 }));
    await bench.clock.advance(150);
    bench.run.pause();
    await bench.clock.advance(1000);
    return bench;
  };

  it('leaves that one waiting when it is filled', async () => {
    const { clock, store, again } = await interrupted();
    const { orders, progress } = store.head;
    const one = again({ ...ordering(store, of(5)), below: progress });
    expect(one.head.orders).toHaveLength(2);
    await clock.advance(1000);
    const { head } = await one.ended;
    expect(head).toMatchObject({
      state: 'paused',
      pause: { because: 'person', detail: '' },
      progress: { done: 2, total: 6 },
      counts: { done: 3 },
    });
    expect(head.orders).toEqual(orders);
    expect(store.head).toEqual(head);
    expect(runHeadSchema.safeParse(head).error).toBeUndefined();
    expect(keys(store.log)).toEqual([0, 1, 5]);

    const rest = restOf(store);
    expect(keys(rest.cells), 'what was judged meanwhile need not be asked again').toEqual([2, 3, 4]);
    const last = again(rest);
    await clock.advance(1000);
    expect((await last.ended).head).toMatchObject({
      state: 'finished',
      orders: [],
      progress: { done: 6, total: 6 },
      counts: { done: 6 },
    });
  });

  it('is called off with it', async () => {
    const { store, again } = await interrupted();
    const one = again({ ...ordering(store, of(0)), judge: never(), below: store.head.progress });
    await settled();
    one.cancel();
    expect((await one.ended).head).toMatchObject({ state: 'cancelled', orders: [], counts: { done: 2 } });
  });
});

describe('samples', () => {
  it('that are raised add cells, and each case counts once with the mean of its samples', async () => {
    let score = 4;
    const judge = judgeThat((request: JudgeRequest) => {
      const text = JSON.stringify({ ...fullReply, score, total: 2 * score });
      return Promise.resolve({ ...goodReply(request), text });
    });
    const { run, store, again } = benchFor(judge, headFor(2));
    await run.ended;
    expect(store.head.counts).toMatchObject({ done: 2, score: { mean: 4, count: 2 } });
    score = 7;
    const added = allCells(2, 3).filter(({ sample }) => sample > 0);
    const second = again(ordering(store, added));
    expect(second.progress).toMatchObject({ done: 0, total: 4 });
    await second.ended;
    expect(store.log.map(({ caseKey, sample }) => `${caseKey}/${sample}`)).toEqual([
      '0/0',
      '1/0',
      '0/1',
      '0/2',
      '1/1',
      '1/2',
    ]);
    expect(store.head.counts).toMatchObject({
      done: 2,
      statuses: { valid: 2 },
      score: { mean: 6, count: 2 },
    });
    score = 10;
    const third = again(ordering(store, [{ caseKey: 1, sample: 2 }]));
    await third.ended;
    // (4 + 7 + 7) / 3 and (4 + 7 + 10) / 3.
    expect(store.head.counts.score).toMatchObject({ mean: 6.5, count: 2 });
  });
});

describe('results that could not be stored', () => {
  it('are stored also where they are of other cells than those ordered now', async () => {
    const first = benchFor(atOnce(), headFor(3));
    await first.run.ended;
    const unwritten = first.store.log.slice(0, 2);
    const head = { ...headFor(3), orders: [orderOf(of(1, 2), 0)] };
    const { run, store } = benchFor(atOnce(), head, { plan: { unwritten } });
    expect((await run.ended).head).toMatchObject({
      state: 'finished',
      progress: { done: 2, total: 2 },
      counts: { done: 3, statuses: { valid: 3 } },
    });
    expect(keys(store.log)).toEqual([0, 1, 2]);
    expect(run.progress).toMatchObject({ done: 2, total: 2 });
  });

  it('are stored where nothing is ordered', async () => {
    const first = benchFor(atOnce(), headFor(1));
    await first.run.ended;
    const head = { ...headFor(1), orders: [] };
    const { run, store } = benchFor(atOnce(), head, { plan: { unwritten: first.store.log } });
    expect((await run.ended).head).toMatchObject({ state: 'finished', counts: { done: 1 } });
    expect(store.log).toHaveLength(1);
  });
});
