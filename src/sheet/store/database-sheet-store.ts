import type { Judgement } from '../../judgement/judgement';
import type { RunEntry, RunHead, RunResult, RunRubric } from '../run-record';
import type { CaseName, SheetCase, SheetHead, SheetSource } from '../sheet';
import type { CaseChange, CasesChanged, Listing, NewCase, NewSheet, SheetStore } from '../sheet-store';
import {
  addCases,
  caseAt,
  casePieceFrom,
  changedCase,
  editCases,
  firstCaseOf,
  joinSource,
  purgeCases,
  readCases,
  readNames,
  withNewKeys,
  withOwnFields,
  withRisingKeys,
} from './stored-cases';
import {
  type SheetDatabase,
  type StoreName,
  type Transaction,
  type WriteTransaction,
  missing,
  nullIfDamaged,
  unlessDamaged,
} from './database';
import {
  appendResults,
  entriesFrom,
  entryPieceAt,
  judgementPieceAt,
  purgeResults,
  removeResults,
  type JudgementPiece,
} from './stored-results';
import {
  emptyLog,
  newestFirst,
  parse,
  parseText,
  rubricSchema,
  storedRunSchema,
  storedSheetSchema,
  unpackJudgement,
  type StoredSheet,
} from './stored-shapes';

interface Options {
  /** When cases change. Absent: `changed` of a sheet stays as it is. */
  now?: (() => Date) | undefined;
  durable?: boolean;
}

const ofCases: StoreName[] = ['sheets', 'caseIndex', 'caseTexts'];
const ofResults: StoreName[] = ['logs', 'entries', 'judgements', 'texts'];
/** Of a comparison and an export beside it. */
const mostRecent = 4;

export function databaseSheetStore(database: SheetDatabase, options: Options = {}): SheetStore {
  return new DatabaseSheetStore(database, options);
}

class DatabaseSheetStore implements SheetStore {
  readonly durable: boolean;
  readonly #database: SheetDatabase;
  readonly #now: (() => Date) | undefined;
  /** The piece of judgements that was read last, by run: stepping through rows or an export asks for the same one many times. */
  readonly #recent = new Map<string, JudgementPiece>();

  constructor(database: SheetDatabase, { now, durable = true }: Options) {
    this.#database = database;
    this.#now = now;
    this.durable = durable;
  }

