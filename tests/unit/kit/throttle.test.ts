import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Throttle } from '../../../src/kit/throttle.browser';

describe('a throttle', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('acts about twice a second, however often it is scheduled, and for the last time too', () => {
    let asked = 0;
    const seen: number[] = [];
    const throttle = new Throttle(() => seen.push(asked));
    for (let time = 0; time < 2000; time += 5) {
      asked += 1;
      throttle.schedule();
      vi.advanceTimersByTime(5);
    }
    vi.advanceTimersByTime(1000);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.length).toBeLessThanOrEqual(7);
    expect(seen.at(-1)).toBe(asked);
  });

  it('acts on the same beat as others with its interval', () => {
    const seen: [string, number][] = [];
    const note = (name: string) => new Throttle(() => seen.push([name, performance.now()]));
    const [one, other] = [note('one'), note('other')];
    one.schedule();
    vi.advanceTimersByTime(120);
    other.schedule();
    vi.advanceTimersByTime(150);
    seen.length = 0;
    for (let time = 0; time < 2000; time += 10) {
      one.schedule();
      other.schedule();
      vi.advanceTimersByTime(10);
    }
    const timesOf = (name: string) => seen.flatMap(([who, time]) => (who === name ? [time] : []));
    expect(timesOf('one').length).toBeGreaterThan(2);
    expect(timesOf('one')).toEqual(timesOf('other'));
  });

  it('acts at once when flushed, and not once more', () => {
    const act = vi.fn();
    const throttle = new Throttle(act);
    throttle.schedule();
    throttle.flush();
    vi.advanceTimersByTime(1000);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('does not act after it was cancelled', () => {
    const act = vi.fn();
    const throttle = new Throttle(act);
    throttle.flush();
    throttle.schedule();
    vi.advanceTimersByTime(100);
    throttle.cancel();
    vi.advanceTimersByTime(1000);
    throttle.flush();
    throttle.schedule();
    throttle.cancel();
    vi.advanceTimersByTime(1000);
    expect(act).toHaveBeenCalledTimes(2);
  });
});
