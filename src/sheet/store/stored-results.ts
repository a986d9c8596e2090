import type { RunEntry, RunHead } from '../run-record';
import { z } from '../../kit/zod';
import {
  placesFrom,
  placesUpTo,
  type Transaction,
  type WriteTransaction,
  damaged,
  missing,
  unlessDamaged,
} from './database';
import {
  bytesOf,
  cutPieces,
  encodeText,
  fillsPiece,
  judgementPieceSchema,
  lengthOf,
  logSchema,
  parse,
  SharedTexts,
  tailSchema,
  unpackEntries,
  withoutEntries,
  withStoredChoices,
  type Log,
  type PackedResult,
} from './stored-shapes';

/** A run's log within a transaction: its entries, judgements and shared texts. */

/** Results that are ready to be written. */
export interface AppendOrder {
  run: string;
  packed: readonly PackedResult[];
  head: RunHead | undefined;
  /** How many of the run's shared texts were known when they were packed, and those that came with them. */
  known: number;
  added: readonly [number, string][];
}

/** Where the first of the results lies; or nothing was written, since these are the texts that the run's judgements share. */
export type Appended = { first: number } | { texts: readonly string[] };

/**
 * Everything it builds on is read in this same transaction, which the browser runs after all earlier ones, of other tabs
 * too: so appends that overlap follow each other, and a failed one leaves nothing behind. Only the shared texts, which are
 * long and never change, are not read where all of them were known.
 */
export async function appendResults(
  transaction: WriteTransaction,
  { run, packed, head, known, added }: AppendOrder,
): Promise<Appended> {
  const [log, stored] = await Promise.all([
    readLog(transaction, run),
    head ? transaction.get('runs', run) : undefined,
  ]);
  if (known !== log.texts) return { texts: await readTexts(transaction, run) };
  if (head) {
    const kept = withStoredChoices(head, stored);
    transaction.put('runs', run, { sheet: kept.sheet, head: kept });
  }
  let bytes = 0;
  for (const [number, text] of added) {
    transaction.put('texts', [run, number], text);
    bytes += bytesOf(text);
  }
  const grown = await putResults(transaction, run, log, packed);
  const count = log.count + packed.length;
  transaction.put('logs', run, { ...grown, count, texts: known + added.length, bytes: grown.bytes + bytes });
  return { first: log.count };
}

export async function readLog(transaction: Transaction, run: string): Promise<Log> {
  const value = await transaction.get('logs', run);
  if (value === undefined) throw missing(`Run ${run}`);
  return parse(logSchema, value, `The log of run ${run}`);
}

async function readTexts(transaction: Transaction, run: string): Promise<string[]> {
  const texts = await transaction.values('texts', placesFrom(run));
  return parse(z.array(z.string()), texts, `The prompt of run ${run}`);
}

/**
 * Judgements, which are long, are written once and stay where they are. Entries, of which a table reads thousands, go to the
 * tail, or with the tail into sealed pieces once they fill one.
 */
async function putResults(
  transaction: WriteTransaction,
  run: string,
  log: Log,
  packed: readonly PackedResult[],
): Promise<Log> {
  if (packed.length === 0) return log;
  const entries = packed.map(({ entry }) => entry);
  let bytes = log.bytes + putJudgements(transaction, run, log.count, packed);
  for (const entry of entries) bytes += bytesOf(entry);
  const waiting = log.count - log.sealed;
  const tailLength = log.tailLength + lengthOf(entries);
  if (!fillsPiece(waiting + entries.length, tailLength)) {
    transaction.put('entries', [run, log.count], entries);
    return { ...log, tailLength, bytes };
  }
  const earlier = waiting === 0 ? [] : await readTail(transaction, run, log);
  transaction.delete('entries', placesFrom(run, log.sealed));
  const { full, rest } = cutPieces([...earlier, ...entries]);
  let { sealed } = log;
  for (const piece of full) {
    transaction.put('entries', [run, sealed], `[${piece.join(',')}]`);
    sealed += piece.length;
  }
  if (rest.length > 0) transaction.put('entries', [run, sealed], rest);
  return { ...log, sealed, tailLength: lengthOf(rest), bytes };
}

/** Gives how many bytes they take. */
function putJudgements(
  transaction: WriteTransaction,
  run: string,
  first: number,
  packed: readonly PackedResult[],
): number {
  const { full, rest } = cutPieces(packed.map(({ judgement }) => judgement));
  let place = first;
  let bytes = 0;
  for (const piece of rest.length > 0 ? [...full, rest] : full) {
    const encoded = piece.map(encodeText);
    transaction.put('judgements', [run, place], encoded);
    place += piece.length;
    for (const { byteLength } of encoded) bytes += byteLength;
  }
  return bytes;
}

async function readTail(transaction: Transaction, run: string, log: Log): Promise<string[]> {
  const what = `The newest results of run ${run}`;
  const values = await transaction.values('entries', placesFrom(run, log.sealed));
  const texts = values.flatMap((value) => parse(tailSchema, value, what));
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
    pieceAt(transaction, 'entries', run, place),
  ]);
  if (place >= log.count) return null;
  if (place >= log.sealed)
    return { first: log.sealed, text: `[${(await readTail(transaction, run, log)).join(',')}]` };
  if (!sealed) throw gone(run, place);
  return { first: sealed.first, text: sealed.value };
}

