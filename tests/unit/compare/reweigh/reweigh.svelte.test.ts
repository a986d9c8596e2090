import { describe, expect, it, vi } from 'vitest';
import { rubricHash } from '../../../../src/judgement/receipt';
import { Reweigh } from '../../../../src/compare/reweigh/reweigh.svelte';
import { memorySheetStore } from '../../../../src/sheet/store/memory-database';
import { goOn, pointsRubric, storeRun, storeWith, type Judged } from '../../sheet/stored-runs';

const judged: Judged[] = [
  { id: 'low', said: [2, 2] },
  { id: 'middle', said: [9, 1] },
  { id: 'at', said: [6, 6] },
  { id: 'high', said: [9, 9] },
  { id: 'broken', said: 'nonsense' },
  { id: 'waiting' },
];

async function opened(store = storeWith({ run: judged })): Promise<Reweigh> {
  const reweigh = new Reweigh(await store);
  await reweigh.open('run');
  expect(reweigh.phase).toEqual({ kind: 'ready' });
  return reweigh;
}

function knob(reweigh: Reweigh, where: string, about: string): string {
  const found = reweigh.groups
    .flatMap(({ knobs }) => knobs)
    .find((candidate) => candidate.where === where && candidate.about === about);
  if (!found) throw new Error(`Expected a number for ${about} in ${where}.`);
  return found.id;
}
const changed = (reweigh: Reweigh) => reweigh.view?.rows.map(({ name }) => name);

describe('the numbers on offer', () => {
  it('are those of totals and verdicts, with their roles', async () => {
    const reweigh = await opened();
    const offered = reweigh.groups.map(({ label, counts, knobs }) => [
      label,
      counts,
      knobs.map(({ role, about, value }) => [role, about, value]),
    ]);
    expect(offered).toEqual([
      [
        'Total',
        true,
        [
          ['weight', 'Style', 1],
          ['weight', 'Depth', 1],
        ],
      ],
      ['Verdict', true, [['threshold', 'Total', 12]]],
    ]);
    expect(reweigh.view).toBeNull();
  });

  it('stand last where neither score nor verdict rests on them', async () => {
    const store = memorySheetStore();
    const { derived } = pointsRubric();
    const rubric = pointsRubric({ derived: { aside: 'output.style * 3', ...derived } });
    await storeRun(store, 'run', judged, { rubric });
    const reweigh = await opened(Promise.resolve(store));
    expect(reweigh.groups.map(({ where, counts }) => [where, counts])).toEqual([
      ['derived.total', true],
      ['derived.verdict', true],
      ['derived.aside', false],
    ]);
  });
});

