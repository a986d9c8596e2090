import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BusyNotice } from '../../../../src/judgement/judge';
import { JudgePace } from '../../../../src/sheet/run/judge-pace';
import { judgeThat } from './run-bench';

type Step =
  | { replies: number }
  | { busy: number | null; out?: number; times?: number }
  | { pass: number }
  | { choose: number };

/** What the width is, and how long nothing may be sent, after each of the steps. */
async function after(chosen: number, steps: readonly Step[], limitedBy?: 'connections') {
  let now = 0;
  let most = chosen;
  let sayBusy: (notice: BusyNotice) => void = () => {};
  const judge = {
    ...judgeThat(() => new Promise(() => {})),
    limitedBy,
    onBusy: (listener: typeof sayBusy) => ((sayBusy = listener), () => undefined),
  };
  const pace = new JudgePace({
    judge,
    atOnce: () => most,
    clock: { now: () => now, sleep: () => new Promise(() => {}) },
    random: () => 1,
    changed: () => {},
    giveUp: () => {},
    over: new AbortController().signal,
  });
  const told = [];
  for (const step of steps) {
    if ('replies' in step)
      for (let count = 0; count < step.replies; count += 1)
        await pace.hear(() => Promise.resolve({ text: '', stop: 'complete', model: 'm', parameters: {} }));
    else if ('busy' in step)
      for (let count = 0; count < (step.times ?? 1); count += 1)
        sayBusy({ waitMilliseconds: step.busy, outMilliseconds: step.out ?? 1 });
    else if ('pass' in step) now += step.pass;
    else most = step.choose;
    told.push({ ...pace.inForce, held: pace.heldFor });
  }
  return told;
}
const widths = async (chosen: number, steps: readonly Step[]) =>
  (await after(chosen, steps)).map(({ width }) => width);
const busy: Step = { busy: null };
/** So many refusals that they are no accident. */
const crowd: Step = { busy: null, times: 6 };
const stray: Step[] = [{ replies: 20 }, busy];
const pass: Step = { pass: 10 };

describe('the width', () => {
  it.each<[string, number, Step[], number[]]>([
    ['is the chosen one until the judge is busy', 16, [{ replies: 100 }], [16]],
    ['stays for stray refusals', 16, [...stray, ...stray, busy, ...stray], [16, 16, 16, 16, 16, 16, 16]],
    ['is halved when refusals are no accident', 16, [{ busy: null, times: 5 }, busy], [16, 8]],
    ['is halved when the judge names a wait', 16, [{ busy: 500 }], [8]],
    ['is halved again as long as all are refused', 16, [crowd, pass, busy, pass, busy], [8, 8, 4, 4, 2]],
    ['is halved downwards, and at least one', 5, [crowd, pass, busy, pass, busy], [2, 2, 1, 1, 1]],
    [
      'is halved once for questions that were out together',
      16,
      [{ pass: 100 }, crowd, pass, { busy: null, out: 50 }, { busy: null, out: 10 }, { busy: null, out: 9 }],
      [16, 8, 8, 8, 8, 4],
    ],
    [
      'grows by one after a round of replies',
      16,
      [crowd, { replies: 7 }, { replies: 1 }, { replies: 8 }, { replies: 1 }],
      [8, 8, 9, 9, 10],
    ],
    [
      'does not grow in a round with a refusal',
      8,
      [crowd, pass, { replies: 7 }, busy, { replies: 4 }, { replies: 1 }],
      [4, 4, 5, 5, 5, 6],
    ],
    ['grows to the chosen one and no further', 4, [crowd, { replies: 2 }, { replies: 100 }], [2, 3, 4]],
    ['follows another choice', 4, [{ choose: 9 }, { choose: 2 }], [9, 2]],
    ['stays small when more is chosen meanwhile', 4, [crowd, { choose: 9 }, { replies: 2 }], [2, 2, 3]],
  ])('%s', async (_, chosen, steps, expected) => {
    expect(await widths(chosen, steps)).toEqual(expected);
  });
});

describe('a wait that was asked for', () => {
  it.each<[string, Step[], number[]]>([
    ['is kept', [{ busy: 2000 }, { pass: 1500 }, { pass: 499 }, { pass: 1 }], [2000, 500, 1, 0]],
    ['is not shortened by a later one', [{ busy: 2000 }, { pass: 500 }, { busy: 100 }], [2000, 1500, 1500]],
    ['is put off by a longer one', [{ busy: 200 }, { busy: 900, out: 5 }], [200, 900]],
    ['stays where a judge says nothing of waiting', [{ busy: 200 }, busy], [200, 200]],
    [
      'is not kept beyond two minutes',
      [{ busy: 120_000 }, { pass: 120_000 }, { busy: 120_001 }],
      [120_000, 0, 0],
    ],
  ])('%s', async (_, steps, expected) => {
    expect((await after(8, steps)).map(({ held }) => held)).toEqual(expected);
  });
});

describe('a judge that takes nobody', () => {
  const minute: Step = { pass: 60_000 };
  it.each<[string, Step[], number[]]>([
    ['is tried again at once the first time', [crowd], [0]],
    [
      'is left alone for longer and longer',
      [crowd, minute, busy, minute, busy, minute, busy],
      [0, 0, 1000, 0, 2000, 0, 4000],
    ],
    [
      'is left alone for a minute at most',
      [crowd, minute, ...Array.from({ length: 22 }, (_, index) => (index % 2 === 0 ? busy : minute))],
      [0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60].flatMap((seconds) => [seconds * 1000, 0]),
    ],
    [
      'is new again after a reply',
      [crowd, minute, busy, minute, { replies: 1 }, busy],
      [0, 0, 1000, 0, 0, 0],
    ],
    [
      'is not asked before the time it names',
      [crowd, minute, { busy: 9000 }, minute, { busy: 100 }],
      [0, 0, 9000, 0, 2000],
    ],
  ])('%s', async (_, steps, expected) => {
    expect((await after(8, steps)).map(({ held }) => held)).toEqual(expected);
  });
});

it('says why fewer are out than were chosen', async () => {
  expect((await after(16, [{ pass: 0 }, crowd, { choose: 8 }])).map(({ because }) => because)).toEqual([
    undefined,
    'busy',
    undefined,
  ]);
  expect((await after(16, [{ pass: 0 }, crowd], 'connections')).map(({ because }) => because)).toEqual([
    'connections',
    'busy',
  ]);
});

describe('whatever happens', () => {
  const step = fc.oneof(
    fc.record({ replies: fc.nat(40) }),
    fc.record({ busy: fc.option(fc.nat(100_000), { nil: null }), out: fc.nat(5000) }),
    fc.record({ pass: fc.nat(5000) }),
  );

  it('the width lies between one and the chosen one, a wait within two minutes, and replies bring the width back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 64 }), fc.array(step), async (chosen, steps) => {
        const all = await after(chosen, [...steps, { replies: chosen * chosen }]);
        for (const { width, held } of all) {
          expect(Number.isInteger(width)).toBe(true);
          expect(width).toBeGreaterThanOrEqual(1);
          expect(width).toBeLessThanOrEqual(chosen);
          expect(held).toBeLessThanOrEqual(120_000);
        }
        expect(all.at(-1)?.width).toBe(chosen);
      }),
    );
  });
});
