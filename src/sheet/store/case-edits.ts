import {
  sheetSourceSchema,
  type CaseName,
  type SheetCase,
  type SheetHead,
  type SheetSource,
} from '../../core/model/sheet';
import type { CaseChange, NewCase } from '../sheet-store';

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

export function caseName({ key, case: { id, label }, revision, hidden }: SheetCase): CaseName {
  return { key, id, ...(label !== undefined && { label }), revision, hidden };
}

/** What a sheet calls its first case; null where all of them are hidden. */
export function firstCaseName(names: Iterable<CaseName>): string | null {
  for (const { id, label, hidden } of names) if (!hidden) return label ?? id;
  return null;
}
