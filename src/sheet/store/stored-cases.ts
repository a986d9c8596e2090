import { type CaseName, type SheetCase, sheetSourceSchema, type SheetHead, type SheetSource } from '../sheet';
import { type Piece, type Transaction, type WriteTransaction, missing, unlessDamaged } from './database';
import { fillsPiece, packCase, unpackCases, unpackNames } from './stored-shapes';
import type { CaseChange, NewCase } from '../sheet-store';

/** Cases within a transaction. A piece has the names of up to 500 cases in `caseIndex`, and their texts in `caseTexts`. */

/** A piece as it is stored; reading it can wait until the transaction is over. */
export interface CasePiece {
  first: number;
  names: unknown;
  texts: unknown;
}

export function readNames(sheet: string, { place, value }: Piece): CaseName[] {
  return unpackNames(value, `The case names of sheet ${sheet} from ${place}`);
}

export function readCases(sheet: string, { first, names, texts }: CasePiece): SheetCase[] {
  const read = readNames(sheet, { place: first, value: names });
  return unpackCases(read, texts, `The cases of sheet ${sheet} from ${first}`);
}

export async function casePieceFrom(
  transaction: Transaction,
  sheet: string,
  from: number,
): Promise<CasePiece | null> {
  const [[names], [texts]] = await Promise.all([
    transaction.pieces('caseIndex', sheet, { from, most: 1 }),
    transaction.pieces('caseTexts', sheet, { from, most: 1 }),
  ]);
  return names ? { first: names.place, names: names.value, texts: texts?.value } : null;
}

async function casePieceWith(
  transaction: Transaction,
  sheet: string,
  key: number,
): Promise<CasePiece | null> {
  const names = await transaction.lastPiece('caseIndex', sheet, key);
  if (!names) return null;
  const { place: first, value } = names;
  return { first, names: value, texts: await transaction.get('caseTexts', [sheet, first]) };
}

/** Fills up the last piece first. Waiting for each piece yields to the page and keeps one piece at a time in memory. */
export async function addCases(
  transaction: WriteTransaction,
  sheet: string,
  pieces: Iterable<readonly SheetCase[]>,
): Promise<{ count: number; hidden: number; lastKey: number }> {
  const added = { count: 0, hidden: 0, lastKey: -1 };
  let open = await openPiece(transaction, sheet);
  const close = async () => {
    if (!open) return;
    transaction.put('caseIndex', [sheet, open.first], `[${open.names.join(',')}]`);
    await transaction.putAndWait('caseTexts', [sheet, open.first], `[${open.texts.join(',')}]`);
    open = null;
  };
  for (const piece of pieces) {
    for (const one of piece) {
      // So that pieces and rows stand in their order.
      if (one.key <= added.lastKey)
        throw new Error(`Expected rising keys of cases, got ${one.key} after ${added.lastKey}.`);
      const { name, text } = packCase(one);
      open ??= { first: one.key, names: [], texts: [], count: 0, length: 0 };
      open.names.push(name);
      open.texts.push(text);
      open.count += 1;
      open.length += text.length;
      added.count += 1;
      if (one.hidden) added.hidden += 1;
      added.lastKey = one.key;
      if (fillsPiece(open.count, open.length)) await close();
    }
  }
  if (added.count > 0) await close();
  return added;
}

/** The last piece where it has room for more. One that is damaged stays as it is. */
async function openPiece(transaction: WriteTransaction, sheet: string) {
  const piece = await casePieceWith(transaction, sheet, Number.MAX_SAFE_INTEGER);
  if (!piece || typeof piece.names !== 'string' || typeof piece.texts !== 'string') return null;
  const { first, names, texts } = piece;
  const count = unlessDamaged(() => readNames(sheet, { place: first, value: names }))?.length ?? 0;
  if (count === 0 || fillsPiece(count, texts.length)) return null;
  return { first, names: [names.slice(1, -1)], texts: [texts.slice(1, -1)], count, length: texts.length };
}

