import type { RunEntry, RunHead, RunResult } from '../run-record';
import { z } from '../../kit/zod';
import { type Transaction, type WriteTransaction, damaged, missing, unlessDamaged } from './database';
import {
  cutPieces,
  encodeText,
  entryKeysSchema,
  fillsPiece,
  judgementPieceSchema,
  lengthOf,
  logSchema,
  packResult,
  parse,
  parseText,
  tailSchema,
  unpackEntries,
  withStoredChoices,
  type Log,
} from './stored-shapes';

/** A run's log within a transaction: its entries, judgements and shared texts. */

/**
 * Gives the place of the first. Everything it builds on is read in this same transaction, which the browser runs after all
 * earlier ones, of other tabs too: so appends that overlap follow each other, and a failed one leaves nothing behind.
 */
export async function appendResults(
  transaction: WriteTransaction,
  run: string,
  results: readonly RunResult[],
  head: RunHead | undefined,
): Promise<number> {
  const [log, texts, stored] = await Promise.all([
    readLog(transaction, run),
    readTexts(transaction, run),
    head && transaction.get('runs', run),
  ]);
  if (head) {
    const kept = withStoredChoices(head, stored);
    transaction.put('runs', run, { sheet: kept.sheet, head: kept });
  }
  const known = texts.length;
  const packed = results.map((result) => packResult(result, texts));
  for (const [number, text] of texts.entries())
    if (number >= known) transaction.put('texts', [run, number], text);
  // Judgements, which are long, are written once and stay where they are.
  putJudgements(
    transaction,
    run,
    log.count,
    packed.map(({ judgement }) => judgement),
  );
  const grown = await putEntries(
    transaction,
    run,
    log,
    packed.map(({ entry }) => entry),
  );
  transaction.put('logs', run, { ...grown, texts: texts.length });
  return log.count;
}

export async function readLog(transaction: Transaction, run: string): Promise<Log> {
  const value = await transaction.get('logs', run);
  if (value === undefined) throw missing(`Run ${run}`);
  return parse(logSchema, value, `The log of run ${run}`);
}

async function readTexts(transaction: Transaction, run: string): Promise<string[]> {
  const texts = await transaction.pieces('texts', run);
  return parse(
    z.array(z.string()),
    texts.map(({ value }) => value),
    `The prompt of run ${run}`,
  );
}

/** Entries, of which a table reads thousands, go to the tail, or with the tail into sealed pieces once they fill one. */
async function putEntries(
  transaction: WriteTransaction,
  run: string,
  log: Log,
  entries: readonly string[],
): Promise<Log> {
  if (entries.length === 0) return log;
  const count = log.count + entries.length;
  const tailLength = log.tailLength + lengthOf(entries);
  if (!fillsPiece(count - log.sealed, tailLength)) {
    transaction.put('entries', [run, log.count], entries);
    return { ...log, count, tailLength };
  }
  const earlier = await readTail(transaction, run, log);
  transaction.deletePieces('entries', run, log.sealed);
  const { full, rest } = cutPieces([...earlier, ...entries]);
  let { sealed } = log;
  for (const piece of full) {
    transaction.put('entries', [run, sealed], `[${piece.join(',')}]`);
    sealed += piece.length;
  }
  if (rest.length > 0) transaction.put('entries', [run, sealed], rest);
  return { ...log, count, sealed, tailLength: lengthOf(rest) };
}

function putJudgements(
  transaction: WriteTransaction,
  run: string,
  first: number,
  judgements: readonly string[],
): void {
  const { full, rest } = cutPieces(judgements);
  let place = first;
  for (const piece of rest.length > 0 ? [...full, rest] : full) {
    transaction.put('judgements', [run, place], piece.map(encodeText));
    place += piece.length;
  }
}

async function readTail(transaction: Transaction, run: string, log: Log): Promise<string[]> {
  const what = `The newest results of run ${run}`;
  const pieces = await transaction.pieces('entries', run, { from: log.sealed });
  const texts = pieces.flatMap(({ value }) => parse(tailSchema, value, what));
  const expected = log.count - log.sealed;
  if (texts.length !== expected) throw damaged(what, `expected ${expected} of them, found ${texts.length}.`);
  return texts;
}

/** Entries as they are stored; reading them waits until the transaction is over. */
export interface EntryPiece {
  first: number;
  text: unknown;
}

