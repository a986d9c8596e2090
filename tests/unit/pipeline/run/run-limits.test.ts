import { describe, expect, it } from 'vitest';
import type { BusyNotice } from '../../../../src/judges/judge';
import { settled, type FakeClock } from './fake-clock';
import { benchFor, goodReply, headFor, judgeThat } from './run-bench';

/** Answers after 100 ms, and can be made to say that it is busy. */
function busyBench(cases: number, atOnce: number) {
  const listeners = new Set<(notice: BusyNotice) => void>();
  const judge = (clock: FakeClock) => ({
    ...judgeThat(async (request) => {
      await clock.sleep(100, request.signal);
      return goodReply(request);
    }),
    onBusy: (listener: (notice: BusyNotice) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
  const bench = benchFor(judge, headFor(cases, { atOnce }));
  const busy = (waitMilliseconds: number | null, outMilliseconds = 1) => {
    for (const listener of listeners) listener({ waitMilliseconds, outMilliseconds });
  };
  return { ...bench, busy, listeners };
}

describe('a judge that is busy', () => {
  it('is asked half as much at once, and step by step as much as before', async () => {
    const { clock, run, busy, listeners } = busyBench(200, 8);
    await clock.advance(50);
    expect(run.inFlight).toBe(8);
    busy(null);
    busy(null, 10);
    const seen: number[] = [];
    while (seen.at(-1) !== 8 || seen.length < 2) {
      await clock.advance(100);
      seen.push(run.inFlight);
    }
    expect(seen[0]).toBeLessThan(8);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(listeners.size).toBe(1);
    await clock.advance(10_000);
    expect((await run.ended).head).toMatchObject({ state: 'finished', counts: { done: 200 } });
    expect(listeners.size).toBe(0);
    expect(clock.waiting).toBe(0);
  });

  it('is sent nothing new before the time that it names', async () => {
    const { clock, run, busy, store } = busyBench(20, 4);
    await clock.advance(50);
    busy(3000);
    await clock.advance(2999);
    expect([run.inFlight, store.log.length]).toEqual([0, 4]);
    busy(1000, 5000);
    await clock.advance(999);
    expect(run.inFlight).toBe(0);
    await clock.advance(1);
    expect(run.inFlight).toBeGreaterThan(0);
    await clock.advance(10_000);
    expect((await run.ended).head.counts.done).toBe(20);
  });

  it('keeps no run from being cancelled while it is waited for', async () => {
    const { clock, run, busy, store, listeners } = busyBench(20, 4);
    await clock.advance(50);
    busy(30_000);
    await clock.advance(500);
    expect(run.inFlight).toBe(0);
    run.cancel();
    await settled();
    expect((await run.ended).head.state).toBe('cancelled');
    expect([store.log.length, clock.waiting, listeners.size]).toEqual([4, 0, 0]);
  });
});
