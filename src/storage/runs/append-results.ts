import { promisifyRequest, type UseStore } from 'idb-keyval';
import { runHeadSchema, type RunHead } from '../../core/model/run';
import { z } from '../../core/model/zod';
import { cutPieces, fillsPiece, lengthOf } from './cut-pieces';
import { allTexts, headKey, logKey, pieceKey, piecesFrom, textKey } from './run-keys';
import { damaged, missing } from './storage-errors';
import {
  bytesOf,
  entryOf,
  logSchema,
  parse,
  tailSchema,
  withChoicesOf,
  writeJudgement,
  type Log,
  type PackedResult,
  type TailItem,
} from './stored-shapes';
import { valueOf, valuesOf, write } from './transact';

/** Results that are ready to be written. */
export interface AppendOrder {
  run: string;
  packed: readonly PackedResult[];
  head?: RunHead;
  /** How many of the run's shared texts were known when they were packed, and those that came with them. */
  known: number;
  added: readonly [number, string][];
}

/** Where the first of the results lies; or nothing was written, since these are the texts that the run's judgements share. */
export type Appended = { first: number } | { texts: readonly string[] };

export type WriteLog = (order: AppendOrder) => Promise<Appended>;

export function writeLogWith(use: UseStore): WriteLog {
  return (order) => write(use, (store) => appendResults(store, order));
}

/**
 * Within one transaction. Everything it builds on is read in that same transaction, which the browser runs after all
 * earlier ones, of other tabs too: so appends that overlap follow each other, and a failed one leaves nothing behind.
 * Only the shared texts, which are long and never change, are not read where all of them were known.
 */
async function appendResults(
  store: IDBObjectStore,
  { run, packed, head, known, added }: AppendOrder,
): Promise<Appended> {
  const [logValue, textCount, headValue] = await Promise.all([
    valueOf(store, logKey(run)),
    promisifyRequest(store.count(allTexts(run))),
    valueOf(store, headKey(run)),
  ]);
  if (known !== textCount) return { texts: readTexts(run, await valuesOf(store, allTexts(run))) };
  const log = readLog(run, logValue);
  if (head) store.put(withStoredChoices(head, headValue), headKey(run));
  let bytes = 0;
  for (const [number, text] of added) {
    store.put(text, textKey(run, number));
    bytes += bytesOf(text);
  }
  for (const { entry } of packed) bytes += bytesOf(entry);
  const grown = await putResults(store, run, log, packed);
  const written: Log = { ...grown, count: log.count + packed.length, bytes: grown.bytes + bytes };
  store.put(written, logKey(run));
  return { first: log.count };
}

export function readLog(run: string, value: unknown): Log {
  if (value === undefined) throw missing(`Run ${run}`);
  return parse(logSchema, value, `The log of run ${run}`);
}

export function readTexts(run: string, values: unknown): string[] {
  return parse(z.array(z.string()), values, `The prompt of run ${run}`);
}

/** What the person chose for the run may be newer than the head that the runner holds. */
function withStoredChoices(head: RunHead, value: unknown): RunHead {
  const stored = runHeadSchema.safeParse(value);
  return stored.success ? withChoicesOf(stored.data, head) : head;
}

/**
 * Judgements, which are long, are written once and stay where they are. Entries, of which a table reads thousands, go to the tail,
 * or with the tail into sealed pieces once they fill one.
 */
async function putResults(
  store: IDBObjectStore,
  run: string,
  log: Log,
  packed: readonly PackedResult[],
): Promise<Log> {
  if (packed.length === 0) return log;
  const bytes = log.bytes + putJudgements(store, run, log.count, packed);
  const entries = packed.map(({ entry }) => entry);
  const waiting = log.count - log.sealed;
  const tailLength = log.tailLength + lengthOf(entries);
  if (!fillsPiece(waiting + entries.length, tailLength)) {
    store.put(entries, pieceKey(run, 'tail', log.count));
    return { ...log, tailLength, bytes };
  }
  const tail = piecesFrom(run, 'tail', log.sealed);
  const earlier = waiting === 0 ? [] : readTail(run, await valuesOf(store, tail), waiting);
  store.delete(tail);
  putJudgements(
    store,
    run,
    log.sealed,
    earlier.filter((item) => typeof item !== 'string'),
  );
  const { full, rest } = cutPieces([...earlier.map(entryOf), ...entries]);
  let { sealed } = log;
  for (const piece of full) {
    store.put(`[${piece.join(',')}]`, pieceKey(run, 'digests', sealed));
    sealed += piece.length;
  }
  if (rest.length > 0) store.put(rest, pieceKey(run, 'tail', sealed));
  return { ...log, sealed, tailLength: lengthOf(rest), bytes };
}

/** Gives how many bytes they take. */
function putJudgements(
  store: IDBObjectStore,
  run: string,
  first: number,
  packed: readonly Pick<PackedResult, 'judgement'>[],
): number {
  const { full, rest } = cutPieces(packed.map(({ judgement }) => judgement));
  let place = first;
  let bytes = 0;
  for (const piece of rest.length > 0 ? [...full, rest] : full) {
    const written = piece.map(writeJudgement);
    store.put(written, pieceKey(run, 'judgements', place));
    place += piece.length;
    for (const { byteLength } of written) bytes += byteLength;
  }
  return bytes;
}

export function readTail(run: string, values: readonly unknown[], expected: number): TailItem[] {
  const what = `The newest results of run ${run}`;
  const items = values.flatMap((value) => parse(tailSchema, value, what));
  if (items.length !== expected) throw damaged(what, `expected ${expected} of them, found ${items.length}.`);
  return items;
}
