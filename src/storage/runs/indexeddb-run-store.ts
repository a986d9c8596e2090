import { promisifyRequest, type UseStore } from 'idb-keyval';
import type { Judgement } from '../../core/model/judgement';
import {
  readAnyAge,
  runCaseSchema,
  runHeadSchema,
  runSourceSchema,
  type RunCase,
  type RunEntry,
  type RunHead,
  type RunResult,
  type RunRubric,
  type RunSource,
} from '../../core/model/run';
import { z } from '../../core/model/zod';
import type { Weighable } from '../../core/model/weighable';
import { readLog, writeLogWith, type WriteLog } from './append-results';
import { createRun } from './create-run';
import { entriesFrom, entryPieceAt, judgementPieceAt, type JudgementPiece } from './read-pieces';
import { caseIn } from './case-in';
import { RecentPieces } from './recent-pieces';
import {
  allHeads,
  allOfRun,
  casesKey,
  caseStartsKey,
  headKey,
  logKey,
  rubricKey,
  runOfKey,
  sourcesKey,
} from './run-keys';
import type { NewRun, RunStore } from './run-store';
import { missing, nullIfDamaged, unlessDamaged } from './storage-errors';
import {
  newestFirst,
  packResult,
  parse,
  parseText,
  rubricSchema,
  SharedTexts,
  unpackJudgement,
  unpackWeighable,
  type WrittenJudgement,
} from './stored-shapes';
import { read, valueOf, valuesOf, write } from './transact';

/** `writeLog`: whoever writes results. */
export function indexedDbRunStore(use: UseStore, writeLog = writeLogWith(use)): RunStore {
  return new IndexedDbRunStore(use, writeLog);
}

class IndexedDbRunStore implements RunStore {
  readonly durable = true;
  readonly #use: UseStore;
  readonly #writeLog: WriteLog;
  readonly #recent = new RecentPieces();
  #lastAppended: { run: string; texts: readonly string[] } = { run: '', texts: [] };

  constructor(use: UseStore, writeLog: WriteLog) {
    this.#use = use;
    this.#writeLog = writeLog;
  }

  async heads(): Promise<{ heads: RunHead[]; damaged: string[] }> {
    const [keys, values] = await read(this.#use, (store) =>
      Promise.all([promisifyRequest(store.getAllKeys(allHeads())), valuesOf(store, allHeads())]),
    );
    const heads: RunHead[] = [];
    const damaged: string[] = [];
    for (const [index, key] of keys.entries()) {
      const head = readAnyAge(runHeadSchema, values[index]);
      if (head.success) heads.push(head.data);
      else damaged.push(runOfKey(key));
    }
    return { heads: newestFirst(heads), damaged };
  }

