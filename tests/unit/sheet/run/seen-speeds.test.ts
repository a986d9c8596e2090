import { describe, expect, it } from 'vitest';
import type { Speed } from '../../../../src/sheet/run/run-state';
import { SeenSpeeds } from '../../../../src/sheet/run/runs-elsewhere.svelte';

type Head = [done: number, milliseconds: number];

/** What is known after each of these heads. */
function after(heads: readonly Head[]): (Speed | null)[] {
  const speeds = new SeenSpeeds();
  return heads.map(([done, milliseconds]) => speeds.see('a', { done, total: 100, milliseconds }));
}
const last = (heads: readonly Head[]) => after(heads).at(-1);

describe('the speed of a run of another tab', () => {
  it.each<[string, Head[]]>([
    ['its first head alone', [[60, 3_600_000]]],
    [
      'too few results',
      [
        [60, 5_000],
        [62, 9_000],
      ],
    ],
    [
      'too short a time',
      [
        [60, 5_000],
        [90, 5_900],
      ],
    ],
    [
      'a later head without results',
      [
        [60, 5_000],
        [60, 90_000],
      ],
    ],
  ])('is not told from %s', (_, heads) => {
    expect(last(heads)).toBeNull();
  });

  it('is what came since it was seen first, by its own time', () => {
    expect(
      after([
        [60, 5_000],
        [64, 7_000],
        [70, 10_000],
      ]),
    ).toEqual([null, { perSecond: 2, millisecondsLeft: 18_000 }, { perSecond: 2, millisecondsLeft: 15_000 }]);
  });

  it('is that of the last half minute', () => {
    const slow: Head[] = [
      [0, 0],
      [10, 40_000],
    ];
    const fast = Array.from({ length: 5 }, (_, place): Head => [20 + place * 10, 50_000 + place * 10_000]);
    expect(last([...slow, ...fast])).toEqual({ perSecond: 1, millisecondsLeft: 40_000 });
  });

  it.each<[string, Head]>([
    ['less is done, as where failed cases are asked again', [90, 20_000]],
    ['its time begins anew', [97, 1_000]],
  ])('is to be found out anew where %s', (_, head) => {
    expect(last([[60, 5_000], [95, 15_000], head])).toBeNull();
  });

  it('is known for each run by itself, until it is forgotten', () => {
    const speeds = new SeenSpeeds();
    const see = (run: string, done: number, milliseconds: number) =>
      speeds.see(run, { done, total: 100, milliseconds });
    see('a', 0, 0);
    see('b', 50, 0);
    expect(see('a', 10, 10_000)).toEqual({ perSecond: 1, millisecondsLeft: 90_000 });
    expect(see('b', 70, 10_000)).toEqual({ perSecond: 2, millisecondsLeft: 15_000 });
    speeds.forget('a');
    expect(see('a', 20, 20_000)).toBeNull();
  });
});
