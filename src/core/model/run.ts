import { z } from './zod';
import { caseSchema } from './case';
import { causeSchema } from './cause';
import { structuredSchema } from './connection';
import { jsonSchema } from './json';
import { judgementSchema, knownSchema, receiptSchema, statusSchema } from './judgement';
import { costSchema, unscoredReasonSchema } from './reply';
import { runBudgetSchema, usedBudgetSchema } from './run-budget';
import { mappingSchema } from './table';

/** What is stored of runs is read by it; from here, so that it comes in the same part of the page. */
export { readAnyAge } from './older-codes';

/** A run is one rubric, one judge and one set of cases; a unit of its work is one case put to the judge once. */

export const askingSchema = z.enum(['case', 'criterion']);
export type Asking = z.infer<typeof askingSchema>;

export const runSettingsSchema = z.strictObject({
  mode: z.enum(['model-alone', 'assisted']),
  tellFacts: z.boolean(),
  /** One question for a case, or one for each criterion. Absent: one for a case. */
  asking: askingSchema.optional(),
  /** How often each case is put to the judge, each time with another seed. */
  samples: z.int().min(1).max(25),
  /** Most questions in flight. A judge may allow fewer. */
  atOnce: z.int().min(1).max(256),
  /** Per case, all its tries together. Null waits for ever, as a person with a chat window wants. */
  timeoutSeconds: z.number().positive().nullable(),
  /** Used up, it pauses the run. Absent or null: there is none. */
  budget: runBudgetSchema.nullable().optional(),
});
export type RunSettings = z.infer<typeof runSettingsSchema>;

/** Whom a run asks, as it was described when the run began. Going on needs a judge of the same description. */
export const runJudgeSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(['program', 'model']),
  model: z.string(),
  parameters: z.record(z.string(), jsonSchema),
});
export type RunJudge = z.infer<typeof runJudgeSchema>;

/** `running` without an owner means that its tab was closed or died: it can be gone on with. */
export const runStateSchema = z.enum(['running', 'paused', 'finished', 'cancelled']);
export type RunState = z.infer<typeof runStateSchema>;

/** Why the browser would not store or read. `missing`: it is not there; most likely it was deleted in another tab. */
export const storageFaultSchema = z.enum(['quota', 'unavailable', 'newer-version', 'damaged', 'missing']);
export type StorageFault = z.infer<typeof storageFaultSchema>;

/** Why a run waits. `detail` is for the person, in English; `causes` say the same as codes where it is known by them. */
export const runPauseSchema = z.strictObject({
  /** `batch`: its questions are in files, and results are to come from others. */
  because: z.enum(['person', 'storage', 'judge', 'batch', 'budget']),
  detail: z.string(),
  causes: z.array(causeSchema).optional(),
  /** Where a budget is the reason. */
  used: usedBudgetSchema.optional(),
  /** Where the storage is the reason. */
  storage: storageFaultSchema.optional(),
});
export type RunPause = z.infer<typeof runPauseSchema>;

export const runAgainSchema = z.strictObject({
  /** Results without a score before this place of the log are wanted anew. */
  before: z.int().min(0),
  /** How many units are still to be asked, those without any result included. */
  left: z.int().min(0),
});

/** How a model took its questions: a batch cannot give way while it is under way, so it is asked as the run was last. */
export const batchMannerSchema = z.strictObject({
  structured: structuredSchema,
  seed: z.boolean(),
  /** Null: the model's own. */
  temperature: z.number().nullable(),
});
export type BatchManner = z.infer<typeof batchMannerSchema>;

/** Headline numbers as they stood when the head was written last; scores over scored cases only. */
export const runCountsSchema = z.strictObject({
  /** Units with a result. */
  done: z.int().min(0),
  statuses: z.partialRecord(statusSchema, z.int().min(0)),
  score: z.strictObject({ mean: z.number(), count: z.int().min(1) }).nullable(),
  passed: z.strictObject({ share: z.number(), count: z.int().min(1) }).nullable(),
  tokens: z.strictObject({
    prompt: z.int().min(0),
    cached: z.int().min(0),
    /** What was put into the provider's cache, where it counts that. */
    written: z.int().min(0).optional(),
    reply: z.int().min(0),
    estimated: z.boolean(),
  }),
  /** What the provider says it cost, where it says so; `computed` where a part is worked out from a price. */
  cost: costSchema.nullable(),
  /** Questions that were paid for and nobody named a cost of, where a budget or other costs are counted in money. */
  unpriced: z.int().min(1).optional(),
});
export type RunCounts = z.infer<typeof runCountsSchema>;