  async list(): Promise<Listing> {
    const [storedSheets, storedRuns] = await this.#database.read(['sheets', 'runs'], (transaction) =>
      Promise.all([transaction.all('sheets'), transaction.all('runs')]),
    );
    const damaged: Listing['damaged'] = [];
    const sheets = storedSheets.flatMap(({ id, value }) => {
      const stored = storedSheetSchema.safeParse(value);
      if (!stored.success) damaged.push({ kind: 'sheet', id });
      return stored.success ? [stored.data.head] : [];
    });
    const runs = storedRuns.flatMap(({ id, value }) => {
      const stored = storedRunSchema.safeParse(value);
      if (!stored.success) damaged.push({ kind: 'run', id });
      return stored.success ? [stored.data.head] : [];
    });
    return { sheets: newestFirst(sheets), runs: newestFirst(runs), damaged };
  }

  async sheet(id: string): Promise<SheetHead | null> {
    const stored = await this.#database.read(['sheets'], (transaction) => storedSheet(transaction, id));
    return stored?.head ?? null;
  }

  createSheet({ head, cases }: NewSheet): Promise<SheetHead> {
    return this.#database.write(ofCases, async (transaction) => {
      if ((await transaction.get('sheets', head.id)) !== undefined)
        throw new Error(`Expected the id of a new sheet, got ${head.id}, which is stored already.`);
      const { count, hidden, lastKey } = await addCases(transaction, head.id, withRisingKeys(cases));
      const firstCase = await firstCaseOf(transaction, head.id);
      const stored = { ...head, cases: count - hidden, nextKey: lastKey + 1, firstCase };
      return putSheet(transaction, { head: stored, hidden, bytes: 0 });
    });
  }

  changeSheet(id: string, change: (head: SheetHead) => SheetHead): Promise<SheetHead | null> {
    return this.#database.write(['sheets'], async (transaction) => {
      const sheet = await storedSheet(transaction, id);
      if (!sheet) return null;
      return putSheet(transaction, { ...sheet, head: withOwnFields(sheet.head, change(sheet.head)) });
    });
  }

  async removeSheet(id: string): Promise<void> {
    const runs = await this.#database.write([...ofCases, 'runs', ...ofResults], async (transaction) => {
      const ids = await runIds(transaction, id);
      for (const run of ids) removeResults(transaction, run);
      transaction.delete('sheets', id);
      for (const store of ['caseIndex', 'caseTexts'] as const) transaction.deletePieces(store, id);
      return ids;
    });
    for (const run of runs) this.#recent.delete(run);
  }

  async *cases(sheet: string): AsyncGenerator<SheetCase[], void, undefined> {
    let from = 0;
    for (;;) {
      const piece = await this.#database.read(ofCases, async (transaction) => {
        await expectKey(transaction, sheet);
        return casePieceFrom(transaction, sheet, from);
      });
      if (!piece) return;
      yield readCases(sheet, piece);
      from = piece.first + 1;
    }
  }

  async *caseNames(sheet: string): AsyncGenerator<CaseName[], void, undefined> {
    const pieces = await this.#database.read(['sheets', 'caseIndex'], async (transaction) => {
      await expectKey(transaction, sheet);
      return transaction.pieces('caseIndex', sheet);
    });
    for (const piece of pieces) yield readNames(sheet, piece);
  }

  caseAt(sheet: string, key: number): Promise<SheetCase> {
    return this.#database.read(['caseIndex', 'caseTexts'], (transaction) => caseAt(transaction, sheet, key));
  }

  addCases(id: string, added: readonly NewCase[], source: SheetSource | null): Promise<CasesChanged> {
    return this.#changeCases(id, source, async (transaction, { nextKey, cases: count }, place) => {
      const cases = withNewKeys(added, nextKey, place);
      await addCases(transaction, id, [cases]);
      const change = { cases: count + cases.length, nextKey: nextKey + cases.length };
      return { cases, refused: [], change: cases.length > 0 && change };
    });
  }

  changeCases(id: string, changes: readonly CaseChange[], source: SheetSource | null): Promise<CasesChanged> {
    return this.#changeCases(id, source, async (transaction, _, place) => {
      const waiting = new Map(changes.map((change) => [change.key, change]));
      const cases: SheetCase[] = [];
      const refused: SheetCase[] = [];
      await editCases(transaction, id, [...waiting.keys()], (stored) => {
        const change = waiting.get(stored.key);
        waiting.delete(stored.key);
        const changed = change ? changedCase(stored, change, place) : null;
        (changed ? cases : refused).push(changed ?? stored);
        return changed ?? stored;
      });
      for (const key of waiting.keys()) throw missing(`Case ${key} of sheet ${id}`);
      return { cases, refused, change: cases.length > 0 && {} };
    });
  }

  hideCases(id: string, keys: readonly number[], hidden: boolean): Promise<CasesChanged> {
    return this.#changeCases(id, null, async (transaction, { cases: count }) => {
      const cases: SheetCase[] = [];
      let shown = count;
      await editCases(transaction, id, keys, (stored) => {
        if (stored.hidden !== hidden) shown += hidden ? -1 : 1;
        const changed = { ...stored, hidden };
        cases.push(changed);
        return changed;
      });
      return { cases, refused: [], change: shown !== count && { cases: shown } };
    });
  }

  /** `change`: what becomes of the sheet's head, or false where nothing was changed. */
  #changeCases(
    id: string,
    source: SheetSource | null,
    work: (
      transaction: WriteTransaction,
      head: SheetHead,
      source: number | null,
    ) => Promise<Omit<CasesChanged, 'head'> & { change: Partial<SheetHead> | false }>,
  ): Promise<CasesChanged> {
    return this.#database.write(ofCases, async (transaction) => {
      const sheet = await storedSheet(transaction, id);
      if (!sheet) throw missing(`Sheet ${id}`);
      const before = sheet.head;
      const { sources, place } = joinSource(before.sources, source);
      const { change, ...changed } = await work(transaction, before, place);
      if (!change) return { ...changed, head: before };
      const head = {
        ...before,
        ...change,
        sources,
        firstCase: await firstCaseOf(transaction, id),
        revision: before.revision + 1,
        changed: this.#now?.().toISOString() ?? before.changed,
      };
      // Only hiding changes the number of cases without giving new keys.
      const hidden = sheet.hidden + (head.nextKey === before.nextKey ? before.cases - head.cases : 0);
      putSheet(transaction, { ...sheet, head, hidden });
      return { ...changed, head };
    });
  }

  async purgeHidden(id: string): Promise<SheetHead | null> {
    const purged = await this.#database.write([...ofCases, 'runs', ...ofResults], async (transaction) => {
      const sheet = await storedSheet(transaction, id);
      if (!sheet || sheet.hidden === 0) return { head: sheet?.head ?? null, runs: [] };
      const kept = await purgeCases(transaction, id);
      const runs = await runIds(transaction, id);
      for (const run of runs) await purgeResults(transaction, run, kept);
      return { head: putSheet(transaction, { ...sheet, hidden: 0 }), runs };
    });
    for (const run of purged.runs) this.#recent.delete(run);
    return purged.head;
  }

  async runs(sheet: string): Promise<RunHead[]> {
    const runs = await this.#database.read(['runs'], (transaction) => transaction.runsOf(sheet));
    // `list` names those that are damaged.
    return newestFirst(runs.flatMap(({ value }) => storedRunSchema.safeParse(value).data?.head ?? []));
  }

  run(id: string): Promise<RunHead | null> {
    return this.#database.read(['runs'], (transaction) => storedHead(transaction, id));
  }

  createRun(head: RunHead, rubric: RunRubric): Promise<void> {
    return this.#database.write(['sheets', 'runs', 'logs', 'rubrics'], async (transaction) => {
      const { hash } = head.rubric;
      await expectKey(transaction, head.sheet);
      if ((await transaction.get('runs', head.id)) !== undefined)
        throw new Error(`Expected the id of a new run, got ${head.id}, which is stored already.`);
      if ((await transaction.get('rubrics', hash)) === undefined)
        transaction.put('rubrics', hash, JSON.stringify(rubric));
      transaction.put('runs', head.id, { sheet: head.sheet, head });
      transaction.put('logs', head.id, emptyLog);
    });
  }

  changeRun(id: string, change: (head: RunHead) => RunHead): Promise<RunHead | null> {
    return this.#database.write(['runs'], async (transaction) => {
      const stored = await storedHead(transaction, id);
      if (!stored) return null;
      const { sheet } = stored;
      const head = { ...change(stored), id, sheet };
      transaction.put('runs', id, { sheet, head });
      return head;
    });
  }

  async removeRun(id: string): Promise<void> {
    await this.#database.write(['runs', ...ofResults], (transaction) => {
      removeResults(transaction, id);
      return Promise.resolve();
    });
    this.#recent.delete(id);
  }

  async rubric(hash: string): Promise<RunRubric> {
    const what = `The rubric ${hash}`;
    const text = await this.#database.read(['rubrics'], (transaction) => transaction.get('rubrics', hash));
    if (text === undefined) throw missing(what);
    return parseText(rubricSchema, text, what);
  }

  append(run: string, results: readonly RunResult[], head?: RunHead): Promise<number> {
    return this.#database.write(head ? ['runs', ...ofResults] : ofResults, (transaction) =>
      appendResults(transaction, run, results, head),
    );
  }

  async *entries(run: string, from = 0): AsyncGenerator<RunEntry[], void, undefined> {
    let place = from;
    for (;;) {
      const piece = await this.#database.read(['logs', 'entries'], (transaction) =>
        entryPieceAt(transaction, run, place),
      );
      if (!piece) return;
      const entries = entriesFrom(piece, run, place);
      place += entries.length;
      const kept = entries.filter((entry) => entry !== null);
      if (kept.length > 0) yield kept;
    }
  }

  async judgement(run: string, place: number): Promise<Judgement> {
    const judgement = judgementAt(await this.#judgementPiece(run, place), run, place);
    if (judgement === null) throw missing(`The judgement at place ${place} of run ${run}`);
    return judgement;
  }

  async judgements(run: string, places: readonly number[]): Promise<(Judgement | null)[]> {
    const byPlace = new Map<number, Judgement | null>();
    let piece: JudgementPiece | null = null;
    for (const place of places.toSorted((a, b) => a - b)) {
      if (!piece || place >= piece.first + piece.judgements.length)
        piece = await this.#judgementPiece(run, place).catch(nullIfDamaged);
      const found = piece;
      byPlace.set(place, found && unlessDamaged(() => judgementAt(found, run, place)));
    }
    return places.map((place) => byPlace.get(place) ?? null);
  }

  async #judgementPiece(run: string, place: number): Promise<JudgementPiece> {
    const recent = this.#recent.get(run);
    if (recent && place >= recent.first && place < recent.first + recent.judgements.length) return recent;
    const piece = await this.#database.read(['logs', 'judgements', 'texts'], (transaction) =>
      judgementPieceAt(transaction, run, place),
    );
    if (this.#recent.size >= mostRecent) this.#recent.clear();
    this.#recent.set(run, piece);
    return piece;
  }
}

