import { describe, expect, it } from 'vitest';
import type { BusyNotice } from '../../../../src/judgement/judge';
import { settled, type FakeClock } from './fake-clock';
import { benchFor, goodReply, headFor, judgeThat, keyOf } from './run-bench';

describe('a question that is sent once more', () => {
  it('goes within the width that holds then, and before others', async () => {
    const listeners = new Set<(notice: BusyNotice) => void>();
    const sent: string[] = [];
    const out = { now: 0, most: 0 };
    const judge = (clock: FakeClock) => ({
      ...judgeThat(async (request) => {
        const work = async () => {
          sent.push(`${keyOf(request)} at ${clock.now()}`);
          out.now += 1;
          out.most = Math.max(out.most, out.now);
          await clock.sleep(100, request.signal);
          out.now -= 1;
        };
        await work();
        if (keyOf(request) >= 8 || clock.now() > 100) return goodReply(request);
        for (const listener of listeners) listener({ waitMilliseconds: null, outMilliseconds: 100 });
        await clock.sleep(300, request.signal);
        out.most = 0;
        await request.mayGoAgain?.();
        await work();
        return goodReply(request);
      }),
      onBusy: (listener: (notice: BusyNotice) => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    });
    const { clock, run } = benchFor(judge, headFor(20, { atOnce: 8 }));
    await clock.advance(499);
    expect(sent.slice(8)).toEqual(['0 at 400', '1 at 400', '2 at 400', '3 at 400']);
    expect(out.most).toBe(4);
    await clock.advance(10_000);
    // With the fourth reply there is room for one more.
    expect(sent.slice(12, 17).toSorted()).toEqual([4, 5, 6, 7, 8].map((key) => `${key} at 500`));
    expect((await run.ended).head).toMatchObject({ state: 'finished', counts: { done: 20 } });
  });

  it.each(['a second try', 'a second sending'])(
    'does not time out while the run is paused: %s',
    async (what) => {
      let first = true;
      const judge = (clock: FakeClock) =>
        judgeThat(async (request) => {
          await clock.sleep(900, request.signal);
          if (!first) return goodReply(request);
          first = false;
          if (what === 'a second try') return { ...goodReply(request), text: 'Well.' };
          await request.mayGoAgain?.();
          return goodReply(request);
        });
      const { clock, run, store } = benchFor(judge, headFor(1, { timeoutSeconds: 2 }));
      await clock.advance(100);
      run.pause();
      await clock.advance(60_000);
      expect([run.head.state, store.log.length]).toEqual(['paused', 0]);
      run.resume();
      await clock.advance(2_000);
      expect((await run.ended).head).toMatchObject({ state: 'finished', counts: { statuses: { valid: 1 } } });
      expect(clock.waiting).toBe(0);
    },
  );

  it('still has only the time of its case', async () => {
    const judge = (clock: FakeClock) =>
      judgeThat(async (request) => {
        for (;;) {
          await clock.sleep(900, request.signal);
          await request.mayGoAgain?.();
        }
      });
    const { clock, run, store } = benchFor(judge, headFor(1, { timeoutSeconds: 2 }));
    await clock.advance(2_000);
    expect((await run.ended).head.state).toBe('finished');
    expect(store.log[0]?.digest.reason).toBe('timeout');
  });

  it('is called off with the run that it waits in', async () => {
    const judge = (clock: FakeClock) =>
      judgeThat(async (request) => {
        await clock.sleep(100, request.signal);
        await request.mayGoAgain?.();
        return goodReply(request);
      });
    const { clock, run, store } = benchFor(judge, headFor(4, { atOnce: 2, timeoutSeconds: 9 }));
    await clock.advance(50);
    run.pause();
    await clock.advance(1000);
    expect(run.inFlight).toBe(0);
    run.cancel();
    await settled();
    expect((await run.ended).head.state).toBe('cancelled');
    expect([store.log.length, clock.waiting]).toEqual([0, 0]);
  });
});

let read = () => {};
it('a reply that came in time counts, however long it waits to be read', async () => {
  const { clock, run, store } = benchFor(
    (time) =>
      judgeThat(async (request) => {
        await time.sleep(1_900, request.signal);
        return goodReply(request);
      }),
    headFor(1, { timeoutSeconds: 2 }),
    { tools: { yieldUntilIdle: () => new Promise((resolve) => (read = resolve)) } },
  );
  await clock.advance(60_000);
  expect(store.log).toEqual([]);
  read();
  expect((await run.ended).head.counts.statuses).toEqual({ valid: 1 });
});
