import type { Judgement } from '../../judgement/judgement';
import type { RunHead } from '../run-record';
import type { SheetCase, SheetHead, SheetSource } from '../sheet';
import type { CasesChanged, Listing, SheetStore } from '../sheet-store';
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

export function databaseSheetStore(
  database: SheetDatabase,
  { now, durable = true }: Options = {},
): SheetStore {
  /** The piece of judgements that was read last, by run: stepping through rows or an export asks for the same one many times. */
  const recent = new Map<string, JudgementPiece>();

  /** `change`: what becomes of the sheet's head, or false where nothing was changed. */
  const changeCases = (
    id: string,
    source: SheetSource | null,
    work: (
      transaction: WriteTransaction,
      head: SheetHead,
      source: number | null,
    ) => Promise<Omit<CasesChanged, 'head'> & { change: Partial<SheetHead> | false }>,
  ): Promise<CasesChanged> =>
    database.write(ofCases, async (transaction) => {
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
        changed: now?.().toISOString() ?? before.changed,
      };
      // Only hiding changes the number of cases without giving new keys.
      const hidden = sheet.hidden + (head.nextKey === before.nextKey ? before.cases - head.cases : 0);
      putSheet(transaction, { ...sheet, head, hidden });
      return { ...changed, head };
    });

  const judgementPiece = async (run: string, place: number): Promise<JudgementPiece> => {
    const last = recent.get(run);
    if (last && place >= last.first && place < last.first + last.judgements.length) return last;
    const piece = await database.read(['logs', 'judgements', 'texts'], (transaction) =>
      judgementPieceAt(transaction, run, place),
    );
    if (recent.size >= mostRecent) recent.clear();
    recent.set(run, piece);
    return piece;
  };

  return {
    durable,

    async list() {
      const [storedSheets, storedRuns] = await database.read(['sheets', 'runs'], (transaction) =>
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
    },

    async sheet(id) {
      const stored = await database.read(['sheets'], (transaction) => storedSheet(transaction, id));
      return stored?.head ?? null;
    },

    createSheet({ head, cases }) {
      return database.write(ofCases, async (transaction) => {
        if ((await transaction.get('sheets', head.id)) !== undefined)
          throw new Error(`Expected the id of a new sheet, got ${head.id}, which is stored already.`);
        const { count, hidden, lastKey } = await addCases(transaction, head.id, cases);
        const firstCase = await firstCaseOf(transaction, head.id);
        const stored = { ...head, cases: count - hidden, nextKey: lastKey + 1, firstCase };
        return putSheet(transaction, { head: stored, hidden, bytes: 0 });
      });
    },

    changeSheet(id, change) {
      return database.write(['sheets'], async (transaction) => {
        const sheet = await storedSheet(transaction, id);
        if (!sheet) return null;
        return putSheet(transaction, { ...sheet, head: withOwnFields(sheet.head, change(sheet.head)) });
      });
    },

    async removeSheet(id) {
      const runs = await database.write([...ofCases, 'runs', ...ofResults], async (transaction) => {
        const ids = await runIds(transaction, id);
        for (const run of ids) removeResults(transaction, run);
        transaction.delete('sheets', id);
        for (const store of ['caseIndex', 'caseTexts'] as const) transaction.deletePieces(store, id);
        return ids;
      });
      for (const run of runs) recent.delete(run);
    },

    async *cases(sheet) {
      let from = 0;
      for (;;) {
        const piece = await database.read(ofCases, async (transaction) => {
          await expectKey(transaction, sheet);
          return casePieceFrom(transaction, sheet, from);
        });
        if (!piece) return;
        yield readCases(sheet, piece);
        from = piece.first + 1;
      }
    },

    async *caseNames(sheet) {
      const pieces = await database.read(['sheets', 'caseIndex'], async (transaction) => {
        await expectKey(transaction, sheet);
        return transaction.pieces('caseIndex', sheet);
      });
      for (const piece of pieces) yield readNames(sheet, piece);
    },

    caseAt(sheet, key) {
      return database.read(['caseIndex', 'caseTexts'], (transaction) => caseAt(transaction, sheet, key));
    },

    addCases(id, added, source) {
      return changeCases(id, source, async (transaction, { nextKey, cases: count }, place) => {
        const cases = withNewKeys(added, nextKey, place);
        await addCases(transaction, id, [cases]);
        const change = { cases: count + cases.length, nextKey: nextKey + cases.length };
        return { cases, refused: [], change: cases.length > 0 && change };
      });
    },

    changeCases(id, changes, source) {
      return changeCases(id, source, async (transaction, _, place) => {
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
    },

    hideCases(id, keys, hidden) {
      return changeCases(id, null, async (transaction, { cases: count }) => {
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
    },

    async purgeHidden(id) {
      const purged = await database.write([...ofCases, 'runs', ...ofResults], async (transaction) => {
        const sheet = await storedSheet(transaction, id);
        if (!sheet || sheet.hidden === 0) return { head: sheet?.head ?? null, runs: [] };
        const kept = await purgeCases(transaction, id);
        const runs = await runIds(transaction, id);
        for (const run of runs) await purgeResults(transaction, run, kept);
        return { head: putSheet(transaction, { ...sheet, hidden: 0 }), runs };
      });
      for (const run of purged.runs) recent.delete(run);
      return purged.head;
    },

    async runs(sheet) {
      const runs = await database.read(['runs'], (transaction) => transaction.runsOf(sheet));
      // `list` names those that are damaged.
      return newestFirst(runs.flatMap(({ value }) => storedRunSchema.safeParse(value).data?.head ?? []));
    },

    run(id) {
      return database.read(['runs'], (transaction) => storedHead(transaction, id));
    },

    createRun(head, rubric) {
      return database.write(['sheets', 'runs', 'logs', 'rubrics'], async (transaction) => {
        const { hash } = head.rubric;
        await expectKey(transaction, head.sheet);
        if ((await transaction.get('runs', head.id)) !== undefined)
          throw new Error(`Expected the id of a new run, got ${head.id}, which is stored already.`);
        if ((await transaction.get('rubrics', hash)) === undefined)
          transaction.put('rubrics', hash, JSON.stringify(rubric));
        transaction.put('runs', head.id, { sheet: head.sheet, head });
        transaction.put('logs', head.id, emptyLog);
      });
    },

    changeRun(id, change) {
      return database.write(['runs'], async (transaction) => {
        const stored = await storedHead(transaction, id);
        if (!stored) return null;
        const { sheet } = stored;
        const head = { ...change(stored), id, sheet };
        transaction.put('runs', id, { sheet, head });
        return head;
      });
    },

    async removeRun(id) {
      await database.write(['runs', ...ofResults], (transaction) => {
        removeResults(transaction, id);
        return Promise.resolve();
      });
      recent.delete(id);
    },

    async rubric(hash) {
      const what = `The rubric ${hash}`;
      const text = await database.read(['rubrics'], (transaction) => transaction.get('rubrics', hash));
      if (text === undefined) throw missing(what);
      return parseText(rubricSchema, text, what);
    },

    append(run, results, head) {
      return database.write(head ? ['runs', ...ofResults] : ofResults, (transaction) =>
        appendResults(transaction, run, results, head),
      );
    },

    async *entries(run, from = 0) {
      let place = from;
      for (;;) {
        const piece = await database.read(['logs', 'entries'], (transaction) =>
          entryPieceAt(transaction, run, place),
        );
        if (!piece) return;
        const entries = entriesFrom(piece, run, place);
        place += entries.length;
        const kept = entries.filter((entry) => entry !== null);
        if (kept.length > 0) yield kept;
      }
    },

    async judgement(run, place) {
      const judgement = judgementAt(await judgementPiece(run, place), run, place);
      if (judgement === null) throw missing(`The judgement at place ${place} of run ${run}`);
      return judgement;
    },

    async judgements(run, places) {
      const byPlace = new Map<number, Judgement | null>();
      let piece: JudgementPiece | null = null;
      for (const place of places.toSorted((a, b) => a - b)) {
        if (!piece || place >= piece.first + piece.judgements.length)
          piece = await judgementPiece(run, place).catch(nullIfDamaged);
        const found = piece;
        byPlace.set(place, found && unlessDamaged(() => judgementAt(found, run, place)));
      }
      return places.map((place) => byPlace.get(place) ?? null);
    },
  };
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
