import { captures, mayCapture } from './compare-names';
import type { BrandCase, Entity } from './read-case';
import type { Words } from './wording';

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
  match_because: string;
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

export function findTier(
  read: BrandCase,
  state: PrimaryState,
  coverage: Coverage | null,
  words: Words,
): Tier | null {
  if (read.primary === null || read.predicted === null) return null;
  const brand = words.names([read.primary.name]);
  const covered = coverage === null ? '' : ` ${coverageInWords(coverage, words)}.`;
  const certain = coverage === null ? lowest : presentTier(coverage.share);
  const best = coverage === null ? highest : presentTier(bestShare(coverage));
  const reachable = best.name === 'good' ? null : false;
  /** Why it is so, and what follows from it for the points and for the match. */
  const tier = (
    name: Tier['name'],
    band: Tier['band'],
    match: Tier['match'],
    why: string,
    gives: string,
  ) => ({
    name,
    band,
    match,
    because: `${why} ${gives}`,
    match_because: `${why} ${words.match(match === true)}`,
  });
  if (read.predicted.length === 0) return tier('nothing', [0, 0], false, words.emptyList, words.noPoints);
  if (state === 'missing') {
    const gives = words.fewPoints(withoutPrimary[1]);
    return tier('missing', withoutPrimary, false, words.brandMissing(brand), gives);
  }
  if (state === 'undecided') {
    const most = best.band[1];
    const why = words.brandPerhaps(brand) + covered;
    return tier('undecided', [0, most], reachable, why, words.pointsAtMost(most));
  }
  const band: [number, number] = [certain.band[0], best.band[1]];
  const why = words.brandPresent(brand) + covered;
  return certain.name === best.name
    ? tier(certain.name, band, certain.name === 'good', why, words.points(band))
    : tier('undecided', band, reachable, why, words.points(band));
}

export function coverageInWords({ share, captured, missed, possible }: Coverage, words: Words): string {
  return words.covered(captured.length, captured.length + missed.length, share, possible.length);
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
