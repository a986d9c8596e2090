import type { Known } from '../model/judgement';
import type { RepeatedCriterion, Repeats, Spread, Vote } from '../model/repeats';
import type { Rubric } from '../model/rubric';
import type { Findings } from '../model/run';
import { isScored, numberOf, textOf } from './measure';

/** `digests` are those of one case, one for each of its samples that has a result. */
export function repeatsOf(rubric: Rubric, digests: readonly Findings[]): Repeats {
  const scored = digests.filter(({ status }) => isScored(status));
  const countOf = (status: Findings['status']) => digests.filter((digest) => digest.status === status).length;
  return {
    samples: digests.length,
    scored: scored.length,
    partial: countOf('partial'),
    unscored: countOf('unscored'),
    score: spreadOf(scored.map(({ score }) => score)),
    verdict: voteOf(scored.map(({ verdict }) => verdict)),
    criteria: rubric.criteria.map(({ choice }, place): RepeatedCriterion => {
      const said = scored.map(({ criteria }) => criteria[place] ?? undefined);
      return choice === undefined
        ? { kind: 'points', spread: spreadOf(said) }
        : { kind: 'label', vote: voteOf(said) };
    }),
  };
}

function spreadOf(said: readonly (Known | undefined)[]): Spread | null {
  const numbers = said.map(numberOf).filter((value) => value !== null);
  const count = numbers.length;
  if (count === 0) return null;
  const mean = numbers.reduce((sum, value) => sum + value, 0) / count;
  // Around the mean and not by sums of squares, which lose small spreads of large numbers.
  const squares = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    count,
    mean,
    deviation: count > 1 ? Math.sqrt(squares / (count - 1)) : null,
    min: Math.min(...numbers),
    max: Math.max(...numbers),
  };
}

function voteOf(said: readonly (Known | undefined)[]): Vote | null {
  const votes = new Map<string, number>();
  let of = 0;
  for (const known of said) {
    const text = textOf(known);
    if (text === null) continue;
    votes.set(text, (votes.get(text) ?? 0) + 1);
    of += 1;
  }
  const count = Math.max(0, ...votes.values());
  const values = [...votes].flatMap(([value, given]) => (given === count ? [value] : [])).sort();
  const [value] = values;
  if (value === undefined) return null;
  return values.length > 1 ? { kind: 'tie', values, count, of } : { kind: 'majority', value, count, of };
}
