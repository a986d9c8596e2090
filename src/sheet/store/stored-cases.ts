import { type CaseName, type SheetCase, sheetSourceSchema, type SheetHead, type SheetSource } from '../sheet';
import {
  placesFrom,
  placesUpTo,
  type Transaction,
  type WriteTransaction,
  missing,
  unlessDamaged,
} from './database';
import { bytesOf, fillsPiece, packCase, unpackCases, unpackNames } from './stored-shapes';
import type { CaseChange, NewCase } from '../sheet-store';

/** Cases within a transaction. A piece has the names of up to 500 cases in `caseIndex`, and their texts in `caseTexts`. */

/** A piece as it is stored; reading it can wait until the transaction is over. */
export interface CasePiece {
  first: number;
  names: unknown;
  texts: unknown;
}

export const readNames = (sheet: string, { first, names }: Omit<CasePiece, 'texts'>): CaseName[] =>
  unpackNames(names, `The case names of sheet ${sheet} from ${first}`);

export function readCases(sheet: string, piece: CasePiece): SheetCase[] {
  return unpackCases(readNames(sheet, piece), piece.texts, `The cases of sheet ${sheet} from ${piece.first}`);
}

/** The next piece that begins at the key or behind it. */
export async function casePieceFrom(
  transaction: Transaction,
  sheet: string,
  from: number,
): Promise<CasePiece | null> {
  const places = placesFrom(sheet, from);
  const [[first], [names], [texts]] = await Promise.all([
    transaction.places('caseIndex', places, 1),
    transaction.values('caseIndex', places, 1),
    transaction.values('caseTexts', places, 1),
  ]);
  return first === undefined ? null : { first, names, texts };
}

/** The names of the next pieces, up to `most`. */
export async function namePiecesFrom(
  transaction: Transaction,
  sheet: string,
  from: number,
  most: number,
): Promise<Omit<CasePiece, 'texts'>[]> {
  const places = placesFrom(sheet, from);
  const [firsts, names] = await Promise.all([
    transaction.places('caseIndex', places, most),
    transaction.values('caseIndex', places, most),
  ]);
  return firsts.map((first, n) => ({ first, names: names[n] }));
}

/** The piece in which a case with this key lies, if it is there. */
export async function casePieceWith(
  transaction: Transaction,
  sheet: string,
  key: number,
): Promise<CasePiece | null> {
  const last = await transaction.last('caseIndex', placesUpTo(sheet, key));
  if (!last) return null;
  const { place: first, value: names } = last;
  return { first, names, texts: await transaction.get('caseTexts', [sheet, first]) };
}

/**
 * Adds cases behind those that are there, filling up the last piece. Waiting for each piece to be taken yields to
 * the page and keeps one piece at a time in memory. Gives how many cases there were, their last key and their bytes.
 */
export async function addCases(
  transaction: WriteTransaction,
  sheet: string,
  pieces: Iterable<readonly SheetCase[]>,
): Promise<{ count: number; hidden: number; lastKey: number; bytes: number }> {
  const added = { count: 0, hidden: 0, lastKey: -1, bytes: 0 };
  let open = await openPiece(transaction, sheet);
  const close = async () => {
    if (!open) return;
    const [names, texts] = [`[${open.names.join(',')}]`, `[${open.texts.join(',')}]`];
    added.bytes += bytesOf(names) + bytesOf(texts) - open.bytesBefore;
    transaction.put('caseIndex', [sheet, open.first], names);
    await transaction.putAndWait('caseTexts', [sheet, open.first], texts);
    open = null;
  };
  for (const piece of pieces) {
    for (const one of piece) {
      const { key, name, text } = packCase(one);
      open ??= { first: key, names: [], texts: [], count: 0, length: 0, bytesBefore: 0 };
      open.names.push(name);
      open.texts.push(text);
      open.count += 1;
      open.length += text.length;
      added.count += 1;
      if (one.hidden) added.hidden += 1;
      added.lastKey = key;
      if (fillsPiece(open.count, open.length)) await close();
    }
  }
  if (added.count > 0) await close();
  return added;
}

