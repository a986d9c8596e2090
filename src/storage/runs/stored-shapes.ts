import { z } from '../../core/model/zod';
import { judgementSchema, sentPromptSchema, type Judgement } from '../../core/model/judgement';
import {
  readAnyAge,
  runEntrySchema,
  type RunEntry,
  type RunHead,
  type RunResult,
} from '../../core/model/run';
import { weighableSchema, type Weighable } from '../../core/model/weighable';
import { damaged } from './storage-errors';

/**
 * Large values are stored as JSON text: a text is copied in and out of the database many times faster than the objects it
 * stands for, one judgement of a piece can be read without the others, and its length is its size.
 */
export interface PackedResult {
  entry: string;
  judgement: string;
}

/** Entries that are not sealed yet. Up to version 6 each lay there with its judgement. */
export const tailSchema = z.array(
  z.union([z.string(), z.strictObject({ entry: z.string(), judgement: z.string() })]),
);
export type TailItem = z.infer<typeof tailSchema>[number];

export function entryOf(item: TailItem): string {
  return typeof item === 'string' ? item : item.entry;
}

/** What a run's log comes to, so that nothing need be counted. */
export const logSchema = z.strictObject({
  /** Results in it, which is the place of the next. */
  count: z.int().min(0),
  /** Entries in sealed pieces; those behind them lie in the tail. */
  sealed: z.int().min(0),
  /** Length of the tail's texts. */
  tailLength: z.int().min(0),
  casePieces: z.int().min(0),
  bytes: z.number().min(0),
});
export type Log = z.infer<typeof logSchema>;

export const rubricSchema = z.strictObject({ contract: z.unknown(), prompt: z.string() });

const storedEntrySchema = runEntrySchema.omit({ place: true });
const storedEntriesSchema = z.array(storedEntrySchema);
const storedJudgementSchema = judgementSchema.extend({
  /** `shared` is the number of one of the run's texts, or a text that is not shared. */
  prompt: sentPromptSchema.extend({ shared: z.union([z.int(), z.string()]) }).nullable(),
});

/** Most texts that are shared. A run has one; where each case has its own, sharing gains nothing. */
const mostTexts = 8;

/** Prompt texts that are the same for many judgements of a run: stored once, and named by number. */
export class SharedTexts {
  readonly #texts: string[];
  readonly #stored: number;

  constructor(stored: readonly string[]) {
    this.#texts = [...stored];
    this.#stored = stored.length;
  }

  /** The text's number, or the text itself where it is not shared. */
  refer(text: string): number | string {
    const known = this.#texts.indexOf(text);
    if (known >= 0) return known;
    if (this.#texts.length >= mostTexts) return text;
    return this.#texts.push(text) - 1;
  }

  resolve(reference: number | string): string | undefined {
    return typeof reference === 'string' ? reference : this.#texts[reference];
  }

  all(): readonly string[] {
    return this.#texts;
  }

  /** Those that are not stored yet, by number. */
  added(): [number, string][] {
    return this.#texts.slice(this.#stored).map((text, index) => [this.#stored + index, text]);
  }
}

export function packResult({ judgement, ...entry }: RunResult, texts: SharedTexts): PackedResult {
  const { prompt } = judgement;
  const stored = prompt && { ...prompt, shared: texts.refer(prompt.shared) };
  return { entry: JSON.stringify(entry), judgement: JSON.stringify({ ...judgement, prompt: stored }) };
}

/** The judgements of a piece. Up to version 7 they were texts. */
export const judgementPieceSchema = z.array(z.union([z.instanceof(Uint8Array), z.string()]));
export type WrittenJudgement = z.infer<typeof judgementPieceSchema>[number];

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Browsers keep a text in two bytes a character as soon as one of them needs it, such as a quotation mark: most of a log is these. */
export function writeJudgement(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

function readWritten(written: WrittenJudgement, what: string): string {
  if (typeof written === 'string') return written;
  try {
    return decoder.decode(written);
  } catch {
    throw damaged(what, 'it is no text.');
  }
}

/** The entries of a piece from its text, a JSON array; `first` is the place of its first. */
export function unpackEntries(text: string, first: number, what: string): RunEntry[] {
  return parseText(storedEntriesSchema, text, what).map((entry, index) => ({
    ...entry,
    place: first + index,
  }));
}

export function unpackJudgement(written: WrittenJudgement, texts: SharedTexts, what: string): Judgement {
  const { prompt, ...rest } = parseText(storedJudgementSchema, readWritten(written, what), what);
  if (prompt === null) return { ...rest, prompt };
  const shared = texts.resolve(prompt.shared);
  if (shared === undefined)
    throw damaged(what, `its prompt has the text ${prompt.shared}, which is not stored.`);
  return { ...rest, prompt: { ...prompt, shared } };
}

export function unpackWeighable(written: WrittenJudgement, what: string): Weighable {
  return parseText(weighableSchema, readWritten(written, what), what);
}

export function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const { success, data, error } = readAnyAge(schema, value);
  if (success) return data;
  const [issue] = error.issues;
  throw damaged(
    what,
    issue ? `${issue.message} at ${issue.path.join('.') || 'its top'}.` : 'it has another shape.',
  );
}

export function parseText<T>(schema: z.ZodType<T>, text: unknown, what: string): T {
  if (typeof text !== 'string') throw damaged(what, `expected text, got ${typeof text}.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(what, 'it is no JSON.');
  }
  return parse(schema, value, what);
}

/** Browsers keep a text in one byte a character, or in two as soon as one of them needs it. */
export function bytesOf(text: string): number {
  // eslint-disable-next-line no-control-regex
  return /[^\u0000-\u00ff]/.test(text) ? 2 * text.length : text.length;
}

export function newestFirst(heads: readonly RunHead[]): RunHead[] {
  return heads.toSorted((a, b) => Date.parse(b.created) - Date.parse(a.created));
}

/** A head whose other parts are new, with what the person chose for the run. */
export function withChoicesOf({ title, note, pinned, view, removed }: RunHead, head: RunHead): RunHead {
  return { ...head, title, note, pinned, view, removed };
}
