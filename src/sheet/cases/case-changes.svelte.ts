import type { Case } from '../../cases/case';
import type { SheetCase } from '../sheet';
import type { SheetState } from '../sheet-state.svelte';
import type { TakenCases } from '../../cases/case-import.svelte';

/** What a person does to the cases of the open sheet; remembers what the last change took away from it. */
export class CaseChanges {
  readonly #sheet: SheetState;
  /** The last change that took something away. */
  last = $state.raw<{ kind: 'removed' | 'replaced'; cases: readonly SheetCase[] } | null>(null);

  constructor(sheet: SheetState) {
    this.#sheet = sheet;
  }

  /** What was removed before cannot be brought back any more. */
  forget(): void {
    if (this.last?.kind === 'removed') void this.#sheet.purge();
    this.last = null;
  }

  /** A case to be filled in where inputs are left out. Rejects where the storage refuses it. */
  async add(label: string, given: Case['input'] = {}): Promise<void> {
    const { cases, rubric } = this.#sheet;
    let number = cases.all.length + 1;
    while (cases.has(`own-${number}`)) number += 1;
    const input = Object.fromEntries((rubric?.inputs ?? []).map(({ name }) => [name, given[name] ?? '']));
    this.forget();
    await this.#sheet.add([{ case: { id: `own-${number}`, label, input }, cells: null }], null);
  }
  put(changed: Case): void {
    this.#sheet.put(changed);
  }
  async remove(id: string): Promise<void> {
    const gone = this.#sheet.cases.find(id);
    if (gone) await this.#removeAll([gone]);
  }
  async clear(): Promise<void> {
    await this.#removeAll(this.#sheet.cases.rows);
  }
  async #removeAll(gone: readonly SheetCase[]): Promise<void> {
    if (gone.length === 0) return;
    this.forget();
    this.last = { kind: 'removed', cases: gone };
    await this.#sheet.hide(gone.map(({ key }) => key));
  }

  /** Takes the last change back; what was added or judged since stays. */
  async undo(): Promise<void> {
    const last = this.last;
    this.last = null;
    if (last?.kind === 'removed') await this.#sheet.show(last.cases);
    if (last?.kind === 'replaced') await this.#sheet.putBack(last.cases);
  }

  /** Cases from a file, which keeps its own columns for the export. Those whose ids are in the sheet replace what is there. */
  async take({ name, table, mapping, cases, rows }: TakenCases): Promise<readonly SheetCase[]> {
    const source = { name, columns: table.columns, mapping };
    const taken = cases.map((subject, index) => ({
      case: subject,
      cells: table.rows[rows[index] ?? -1] ?? null,
    }));
    const isKnown = ({ case: { id } }: { case: Case }) => this.#sheet.cases.has(id);
    const known = taken.filter(isKnown);
    this.forget();
    const added = await this.#sheet.add(
      taken.filter((one) => !isKnown(one)),
      source,
    );
    const replaced = await this.#sheet.replace(known, source);
    const [first] = cases;
    if (first) this.#sheet.selectedId = first.id;
    if (replaced.length > 0) this.last = { kind: 'replaced', cases: replaced };
    const changed = replaced.flatMap(({ key }) => this.#sheet.cases.at(key) ?? []);
    return [...added, ...changed];
  }
}