  async head(id: string): Promise<RunHead | null> {
    return readHead(id, await this.#value(headKey(id)));
  }

  create(run: NewRun): Promise<void> {
    return write(this.#use, (store) => createRun(store, run));
  }

  changeHead(id: string, change: (head: RunHead) => RunHead): Promise<RunHead | null> {
    return write(this.#use, async (store) => {
      const head = readHead(id, await valueOf(store, headKey(id)));
      if (!head) return null;
      const changed = change(head);
      store.put(changed, headKey(id));
      return changed;
    });
  }

  async rubric(id: string): Promise<RunRubric> {
    const what = `The rubric of run ${id}`;
    return parseText(rubricSchema, present(await this.#value(rubricKey(id)), what), what);
  }

  async sources(id: string): Promise<RunSource[]> {
    const what = `The columns of run ${id}`;
    return parseText(z.array(runSourceSchema), present(await this.#value(sourcesKey(id)), what), what);
  }

  async *cases(id: string): AsyncGenerator<RunCase[], void, undefined> {
    const { casePieces } = readLog(id, await this.#value(logKey(id)));
    for (let piece = 0; piece < casePieces; piece += 1) yield await this.#casePiece(id, piece);
  }

  async caseAt(id: string, row: number): Promise<RunCase> {
    const stored = await this.#value(caseStartsKey(id));
    if (stored === undefined) return caseIn(this.cases(id), id, row);
    const starts = parse(z.array(z.int().min(0)), stored, `The pieces of the cases of run ${id}`);
    const piece = starts.findLastIndex((start) => start <= row);
    const found = piece < 0 ? undefined : (await this.#casePiece(id, piece))[row - (starts[piece] ?? 0)];
    return found ?? Promise.reject(missing(`Case ${row} of run ${id}`));
  }

  async append(id: string, results: readonly RunResult[], head?: RunHead): Promise<number> {
    let texts = new SharedTexts(this.#lastAppended.run === id ? this.#lastAppended.texts : []);
    for (;;) {
      const known = texts.all().length;
      const packed = results.map((result) => packResult(result, texts));
      const order = { run: id, packed, ...(head && { head }), known, added: texts.added() };
      const appended = await this.#writeLog(order);
      if ('first' in appended) {
        // Not before they are stored.
        this.#lastAppended = { run: id, texts: texts.all() };
        return appended.first;
      }
      texts = new SharedTexts(appended.texts);
    }
  }

  async *entries(id: string, from = 0): AsyncGenerator<RunEntry[], void, undefined> {
    let place = from;
    for (;;) {
      const piece = await read(this.#use, (store) => entryPieceAt(store, id, place));
      if (!piece) return;
      const entries = entriesFrom(piece, id, place);
      place += entries.length;
      yield entries;
    }
  }

  async judgement(id: string, place: number): Promise<Judgement> {
    return judgementAt(await this.#judgementPiece(id, place), id, place);
  }

  judgements(id: string, places: readonly number[]): Promise<(Judgement | null)[]> {
    return this.#each(id, places, judgementAt);
  }

  weighables(id: string, places: readonly number[]): Promise<(Weighable | null)[]> {
    return this.#each(id, places, weighableAt);
  }

  async #each<T>(
    id: string,
    places: readonly number[],
    unpackAt: (piece: JudgementPiece, run: string, place: number) => T,
  ): Promise<(T | null)[]> {
    const byPlace = new Map<number, T | null>();
    let piece: JudgementPiece | null = null;
    for (const place of places.toSorted((a, b) => a - b)) {
      if (!piece || place >= piece.first + piece.judgements.length)
        piece = await this.#judgementPiece(id, place).catch(nullIfDamaged);
      const found = piece;
      byPlace.set(place, found && unlessDamaged(() => unpackAt(found, id, place)));
    }
    return places.map((place) => byPlace.get(place) ?? null);
  }

  async size(id: string): Promise<number> {
    return readLog(id, await this.#value(logKey(id))).bytes;
  }

  async remove(id: string): Promise<void> {
    this.#recent.forget(id);
    await write(this.#use, (store) => {
      store.delete(headKey(id));
      store.delete(allOfRun(id));
      return Promise.resolve();
    });
  }

  async #casePiece(id: string, piece: number): Promise<RunCase[]> {
    const what = `Piece ${piece} of the cases of run ${id}`;
    return parseText(z.array(runCaseSchema), present(await this.#value(casesKey(id, piece)), what), what);
  }

  #value(key: IDBValidKey): Promise<unknown> {
    return read(this.#use, (store) => valueOf(store, key));
  }

  async #judgementPiece(id: string, place: number): Promise<JudgementPiece> {
    const recent = this.#recent.find(id, place);
    if (recent) return recent;
    const piece = await read(this.#use, (store) => judgementPieceAt(store, id, place));
    this.#recent.keep(id, piece);
    return piece;
  }
}

function judgementAt(piece: JudgementPiece, run: string, place: number): Judgement {
  return unpackJudgement(writtenAt(piece, run, place), piece.texts, nameOf(run, place));
}

function weighableAt(piece: JudgementPiece, run: string, place: number): Weighable {
  return unpackWeighable(writtenAt(piece, run, place), nameOf(run, place));
}

function writtenAt({ first, judgements }: JudgementPiece, run: string, place: number): WrittenJudgement {
  const written = judgements[place - first];
  if (written === undefined) throw missing(`Place ${place} of run ${run}`);
  return written;
}

function nameOf(run: string, place: number): string {
  return `The judgement at place ${place} of run ${run}`;
}

function readHead(id: string, value: unknown): RunHead | null {
  return value === undefined ? null : parse(runHeadSchema, value, `The head of run ${id}`);
}

function present(value: unknown, what: string): unknown {
  if (value === undefined) throw missing(what);
  return value;
}