/** How a run's table was left: it is opened again as it was. */
export const runViewSchema = z.strictObject({
  filter: z.strictObject({
    status: z.union([statusSchema, z.literal('waiting')]).nullable(),
    verdict: z
      .discriminatedUnion('decided', [
        z.strictObject({ decided: z.literal(true), text: z.string() }),
        z.strictObject({ decided: z.literal(false) }),
      ])
      .nullable(),
    from: z.number().nullable(),
    to: z.number().nullable(),
    check: z.string().nullable(),
    text: z.string(),
    problems: z.boolean(),
  }),
  sorting: z.strictObject({ column: z.string(), descending: z.boolean() }).nullable(),
  /** Columns shown or hidden otherwise than at first. */
  toggled: z.array(z.string()),
  selected: z.string().nullable(),
});
export type RunView = z.infer<typeof runViewSchema>;

/** What a run's id may be: a text that is whole in an address and stands beside another one there. */
export const runIdPattern = /^[\w-]{1,100}$/;
/** As long as a person may make them. */
export const longestTitle = 200;
export const longestNote = 2000;

/** What a list of runs shows, and what goes on needs to know first. */
export const runHeadSchema = z.strictObject({
  id: z.string().min(1),
  title: z.string(),
  note: z.string(),
  pinned: z.boolean(),
  rubric: z.strictObject({ id: z.string(), title: z.string(), version: z.string(), hash: z.string() }),
  judge: runJudgeSchema,
  settings: runSettingsSchema,
  /** How many cases, not units. */
  cases: z.int().min(1),
  state: runStateSchema,
  pause: runPauseSchema.nullable(),
  /** Present while failed cases are asked again: a run whose tab dies goes on with exactly those. */
  again: runAgainSchema.optional(),
  /** Of the rest of a run that went to batch files. Absent: as the judge is described. */
  batchManner: batchMannerSchema.optional(),
  created: z.iso.datetime(),
  /** When the last unit was done, or the run was ended. */
  changed: z.iso.datetime(),
  /** Time spent judging, without pauses. */
  milliseconds: z.number().min(0),
  counts: runCountsSchema,
  build: z.string(),
  /** Null until its table was looked at. */
  view: runViewSchema.nullable(),
  /** Set while the run can still be brought back. */
  removed: z.iso.datetime().nullable(),
  /** When it came in from a file; absent where it was judged in this browser. */
  imported: z.iso.datetime().optional(),
});
export type RunHead = z.infer<typeof runHeadSchema>;

/** Where a case came from: the run's file by number, and the row as it stood there. */
export const runCaseSchema = z.strictObject({
  case: caseSchema,
  original: z.strictObject({ source: z.int().min(0), cells: z.array(z.string()) }).nullable(),
});
export type RunCase = z.infer<typeof runCaseSchema>;

export const runSourceSchema = z.strictObject({ columns: z.array(z.string()), mapping: mappingSchema });
export type RunSource = z.infer<typeof runSourceSchema>;

/** The rubric exactly as it was: it is read as any other rubric file is. */
export interface RunRubric {
  contract: unknown;
  prompt: string;
}

/** What tables, filters, counts and comparisons need of a judgement, small enough to hold for every case at once. */
export const digestSchema = z.strictObject({
  status: statusSchema,
  reason: unscoredReasonSchema.optional(),
  score: knownSchema.optional(),
  verdict: knownSchema.optional(),
  /** By place in the rubric's criteria; null where the judgement has no such field. */
  criteria: z.array(knownSchema.nullable()),
  /** Expected scores by place in the rubric's criteria, null where there is none; absent where there are none at all. */
  expected: z.array(z.number().nullable()).optional(),
  /** Ids of checks that failed or broke. */
  failedChecks: z.array(z.string()),
  /** How many of them are more than a warning. */
  failedErrors: z.int().min(0),
  /** Inputs could not be used as they stand. */
  problems: z.boolean(),
  mode: receiptSchema.shape.mode,
  receipt: z.string(),
});
export type Digest = z.infer<typeof digestSchema>;

/** A digest without the name of its question: nothing that is counted, sorted or filtered asks for that. */
export type Findings = Omit<Digest, 'receipt'>;

/** One unit of a run, done. */
export const runResultSchema = z.strictObject({
  /** Which case of the run, by its place. */
  row: z.int().min(0),
  /** Which of its samples, from 0. */
  sample: z.int().min(0),
  /** The same for the same run, case, sample, judge and rubric, whenever it is asked. */
  key: z.string(),
  milliseconds: z.number().min(0),
  digest: digestSchema,
  judgement: judgementSchema,
});
export type RunResult = z.infer<typeof runResultSchema>;

/** A result without its judgement, and where in the run's log the judgement lies. */
export const runEntrySchema = runResultSchema.omit({ judgement: true }).extend({ place: z.int().min(0) });
export type RunEntry = z.infer<typeof runEntrySchema>;
