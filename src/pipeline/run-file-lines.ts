import { judgementSchema, sentPromptSchema } from '../core/model/judgement';
import { jsonSchema } from '../core/model/json';
import { runCaseSchema, runHeadSchema, runResultSchema, runSourceSchema } from '../core/model/run';
import { z } from '../core/model/zod';
import { checksum } from './run-file-checksum';

/*
 * A run as one file, format `assay-run/7`: JSON Lines in UTF-8, plain or packed by gzip.
 *
 *   {"format":"assay-run/7","head":…,"rubric":{"contract":…,"prompt":…},"sources":[…],"sum":…}
 *   {"row":0,"case":…,"original":…,"sum":…}                       each case, in order
 *   {"place":0,"row":0,"sample":0,…,"judgement":…,"sum":…}        each result, in the order of the run's log
 *   {"end":{"cases":…,"results":…},"sum":…}                       the last line: without it the file was cut off
 *
 * Rows and places count from 0 without a gap, so a line that is lost or there twice is noticed. Of several results for the
 * same row and sample the last one counts. `sum` is the last member of every line: CRC-32, in hexadecimal, of the
 * line's bytes before the comma that stands in front of it. The rubric's part of a prompt is long and mostly the same: where
 * it stands in an earlier line already, `judgement.prompt.shared` is `{"line": n}`, counted from 1.
 *
 * Bump the number when a reader of today would misread or refuse what is written. Formats 1 to 6 are read as
 * well: 6 has fewer codes for what goes wrong, and tells nothing of a full context or of how a batch was asked; 5 also counts no questions without a cost; 4 also tells nothing of unanswered questions and estimates no cost; 3 also asks nothing criterion by criterion and has no expected scores; 2 also no budgets; 1 also no `again` in its head, no `causes` in its pause and fewer codes in its judgements, two of which are now called otherwise (core/model/older-codes.ts).
 */
export const runFileVersion = 7;
export const runFileFormat = `assay-run/${runFileVersion}` as const;
/** How every file of this kind begins, whatever its version. */
export const runFileOpening = '{"format":"assay-run/';

export const startLineSchema = z.strictObject({
  format: z.literal([
    'assay-run/1',
    'assay-run/2',
    'assay-run/3',
    'assay-run/4',
    'assay-run/5',
    'assay-run/6',
    runFileFormat,
  ]),
  head: runHeadSchema,
  rubric: z.strictObject({ contract: jsonSchema, prompt: z.string() }),
  sources: z.array(runSourceSchema),
});
export type StartLine = z.infer<typeof startLineSchema>;

export const caseLineSchema = runCaseSchema.extend({ row: z.int().min(0) });
export type CaseLine = z.infer<typeof caseLineSchema>;

const sharedTextSchema = z.union([z.string(), z.strictObject({ line: z.int().min(1) })]);
export const resultLineSchema = runResultSchema.extend({
  place: z.int().min(0),
  judgement: judgementSchema.extend({
    prompt: sentPromptSchema.extend({ shared: sharedTextSchema }).nullable(),
  }),
});
export type ResultLine = z.infer<typeof resultLineSchema>;

export const endLineSchema = z.strictObject({
  end: z.strictObject({ cases: z.int().min(0), results: z.int().min(0) }),
});
export type EndLine = z.infer<typeof endLineSchema>;

const encoder = new TextEncoder();
const sealStart = ',"sum":"';
const sealLength = sealStart.length + 8 + 2;
const openBrace = 0x7b;

/** The line, an object with at least one member, with its checksum and without a line end. */
export function sealLine(line: object): string {
  const body = JSON.stringify(line).slice(0, -1);
  return `${body}${sealStart}${checksum(encoder.encode(body))}"}`;
}

type LineFault = 'not-text' | 'not-json' | 'checksum';
export type OpenedLine = { ok: true; value: unknown } | { ok: false; fault: LineFault };

/** What a sealed line says, if it is whole. */
export function openLine(bytes: Uint8Array): OpenedLine {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { ok: false, fault: 'not-text' };
  }
  const body = bytes.subarray(0, Math.max(0, bytes.length - sealLength));
  const sealed = bytes[0] === openBrace && text.endsWith(`${sealStart}${checksum(body)}"}`);
  try {
    const value: unknown = JSON.parse(sealed ? `${text.slice(0, -sealLength)}}` : text);
    return sealed ? { ok: true, value } : { ok: false, fault: 'checksum' };
  } catch {
    return { ok: false, fault: 'not-json' };
  }
}
