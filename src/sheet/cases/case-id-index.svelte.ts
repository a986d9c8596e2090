import type { SheetHead } from '../sheet';
import type { SheetStore } from '../sheet-store';
import { fold } from '../history/sheet-list';

/** The search is repeated with what was read, so not after every sheet. */
const publishMilliseconds = 150;

/** Ids and labels of cases for the search of History. They are read when something is searched, one sheet after the other. */
export class CaseIdIndex {
  readonly #store: Pick<SheetStore, 'caseNames'>;
  readonly #read = new Map<string, { revision: number; text: string }>();
  #texts = $state.raw<ReadonlyMap<string, { text: string }>>(new Map());
  #reading = $state(false);
  #wanted: readonly SheetHead[] = [];

  constructor(store: Pick<SheetStore, 'caseNames'>) {
    this.#store = store;
  }

  get reading(): boolean {
    return this.#reading;
  }
  /** Folded. Empty until the sheet was read. */
  textOf(sheet: string): string {
    return this.#texts.get(sheet)?.text ?? '';
  }

  /** Reads those that are new or have changed. A reading under way goes on with these. */
  want(sheets: readonly SheetHead[]): void {
    this.#wanted = sheets;
    if (!this.#reading && this.#nextUnread()) void this.#readAll();
  }
  /** What was read is kept. */
  stop(): void {
    this.#wanted = [];
  }

  #nextUnread(): SheetHead | undefined {
    return this.#wanted.find(({ id, revision }) => this.#read.get(id)?.revision !== revision);
  }

  async #readAll(): Promise<void> {
    this.#reading = true;
    let published = performance.now();
    for (let head = this.#nextUnread(); head; head = this.#nextUnread()) {
      const text = await this.#textOf(head);
      if (text !== null) this.#read.set(head.id, { revision: head.revision, text });
      if (performance.now() - published < publishMilliseconds) continue;
      this.#publish();
      published = performance.now();
    }
    this.#publish();
    this.#reading = false;
  }

  #publish(): void {
    this.#texts = new Map(this.#read);
  }

  /** Null where it is no longer wanted. */
  async #textOf({ id, revision }: SheetHead): Promise<string | null> {
    const names: string[] = [];
    try {
      for await (const piece of this.#store.caseNames(id)) {
        if (!this.#wanted.some((head) => head.id === id && head.revision === revision)) return null;
        for (const { id: caseId, label = '', hidden } of piece) if (!hidden) names.push(caseId, label);
      }
    } catch {
      // A sheet that cannot be read is found by its head. Opening it says what is wrong.
    }
    return fold(names.join('\n'));
  }
}
