import { describe, expect, it } from 'vitest';
import { withKnobs } from '../../../../src/rubric/knobs/with-knobs';
import { knobGroups } from '../../../../src/compare/reweigh/reweigh-view';
import { RunWeighing, type WeighingProgress } from '../../../../src/compare/reweigh/run-weighing';
import { readOutline, readStoredRun } from '../../../../src/compare/stored-run';
import { storeWith, type Judged } from '../../sheet/stored-runs';

const judged: Judged[] = [
  ...Array.from({ length: 40 }, (_, at): Judged => ({ id: `case-${at}`, said: [at % 5, at % 3] })),
  { id: 'broken', said: 'nonsense' },
  { id: 'waiting' },
];

/** A run in which every reading of a judgement is counted. */
async function opened(mostHeld?: number) {
  const store = await storeWith({ run: judged });
  const counted = { read: 0 };
  const weighables = store.weighables.bind(store);
  store.weighables = (id, places) => {
    counted.read += places.length;
    return weighables(id, places);
  };
  const outline = await readOutline(store, 'run');
  if (!outline) throw new Error('Expected a stored run.');
  const reading = { signal: new AbortController().signal, onProgress: () => undefined };
  const run = await readStoredRun(store, outline, reading);
  const weighing = new RunWeighing(store, run, mostHeld);
  const threshold = knobGroups(run.rubric).find(({ label }) => label === 'Verdict')?.knobs[0]?.id ?? '';
  return { weighing, counted, threshold, rubric: run.rubric, count: run.cases.length };
}
type Opened = Awaited<ReturnType<typeof opened>>;

async function weigh(
  { weighing, threshold, rubric, count }: Opened,
  to: number,
  {
    signal = new AbortController().signal,
    seen = [],
  }: { signal?: AbortSignal; seen?: WeighingProgress[] } = {},
) {
  const turned = withKnobs(rubric, { [threshold]: to });
  if (!turned.ok) throw new Error(JSON.stringify(turned.problems));
  const watch = { signal, onProgress: (progress: WeighingProgress) => void seen.push(progress) };
  const digestAt = await weighing.weigh(turned, watch);
  return Array.from({ length: count }, (_, row) => digestAt(row));
}

describe('a stored run that is weighed anew', () => {
  it('is read once, however many changes follow', async () => {
    const run = await opened();
    const first = await weigh(run, 3);
    expect(run.counted.read).toBe(41);
    const seen: WeighingProgress[] = [];
    const later = await weigh(run, 5, { seen });
    expect(run.counted.read).toBe(41);
    expect(seen.every(({ once }) => !once)).toBe(true);
    const failing = (digests: typeof first) =>
      digests.filter((digest) => digest?.verdict?.kind === 'value' && digest.verdict.value === 'FAIL').length;
    expect([failing(first), failing(later)]).toEqual([
      judged.filter(({ said }) => Array.isArray(said) && said[0] + said[1] < 3).length,
      judged.filter(({ said }) => Array.isArray(said) && said[0] + said[1] < 5).length,
    ]);
    expect(run.weighing.readsEachTime).toBe(false);
  });

  it('is read on while numbers change', async () => {
    const run = await opened();
    const older = new AbortController();
    // Listened to from the beginning: it may end before the newer one does.
    const calledOff = expect(weigh(run, 3, { signal: older.signal })).rejects.toThrow();
    older.abort();
    const newer = await weigh(run, 5);
    await calledOff;
    expect(run.counted.read).toBe(41);
    expect(newer).toEqual(await weigh(await opened(), 5));
  });

  it('is read no further once it was stopped', async () => {
    const run = await opened();
    const reading = expect(run.weighing.prepare(() => undefined)).rejects.toThrow();
    run.weighing.stop();
    await reading;
  });

  it('of which too much would have to be held is read each time, and comes to the same', async () => {
    const large = await opened(40);
    const seen: WeighingProgress[] = [];
    expect(await weigh(large, 3, { seen })).toEqual(await weigh(await opened(), 3));
    expect(large.weighing.readsEachTime).toBe(true);
    const { read } = large.counted;
    expect(await weigh(large, 5)).toEqual(await weigh(await opened(), 5));
    expect(large.counted.read).toBe(read + 41);
  });
});
