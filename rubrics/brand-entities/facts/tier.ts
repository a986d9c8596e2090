import { captures, mayCapture } from './compare-names';
import type { BrandCase, Entity } from './read-case';
import { countOf, percent, quoteNames } from './wording';

/** `undecided`: a listed entity may be the brand: a letter off, in another script, its initials, a part. That is for the judge. */
export type PrimaryState = 'present' | 'missing' | 'undecided';

export interface Coverage {
  /** Captured for certain. */
  share: number;
  captured: Entity[];
  missed: Entity[];
  /** Those of the missed for which a listed form may stand. Semantic equivalents count, and they are the judge's to see. */
  possible: Entity[];
}

export interface Tier {
  name: 'good' | 'some' | 'low' | 'missing' | 'nothing' | 'undecided';
  /** Lowest and highest correctness score. */
  band: [number, number];
  /** Null where the facts leave it open. */
  match: boolean | null;
  because: string;
}

interface PresentTier {
  name: 'good' | 'some' | 'low';
  band: [number, number];
}

const highest: PresentTier = { name: 'good', band: [35, 40] };
const middle: PresentTier = { name: 'some', band: [30, 35] };
const lowest: PresentTier = { name: 'low', band: [25, 30] };
const withoutPrimary: [number, number] = [0, 15];

export function findPrimaryState({ primary, predicted }: BrandCase): PrimaryState {
  if (primary === null || predicted === null) return 'undecided';
  if (predicted.some((entity) => captures(entity, primary))) return 'present';
  return predicted.some((entity) => mayCapture(entity, primary)) ? 'undecided' : 'missing';
}

export function findCoverage({ expected, predicted }: BrandCase): Coverage | null {
  if (expected === null || predicted === null) return null;
  const captured = expected.filter((wanted) => predicted.some((entity) => captures(entity, wanted)));
  const missed = expected.filter((entity) => !captured.includes(entity));
  const possible = missed.filter((wanted) => predicted.some((entity) => mayCapture(entity, wanted)));
  return { share: captured.length / expected.length, captured, missed, possible };
}

export function findTier(read: BrandCase, state: PrimaryState, coverage: Coverage | null): Tier | null {
  if (read.primary === null || read.predicted === null) return null;
  const brand = quoteNames([read.primary.name]);
  if (read.predicted.length === 0) {
    return {
      name: 'nothing',
      band: [0, 0],
      match: false,
      because: 'The output lists nothing, so nothing is captured: 0 points.',
    };
  }
  if (state === 'missing') {
    return {
      name: 'missing',
      band: withoutPrimary,
      match: false,
      because: `The primary brand ${brand} is not in the output: ${points(withoutPrimary)}, and the case fails.`,
    };
  }
  const certain = coverage === null ? lowest : presentTier(coverage.share);
  const best = coverage === null ? highest : presentTier(bestShare(coverage));
  const covered = coverage === null ? '' : ` ${shareInWords(coverage)}.`;
  const match = best.name === 'good' ? null : false;
  if (state === 'undecided') {
    return {
      name: 'undecided',
      band: [0, best.band[1]],
      match,
      because: `Whether a listed form stands for the primary brand ${brand} is for the judge.${covered} ${best.band[1]} points at most.`,
    };
  }
  const present = `The primary brand ${brand} is in the output.${covered}`;
  if (certain.name === best.name) {
    const { name, band } = certain;
    return { name, band, match: name === 'good', because: `${present} That makes ${points(band)}.` };
  }
  const band: [number, number] = [certain.band[0], best.band[1]];
  return { name: 'undecided', band, match, because: `${present} That leaves ${points(band)}.` };
}

export function shareInWords({ share, captured, missed, possible }: Coverage): string {
  const all = captured.length + missed.length;
  const certain = `${captured.length} of ${countOf(all, 'expected entity', 'expected entities')} captured (${percent(share)})`;
  return possible.length === 0 ? certain : `${certain}, ${possible.length} more perhaps in another form`;
}

/** The share if the judge finds that the listed forms stand for all that they may stand for. */
function bestShare({ captured, missed, possible }: Coverage): number {
  return (captured.length + possible.length) / (captured.length + missed.length);
}

/** The tiers meet at 25 % and 50 %; a share on the border belongs to the higher tier. */
function presentTier(share: number): PresentTier {
  if (share >= 0.5) return highest;
  return share >= 0.25 ? middle : lowest;
}

function points([from, to]: [number, number]): string {
  return `${from} to ${to} points`;
}
