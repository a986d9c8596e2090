import type { Json } from '../model/json';
import type { Known } from '../model/judgement';
import type { Rubric } from '../model/rubric';
import type { Digest } from '../model/run';
import { numberOf } from './measure';
import { isScored, standingOf } from './standing';

/**
 * What a case that was asked several times comes to: the means of its scored samples and the labels of most of them, open on a tie.
 * Everything else is that of the sample which stands for the case.
 */
export function combinedDigest(
  { criteria }: Pick<Rubric, 'criteria'>,
  samples: readonly { sample: number; digest: Digest }[],
): Digest | undefined {
  const standing = standingOf(samples)?.digest;
  const scored = samples.map(({ digest }) => digest).filter(({ status }) => isScored(status));
  if (!standing || scored.length < 2) return standing;
  const { score, verdict } = standing;
  return {
    ...standing,
    ...(score && {
      score: meanOf(
        score,
        scored.map((each) => each.score),
      ),
    }),
    ...(verdict && { verdict: majorityOf(scored.map((each) => each.verdict)) }),
    criteria: standing.criteria.map((known, place) => {
      const said = scored.map((each) => each.criteria[place] ?? undefined);
      if (known === null) return null;
      return criteria[place]?.choice === undefined ? meanOf(known, said) : majorityOf(said);
    }),
  };
}

type Said = readonly (Known | undefined)[];

function meanOf(standing: Known, said: Said): Known {
  const numbers = said.map(numberOf).filter((number) => number !== null);
  if (numbers.length === 0) return standing;
  return { kind: 'value', value: numbers.reduce((sum, number) => sum + number, 0) / numbers.length };
}

function majorityOf(said: Said): Known {
  const votes = new Map<string, { value: Json; count: number }>();
  for (const known of said) {
    if (known?.kind !== 'value') continue;
    const text = JSON.stringify(known.value);
    votes.set(text, { value: known.value, count: (votes.get(text)?.count ?? 0) + 1 });
  }
  const most = Math.max(0, ...[...votes.values()].map(({ count }) => count));
  const values = [...votes.values()].flatMap(({ value, count }) => (count === most ? [value] : []));
  const [value] = values;
  if (value === undefined) return { kind: 'undecided' };
  return values.length > 1 ? { kind: 'one-of', values } : { kind: 'value', value };
}