interface OpenPiece {
  first: number;
  names: string[];
  texts: string[];
  count: number;
  length: number;
  bytesBefore: number;
}

/** The last piece where it has room for more. One that is damaged stays as it is. */
async function openPiece(transaction: WriteTransaction, sheet: string): Promise<OpenPiece | null> {
  const piece = await casePieceWith(transaction, sheet, Number.MAX_SAFE_INTEGER);
  if (!piece || typeof piece.names !== 'string' || typeof piece.texts !== 'string') return null;
  const { first, names, texts } = piece;
  const count = unlessDamaged(() => readNames(sheet, piece))?.length ?? 0;
  if (count === 0 || fillsPiece(count, texts.length)) return null;
  return {
    first,
    names: [names.slice(1, -1)],
    texts: [texts.slice(1, -1)],
    count,
    length: texts.length,
    bytesBefore: bytesOf(names) + bytesOf(texts),
  };
}

/**
 * Lets `edit` see the cases with these keys, in their order, and stores what it gives in their place. Keys that are not
 * there are left out. Gives how many bytes more that takes.
 */
export async function editCases(
  transaction: WriteTransaction,
  sheet: string,
  keys: readonly number[],
  edit: (stored: SheetCase) => SheetCase,
): Promise<number> {
  const waiting = [...new Set(keys)].toSorted((a, b) => a - b);
  let bytes = 0;
  for (let at = 0; at < waiting.length;) {
    const piece = await casePieceWith(transaction, sheet, waiting[at] ?? 0);
    if (!piece) {
      at += 1;
      continue;
    }
    const cases = readCases(sheet, piece);
    const lastKey = cases.at(-1)?.key ?? -1;
    const before = at;
    const edited = cases.map((one) => {
      while ((waiting[at] ?? Infinity) < one.key) at += 1;
      if (waiting[at] !== one.key) return one;
      at += 1;
      return edit(one);
    });
    while ((waiting[at] ?? Infinity) <= lastKey) at += 1;
    // None of this piece: the key lies behind its last case.
    if (at === before) at += 1;
    bytes += putPiece(transaction, sheet, piece, edited);
  }
  return bytes;
}

/** Takes the hidden cases out. Gives the keys of those that stay, and how many bytes less that takes. */
export async function purgeCases(
  transaction: WriteTransaction,
  sheet: string,
): Promise<{ kept: Set<number>; bytes: number }> {
  const kept = new Set<number>();
  let bytes = 0;
  let from = 0;
  for (;;) {
    const piece = await casePieceFrom(transaction, sheet, from);
    if (!piece) return { kept, bytes };
    from = piece.first + 1;
    const names = readNames(sheet, piece);
    for (const { key, hidden } of names) if (!hidden) kept.add(key);
    if (!names.some(({ hidden }) => hidden)) continue;
    const staying = readCases(sheet, piece).filter(({ hidden }) => !hidden);
    bytes += putPiece(transaction, sheet, piece, staying);
  }
}

/** Gives how many bytes more it takes than before. */
function putPiece(
  transaction: WriteTransaction,
  sheet: string,
  piece: CasePiece,
  cases: readonly SheetCase[],
): number {
  const packed = cases.map(packCase);
  const pairs = [
    ['caseIndex', piece.names, `[${packed.map(({ name }) => name).join(',')}]`],
    ['caseTexts', piece.texts, `[${packed.map(({ text }) => text).join(',')}]`],
  ] as const;
  let bytes = 0;
  for (const [store, before, after] of pairs) {
    if (before === after) continue;
    if (cases.length === 0) transaction.delete(store, [sheet, piece.first]);
    else transaction.put(store, [sheet, piece.first], after);
    bytes += (cases.length === 0 ? 0 : bytesOf(after)) - (typeof before === 'string' ? bytesOf(before) : 0);
  }
  return bytes;
}

