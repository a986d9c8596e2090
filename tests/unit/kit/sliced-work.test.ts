import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SlicedWork, type Slices } from '../../../src/kit/sliced-work.browser';

let time = 0;

/** Uses up its slice at every pause. */
function* slow(pauses: number, log: string[], name: string): Slices<string> {
  for (let pause = 0; pause < pauses; pause += 1) {
    time += 100;
    log.push(name);
    yield;
  }
  return name;
}

describe('sliced work', () => {
  beforeEach(() => {
    vi.spyOn(performance, 'now').mockImplementation(() => time);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('gives others a turn between slices', async () => {
    const log: string[] = [];
    const [a, b] = await Promise.all([
      new SlicedWork().run(slow(2, log, 'a')),
      new SlicedWork().run(slow(2, log, 'b')),
    ]);
    expect([a, b]).toEqual(['a', 'b']);
    expect(log).toEqual(['a', 'b', 'a', 'b']);
  });

  it('does quick work at once, whatever pauses it offers', () => {
    let done = false;
    void new SlicedWork().run(
      (function* (): Slices<void> {
        yield;
        yield;
        done = true;
      })(),
    );
    expect(done).toBe(true);
  });

  it('drops the older of two requests', async () => {
    const log: string[] = [];
    const work = new SlicedWork();
    const older = work.run(slow(5, log, 'older'));
    const newer = work.run(slow(2, log, 'newer'));
    expect(work.busy).toBe(true);
    expect(await Promise.all([older, newer])).toEqual([null, 'newer']);
    expect(log.filter((name) => name === 'older')).toHaveLength(1);
    expect(work.busy).toBe(false);
  });

  it('stops when it is cancelled', async () => {
    const log: string[] = [];
    const work = new SlicedWork();
    const running = work.run(slow(5, log, 'a'));
    work.cancel();
    expect(await running).toBeNull();
    expect(log).toEqual(['a']);
  });

  it('hands on what the work throws, and is free again', async () => {
    const work = new SlicedWork();
    await expect(
      work.run(
        (function* (): Slices<void> {
          yield;
          throw new Error('broken');
        })(),
      ),
    ).rejects.toThrow('broken');
    expect(work.busy).toBe(false);
  });
});
