import { SvelteMap } from 'svelte/reactivity';
import type { RunHead } from '../run-record';
import type { SheetHead } from '../sheet';
import type { SheetStore } from '../sheet-store';

export interface ListedSheet {
  head: SheetHead;
  runs: readonly RunHead[];
}

/** Pinned sheets first, then by their last change, newest first. */
export function listSheets(heads: readonly SheetHead[], runs: readonly RunHead[]): ListedSheet[] {
  const bySheet = new Map<string, RunHead[]>(heads.map(({ id }) => [id, []]));
  for (const run of runs) bySheet.get(run.sheet)?.push(run);
  return pinnedAndNewest(heads, ({ changed }) => changed).map((head) => ({
    head,
    runs: pinnedAndNewest(bySheet.get(head.id) ?? [], ({ created, imported }) => imported ?? created),
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

/** Ids and labels of cases for the search. They are read when something is searched, one sheet after the other. */
export class CaseIdIndex {
  reading = $state(false);
  readonly #store: Pick<SheetStore, 'caseNames'>;
  readonly #texts = new SvelteMap<string, { revision: number; text: string }>();
  #wanted: readonly SheetHead[] = [];

  constructor(store: Pick<SheetStore, 'caseNames'>) {
    this.#store = store;
  }

  /** Folded. Empty until the sheet was read. */
  textOf(sheet: string): string {
    return this.#texts.get(sheet)?.text ?? '';
  }

  /** Reads those that are new or have changed. A reading under way continues with these. */
  async read(sheets: readonly SheetHead[]): Promise<void> {
    this.#wanted = sheets;
    if (this.reading) return;
    this.reading = true;
    for (let head = this.#nextUnread(); head; head = this.#nextUnread()) {
      const text = await this.#namesOf(head.id);
      this.#texts.set(head.id, { revision: head.revision, text });
    }
    this.reading = false;
  }

  #nextUnread(): SheetHead | undefined {
    return this.#wanted.find(({ id, revision }) => this.#texts.get(id)?.revision !== revision);
  }

  async #namesOf(sheet: string): Promise<string> {
    const names: string[] = [];
    try {
      for await (const piece of this.#store.caseNames(sheet))
        for (const { id, label = '', hidden } of piece) if (!hidden) names.push(id, label);
    } catch {
      // A sheet that cannot be read is found by its head. Opening it says what is wrong.
    }
    return fold(names.join('\n'));
  }
}
