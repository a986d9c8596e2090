import { caseSchema } from '../../cases/case';
import { judgementSchema, sentPromptSchema, type Judgement } from '../../judgement/judgement';
import { runEntrySchema, runHeadSchema, type RunEntry, type RunHead, type RunResult } from '../run-record';
import { caseNameSchema, sheetCaseSchema, sheetHeadSchema, type CaseName, type SheetCase } from '../sheet';
import { parseJson } from '../../kit/json';
import { z } from '../../kit/zod';
import { damaged } from './database';

/** A part of format 1 that is no longer counted. It stays, since an older tab may be open beside this one. */
const bytes = z.number();

export const storedSheetSchema = z.strictObject({ head: sheetHeadSchema, hidden: z.int().min(0), bytes });
export type StoredSheet = z.infer<typeof storedSheetSchema>;

/** `sheet` stands beside the head so that a run with a damaged head is still deleted with its sheet. */
export const storedRunSchema = z.strictObject({ sheet: z.string(), head: runHeadSchema });

/** The length of a run's log and of its parts, so that an append need not count. */
export const logSchema = z.strictObject({
  /** Results in it, which is the place of the next. */
  count: z.int().min(0),
  /** Entries in sealed pieces; those behind them lie in the tail, one record per write. */
  sealed: z.int().min(0),
  tailLength: z.int().min(0),
  texts: z.int().min(0),
  bytes,
});
export type Log = z.infer<typeof logSchema>;
export const emptyLog: Log = { count: 0, sealed: 0, tailLength: 0, texts: 0, bytes: 0 };

export const rubricSchema = z.strictObject({ contract: z.unknown(), prompt: z.string() });

const storedTextsSchema = z.array(
  sheetCaseSchema
    .pick({ original: true, earlier: true })
    .extend(caseSchema.pick({ input: true, gold: true }).shape),
);
/** Null stands for a result that was purged. */
const storedEntriesSchema = z.array(runEntrySchema.omit({ place: true }).nullable());
export const entryKeysSchema = z.array(z.looseObject({ caseKey: z.int() }).nullable());
export const tailSchema = z.array(z.string());
export const judgementPieceSchema = z.array(z.instanceof(Uint8Array).nullable());
const storedJudgementSchema = judgementSchema.extend({
  /** `shared` is the number of one of the run's texts, or a text that is not shared. */
  prompt: sentPromptSchema.extend({ shared: z.union([z.int(), z.string()]) }).nullable(),
});
const choicesSchema = z.object({
  head: z.object(runHeadSchema.pick({ title: true, note: true, pinned: true, removed: true }).shape),
});

/** How many texts make a piece that is read and written at once. A piece of long texts has fewer. */
const mostTexts = 500;
const longestPiece = 1_000_000;

export function fillsPiece(count: number, length: number): boolean {
  return count >= mostTexts || length >= longestPiece;
}

export function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

export function cutPieces(texts: readonly string[]): { full: string[][]; rest: string[] } {
  const full: string[][] = [];
  let rest: string[] = [];
  let length = 0;
  for (const text of texts) {
    rest.push(text);
    length += text.length;
    if (!fillsPiece(rest.length, length)) continue;
    full.push(rest);
    rest = [];
    length = 0;
  }
  return { full, rest };
}

/**
 * Large values are stored as JSON text: a text is copied in and out of the database many times faster than the objects it
 * stands for, and one judgement of a piece can be read without the others.
 */
export interface PackedResult {
  entry: string;
  judgement: string;
}

/** Most prompt texts that the judgements of a run share. A run has one; where each case has its own, sharing gains nothing. */
const mostShared = 8;

/** `texts`: what the run's judgements share, stored once and referred to by number. New ones are added to it. */
export function packResult({ judgement, ...entry }: RunResult, texts: string[]): PackedResult {
  const { prompt } = judgement;
  if (prompt && !texts.includes(prompt.shared) && texts.length < mostShared) texts.push(prompt.shared);
  const number = prompt ? texts.indexOf(prompt.shared) : -1;
  const stored = prompt && { ...prompt, shared: number < 0 ? prompt.shared : number };
  return { entry: JSON.stringify(entry), judgement: JSON.stringify({ ...judgement, prompt: stored }) };
}

export function packCase({ key, case: subject, original, revision, hidden, earlier }: SheetCase) {
  const { id, label, ...texts } = subject;
  return {
    name: JSON.stringify({ key, id, label, revision, hidden }),
    text: JSON.stringify({ ...texts, original, earlier }),
  };
}

export function unpackNames(text: unknown, what: string): CaseName[] {
  return parseText(z.array(caseNameSchema), text, what);
}

export function unpackCases(names: readonly CaseName[], text: unknown, what: string): SheetCase[] {
  const texts = parseText(storedTextsSchema, text, what);
  if (texts.length !== names.length)
    throw damaged(what, `expected ${names.length} texts, found ${texts.length}.`);
  return texts.flatMap(({ original, earlier, ...rest }, index) => {
    const name = names[index];
    if (!name) return [];
    const { key, id, label, revision, hidden } = name;
    const subject = { id, ...(label !== undefined && { label }), ...rest };
    return [{ key, case: subject, original, revision, hidden, ...(earlier && { earlier }) }];
  });
}

/** The entries of a piece from its text, a JSON array; `first` is the place of its first. */
export function unpackEntries(text: unknown, first: number, what: string): (RunEntry | null)[] {
  return parseText(storedEntriesSchema, text, what).map(
    (entry, index) => entry && { ...entry, place: first + index },
  );
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Browsers keep a text in two bytes a character as soon as one of them needs it, such as a quotation mark: most of a log is these. */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

function decodeText(text: Uint8Array, what: string): string {
  try {
    return decoder.decode(text);
  } catch {
    throw damaged(what, 'it is no text.');
  }
}

export function unpackJudgement(packed: Uint8Array, texts: readonly string[], what: string): Judgement {
  const { prompt, ...rest } = parseText(storedJudgementSchema, decodeText(packed, what), what);
  if (prompt === null) return { ...rest, prompt };
  const shared = typeof prompt.shared === 'string' ? prompt.shared : texts[prompt.shared];
  if (shared === undefined)
    throw damaged(what, `its prompt has the text ${prompt.shared}, which is not stored.`);
  return { ...rest, prompt: { ...prompt, shared } };
}

export function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw damaged(
    what,
    issue ? `${issue.message} at ${issue.path.join('.') || 'its top'}.` : 'it has another shape.',
  );
}

export function parseText<T>(schema: z.ZodType<T>, text: unknown, what: string): T {
  if (typeof text !== 'string') throw damaged(what, `expected text, got ${typeof text}.`);
  const value = parseJson(text);
  if (value === undefined) throw damaged(what, 'it is no JSON.');
  return parse(schema, value, what);
}

export function newestFirst<T extends { created: string }>(heads: readonly T[]): T[] {
  return heads.toSorted((a, b) => Date.parse(b.created) - Date.parse(a.created));
}

/** A new head with what the person chose for the run, which may be newer than the head that the runner holds. */
export function withStoredChoices(head: RunHead, stored: unknown): RunHead {
  const choices = choicesSchema.safeParse(stored);
  return choices.success ? { ...head, ...choices.data.head } : head;
}
