import type { Judgement } from '../core/model/judgement';
import type { Weighable } from '../core/model/weighable';
import type { SheetStore } from '../sheet/sheet-store';
import { breathing } from './sliced-work';

/** Unpacked in a few milliseconds. */
const atOnce = 10;
/** Most of them lie in a piece that is read already, so nothing but this gives the page its turn. */
const sliceMilliseconds = 8;

/** Any number of a run's judgements, in the order asked for, without holding up the page. Null for one that cannot be read as it is stored. */
export function readJudgements(
  store: Pick<SheetStore, 'judgements'>,
  run: string,
  places: readonly number[],
): Promise<(Judgement | null | undefined)[]> {
  return readInPortions(places, (some) => store.judgements(run, some));
}

/** The same of what weighing them anew takes. */
export function readWeighables(
  store: Pick<SheetStore, 'weighables'>,
  run: string,
  places: readonly number[],
): Promise<(Weighable | null | undefined)[]> {
  return readInPortions(places, (some) => store.weighables(run, some));
}

async function readInPortions<T>(
  places: readonly number[],
  read: (some: readonly number[]) => Promise<(T | null)[]>,
): Promise<(T | null | undefined)[]> {
  // Neighbours lie in the same stored piece, which is then read once.
  const inOrder = [...new Set(places)].sort((a, b) => a - b);
  const found = new Map<number, T | null>();
  const breathe = breathing(sliceMilliseconds);
  for (let from = 0; from < inOrder.length; from += atOnce) {
    await breathe();
    const some = inOrder.slice(from, from + atOnce);
    const judgements = await read(some);
    some.forEach((place, index) => {
      const judgement = judgements[index];
      if (judgement !== undefined) found.set(place, judgement);
    });
  }
  return places.map((place) => found.get(place));
}
