import type { RunEntry } from '../run-record';
import { standingOf } from '../figures/measure';

/** Unpacked in a few milliseconds. */
const atOnce = 10;

/** What `read` gives for these places, in their order, without blocking the page. Null for one that is damaged. */
export async function readPlaces<T>(
  places: readonly number[],
  read: (some: readonly number[]) => Promise<(T | null)[]>,
  maybeYield: () => Promise<void> | null,
): Promise<(T | null | undefined)[]> {
  // Neighbours lie in the same stored piece, which is then read once.
  const inOrder = [...new Set(places)].sort((a, b) => a - b);
  const found = new Map<number, T | null>();
  for (let from = 0; from < inOrder.length; from += atOnce) {
    // Most lie in a piece that is read already, so nothing but this gives the page its turn.
    await maybeYield();
    const some = inOrder.slice(from, from + atOnce);
    for (const [index, one] of (await read(some)).entries()) found.set(some[index] ?? -1, one);
  }
  return places.map((place) => found.get(place));
}

export interface JudgementPlace {
  run: string;
  place: number;
}

/** The newest result of a cell, without its judgement. */
export type JudgedSample = Omit<RunEntry, 'place' | 'key' | 'caseKey'> & { at: JudgementPlace };

/** A case in a run: the sample that stands for it, and the others. */
export interface JudgedCase extends JudgedSample {
  /** Further samples in order. Each stands for itself. */
  others: readonly JudgedSample[];
  /** The case was edited since: it counts nowhere. */
  outdated: boolean;
}

const none: readonly JudgedSample[] = [];

/** Null where there are none. `isCurrent`: whether a sample is of the case as it reads now. Outdated ones count only by themselves. */
export function judgedCase(
  samples: readonly JudgedSample[],
  isCurrent: (sample: JudgedSample) => boolean,
): JudgedCase | null {
  const current = samples.filter(isCurrent);
  const counted = current.length > 0 ? current : samples;
  const standing = standingOf(counted);
  if (!standing) return null;
  const others = counted.filter((other) => other !== standing).sort((a, b) => a.sample - b.sample);
  return { ...standing, others: others.length === 0 ? none : others, outdated: current.length === 0 };
}

export function samplesOf({ others, outdated: _, ...standing }: JudgedCase): JudgedSample[] {
  return [standing, ...others].sort((a, b) => a.sample - b.sample);
}
