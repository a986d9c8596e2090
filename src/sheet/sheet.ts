import { caseSchema } from '../cases/case';
import { unscoredReasonSchema } from '../judgement/judge';
import { statusSchema } from '../judgement/judgement';
import { idPattern } from './run-record';
import { mappingSchema } from '../cases/table';
import { z } from '../kit/zod';

export const sheetSourceSchema = z.strictObject({
  /** Empty for pasted text. */
  name: z.string(),
  columns: z.array(z.string()),
  mapping: mappingSchema,
});
export type SheetSource = z.infer<typeof sheetSourceSchema>;

/** How the table of a sheet was left: it is opened again as it was. */
export const sheetViewSchema = z.strictObject({
  filter: z.strictObject({
    /** Null leaves all; `waiting` is a case that has not been judged, or was edited since. */
    status: z.union([statusSchema, z.literal('waiting')]).nullable(),
    verdict: z
      .discriminatedUnion('decided', [
        z.strictObject({ decided: z.literal(true), text: z.string() }),
        z.strictObject({ decided: z.literal(false) }),
      ])
      .nullable(),
    /** Inclusive. A score that is undecided, be it within bounds, lies in no range. */
    from: z.number().nullable(),
    to: z.number().nullable(),
    check: z.string().nullable(),
    /** Looked for in name, id and inputs, in upper or lower case. */
    text: z.string(),
    /** Why it is unscored; without a cause, all of the reason. */
    why: z
      .strictObject({ reason: unscoredReasonSchema, cause: z.string().nullable() })
      .nullable()
      .default(null),
    /** What a column shows: this text as the whole cell, nothing where it is null, or somewhere in it. */
    cell: z
      .strictObject({ column: z.string(), text: z.string().nullable(), whole: z.boolean() })
      .nullable()
      .default(null),
    /** Only rows whose inputs cannot be used as they stand. */
    problems: z.boolean(),
  }),
  sorting: z.strictObject({ column: z.string(), descending: z.boolean() }).nullable(),
  /** Columns shown or hidden otherwise than at first. */
  toggled: z.array(z.string()),
  selected: z.string().nullable(),
  /** Ids of the cases that are shown one by one when the sheet is presented. */
  starred: z.array(z.string()).default([]),
});
export type SheetView = z.infer<typeof sheetViewSchema>;

export const sheetHeadSchema = z.strictObject({
  id: z.string().regex(idPattern),
  /** Empty: it is called by its file, or by its first case. */
  title: z.string(),
  note: z.string(),
  pinned: z.boolean(),
  rubric: z.strictObject({ id: z.string(), title: z.string() }),
  sources: z.array(sheetSourceSchema),
  firstCase: z.string(),
  /** How many samples of its rubric it was begun with; absent where it was begun with other cases. */
  samples: z.int().optional(),
  /** Cases that are not hidden. */
  cases: z.int().min(0),
  nextKey: z.int().min(0),
  /** Grows with every change of a case. */
  revision: z.int().min(0),
  focus: z.string().nullable(),
  view: sheetViewSchema.nullable(),
  created: z.iso.datetime(),
  changed: z.iso.datetime(),
  /** Set while the sheet can still be brought back. */
  removed: z.iso.datetime().nullable(),
  /** When it came in from a file; absent where it was made in this browser. */
  imported: z.iso.datetime().optional(),
});
export type SheetHead = z.infer<typeof sheetHeadSchema>;

/** The row of a file, as it stood there. `source` is a place in the sheet's sources. */
const originalSchema = z.strictObject({ source: z.int().min(0), cells: z.array(z.string()) });

export const sheetCaseSchema = z.strictObject({
  /** For life within the sheet; cases stand in the order of their keys. */
  key: z.int().min(0),
  case: caseSchema,
  original: originalSchema.nullable(),
  /** Grows with every change of this case. */
  revision: z.int().min(0),
  /** Removed, while that can be undone: it counts nowhere. */
  hidden: z.boolean(),
  /** Texts it had while a batch was out that may have asked about them: its results are of those. */
  earlier: z.array(z.strictObject({ revision: z.int().min(0), input: caseSchema.shape.input })).optional(),
});
export type SheetCase = z.infer<typeof sheetCaseSchema>;

export const caseNameSchema = sheetCaseSchema
  .pick({ key: true, revision: true, hidden: true })
  .extend(caseSchema.pick({ id: true, label: true }).shape);
export type CaseName = z.infer<typeof caseNameSchema>;
