import { jsonSchema } from '../../kit/json';
import { judgementSchema, sentPromptSchema } from '../../judgement/judgement';
import { runHeadSchema, runResultSchema } from '../../sheet/run-record';
import { sheetCaseSchema, sheetHeadSchema } from '../../sheet/sheet';
import { z } from '../../kit/zod';
import { longestLine } from '../split-lines';

/*
 * A sheet as one file, format `assay-sheet/1`: JSON Lines in UTF-8, packed by gzip. Some browsers unpack what they download,
 * so a plain file is opened as well. In this order:
 *
 *   {"format":"assay-sheet/1","sheet":…,"build":…,"time":…}
 *   {"rubric":{"hash":…,"contract":…,"prompt":…}}           each rubric version that a run was judged by
 *   {"case":{"key":…,"case":…,"original":…,"revision":…}}   each case that is not removed, in order, by rising key
 *   {"run":…}                                               each run
 *   {"text":{"run":…,"number":…,"text":…}}                  a text that prompts of the run share, before the first of them
 *   {"result":{"run":…,"place":…,…,"judgement":…}}          each result, in the order of the run's log, its places from 0 without a gap
 *   {"end":{"cases":…,"runs":…,"results":…}}                without it the file was cut off
 *
 * Of several results for the same case and sample the last one counts. `judgement.prompt.shared` is the number of a text of
 * the same run, or the text itself. A result has no digest: the reader makes one from the judgement.
 */
export const sheetFileVersion = 1;
export const sheetFileFormat = `assay-sheet/${sheetFileVersion}` as const;
/** How every file of this kind begins, whatever its version. */
export const sheetFileOpening = '{"format":"assay-sheet/';

export const startLineSchema = z.strictObject({
  format: z.literal(sheetFileFormat),
  sheet: sheetHeadSchema,
  build: z.string(),
  time: z.iso.datetime(),
});

const count = z.int().min(0);

export const lineSchemas = {
  rubric: z.strictObject({
    rubric: z.strictObject({ hash: z.string(), contract: jsonSchema, prompt: z.string() }),
  }),
  case: z.strictObject({ case: sheetCaseSchema.omit({ hidden: true }) }),
  run: z.strictObject({ run: runHeadSchema }),
  text: z.strictObject({ text: z.strictObject({ run: z.string(), number: count, text: z.string() }) }),
  result: z.strictObject({
    result: runResultSchema.omit({ digest: true }).extend({
      run: z.string(),
      place: count,
      judgement: judgementSchema.extend({
        prompt: sentPromptSchema.extend({ shared: z.union([count, z.string()]) }).nullable(),
      }),
    }),
  }),
  end: z.strictObject({ end: z.strictObject({ cases: count, runs: count, results: count }) }),
};

export type SheetFileLine =
  | z.infer<typeof startLineSchema>
  | { [Kind in keyof typeof lineSchemas]: z.infer<(typeof lineSchemas)[Kind]> }[keyof typeof lineSchemas];

/** In bytes. Only a line of a file is held at once. */
export interface SheetFileLimits {
  unpacked: number;
  line: number;
}

export const sheetFileLimits: SheetFileLimits = { unpacked: 2 * 1024 ** 3, line: longestLine };

/** Why a file is not opened. Lines count from 1. Nothing of such a file is stored. */
export type SheetFileProblem =
  | { kind: 'not-a-sheet-file' }
  | { kind: 'newer-format'; format: string }
  /** It ends early, or cannot be unpacked further. So many lines before that are whole. */
  | { kind: 'cut-off'; wholeLines: number }
  | { kind: 'too-large'; line: number }
  | { kind: 'damaged-line'; line: number; detail: string }
  | { kind: 'other-rubric'; expected: string; got: string };

export class SheetFileError extends Error {
  readonly problem: SheetFileProblem;

  constructor(problem: SheetFileProblem) {
    super(JSON.stringify(problem));
    this.problem = problem;
  }
}

/** `other-text`: results whose hash is not that of their case; they are outdated. `receipt`: receipts with a wrong id. */
export interface SheetFileWarning {
  kind: 'other-text' | 'receipt';
  count: number;
  cases: string[];
}