/** Stores what `edit` gives in place of the cases with these keys, in their order. Unknown keys are left out. */
export async function editCases(
  transaction: WriteTransaction,
  sheet: string,
  keys: readonly number[],
  edit: (stored: SheetCase) => SheetCase,
): Promise<void> {
  const waiting = new Set(keys.toSorted((a, b) => a - b));
  for (const key of waiting) {
    const piece = await casePieceWith(transaction, sheet, key);
    if (!piece) continue;
    const edited = readCases(sheet, piece).map((one) => (waiting.delete(one.key) ? edit(one) : one));
    putPiece(transaction, sheet, piece, edited);
  }
}

export async function purgeCases(transaction: WriteTransaction, sheet: string): Promise<Set<number>> {
  const kept = new Set<number>();
  for (let from = 0; ;) {
    const piece = await casePieceFrom(transaction, sheet, from);
    if (!piece) return kept;
    from = piece.first + 1;
    const names = readNames(sheet, { place: piece.first, value: piece.names });
    for (const { key, hidden } of names) if (!hidden) kept.add(key);
    if (!names.some(({ hidden }) => hidden)) continue;
    const staying = readCases(sheet, piece).filter(({ hidden }) => !hidden);
    putPiece(transaction, sheet, piece, staying);
  }
}

function putPiece(
  transaction: WriteTransaction,
  sheet: string,
  { first, names, texts }: CasePiece,
  cases: readonly SheetCase[],
): void {
  const packed = cases.map(packCase);
  for (const [store, before, after] of [
    ['caseIndex', names, packed.map(({ name }) => name)],
    ['caseTexts', texts, packed.map(({ text }) => text)],
  ] as const) {
    const text = `[${after.join(',')}]`;
    if (cases.length === 0) transaction.delete(store, [sheet, first]);
    else if (before !== text) transaction.put(store, [sheet, first], text);
  }
}

export async function firstCaseOf(transaction: WriteTransaction, sheet: string): Promise<string> {
  for (let from = 0; ;) {
    const [piece] = await transaction.pieces('caseIndex', sheet, { from, most: 1 });
    if (!piece) return '';
    const names = unlessDamaged(() => readNames(sheet, piece)) ?? [];
    const first = names.find(({ hidden }) => !hidden);
    if (first) return first.label ?? first.id;
    from = piece.place + 1;
  }
}

export async function caseAt(transaction: Transaction, sheet: string, key: number): Promise<SheetCase> {
  const piece = await casePieceWith(transaction, sheet, key);
  const found = piece && readCases(sheet, piece).find((one) => one.key === key);
  if (!found) throw missing(`Case ${key} of sheet ${sheet}`);
  return found;
}

/** New cases with their keys. `source`: the place of their file among the sheet's sources. */
export function withNewKeys(cases: readonly NewCase[], nextKey: number, source: number | null): SheetCase[] {
  return cases.map(({ case: subject, cells }, index) => {
    const original = originalOf(cells, source);
    return { key: nextKey + index, case: subject, original, revision: 0, hidden: false };
  });
}

/** The case as it reads from now on, or null where it was changed elsewhere since. */
export function changedCase(stored: SheetCase, change: CaseChange, source: number | null): SheetCase | null {
  if (stored.revision !== change.revision) return null;
  const { revision, earlier = [] } = stored;
  const original = change.cells === undefined ? stored.original : originalOf(change.cells, source);
  const kept = change.keepsEarlier ? [...earlier, { revision, input: stored.case.input }] : earlier;
  return {
    ...stored,
    case: change.case,
    original: change.original === undefined ? original : change.original,
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

/** What `changeSheet` may not change stays as stored. */
export function withOwnFields(stored: SheetHead, changed: SheetHead): SheetHead {
  const { id, cases, nextKey, firstCase, sources, revision } = stored;
  return { ...changed, id, cases, nextKey, firstCase, sources, revision };
}
