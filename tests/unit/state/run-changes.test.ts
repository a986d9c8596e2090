import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followChanges } from '../../../src/state/run-changes';
import { RunNews } from '../../../src/state/run-news';
import type { RunMessage } from '../../../src/storage/runs/run-channel';

const silent = { send: () => undefined, listen: () => () => undefined };
const progress = (run = 'a'): RunMessage => ({ kind: 'progress', run, upTo: 1 });
const head = (run = 'a'): RunMessage => ({ kind: 'head', run });

/** A screen of runs a and b, of which each reading takes so long. */
function screen({ takes = 0 } = {}) {
  const news = new RunNews(silent);
  const readings: number[] = [];
  const began = performance.now();
  const leave = followChanges(['a', 'b'], news, async () => {
    readings.push(performance.now() - began);
    if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes));
  });
  return { news, readings, leave };
}

describe('runs that a screen shows', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are read about once a second while one goes on, and once more at its end', async () => {
    const { news, readings } = screen();
    for (let time = 0; time < 5000; time += 100) {
      news.tell(progress());
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(readings.length).toBeGreaterThanOrEqual(4);
    expect(readings.length).toBeLessThanOrEqual(6);
    const { length } = readings;
    news.tell(head());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(readings).toHaveLength(length + 1);
  });

  it('are read one after the other, also for what is heard while they are read, and rarely where that takes long', async () => {
    const { news, readings } = screen({ takes: 2000 });
    news.tell(progress());
    await vi.advanceTimersByTimeAsync(1000);
    news.tell(head('b'));
    news.tell(head('b'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(readings).toEqual([300, 300 + 2000 + 4 * 2000]);
  });

  it('are not read for other runs, nor for what is only asked of them, nor once the screen is left', async () => {
    const { news, readings, leave } = screen();
    news.tell(progress('other'));
    news.tell({ kind: 'ask', run: 'a', want: 'pause' });
    news.tell({ kind: 'removed', run: 'a' });
    await vi.advanceTimersByTimeAsync(5000);
    news.tell(progress());
    leave();
    news.tell(progress());
    await vi.advanceTimersByTimeAsync(5000);
    expect(readings).toEqual([]);
  });

  it('are not read on where the screen is left in mid-reading', async () => {
    const { news, readings, leave } = screen({ takes: 100 });
    news.tell(progress());
    await vi.advanceTimersByTimeAsync(350);
    news.tell(progress());
    leave();
    await vi.advanceTimersByTimeAsync(5000);
    expect(readings).toHaveLength(1);
  });
});