async function storedSheet(transaction: Transaction, id: string): Promise<StoredSheet | null> {
  const value = await transaction.get('sheets', id);
  return value === undefined ? null : parse(storedSheetSchema, value, `The head of sheet ${id}`);
}

/** Cases can be read where the sheet's head is damaged. */
async function expectKey(transaction: Transaction, id: string): Promise<void> {
  if ((await transaction.get('sheets', id)) === undefined) throw missing(`Sheet ${id}`);
}

function putSheet(transaction: WriteTransaction, sheet: StoredSheet): SheetHead {
  transaction.put('sheets', sheet.head.id, sheet);
  return sheet.head;
}

async function storedHead(transaction: Transaction, id: string): Promise<RunHead | null> {
  const value = await transaction.get('runs', id);
  return value === undefined ? null : parse(storedRunSchema, value, `The head of run ${id}`).head;
}

async function runIds(transaction: Transaction, sheet: string): Promise<string[]> {
  return (await transaction.runsOf(sheet)).map(({ id }) => id);
}

function judgementAt(
  { first, judgements, texts }: JudgementPiece,
  run: string,
  place: number,
): Judgement | null {
  const packed = judgements[place - first];
  return packed ? unpackJudgement(packed, texts, `The judgement at place ${place} of run ${run}`) : null;
}
