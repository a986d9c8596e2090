import type { Findings } from '../../judgement/digest';
import type { UnscoredReason } from '../../judgement/judge';
import type { Json } from '../../kit/json';
import type { Status } from '../../judgement/judgement';
import type { Known } from '../../rubric/values';
import type { Rubric } from '../../rubric/rubric';

const withScore: readonly Status[] = ['valid', 'repaired', 'inconsistent'];

export function isScored(status: Status): boolean {
  return withScore.includes(status);
}

interface Sample {
  sample: number;
  digest: Pick<Findings, 'status'>;
}

/** The sample that stands for a case: the first that has a score, else the first that is partial, else the first. */
export function standingOf<T extends Sample>(samples: readonly T[]): T | undefined {
  const rank = ({ digest: { status } }: Sample) => (isScored(status) ? 0 : status === 'partial' ? 1 : 2);
  return samples.toSorted((one, other) => rank(one) - rank(other) || one.sample - other.sample)[0];
}

/** Why a case has no score: the reason, and what exactly went wrong where a code says it. */
export interface Why {
  reason: UnscoredReason;
  cause: string | null;
}

export function whyUnscored({ status, reason, cause }: Findings): Why | null {
  return status === 'unscored' && reason !== undefined ? { reason, cause: cause ?? null } : null;
}

export interface Measured {
  status: Status;
  scored: boolean;
  score: number | null;
  verdict: string | null;
  /** In the order of the paths that were asked for. */
  criteria: (number | null)[];
  /** Ids of the checks that failed or whose expression did. */
  failedChecks: string[];
  failedErrors: number;
  /** Of an unscored case. */
  why: Why | null;
  askedModel: boolean;
}

/** `places` are those of numeric criteria: see `numericPlaces`. A range or an undecided field is no number. */
export function measureDigest(digest: Findings, places: readonly number[]): Measured {
  return {
    status: digest.status,
    scored: isScored(digest.status),
    score: numberOf(digest.score),
    verdict: textOf(digest.verdict),
    criteria: places.map((place) => numberOf(upheldAt(digest, place))),
    failedChecks: digest.failedChecks,
    failedErrors: digest.failedErrors,
    why: whyUnscored(digest),
    askedModel: digest.mode !== 'rules-only',
  };
}

/** A case that was asked several times, counted once. `digests` are those of its samples, in their order. */
export function measureCase(rubric: Rubric, digests: readonly Findings[]): Measured {
  const combined = combinedDigest(
    rubric,
    digests.map((digest, sample) => ({ sample, digest })),
  );
  if (!combined) throw new Error('Expected the digest of at least one sample, got none.');
  const askedModel = digests.some(({ mode }) => mode !== 'rules-only');
  return { ...measureDigest(combined, numericPlaces(rubric)), askedModel };
}

/** The means of a case's scored samples and the labels of most of them, open on a tie. All else is that of the standing sample. */
export function combinedDigest<D extends Findings>(
  { criteria }: Pick<Rubric, 'criteria'>,
  samples: readonly { sample: number; digest: D }[],
): D | undefined {
  const standing = standingOf(samples)?.digest;
  const scored = samples.map(({ digest }) => digest).filter(({ status }) => isScored(status));
  if (!standing || scored.length < 2) return standing;
  const { score, verdict } = standing;
  const upheld = criteria.map(({ choice }, place) => {
    if (scored.every((each) => !each.upheld?.[place])) return null;
    const held = scored.map((each) => upheldAt(each, place));
    return choice === undefined ? (meanOf(held) ?? upheldAt(standing, place) ?? null) : majorityOf(held);
  });
  return {
    ...standing,
    ...(score && { score: meanOf(scored.map((each) => each.score)) ?? score }),
    ...(verdict && { verdict: majorityOf(scored.map((each) => each.verdict)) }),
    ...(upheld.some((known) => known !== null) && { upheld }),
    criteria: standing.criteria.map((known, place) => {
      const said = scored.map((each) => each.criteria[place] ?? undefined);
      if (criteria[place]?.choice === undefined) return meanOf(said) ?? known;
      return known && majorityOf(said);
    }),
  };
}

/** What can be upheld of a criterion: what was said of it, unless the facts refute that. */
export function upheldAt({ upheld, criteria }: Pick<Findings, 'upheld' | 'criteria'>, place: number) {
  return upheld?.[place] ?? criteria[place] ?? undefined;
}

type Said = readonly (Known | undefined)[];

export function numbersOf(said: Said): number[] {
  return said.map(numberOf).filter((number) => number !== null);
}

function meanOf(said: Said): Known | null {
  const numbers = numbersOf(said);
  if (numbers.length === 0) return null;
  return { kind: 'value', value: numbers.reduce((sum, number) => sum + number, 0) / numbers.length };
}

function majorityOf(said: Said): Known {
  const { values } = mostFrequent(said);
  const [value] = values;
  if (value === undefined) return { kind: 'undecided' };
  return values.length > 1 ? { kind: 'one-of', values } : { kind: 'value', value };
}

/** The values that were said most often, how often each, and `of` how many that were decided. */
export function mostFrequent(said: Said): { values: Json[]; count: number; of: number } {
  const decided = said.flatMap((known) => (known?.kind === 'value' ? [known.value] : []));
  const votes = new Map<string, { value: Json; count: number }>();
  for (const value of decided) {
    const text = JSON.stringify(value);
    votes.set(text, { value, count: (votes.get(text)?.count ?? 0) + 1 });
  }
  const count = Math.max(0, ...[...votes.values()].map((vote) => vote.count));
  const values = [...votes.values()].flatMap((vote) => (vote.count === count ? [vote.value] : []));
  return { values, count, of: decided.length };
}

export function numericPlaces(rubric: Rubric): number[] {
  return rubric.criteria.flatMap(({ choice }, place) => (choice === undefined ? [place] : []));
}

export function numberOf(known: Known | undefined): number | null {
  return known?.kind === 'value' && typeof known.value === 'number' ? known.value : null;
}

export function textOf(known: Known | undefined): string | null {
  return known?.kind === 'value' ? valueText(known.value) : null;
}

export function valueText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