/** What the first case that is not hidden is called. */
export async function firstCaseOf(transaction: WriteTransaction, sheet: string): Promise<string> {
  let from = 0;
  for (;;) {
    const [piece] = await namePiecesFrom(transaction, sheet, from, 1);
    if (!piece) return '';
    const name = firstCaseName(unlessDamaged(() => readNames(sheet, piece)) ?? []);
    if (name !== null) return name;
    from = piece.first + 1;
  }
}

export async function caseAt(transaction: Transaction, sheet: string, key: number): Promise<SheetCase> {
  const piece = await casePieceWith(transaction, sheet, key);
  const found = piece && readCases(sheet, piece).find((one) => one.key === key);
  return found ?? Promise.reject(missing(`Case ${key} of sheet ${sheet}`));
}

/** What every sheet store does to heads and cases, wherever it keeps them. */

/** Keys of a new sheet's cases rise, so that pieces and rows stand in their order. */
export function* withRisingKeys(
  pieces: Iterable<readonly SheetCase[]>,
): Generator<readonly SheetCase[], void, undefined> {
  let next = 0;
  for (const piece of pieces) {
    for (const { key } of piece) {
      if (key < next)
        throw new Error(`Expected rising keys of cases, got ${key} where ${next} is the least.`);
      next = key + 1;
    }
    yield piece;
  }
}

/** New cases with their keys. `taken` hears of each piece. */
export function* withNewKeys(
  pieces: Iterable<readonly NewCase[]>,
  nextKey: number,
  source: number | null,
  taken: (cases: readonly SheetCase[]) => void,
): Generator<readonly SheetCase[], void, undefined> {
  let key = nextKey;
  for (const piece of pieces) {
    const cases = piece.map((one): SheetCase => {
      const original = originalOf(one.cells, source);
      return { key: key++, case: one.case, original, revision: 0, hidden: false };
    });
    taken(cases);
    yield cases;
  }
}

/** The case as it reads from now on, or null where it was changed elsewhere since. */
export function changedCase(stored: SheetCase, change: CaseChange, source: number | null): SheetCase | null {
  if (stored.revision !== change.revision) return null;
  const original =
    change.original !== undefined
      ? change.original
      : change.cells === undefined
        ? stored.original
        : originalOf(change.cells, source);
  const { revision, earlier = [] } = stored;
  const kept = change.keepsEarlier ? [...earlier, { revision, input: stored.case.input }] : earlier;
  return {
    ...stored,
    case: change.case,
    original,
    revision: revision + 1,
    ...(kept.length > 0 && { earlier: kept }),
  };
}

function originalOf(cells: string[] | null, source: number | null): SheetCase['original'] {
  if (cells === null) return null;
  if (source === null) throw new Error('Expected the file that the row of a case comes from, got none.');
  return { source, cells };
}

/** The sources with this one, and its place in them. The same file brought again keeps its place. */
export function joinSource(
  sources: readonly SheetSource[],
  source: SheetSource | null,
): { sources: SheetSource[]; place: number | null } {
  if (source === null) return { sources: [...sources], place: null };
  const joining = sheetSourceSchema.parse(source);
  const text = JSON.stringify(joining);
  const known = sources.findIndex((one) => JSON.stringify(one) === text);
  if (known >= 0) return { sources: [...sources], place: known };
  return { sources: [...sources, joining], place: sources.length };
}

/** The head after its cases were changed. */
export function headAfter(
  head: SheetHead,
  change: Partial<Pick<SheetHead, 'cases' | 'nextKey' | 'firstCase' | 'sources'>>,
  now: (() => Date) | undefined,
): SheetHead {
  const changed = now ? now().toISOString() : head.changed;
  return { ...head, ...change, revision: head.revision + 1, changed };
}

/** What `changeSheet` may not change stays as stored. */
export function withOwnFields(stored: SheetHead, changed: SheetHead): SheetHead {
  const { id, cases, nextKey, firstCase, sources, revision } = stored;
  return { ...changed, id, cases, nextKey, firstCase, sources, revision };
}

/** What a sheet calls its first case; null where all of them are hidden. */
function firstCaseName(names: Iterable<CaseName>): string | null {
  for (const { id, label, hidden } of names) if (!hidden) return label ?? id;
  return null;
}
