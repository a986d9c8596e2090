import type { RunHead } from '../run-record';
import type { SheetHead } from '../sheet';

/** A sheet with its runs, as History lists them. */
export interface ListedSheet {
  head: SheetHead;
  /** Pinned first, then newest first. */
  runs: readonly RunHead[];
}

/** When it was made here, or came in from a file. */
export function arrivalOf({ created, imported }: Pick<RunHead, 'created' | 'imported'>): string {
  return imported ?? created;
}

/** Pinned sheets first, then by their last change, newest first. */
export function listSheets(heads: readonly SheetHead[], runs: readonly RunHead[]): ListedSheet[] {
  const bySheet = new Map<string, RunHead[]>(heads.map(({ id }) => [id, []]));
  for (const run of runs) bySheet.get(run.sheet)?.push(run);
  return pinnedAndNewest(heads, ({ changed }) => changed).map((head) => ({
    head,
    runs: pinnedAndNewest(bySheet.get(head.id) ?? [], arrivalOf),
  }));
}

function pinnedAndNewest<T extends { pinned: boolean }>(all: readonly T[], timeOf: (one: T) => string): T[] {
  return all.toSorted(
    (a, b) => Number(b.pinned) - Number(a.pinned) || Date.parse(timeOf(b)) - Date.parse(timeOf(a)),
  );
}

/** Sheets in which every word of the search occurs. `textsOf` gives what is searched, folded. */
export function findSheets(
  sheets: readonly ListedSheet[],
  search: string,
  textsOf: (sheet: ListedSheet) => readonly string[],
): readonly ListedSheet[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return sheets;
  return sheets.filter((sheet) => {
    const texts = textsOf(sheet);
    return words.every((word) => texts.some((text) => text.includes(word)));
  });
}

/** For comparing. Korean from a Mac may come with its syllables taken apart. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** In milliseconds. Null where nothing is judged yet, and where it is unknown, as for a batch. */
export function timeTaken({ milliseconds, counts }: RunHead): number | null {
  return counts.done > 0 && milliseconds > 0 ? milliseconds : null;
}
