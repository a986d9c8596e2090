import { caseSchema } from '../cases/case';
import type { Digest } from '../judgement/digest';
import { digestSchema, judgementSchema, statusSchema } from '../judgement/judgement';
import { jsonSchema } from '../kit/json';
import { z } from '../kit/zod';
import { criterionPath, type Rubric } from '../rubric/rubric';
import { knownSchema } from '../rubric/values';
import { repeatedCriterionSchema, repeatsSchema } from '../sheet/figures/repeats';
import { samplesOf, type JudgedEntry, type JudgedRuns, type Samples } from './export-run';
import { claimed, upheld } from './upheld-score';

const { score, verdict } = digestSchema.shape;

const samplesSchema = repeatsSchema.extend({
  criteria: z.record(z.string(), repeatedCriterionSchema),
  single: z.array(
    digestSchema
      .pick({ status: true, reason: true, failedChecks: true, receipt: true })
      .extend({ score, verdict, criteria: z.record(z.string(), knownSchema) }),
  ),
});

/** One line of a JSONL export. The only definition of the format: `public/judgement.schema.json` is generated from it. */
export const judgementLineSchema = z.strictObject({
  format: z.literal('assay-judgement/1'),
  rubric: z.strictObject({
    id: z.string(),
    title: z.string(),
    version: z.string(),
    hash: z.string(),
  }),
  case: caseSchema,
  run: z.string(),
  status: z.enum([...statusSchema.options, 'outdated']),
  score: z.number().nullable(),
  verdict: z.string().nullable(),
  claimed: z.strictObject({ score: jsonSchema.optional(), verdict: jsonSchema.optional() }),
  judgement: judgementSchema.optional(),
  samples: samplesSchema.optional(),
});
export type JudgementLine = z.infer<typeof judgementLineSchema>;

/** Line ends to some readers of text, though not to JSON. */
const otherLineEnds = /[\u0085\u2028\u2029]/g;
const escaped = (end: string) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One judgement per line, complete or without its prompt. Cases without a readable judgement have no line. */
export async function* judgementsJsonlChunks(
  judged: JudgedRuns,
  { prompts = true, onProgress }: { prompts?: boolean; onProgress?: (entries: number) => void } = {},
): AsyncGenerator<string, void> {
  let entries = 0;
  for await (const batch of judged.batches())
    for (const entry of batch) {
      const line = judgementLine(entry, prompts);
      onProgress?.((entries += 1));
      if (line) yield `${JSON.stringify(line).replace(otherLineEnds, escaped)}\n`;
    }
}

function judgementLine(
  { run, subject, judgement, outdated, samples }: JudgedEntry,
  prompts: boolean,
): JudgementLine | null {
  const { head, rubric } = run;
  if (!head) return null;
  const { id, title, version } = rubric;
  const about = {
    format: 'assay-judgement/1',
    rubric: { id, title, version, hash: head.rubric.hash },
    case: subject,
    run: head.id,
  } as const;
  if (outdated) return { ...about, status: 'outdated', score: null, verdict: null, claimed: {} };
  if (!judgement) return null;
  const ours = upheld(judgement);
  return {
    ...about,
    status: judgement.status,
    score: ours.score,
    verdict: ours.verdict,
    claimed: claimed(rubric, judgement),
    judgement: prompts ? judgement : { ...judgement, prompt: null },
    ...(samples && { samples: samplesByPath(rubric, samplesOf(rubric, samples)) }),
  };
}

function samplesByPath(
  { criteria }: Rubric,
  { together, single }: Samples<Digest>,
): z.infer<typeof samplesSchema> {
  const paths = criteria.map(criterionPath);
  return {
    ...together,
    criteria: byPath(paths, together.criteria),
    single: single.map(({ status, reason, score: own, verdict: said, criteria: known, ...rest }) => ({
      status,
      ...(reason !== undefined && { reason }),
      ...(own && { score: own }),
      ...(said && { verdict: said }),
      criteria: byPath(paths, known),
      failedChecks: rest.failedChecks,
      receipt: rest.receipt,
    })),
  };
}

function byPath<T>(paths: readonly string[], values: readonly (T | null)[]): Record<string, T> {
  return Object.fromEntries(
    paths.flatMap((path, place) => {
      const value = values[place] ?? null;
      return value === null ? [] : [[path, value]];
    }),
  );
}
