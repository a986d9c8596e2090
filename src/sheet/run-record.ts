import { spendingSchema, runBudgetSchema, usedBudgetSchema } from '../judgement/spending';
import { runJudgeSchema, askingSchema } from '../judgement/judge';
import { z } from '../kit/zod';
import { causeSchema } from '../judgement/cause';
import { digestSchema, judgementSchema, statusSchema } from '../judgement/judgement';

/** The judge of example replies, which a built-in rubric has for its samples. Nobody can ask it again. */
export const exampleJudgeId = 'example';

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

/** `running` while no tab drives it means that its tab was closed or died: it can be resumed. */
export const runStateSchema = z.enum(['running', 'paused', 'finished', 'cancelled']);

/** Why the browser would not store or read. `missing`: it is not there; most likely it was deleted in another tab. */
export const storageFaultSchema = z.enum(['quota', 'unavailable', 'newer-version', 'damaged', 'missing']);
export type StorageFault = z.infer<typeof storageFaultSchema>;

/** Why a run waits. `detail` is for the person, in English; `causes` say the same as codes where it is known by them. */
export const runPauseSchema = z.strictObject({
  /** `batch`: its questions are in files, and results are to come from others. */
  because: z.enum(['person', 'storage', 'judge', 'replies', 'batch', 'budget']),
  detail: z.string(),
  causes: z.array(causeSchema).optional(),
  used: usedBudgetSchema.optional(),
  /** How many of the last or the first replies were of no use, and why. Where that is all of them, they came in a row. */
  replies: z.strictObject({ of: z.int(), refused: z.int(), cutOff: z.int(), malformed: z.int() }).optional(),
  storage: storageFaultSchema.optional(),
});
export type RunPause = z.infer<typeof runPauseSchema>;
export type UselessReplies = NonNullable<RunPause['replies']>;

export interface Cell {
  /** The key of its case, for life within the sheet. */
  caseKey: number;
  sample: number;
}

export const orderSchema = z.strictObject({
  /** By sample: ranges of case keys, both ends included, rising. */
  cells: z.array(
    z.strictObject({
      sample: z.int().min(0),
      keys: z.array(z.tuple([z.int().min(0), z.int().min(0)])),
    }),
  ),
  /** Length of the run's log when it was ordered: a cell is done once a result stands at this place or later. */
  since: z.int().min(0),
});
export type Order = z.infer<typeof orderSchema>;

/** Headline numbers as they stood when the head was written last; of cases, each counted once however often it was asked. */
export const runCountsSchema = z.strictObject({
  /** Cases with a result that is not outdated. */
  done: z.int().min(0),
  statuses: z.partialRecord(statusSchema, z.int().min(0)),
  score: z.strictObject({ mean: z.number(), count: z.int().min(1) }).nullable(),
  passed: z.strictObject({ share: z.number(), count: z.int().min(1) }).nullable(),
  ...spendingSchema.shape,
  /** Questions that were paid for at an unknown cost, where a budget or other costs are counted in money. */
  unpriced: z.int().min(1).optional(),
});
export type RunCounts = z.infer<typeof runCountsSchema>;

/** Ids of sheets and runs stand in addresses, two of them side by side. */
export const idPattern = /^[\w-]{1,100}$/;
export const longestTitle = 200;
export const longestNote = 2000;

export const runHeadSchema = z.strictObject({
  id: z.string().regex(idPattern),
  sheet: z.string().regex(idPattern),
  title: z.string(),
  note: z.string(),
  pinned: z.boolean(),
  rubric: z.strictObject({ id: z.string(), title: z.string(), version: z.string(), hash: z.string() }),
  judge: runJudgeSchema,
  settings: runSettingsSchema,
  state: runStateSchema,
  pause: runPauseSchema.nullable(),
  /** What is still to be filled. The last is being filled; one that it interrupted waits before it. Empty: nothing is left. */
  orders: z.array(orderSchema),
  /** Cases that were drawn at random to be asked first, and of how many. The seed ranks all cases: a further draw takes the next. */
  drawn: z.strictObject({ seed: z.string(), of: z.int().min(1), keys: z.array(z.int().min(0)) }).optional(),
  /** Cells of the last order, kept when it is done: how far it is. */
  progress: z.strictObject({ done: z.int().min(0), total: z.int().min(0) }),
  created: z.iso.datetime(),
  /** When the last unit was done, or the run was ended. */
  changed: z.iso.datetime(),
  /** Time spent judging, without pauses. */
  milliseconds: z.number().min(0),
  counts: runCountsSchema,
  build: z.string(),
  /** Set while the run can still be brought back. */
  removed: z.iso.datetime().nullable(),
  /** When it came in from a file; absent where it was judged in this browser. */
  imported: z.iso.datetime().optional(),
});
export type RunHead = z.infer<typeof runHeadSchema>;

/** In milliseconds. Null where nothing is judged yet, and where it is unknown, as for a batch. */
export function timeTaken({ milliseconds, counts }: RunHead): number | null {
  return counts.done > 0 && milliseconds > 0 ? milliseconds : null;
}

/** How many cases were drawn at random, and of how many, while those and no others have results. */
export function randomSample({ drawn, counts }: RunHead): [count: number, of: number] | null {
  return drawn?.keys.length === counts.done && counts.done < drawn.of ? [counts.done, drawn.of] : null;
}

/** The rubric exactly as it was: it is read as any other rubric file is. */
export interface RunRubric {
  contract: unknown;
  prompt: string;
}

/** What fills a cell. Results are appended, never rewritten: the newest of a cell counts. */
export const runResultSchema = z.strictObject({
  caseKey: z.int().min(0),
  sample: z.int().min(0),
  /** Of the case as it was judged: its hash by the run's rubric, and its revision. Where both differ from today's it is outdated. */
  hash: z.string(),
  revision: z.int().min(0),
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
