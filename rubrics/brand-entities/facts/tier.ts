import { captures, mayCapture } from './compare-names';
import type { BrandCase, Entity } from './read-case';
import { countOf, percent, quoteNames } from './wording';

/** `undecided`: a listed entity may be the brand: a letter off, in another script, its initials, a part. That is for the judge. */
export type PrimaryState = 'present' | 'missing' | 'undecided';

export interface Coverage {
  share: number;
  captured: Entity[];
  missed: Entity[];
}

export interface Tier {
  name: 'good' | 'some' | 'low' | 'missing' | 'nothing' | 'undecided';
  /** Lowest and highest correctness score. */
  band: [number, number];
  /** Null where the facts leave it open. */
  match: boolean | null;
  because: string;
}

const topBand: [number, number] = [35, 40];
const middleBand: [number, number] = [30, 35];
const lowBand: [number, number] = [25, 30];
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
  return { share: captured.length / expected.length, captured, missed };
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
  const share = coverage === null ? null : shareInWords(coverage);
  if (state === 'undecided') {
    const best = coverage === null ? 1 : shareWithPrimary(coverage, read.primary);
    const highest = presentTier(best).band[1];
    const covered = share === null ? '' : ` ${share} for certain.`;
    return {
      name: 'undecided',
      band: [0, highest],
      match: best < 0.5 ? false : null,
      because: `Whether a listed form stands for the primary brand ${brand} is for the judge.${covered} ${highest} points at most.`,
    };
  }
  if (coverage === null) {
    const band: [number, number] = [lowBand[0], topBand[1]];
    return {
      name: 'undecided',
      band,
      match: null,
      because: `The primary brand ${brand} is in the output: ${points(band)}.`,
    };
  }
  const { name, band } = presentTier(coverage.share);
  return {
    name,
    band,
    match: name === 'good',
    because: `The primary brand ${brand} is in the output. ${share}: ${points(band)}.`,
  };
}

export function shareInWords({ share, captured, missed }: Coverage): string {
  const all = captured.length + missed.length;
  return `${captured.length} of ${countOf(all, 'expected entity', 'expected entities')} captured (${percent(share)})`;
}

/** The share if the judge finds that a listed form stands for the primary brand: then it is captured too. */
function shareWithPrimary({ captured, missed }: Coverage, primary: Entity): number {
  const granted = missed.filter((entity) => captures(primary, entity));
  return (captured.length + granted.length) / (captured.length + missed.length);
}

/** The tiers meet at 25 % and 50 %; a share on the border belongs to the higher tier. */
function presentTier(share: number): { name: 'good' | 'some' | 'low'; band: [number, number] } {
  if (share >= 0.5) return { name: 'good', band: topBand };
  if (share >= 0.25) return { name: 'some', band: middleBand };
  return { name: 'low', band: lowBand };
}

function points([lowest, highest]: [number, number]): string {
  return `${lowest} to ${highest} points`;
}