describe('a number that is turned', () => {
  it.each([
    [10, ['Case middle'], 1],
    [13, ['Case at'], 1],
    [4, ['Case low', 'Case middle'], 2],
    [12.5, ['Case at'], 1],
  ])('a threshold of %d changes verdicts exactly where it should', async (value, rows, count) => {
    const reweigh = await opened();
    await reweigh.turn(knob(reweigh, 'derived.verdict', 'Total'), value);
    expect(changed(reweigh)).toEqual(rows);
    expect(reweigh.view).toMatchObject({ verdictsChanged: count, scoresChanged: 0 });
  });

  it('a weight changes scores and the verdicts that follow', async () => {
    const reweigh = await opened();
    await reweigh.turn(knob(reweigh, 'derived.total', 'Style'), 2);
    expect(reweigh.view).toMatchObject({ scoresChanged: 4, verdictsChanged: 1 });
    expect(reweigh.view?.rows.filter(({ verdictChanged }) => verdictChanged)).toMatchObject([
      { name: 'Case middle', after: { score: { value: 19 }, verdict: { value: 'PASS' } } },
    ]);
    expect(reweigh.view?.rubric.headline.max).toBe(30);
    expect(reweigh.expressionOf('derived.total')).toBe('output.style * 2 + output.depth');
  });

  it('leaves what has no score without one', async () => {
    const reweigh = await opened();
    await reweigh.turn(knob(reweigh, 'derived.verdict', 'Total'), 0);
    expect(reweigh.view?.digestAt(4)).toMatchObject({ status: 'unscored' });
    expect(reweigh.view?.digestAt(5)).toBeUndefined();
    expect(reweigh.view?.before.statuses).toEqual(reweigh.view?.summary.statuses);
  });

  it('that is put back, or set to what it was, leaves no view', async () => {
    const reweigh = await opened();
    const id = knob(reweigh, 'derived.verdict', 'Total');
    await reweigh.turn(id, 10);
    expect([reweigh.turned, reweigh.isTurned(id)]).toEqual([true, true]);
    await reweigh.turn(id, 12);
    expect([reweigh.turned, reweigh.view]).toEqual([false, null]);
    await reweigh.turn(id, 10);
    await reweigh.reset();
    expect([reweigh.valueOf({ id, value: 12 }), reweigh.view]).toEqual([12, null]);
  });

  it('of which the newest counts, however fast they come', async () => {
    const reweigh = await opened();
    const id = knob(reweigh, 'derived.verdict', 'Total');
    await Promise.all([reweigh.turn(id, 0), reweigh.turn(id, 100), reweigh.turn(id, 10)]);
    expect(changed(reweigh)).toEqual(['Case middle']);
    expect(reweigh.progress).toBeNull();
  });

  it('writes nothing to the store', async () => {
    const store = await storeWith({ run: judged });
    const state = async () => {
      const entries = [];
      for await (const piece of store.entries('run')) entries.push(...piece);
      return JSON.stringify([
        await store.run('run'),
        await store.rubric(rubricHash(pointsRubric())),
        entries,
      ]);
    };
    const before = await state();
    const reweigh = await opened(Promise.resolve(store));
    await reweigh.turn(knob(reweigh, 'derived.total', 'Depth'), 5);
    expect(reweigh.view?.scoresChanged).toBeGreaterThan(0);
    expect(await state()).toBe(before);
  });

  it('is refused where the weights of a mean leave nothing', async () => {
    const store = memorySheetStore();
    const rubric = pointsRubric({
      derived: {
        total: { label: 'Mean', value: 'mean([output.style, output.depth])', max: 10 },
        verdict: { label: 'Verdict', value: 'derived.total < 6 ? "FAIL" : "PASS"' },
      },
      headline: { value: 'derived.total', max: 10, verdict: 'derived.verdict' },
    });
    await storeRun(store, 'run', judged, { rubric });
    const reweigh = await opened(Promise.resolve(store));
    await reweigh.turn(knob(reweigh, 'derived.total', 'Style'), 0);
    expect(reweigh.problems).toEqual([]);
    await reweigh.turn(knob(reweigh, 'derived.total', 'Depth'), 0);
    expect(reweigh.problems).toEqual([{ kind: 'no-weight-left', where: 'derived.total' }]);
    expect(reweigh.view).toBeNull();
  });
});

it('of a case that was judged several times the first judgement with a score is weighed', async () => {
  const store = storeWith({
    run: [
      {
        id: 'first-failed',
        said: 'nonsense',
        again: [
          [6, 6],
          [9, 9],
        ],
      },
      { id: 'all-failed', said: 'nonsense', again: ['nonsense'] },
    ],
  });
  const reweigh = await opened(store);
  await reweigh.turn(knob(reweigh, 'derived.verdict', 'Total'), 13);
  expect(reweigh.view?.before).toMatchObject({ judged: 2, score: { count: 1 } });
  expect(changed(reweigh)).toEqual(['Case first-failed']);
  expect([0, 1].map((row) => reweigh.view?.digestAt(row)?.status)).toEqual(['valid', 'unscored']);
});

it('a run that is deleted meanwhile is shown no more; brought back, it has its numbers turned as they were', async () => {
  const reweigh = await opened();
  const threshold = knob(reweigh, 'derived.verdict', 'Total');
  await reweigh.turn(threshold, 10);
  reweigh.hearMissing(new Set(['run']));
  expect(reweigh.phase).toEqual({ kind: 'missing', deleted: true });
  reweigh.hearMissing(new Set());
  await expect.poll(() => reweigh.phase.kind).toBe('ready');
  await expect.poll(() => changed(reweigh)).toEqual(['Case middle']);
  expect(reweigh.isTurned(threshold)).toBe(true);
});

it('another run has nothing turned, and nothing of the one before it', async () => {
  const store = await storeWith({ other: judged.slice(2) });
  const derived = {
    ...pointsRubric().derived,
    total: { label: 'Mean', value: 'mean([output.style])', max: 10 },
  };
  await storeRun(store, 'run', judged, { rubric: pointsRubric({ derived }) });
  const reweigh = await opened(Promise.resolve(store));
  await reweigh.turn(knob(reweigh, 'derived.total', 'Style'), 0);
  expect(reweigh.problems).toHaveLength(1);
  await reweigh.open('other');
  expect([reweigh.head?.id, reweigh.turned, reweigh.view]).toEqual(['other', false, null]);
  expect(reweigh.problems).toEqual([]);
  await reweigh.open('nobody');
  expect([reweigh.head, reweigh.phase]).toEqual([null, { kind: 'missing', deleted: false }]);
  expect([reweigh.rubric, reweigh.groups, reweigh.judged]).toEqual([null, [], 0]);
});