/** The piece of the log that has this place, or null at the log's end. Everything in the tail is one piece. */
export async function entryPieceAt(
  transaction: Transaction,
  run: string,
  place: number,
): Promise<EntryPiece | null> {
  const [log, sealed] = await Promise.all([
    readLog(transaction, run),
    transaction.lastPiece('entries', run, place),
  ]);
  if (place >= log.count) return null;
  if (place >= log.sealed)
    return { first: log.sealed, text: `[${(await readTail(transaction, run, log)).join(',')}]` };
  if (!sealed) throw lost(run, place);
  return { first: sealed.place, text: sealed.value };
}

/** Those from the place on, purged ones as null. */
export function entriesFrom({ first, text }: EntryPiece, run: string, place: number): (RunEntry | null)[] {
  const what = `Results of run ${run} from place ${first}`;
  const entries = unpackEntries(text, first, what);
  // A piece that is too short would otherwise be asked for again and again.
  if (first + entries.length <= place) throw damaged(what, `it ends before place ${place}.`);
  return entries.slice(place - first);
}

/** Judgements that follow each other, still packed, with the texts that they name. */
export interface JudgementPiece {
  first: number;
  judgements: (Uint8Array | null)[];
  texts: readonly string[];
}

/** A slow judge writes one judgement per piece, so the following pieces are read ahead, up to about so many judgements. */
const worthReading = 100;

export async function judgementPieceAt(
  transaction: Transaction,
  run: string,
  place: number,
): Promise<JudgementPiece> {
  const [log, texts, piece] = await Promise.all([
    readLog(transaction, run),
    readTexts(transaction, run),
    transaction.lastPiece('judgements', run, place),
  ]);
  if (place >= log.count) throw missing(`Place ${place} of run ${run}`);
  const judgements = judgementPieceSchema.safeParse(piece?.value).data;
  if (!piece || !judgements || piece.place + judgements.length <= place) throw lost(run, place);
  const first = piece.place;
  const following = { from: first + judgements.length, to: first + worthReading - 1 };
  for (const next of await transaction.pieces('judgements', run, following)) {
    const more = judgementPieceSchema.safeParse(next.value).data;
    // A damaged piece is reported when one of its own places is asked for.
    if (!more || next.place !== first + judgements.length) break;
    judgements.push(...more);
  }
  return { first, judgements, texts };
}

function lost(run: string, place: number) {
  return damaged(`The log of run ${run}`, `the piece with place ${place} is lost or has another shape.`);
}

/** Takes out the results of all cases but those kept. Their places stay, empty. Pieces that are damaged stay as they are. */
export async function purgeResults(
  transaction: WriteTransaction,
  run: string,
  kept: ReadonlySet<number>,
): Promise<void> {
  const value = await transaction.get('logs', run);
  const log = unlessDamaged(() => parse(logSchema, value, `The log of run ${run}`));
  if (!log) return;
  const purged = new Set<number>();
  let { tailLength } = log;
  for (let from = 0; ;) {
    const [piece] = await transaction.pieces('entries', run, { from, most: 1 });
    if (!piece) break;
    const first = piece.place;
    from = first + 1;
    const tail = tailSchema.safeParse(piece.value).data;
    const text = tail ? `[${tail.join(',')}]` : piece.value;
    const entries = unlessDamaged(() => parseText(entryKeysSchema, text, '')) ?? [];
    const isPurged = (entry: (typeof entries)[number]) => entry !== null && !kept.has(entry.caseKey);
    if (!entries.some(isPurged)) continue;
    const left = entries.map((entry) => (isPurged(entry) ? 'null' : JSON.stringify(entry)));
    entries.forEach((entry, index) => isPurged(entry) && purged.add(first + index));
    transaction.put('entries', [run, first], tail ? left : `[${left.join(',')}]`);
    if (tail) tailLength += lengthOf(left) - lengthOf(tail);
  }
  for (const place of purged) {
    const piece = await transaction.lastPiece('judgements', run, place);
    const judgements = judgementPieceSchema.safeParse(piece?.value).data;
    if (!piece || !judgements) continue;
    const left = judgements.map((judgement, n) => (purged.delete(piece.place + n) ? null : judgement));
    transaction.put('judgements', [run, piece.place], left);
  }
  transaction.put('logs', run, { ...log, tailLength });
}

export function removeResults(transaction: WriteTransaction, run: string): void {
  for (const store of ['entries', 'judgements', 'texts'] as const) transaction.deletePieces(store, run);
  for (const store of ['runs', 'logs'] as const) transaction.delete(store, run);
}
