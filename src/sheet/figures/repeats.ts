import type { Known } from '../../rubric/values';
import type { Rubric } from '../../rubric/rubric';
import type { Findings } from '../../judgement/digest';
import { isScored, mostFrequent, numbersOf, valueText } from './measure';
import { z } from '../../kit/zod';
import type { JudgedSample } from '../results/judged-case';

const spreadSchema = z.strictObject({
  count: z.int().min(1),
  mean: z.number(),
  /** Of the sample, so with n - 1. Null for a single number, which has no spread. */
  deviation: z.number().nullable(),
  min: z.number(),
  max: z.number(),
});
export type Spread = z.infer<typeof spreadSchema>;

const votes = { count: z.int().min(1), of: z.int().min(1) };
/** What most samples say. `of` samples said anything. */
const voteSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('majority'), value: z.string(), ...votes }),
  z.strictObject({ kind: z.literal('tie'), values: z.array(z.string()), ...votes }),
]);
export type Vote = z.infer<typeof voteSchema>;

/** A criterion by points has a spread, one by labels a vote; null where no scored sample says anything of it. */
export const repeatedCriterionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('points'), spread: spreadSchema.nullable() }),
  z.strictObject({ kind: z.literal('label'), vote: voteSchema.nullable() }),
]);
type RepeatedCriterion = z.infer<typeof repeatedCriterionSchema>;

/** What the samples of one case say together. It stands beside the single judgements and replaces none. */
export const repeatsSchema = z.strictObject({
  samples: z.int().min(0),
  /** The samples that all figures rest on. Partial and unscored ones are counted, and enter nothing. */
  scored: z.int().min(0),
  partial: z.int().min(0),
  unscored: z.int().min(0),
  score: spreadSchema.nullable(),
  verdict: voteSchema.nullable(),
  criteria: z.array(repeatedCriterionSchema),
});
export type Repeats = z.infer<typeof repeatsSchema>;

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
  const numbers = numbersOf(said);
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
  const { values: most, ...votes } = mostFrequent(said);
  const values = most.map(valueText).sort();
  const [value] = values;
  if (value === undefined) return null;
  return values.length > 1 ? { kind: 'tie', values, ...votes } : { kind: 'majority', value, ...votes };
}

export interface RepeatRow {
  id: string;
  /** The rubric's own word; null where the page has one. */
  label: string | null;
  spread: Spread | null;
  vote: Vote | null;
}

export function repeatsIn(
  rubric: Rubric,
  judged: readonly Pick<JudgedSample, 'digest'>[],
): Pick<Repeats, 'samples' | 'scored'> & { rows: RepeatRow[] } {
  const { samples, scored, score, verdict, criteria } = repeatsOf(
    rubric,
    judged.map(({ digest }) => digest),
  );
  const rows: RepeatRow[] = [
    { id: 'score', label: null, spread: score, vote: null },
    { id: 'verdict', label: null, spread: null, vote: verdict },
    ...criteria.map((criterion, place): RepeatRow => {
      const { id = '', label = '' } = rubric.criteria[place] ?? {};
      return { id: `criterion:${id}`, label, spread: null, vote: null, ...criterion };
    }),
  ];
  return { samples, scored, rows: rows.filter(({ spread, vote }) => spread !== null || vote !== null) };
}
