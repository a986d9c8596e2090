import type { Json } from '../model/json';
import type { Judgement, Known, Status } from '../model/judgement';
import type { Path } from '../model/path';
import type { Rubric } from '../model/rubric';
import type { Findings } from '../model/run';
import type { Weighable } from '../model/weighable';
import { isScored, standingOf } from './standing';

export { isScored };

/** What a judgement brings to a count. */
export interface Measured {
  status: Status;
  /** Only these statuses carry a score that may enter a mean. */
  scored: boolean;
  score: number | null;
  verdict: string | null;
  /** In the order of the paths that were asked for. */
  criteria: (number | null)[];
  /** Ids of the checks that failed or whose expression did. */
  failedChecks: string[];
  askedModel: boolean;
}

/** `paths` are the places of numeric criteria. A range or an undecided field is no number. */
export function measure(judgement: Judgement, paths: readonly Path[]): Measured {
  return {
    status: judgement.status,
    scored: isScored(judgement.status),
    score: numberOf(judgement.headline?.value),
    verdict: textOf(judgement.headline?.verdict),
    criteria: paths.map((path) => numberOf(knownAt(judgement, path))),
    failedChecks: failedChecks(judgement),
    askedModel: judgement.receipt.mode !== 'rules-only',
  };
}

/** The same from a digest. `places` are those of numeric criteria: see `numericPlaces`. */
export function measureDigest(digest: Findings, places: readonly number[]): Measured {
  return {
    status: digest.status,
    scored: isScored(digest.status),
    score: numberOf(digest.score),
    verdict: textOf(digest.verdict),
    criteria: places.map((place) => numberOf(digest.criteria[place] ?? undefined)),
    failedChecks: digest.failedChecks,
    askedModel: digest.mode !== 'rules-only',
  };
}

/**
 * A case that was asked several times, counted once: the means of its scored samples and the verdict of most of them, none on a
 * tie. Everything else is that of the sample which stands for the case. `digests` are those of its samples, in their order.
 */
export function measureCase(rubric: Rubric, digests: readonly Findings[]): Measured {
  const standing = standingOf(digests.map((digest, sample) => ({ sample, digest })));
  if (!standing) throw new Error('Expected the digest of at least one sample, got none.');
  const places = numericPlaces(rubric);
  const askedModel = digests.some(({ mode }) => mode !== 'rules-only');
  const measured = { ...measureDigest(standing.digest, places), askedModel };
  const scored = digests
    .filter(({ status }) => isScored(status))
    .map((digest) => measureDigest(digest, places));
  if (scored.length < 2) return measured;
  return {
    ...measured,
    score: meanOf(scored.map(({ score }) => score)),
    verdict: majorityOf(scored.map(({ verdict }) => verdict)),
    criteria: places.map((_, index) => meanOf(scored.map(({ criteria }) => criteria[index] ?? null))),
  };
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function majorityOf(said: readonly (string | null)[]): string | null {
  const votes = new Map<string, number>();
  for (const text of said) if (text !== null) votes.set(text, (votes.get(text) ?? 0) + 1);
  const most = Math.max(0, ...votes.values());
  const [first, second] = [...votes].filter(([, count]) => count === most);
  return first && !second ? first[0] : null;
}

/** Which of the rubric's criteria are judged by points. */
export function numericPlaces(rubric: Rubric): number[] {
  return rubric.criteria.flatMap(({ choice }, place) => (choice === undefined ? [place] : []));
}

/** Ids of the checks that failed or whose expression did. */
export function failedChecks(judgement: Pick<Weighable, 'checks'>): string[] {
  return judgement.checks
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'broken')
    .map(({ id }) => id);
}

/** How many of them weigh more than a warning. An expression that broke always does. */
export function failedErrors(judgement: Pick<Weighable, 'checks'>): number {
  return judgement.checks.filter(
    ({ outcome, severity }) => outcome === 'broken' || (outcome === 'failed' && severity === 'error'),
  ).length;
}

export function knownAt(judgement: Judgement, path: Path): Known | undefined {
  return judgement.fields.find((field) => field.path === path)?.known;
}

export function numberOf(known: Known | undefined): number | null {
  return known?.kind === 'value' && typeof known.value === 'number' ? known.value : null;
}

/** The words of a decided value; null where nothing was decided. */
export function textOf(known: Known | undefined): string | null {
  return known?.kind === 'value' ? wordsOf(known.value) : null;
}

function wordsOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
