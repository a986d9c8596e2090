import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Unhurried } from '../../../src/kit/unhurried';

describe('something unhurried', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is done about twice a second, however often it is asked for, and for the last asking too', () => {
    let asked = 0;
    const seen: number[] = [];
    const unhurried = new Unhurried(() => seen.push(asked));
    for (let time = 0; time < 2000; time += 5) {
      asked += 1;
      unhurried.soon();
      vi.advanceTimersByTime(5);
    }
    vi.advanceTimersByTime(1000);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.length).toBeLessThanOrEqual(7);
    expect(seen.at(-1)).toBe(asked);
  });

  it('is done on the same beat as others, whenever each was done last', () => {
    const seen: [string, number][] = [];
    const note = (name: string) => new Unhurried(() => seen.push([name, performance.now()]));
    const [one, other] = [note('one'), note('other')];
    one.soon();
    vi.advanceTimersByTime(120);
    other.soon();
    vi.advanceTimersByTime(150);
    seen.length = 0;
    for (let time = 0; time < 2000; time += 10) {
      one.soon();
      other.soon();
      vi.advanceTimersByTime(10);
    }
    const timesOf = (name: string) => seen.flatMap(([who, time]) => (who === name ? [time] : []));
    expect(timesOf('one').length).toBeGreaterThan(2);
    expect(timesOf('one')).toEqual(timesOf('other'));
  });

  it('is done at once when told so, and not once more', () => {
    const act = vi.fn();
    const unhurried = new Unhurried(act);
    unhurried.soon();
    unhurried.now();
    vi.advanceTimersByTime(1000);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('is not done once it was called off, whether before its rest or after', () => {
    const act = vi.fn();
    const unhurried = new Unhurried(act);
    unhurried.now();
    unhurried.soon();
    vi.advanceTimersByTime(100);
    unhurried.callOff();
    vi.advanceTimersByTime(1000);
    unhurried.now();
    unhurried.soon();
    unhurried.callOff();
    vi.advanceTimersByTime(1000);
    expect(act).toHaveBeenCalledTimes(2);
  });
});
