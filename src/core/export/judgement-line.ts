import { z } from '../model/zod';
import { caseSchema } from '../model/case';
import { jsonSchema } from '../model/json';
import { judgementSchema, statusSchema } from '../model/judgement';
import type { Rubric } from '../model/rubric';
import type { JudgedEntry } from './judged-entries';
import { samplesByPath, samplesSchema } from './samples';
import { claimed, upheld } from './upheld';

/**
 * One line of a JSONL export, format `assay-judgement/1`: a judgement with all that is needed to understand it. This schema
 * is the only definition of the format; `public/judgement.schema.json` is generated from it.
 */
export const judgementLineSchema = z.strictObject({
  format: z.literal('assay-judgement/1'),
  rubric: z.strictObject({
    id: z.string(),
    title: z.string(),
    version: z.string(),
    /** The same as the receipt's: equal hashes mean that the rubric was the same to the letter. */
    hash: z.string(),
  }),
  case: caseSchema,
  /** The run it was judged in: lines of one file may come from several. */
  run: z.string(),
  status: z.enum([...statusSchema.options, 'outdated']),
  /** Null while it is open. */
  score: z.number().nullable(),
  verdict: z.string().nullable(),
  claimed: z.strictObject({ score: jsonSchema.optional(), verdict: jsonSchema.optional() }),
  /** Absent where it is outdated. */
  judgement: judgementSchema.optional(),
  /** Only where the case was judged several times; `judgement` is then the first of them with a score. */
  samples: samplesSchema.optional(),
});
export type JudgementLine = z.infer<typeof judgementLineSchema>;

/** What a line says of its run. */
export interface LineRun {
  id: string;
  rubric: Pick<Rubric, 'id' | 'title' | 'version' | 'criteria' | 'headline'>;
  /** Of the rubric. */
  hash: string;
}

/** Null where there is nothing to say of a case: it was not judged, or its judgement cannot be read. */
export function judgementLine(run: LineRun, entry: JudgedEntry): JudgementLine | null {
  const { subject, judgement, outdated, samples } = entry;
  const { id, title, version } = run.rubric;
  const about = {
    format: 'assay-judgement/1',
    rubric: { id, title, version, hash: run.hash },
    case: subject,
    run: run.id,
  } as const;
  if (outdated) return { ...about, status: 'outdated', score: null, verdict: null, claimed: {} };
  if (!judgement) return null;
  const { score, verdict } = upheld(judgement);
  return {
    ...about,
    status: judgement.status,
    score,
    verdict,
    claimed: claimed(run.rubric, judgement),
    judgement,
    ...(samples && { samples: samplesByPath(run.rubric, samples) }),
  };
}