it('what is read of a run too late to be shown is left alone', async () => {
  const store = await storeWith({ run: judged, other: judged.slice(2) });
  const rubric = store.rubric.bind(store);
  const held: (() => void)[] = [];
  store.rubric = async (hash) => {
    if (held.length === 0) await new Promise<void>((resolve) => held.push(resolve));
    return rubric(hash);
  };
  const reweigh = new Reweigh(store);
  const late = reweigh.open('run');
  await reweigh.open('other');
  await reweigh.turn(knob(reweigh, 'derived.verdict', 'Total'), 13);
  const { view } = reweigh;
  for (const letGo of held) letGo();
  await late;
  expect([reweigh.head?.id, reweigh.phase.kind, changed(reweigh)]).toEqual(['other', 'ready', ['Case at']]);
  expect(reweigh.view).toBe(view);
});

describe('a run that goes on while it is shown', () => {
  const waiting: Judged[] = judged.map((one) => (one.id === 'at' ? { id: one.id } : one));
  const later: Pick<Judged, 'said'>[] = waiting.map(({ id }) => (id === 'at' ? { said: [6, 6] } : {}));

  it('is shown as it is stored by now, with the numbers turned as they were', async () => {
    const store = await storeWith({ run: waiting });
    const reweigh = await opened(Promise.resolve(store));
    const threshold = knob(reweigh, 'derived.verdict', 'Total');
    await reweigh.turn(threshold, 13);
    expect([changed(reweigh), reweigh.judged]).toEqual([[], 4]);
    await goOn(store, 'run', later, { state: 'finished' });
    const phases: string[] = [];
    const stop = $effect.root(() => {
      $effect.pre(() => void phases.push(reweigh.phase.kind));
    });
    await reweigh.catchUp();
    stop();
    expect([changed(reweigh), reweigh.judged]).toEqual([['Case at'], 5]);
    expect([reweigh.head?.counts.done, reweigh.isTurned(threshold)]).toEqual([5, true]);
    expect(new Set(phases)).toEqual(new Set(['ready']));
  });

  it('is not read for whoever has left it or looks at another by now', async () => {
    const store = await storeWith({ run: waiting, other: judged });
    const reweigh = await opened(Promise.resolve(store));
    await goOn(store, 'run', later);
    const catchingUp = reweigh.catchUp();
    await reweigh.open('other');
    await catchingUp;
    expect([reweigh.head?.id, reweigh.judged]).toEqual(['other', 5]);
    reweigh.stop();
    await goOn(store, 'other', later);
    await reweigh.catchUp();
    expect(reweigh.head?.counts.done).toBe(5);
  });
});

it('judgements are read with the first change, and not again for the next', async () => {
  const store = await storeWith({ run: judged });
  const read = vi.spyOn(store, 'judgements');
  const reweigh = await opened(Promise.resolve(store));
  expect(read).not.toHaveBeenCalled();
  const threshold = knob(reweigh, 'derived.verdict', 'Total');
  await reweigh.turn(threshold, 4);
  const reads = read.mock.calls.length;
  await reweigh.turn(threshold, 10);
  expect([read.mock.calls.length, changed(reweigh)]).toEqual([reads, ['Case middle']]);
});

it('a judgement that cannot be read is counted, and enters neither side of the figures', async () => {
  const whole = await opened();
  const store = await storeWith({ run: judged });
  const sound = store.judgements.bind(store);
  store.judgements = async (id, places) => {
    const read = await sound(id, places);
    return read.map((judgement, index) => (places[index] === 3 ? null : judgement));
  };
  const reweigh = await opened(Promise.resolve(store));
  const seen = [];
  for (const each of [whole, reweigh]) {
    await each.turn(knob(each, 'derived.verdict', 'Total'), 0);
    const { view, judged: count } = each;
    seen.push([count, view?.before.judged, view?.summary.judged, view?.unreadable]);
  }
  expect(seen).toEqual([
    [5, 5, 5, 0],
    [5, 4, 4, 1],
  ]);
});
