import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeUp } from '../../../../src/pipeline/time-up';
import { TimeWatch } from '../../../../src/pipeline/time-watch';
import { FakeClock } from './fake-clock';

const seconds = 30;

/** Begins after a while, and is done after some time of its own, with a rest at half of it; all in milliseconds. */
const work = fc.record({
  begins: fc.nat(60_000),
  takes: fc.integer({ min: 1, max: 29_999 }).map((half) => 2 * half),
  rests: fc.nat(60_000),
});

describe('a watch over the time', () => {
  it('ends each that takes too long when its own time is up, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(work, { minLength: 1, maxLength: 12 }), async (works) => {
        const clock = new FakeClock();
        const watch = new TimeWatch(seconds, clock);
        const ends: (number | null)[] = works.map(() => null);
        const all = works.map(async ({ begins, takes, rests }, index) => {
          await clock.sleep(begins);
          const controller = new AbortController();
          controller.signal.addEventListener('abort', () => {
            expect(controller.signal.reason).toBeInstanceOf(TimeUp);
            ends[index] = clock.now();
          });
          const rest = watch.start(controller);
          await clock.sleep(takes / 2);
          const left = rest();
          expect(left).toBe(seconds * 1000 - takes / 2);
          await clock.sleep(rests);
          const end = watch.start(controller, left);
          await clock.sleep(takes / 2);
          end();
        });
        await clock.advance(200_000);
        await Promise.all(all);
        // At the very moment either may come first.
        works.forEach(({ begins, takes, rests }, index) => {
          if (takes !== seconds * 1000)
            expect(ends[index]).toBe(takes > seconds * 1000 ? begins + rests + seconds * 1000 : null);
        });
        expect(clock.waiting).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('sets one alarm for all', () => {
    const clock = new FakeClock();
    const watch = new TimeWatch(seconds, clock);
    for (let count = 0; count < 16; count += 1) watch.start(new AbortController());
    expect(clock.waiting).toBe(1);
  });
});
