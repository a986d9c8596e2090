import { z } from '../model/zod';
import { caseSchema, type Case } from '../model/case';
import { judgementSchema, type Judgement } from '../model/judgement';
import type { Rubric } from '../model/rubric';
import type { JudgedEntry } from './judged-entries';
import { samplesByPath, samplesSchema } from './samples';

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
  /** As it was when it was judged, by its present name. */
  case: caseSchema,
  judgement: judgementSchema,
  /** The run it was judged in: lines of one file may come from several. */
  run: z.string().optional(),
  /** Only where the case was judged several times; `judgement` is then the first of them. */
  samples: samplesSchema.optional(),
});
export type JudgementLine = z.infer<typeof judgementLineSchema>;

/** What a line tells of its rubric, or is told by. */
export type LineRubric = Pick<Rubric, 'id' | 'title' | 'version' | 'criteria'>;

export function judgementLine(
  rubric: LineRubric,
  subject: Case,
  judgement: Judgement,
  { run, samples }: Pick<JudgedEntry, 'run' | 'samples'> = {},
): JudgementLine {
  const { id, title, version } = rubric;
  return {
    format: 'assay-judgement/1',
    rubric: { id, title, version, hash: judgement.receipt.rubric },
    case: subject,
    judgement,
    ...(run !== undefined && { run }),
    ...(samples && { samples: samplesByPath(rubric, samples) }),
  };
}