/** Those from the place on, purged ones as null. */
export function entriesFrom({ first, text }: EntryPiece, run: string, place: number): (RunEntry | null)[] {
  const what = `Results of run ${run} from place ${first}`;
  const entries = unpackEntries(text, first, what);
  // A piece that is too short would otherwise be asked for again and again.
  if (first + entries.length <= place) throw damaged(what, `it ends before place ${place}.`);
  return place === first ? entries : entries.slice(place - first);
}

/** Judgements that follow each other, still packed, with the texts that they name. */
export interface JudgementPiece {
  first: number;
  judgements: (Uint8Array | null)[];
  texts: SharedTexts;
}

/** A judge that takes its time has pieces of one: those that follow are read along, up to about so many judgements. */
const worthReading = 100;

/** The stored judgement of this place with those around it. */
export async function judgementPieceAt(
  transaction: Transaction,
  run: string,
  place: number,
): Promise<JudgementPiece> {
  const [log, texts, piece] = await Promise.all([
    readLog(transaction, run),
    readTexts(transaction, run),
    pieceAt(transaction, 'judgements', run, place),
  ]);
  if (place >= log.count) throw missing(`Place ${place} of run ${run}`);
  const judgements = judgementPieceSchema.safeParse(piece?.value).data;
  if (!piece || !judgements || piece.first + judgements.length <= place) throw gone(run, place);
  if (judgements.length < worthReading) await readAlong(transaction, run, piece.first, judgements);
  return { first: piece.first, judgements, texts: new SharedTexts(texts) };
}

async function readAlong(
  transaction: Transaction,
  run: string,
  first: number,
  judgements: (Uint8Array | null)[],
): Promise<void> {
  const behind = placesFrom(run, first + judgements.length);
  const places = await transaction.places('judgements', behind, worthReading);
  const near = places.filter((place) => place < first + worthReading);
  const values = near.length === 0 ? [] : await transaction.values('judgements', behind, near.length);
  for (const [index, place] of near.entries()) {
    const piece = judgementPieceSchema.safeParse(values[index]);
    // A damaged piece is reported when one of its own places is asked for.
    if (!piece.success || place !== first + judgements.length) break;
    judgements.push(...piece.data);
  }
}

/** The last piece that begins at the place or before it. */
async function pieceAt(
  transaction: Transaction,
  store: 'entries' | 'judgements',
  run: string,
  place: number,
): Promise<{ first: number; value: unknown } | null> {
  const exact = await transaction.get(store, [run, place]);
  if (exact !== undefined) return { first: place, value: exact };
  const last = await transaction.last(store, placesUpTo(run, place));
  return last && { first: last.place, value: last.value };
}

function gone(run: string, place: number) {
  return damaged(`The log of run ${run}`, `the piece with place ${place} is gone or has another shape.`);
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
  const places: number[] = [];
  let { bytes, tailLength } = log;
  for (let from = 0; ;) {
    const piece = await nextPiece(transaction, 'entries', run, from);
    if (!piece) break;
    from = piece.first + 1;
    const tail = tailSchema.safeParse(piece.value).data;
    const text = tail ? `[${tail.join(',')}]` : piece.value;
    const left = typeof text === 'string' ? withoutEntries(text, kept) : null;
    if (!left) continue;
    transaction.put('entries', [run, piece.first], tail ? left.texts : `[${left.texts.join(',')}]`);
    bytes -= left.bytes;
    if (tail) tailLength += lengthOf(left.texts) - lengthOf(tail);
    places.push(...left.purged.map((index) => piece.first + index));
  }
  if (places.length === 0) return;
  bytes -= await purgeJudgements(transaction, run, places);
  transaction.put('logs', run, { ...log, bytes, tailLength });
}

/** `places` rise. Gives how many bytes less it takes. */
async function purgeJudgements(
  transaction: WriteTransaction,
  run: string,
  places: readonly number[],
): Promise<number> {
  let bytes = 0;
  for (let at = 0; at < places.length;) {
    const piece = await pieceAt(transaction, 'judgements', run, places[at] ?? 0);
    const judgements = judgementPieceSchema.safeParse(piece?.value).data;
    const began = at;
    if (piece && judgements) {
      for (; (places[at] ?? Infinity) < piece.first + judgements.length; at += 1) {
        const index = (places[at] ?? 0) - piece.first;
        bytes += judgements[index]?.byteLength ?? 0;
        judgements[index] = null;
      }
      if (at > began) transaction.put('judgements', [run, piece.first], judgements);
    }
    if (at === began) at += 1;
  }
  return bytes;
}

async function nextPiece(
  transaction: WriteTransaction,
  store: 'entries' | 'judgements',
  run: string,
  from: number,
): Promise<{ first: number; value: unknown } | null> {
  const places = placesFrom(run, from);
  const [[first], [value]] = await Promise.all([
    transaction.places(store, places, 1),
    transaction.values(store, places, 1),
  ]);
  return first === undefined ? null : { first, value };
}

/** Of a run, everything but its rubric. */
export function removeResults(transaction: WriteTransaction, run: string): void {
  for (const store of ['entries', 'judgements', 'texts'] as const) transaction.delete(store, placesFrom(run));
  for (const store of ['runs', 'logs'] as const) transaction.delete(store, run);
}
