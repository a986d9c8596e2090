import { promisifyRequest } from 'idb-keyval';
import type { RunEntry } from '../../core/model/run';
import { z } from '../../core/model/zod';
import { readLog, readTail } from './append-results';
import { logKey, pieceKey, piecesFrom, piecesUpTo, placeOfKey, type PieceKind } from './run-keys';
import { damaged, missing } from './storage-errors';
import { entryOf, parse, tailSchema, unpackEntries } from './stored-shapes';
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
export interface JudgementPiece {
  first: number;
  /** Still packed. */
  judgements: string[];
}

/** A judge that takes its time has pieces of one: those that follow are read along, up to about so many judgements. */
const worthReading = 100;
/** Pieces that follow may be longer than the first. */
const mostAlong = 15;

/** The stored judgement of this place with those around it. */
export async function judgementPieceAt(
  store: IDBObjectStore,
  run: string,
  place: number,
): Promise<JudgementPiece> {
  const log = readLog(run, await valueOf(store, logKey(run)));
  if (place >= log.count) throw missing(`Place ${place} of run ${run}`);
  const what = `Judgements of run ${run} around place ${place}`;
  const piece = await pieceAt(store, run, 'judgements', place);
  const judgements = piece ? parse(z.array(z.string()), piece.text, what) : [];
  if (!piece || piece.first + judgements.length <= place) return tailPieceAt(store, run, place);
  return withThoseBehind(store, run, { first: piece.first, judgements });
}

async function withThoseBehind(
  store: IDBObjectStore,
  run: string,
  { first, judgements }: JudgementPiece,
): Promise<JudgementPiece> {
  const along = Math.min(mostAlong, Math.ceil(worthReading / judgements.length) - 1);
  if (along === 0) return { first, judgements };
  const behind = piecesFrom(run, 'judgements', first + judgements.length);
  const [keys, values] = await Promise.all([
    promisifyRequest(store.getAllKeys(behind, along)),
    valuesOf(store, behind, along),
  ]);
  const all = [...judgements];
  for (const [index, key] of keys.entries()) {
    const piece = z.array(z.string()).safeParse(values[index]);
    // What is wrong with it is told to whoever asks for one of its own.
    if (!piece.success || placeOfKey(key) !== first + all.length) break;
    all.push(...piece.data);
  }
  return { first, judgements: all };
}

/** Up to version 6 the newest judgements lay in the tail. */
async function tailPieceAt(store: IDBObjectStore, run: string, place: number): Promise<JudgementPiece> {
  const { first, text } = found(await pieceAt(store, run, 'tail', place), run, place);
  const items = parse(tailSchema, text, `The newest results of run ${run}`);
  const judgements = items.flatMap((item) => (typeof item === 'string' ? [] : [item.judgement]));
  if (first + judgements.length <= place) found(null, run, place);
  return { first, judgements };
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
  throw damaged(`The log of run ${run}`, `the piece with place ${place} is gone.`);
}
