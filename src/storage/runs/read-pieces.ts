import { promisifyRequest } from 'idb-keyval';
import type { RunEntry } from '../../core/model/run';
import { readLog, readTail, readTexts } from './append-results';
import { allTexts, logKey, pieceKey, piecesFrom, piecesUpTo, placeOfKey, type PieceKind } from './run-keys';
import type { StorageFailure } from './run-store';
import { damaged, missing } from './storage-errors';
import {
  entryOf,
  judgementPieceSchema,
  SharedTexts,
  tailSchema,
  unpackEntries,
  type Log,
  type WrittenJudgement,
} from './stored-shapes';
import { valueOf, valuesOf } from './transact';

/** Entries as they lie in the database; reading them waits until the transaction is over. */
export interface EntryPiece {
  first: number;
  text: unknown;
}

/** The piece of the log that has this place, or null at the log's end. Everything in the tail is one piece. */
export async function entryPieceAt(
  store: IDBObjectStore,
  run: string,
  place: number,
): Promise<EntryPiece | null> {
  const [logValue, sealed] = await Promise.all([
    valueOf(store, logKey(run)),
    pieceAt(store, run, 'digests', place),
  ]);
  const log = readLog(run, logValue);
  if (place >= log.count) return null;
  if (place < log.sealed) return found(sealed, run, place);
  const tail = readTail(
    run,
    await valuesOf(store, piecesFrom(run, 'tail', log.sealed)),
    log.count - log.sealed,
  );
  return { first: log.sealed, text: `[${tail.map(entryOf).join(',')}]` };
}

export function entriesFrom({ first, text }: EntryPiece, run: string, place: number): RunEntry[] {
  const what = `Results of run ${run} from place ${first}`;
  if (typeof text !== 'string') throw damaged(what, `expected text, got ${typeof text}.`);
  const entries = unpackEntries(text, first, what);
  // A piece that is too short would otherwise be asked for again and again.
  if (first + entries.length <= place) throw damaged(what, `it ends before place ${place}.`);
  return place === first ? entries : entries.slice(place - first);
}

/** Judgements that follow each other. They never change while their run is there. */
interface PackedPiece {
  first: number;
  /** Still packed. */
  judgements: WrittenJudgement[];
}

/** With the texts that they name, which are read with them: whoever reads on reads these once per piece. */
export interface JudgementPiece extends PackedPiece {
  texts: SharedTexts;
}

/** A judge that takes its time has pieces of one: those that follow are read along, up to about so many judgements. */
const worthReading = 100;

/** The stored judgement of this place with those around it. */
export async function judgementPieceAt(
  store: IDBObjectStore,
  run: string,
  place: number,
): Promise<JudgementPiece> {
  const [logValue, texts, piece] = await Promise.all([
    valueOf(store, logKey(run)),
    valuesOf(store, allTexts(run)),
    pieceAt(store, run, 'judgements', place),
  ]);
  const log = readLog(run, logValue);
  if (place >= log.count) throw missing(`Place ${place} of run ${run}`);
  const packed = await packedAt(store, run, place, log, piece);
  return { ...packed, texts: new SharedTexts(readTexts(run, texts)) };
}

async function packedAt(
  store: IDBObjectStore,
  run: string,
  place: number,
  log: Log,
  piece: EntryPiece | null,
): Promise<PackedPiece> {
  const judgements = judgementPieceSchema.safeParse(piece?.text);
  if (piece && judgements.success && piece.first + judgements.data.length > place)
    return withThoseBehind(store, run, { first: piece.first, judgements: judgements.data });
  const inTail = place < log.sealed ? null : await tailPieceAt(store, run, place);
  return inTail ?? Promise.reject(gone(run, place));
}

async function withThoseBehind(
  store: IDBObjectStore,
  run: string,
  { first, judgements }: PackedPiece,
): Promise<PackedPiece> {
  if (judgements.length >= worthReading) return { first, judgements };
  const behind = piecesFrom(run, 'judgements', first + judgements.length);
  const keys = await promisifyRequest(store.getAllKeys(behind, worthReading));
  const near = keys.filter((key) => placeOfKey(key) < first + worthReading);
  const values = near.length === 0 ? [] : await valuesOf(store, behind, near.length);
  const all = [...judgements];
  for (const [index, key] of near.entries()) {
    const piece = judgementPieceSchema.safeParse(values[index]);
    // What is wrong with it is told to whoever asks for one of its own.
    if (!piece.success || placeOfKey(key) !== first + all.length) break;
    all.push(...piece.data);
  }
  return { first, judgements: all };
}

/** Up to version 6 the newest judgements lay in the tail. */
async function tailPieceAt(store: IDBObjectStore, run: string, place: number): Promise<PackedPiece | null> {
  const piece = await pieceAt(store, run, 'tail', place);
  const items = tailSchema.safeParse(piece?.text).data ?? [];
  const judgements = items.flatMap((item) => (typeof item === 'string' ? [] : [item.judgement]));
  return piece && piece.first + judgements.length > place ? { first: piece.first, judgements } : null;
}

/** The last piece that begins at the place or before it. */
async function pieceAt(
  store: IDBObjectStore,
  run: string,
  kind: PieceKind,
  place: number,
): Promise<EntryPiece | null> {
  const exact = await valueOf(store, pieceKey(run, kind, place));
  if (exact !== undefined) return { first: place, text: exact };
  const cursor = await promisifyRequest(store.openCursor(piecesUpTo(run, kind, place), 'prev'));
  if (!cursor) return null;
  const value: unknown = cursor.value;
  return { first: placeOfKey(cursor.key), text: value };
}

function found(piece: EntryPiece | null, run: string, place: number): EntryPiece {
  if (piece) return piece;
  throw gone(run, place);
}

function gone(run: string, place: number): StorageFailure {
  return damaged(`The log of run ${run}`, `the piece with place ${place} is gone or has another shape.`);
}
