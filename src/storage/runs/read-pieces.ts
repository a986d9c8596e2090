import { promisifyRequest } from 'idb-keyval';
import type { RunEntry } from '../../core/model/run';
import { z } from '../../core/model/zod';
import { readLog, readTail } from './append-results';
import { logKey, pieceKey, piecesFrom, piecesUpTo, placeOfKey, type PieceKind } from './run-keys';
import { damaged, missing } from './storage-errors';
import { packedResultsSchema, parse, unpackEntries } from './stored-shapes';
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
  return { first: log.sealed, text: `[${tail.map(({ entry }) => entry).join(',')}]` };
}

export function entriesFrom({ first, text }: EntryPiece, run: string, place: number): RunEntry[] {
  const what = `Results of run ${run} from place ${first}`;
  if (typeof text !== 'string') throw damaged(what, `expected text, got ${typeof text}.`);
  const entries = unpackEntries(text, first, what);
  // A piece that is too short would otherwise be asked for again and again.
  if (first + entries.length <= place) throw damaged(what, `it ends before place ${place}.`);
  return place === first ? entries : entries.slice(place - first);
}

export interface JudgementPiece {
  first: number;
  /** Still packed. */
  judgements: string[];
  /** It will not change any more. */
  sealed: boolean;
}

/** The stored piece that has the judgement of this place. */
export async function judgementPieceAt(
  store: IDBObjectStore,
  run: string,
  place: number,
): Promise<JudgementPiece> {
  const log = readLog(run, await valueOf(store, logKey(run)));
  if (place >= log.count) throw missing(`Place ${place} of run ${run}`);
  const what = `Judgements of run ${run} around place ${place}`;
  const sealed = place < log.sealed;
  const { first, text: value } = found(
    await pieceAt(store, run, sealed ? 'judgements' : 'tail', place),
    run,
    place,
  );
  const judgements = sealed
    ? parse(z.array(z.string()), value, what)
    : parse(packedResultsSchema, value, what).map(({ judgement }) => judgement);
  if (first + judgements.length <= place) throw damaged(what, `the piece ends before it.`);
  return { first, judgements, sealed };
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
