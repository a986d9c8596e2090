import type { Case } from '../core/model/case';
import type { CaseSource } from '../pipeline/outlet';
import type { TakenCases } from './case-taking.svelte';
import type { Desk, RemovedCase, ReplacedCase } from './desk.svelte';
import { noteMadeHere } from './made-here';
import { yieldToPage } from './sliced-work';

/** The last change that took something away, and how to take it back. */
type Undoable =
  | { kind: 'removed'; cases: readonly RemovedCase[]; giveBack?: (() => void) | undefined }
  | { kind: 'set-aside'; cases: readonly SetAsideCase[]; sources: readonly CaseSource[] }
  | { kind: 'replaced'; cases: ReplacedCase[]; moved: readonly MovedRow[]; file: CaseSource };

/** A case that its run does not have, or has otherwise, when the run was laid out as it is stored. */
type SetAsideCase = Omit<RemovedCase, 'row'>;

/** Where a case stood in the file that it came from first. */
interface MovedRow {
  source: CaseSource;
  id: string;
  row: number;
}

const casesPerTurn = 2000;
const casesLookedUpPerTurn = 20_000;

/** What a person does to the cases of a desk; remembers what the last change took away from it. */
export class CaseChanges {
  readonly #desk: Desk;
  #last = $state.raw<Undoable | null>(null);

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** What can be brought back: the cases removed last. */
  get removed(): readonly Pick<RemovedCase, 'subject'>[] {
    return this.#last && this.#last.kind !== 'replaced' ? this.#last.cases : [];
  }
  /** What can be brought back: the cases that others took the place of. */
  get replaced(): readonly ReplacedCase[] {
    return this.#last?.kind === 'replaced' ? this.#last.cases : [];
  }
  /** What was taken away before can no longer be taken back. */
  forget(): void {
    this.#last = null;
  }
  /** `giveBack`: where another desk still has them all, and is to take the place of this one. */
  remember(removed: readonly RemovedCase[], giveBack?: () => void): void {
    this.#last = removed.length > 0 ? { kind: 'removed', cases: removed, giveBack } : null;
  }
  /** `sources`: the files that only they came from. */
  rememberSetAside(cases: readonly SetAsideCase[], sources: readonly CaseSource[]): void {
    this.#last = cases.length > 0 ? { kind: 'set-aside', cases, sources } : null;
  }

  /** A case to be filled in. */
  addEmpty(label: string): void {
    const { cases, rubric } = this.#desk;
    let number = cases.length + 1;
    while (this.#desk.find(`own-${number}`)) number += 1;
    const input = Object.fromEntries((rubric?.inputs ?? []).map(({ name }) => [name, '']));
    this.#desk.add([{ id: `own-${number}`, label, input }]);
    this.forget();
  }
  put(changed: Case): void {
    noteMadeHere(changed);
    this.#desk.replace(changed);
  }
  remove(id: string): void {
    const gone = this.#desk.remove(id);
    if (gone) this.remember([gone]);
  }

  /** Takes the last change back; whatever was added or judged since stays. */
  undo(): void {
    const last = this.#last;
    this.#last = null;
    if (last?.kind === 'removed') (last.giveBack ?? (() => this.#putBack(last.cases)))();
    if (last?.kind === 'set-aside') this.#bringBack(last);
    if (last?.kind === 'replaced') this.#putInPlace(last);
    this.#desk.judgements.flush();
  }

  /** Cases from a file, which keeps its own columns for the export. Those whose ids are on the desk replace what is there. */
  async take({ table, mapping, cases, rows }: TakenCases): Promise<void> {
    const desk = this.#desk;
    const file: CaseSource = { table, mapping, rowOf: new Map() };
    const moved: MovedRow[] = [];
    const known: Case[] = [];
    const fresh: Case[] = [];
    for (const [index, subject] of cases.entries()) {
      if (index % casesLookedUpPerTurn === 0 && index > 0) await yieldToPage();
      const { id } = subject;
      file.rowOf.set(id, rows[index] ?? -1);
      const isKnown = desk.find(id) !== undefined;
      (isKnown ? known : fresh).push(subject);
      // An id that is used again belongs to the newest file.
      for (const source of desk.sources) {
        const row = source.rowOf.get(id);
        if (row !== undefined && source.rowOf.delete(id) && isKnown) moved.push({ source, id, row });
      }
    }
    desk.sources.push(file);
    desk.showOriginals();
    this.#last = null;
    const replaced: ReplacedCase[] = [];
    for (let start = 0; start < known.length; start += casesPerTurn) {
      replaced.push(...desk.replaceAll(known.slice(start, start + casesPerTurn)));
      await yieldToPage();
    }
    const [first] = known;
    if (first && first === cases[0]) desk.select(first.id);
    await this.#add(fresh, first !== cases[0]);
    if (replaced.length > 0) this.#last = { kind: 'replaced', cases: replaced, moved, file };
  }
  /** Adds any number of cases without holding up the page; the first are there at once. */
  async #add(added: readonly Case[], open = true): Promise<void> {
    for (let start = 0; start < added.length; start += casesPerTurn) {
      this.#desk.add(added.slice(start, start + casesPerTurn), open && start === 0);
      await yieldToPage();
    }
  }

  #putBack(removed: readonly RemovedCase[]): void {
    if (removed.length === 1) for (const one of removed) this.#desk.putBack(one);
    else {
      this.#desk.add(removed.map(({ subject }) => subject));
      for (const { judged } of removed) if (judged) this.#desk.keep(judged);
    }
  }
  #bringBack({ cases, sources }: Extract<Undoable, { kind: 'set-aside' }>): void {
    const desk = this.#desk;
    const subjects = cases.map(({ subject }) => subject);
    for (const { rowOf } of sources)
      for (const id of rowOf.keys()) for (const source of desk.sources) source.rowOf.delete(id);
    desk.sources.push(...sources);
    desk.showOriginals();
    desk.replaceAll(subjects);
    desk.add(subjects);
    for (const { judged } of cases) if (judged) desk.keep(judged);
  }
  #putInPlace({ cases, moved, file }: Extract<Undoable, { kind: 'replaced' }>): void {
    for (const { before } of cases) file.rowOf.delete(before.id);
    for (const { source, id, row } of moved) source.rowOf.set(id, row);
    this.#desk.replaceAll(cases.map(({ before }) => before));
    for (const { judged } of cases) if (judged) this.#desk.keep(judged);
    this.#desk.showOriginals();
  }
}
