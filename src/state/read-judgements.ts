import type { Judgement } from '../core/model/judgement';
import type { RunStore } from '../storage/runs/run-store';

/** Unpacked in a few milliseconds. Between one read of the storage and the next the page has its turn. */
const atOnce = 10;

/** Any number of a run's judgements, in the order asked for, without holding up the page. Null for one that cannot be read as it is stored. */
export async function readJudgements(
  store: Pick<RunStore, 'judgements'>,
  run: string,
  places: readonly number[],
): Promise<(Judgement | null | undefined)[]> {
  // Neighbours lie in the same stored piece, which is then read once.
  const inOrder = [...new Set(places)].sort((a, b) => a - b);
  const found = new Map<number, Judgement | null>();
  for (let from = 0; from < inOrder.length; from += atOnce) {
    const some = inOrder.slice(from, from + atOnce);
    const judgements = await store.judgements(run, some);
    some.forEach((place, index) => {
      const judgement = judgements[index];
      if (judgement !== undefined) found.set(place, judgement);
    });
  }
  return places.map((place) => found.get(place));
}
