import type { Rubric } from '../core/model/rubric';
import type { RunHead, RunSettings } from '../core/model/run';
import type { SheetCase, SheetHead } from '../core/model/sheet';
import { samplesOf, type JudgedCase } from './judged-case';

/** What goes into batch files: cases as a new run, or what the run in focus lacks. */
export type BatchScope = 'all' | 'shown' | 'rest' | 'rest-and-failed';

/** What batch files need of a run of the open sheet. `RunColumn` is one. */
export interface BatchColumn {
  readonly head: RunHead;
  /** The version that the run pins. */
  readonly rubric: Rubric;
  get(key: number): JudgedCase | undefined;
}

/** What batch files need of the open sheet. `SheetState` is one. */
export interface BatchSheet {
  readonly id: string;
  readonly cases: { readonly rows: readonly SheetCase[] };
  /** Places in `cases.rows`, as the table shows them. */
  readonly results: { readonly order: Iterable<number> & { readonly length: number } };
  /** The run that the table shows in full. */
  readonly focus: BatchColumn | null;
  /** Settles when all of it is stored. */
  stored(): Promise<SheetHead>;
  /** What a new run is judged by. Undefined where it cannot be loaded. */
  currentRubric(): Promise<Rubric | undefined>;
  /** A run was stored that the sheet is to show. */
  begun(head: RunHead): Promise<void>;
}

/** The open sheet, and how a new run would ask. */
export interface BatchSource {
  sheet: BatchSheet;
  settings: Omit<RunSettings, 'atOnce'>;
}

/** Judges of which a batch may ask what is left: it names a model, and asks in the same words. */
const askable: ReadonlySet<string> = new Set(['api', 'batch']);

/** The run in focus, where a batch can go on with it. */
export function runToGoOn({ focus }: Pick<BatchSheet, 'focus'>): BatchColumn | null {
  if (!focus || focus.head.imported !== undefined || !askable.has(focus.head.judge.id)) return null;
  // A batch file has one question for a case.
  return focus.head.settings.asking === 'criterion' ? null : focus;
}

/** How many cells each scope holds. A scope that says nothing of its own is left out. */
export function scopesOf({ sheet, settings }: BatchSource): { scope: BatchScope; cells: number }[] {
  const { rows } = sheet.cases;
  const column = runToGoOn(sheet);
  const scopes: { scope: BatchScope; cells: number }[] = [];
  if (column) {
    const { rest, failed } = lackingIn(column, rows);
    if (rest > 0) scopes.push({ scope: 'rest', cells: rest });
    if (failed > 0) scopes.push({ scope: 'rest-and-failed', cells: rest + failed });
  }
  if (rows.length > 0) scopes.push({ scope: 'all', cells: rows.length * settings.samples });
  const shown = sheet.results.order.length;
  if (shown > 0 && shown < rows.length) scopes.push({ scope: 'shown', cells: shown * settings.samples });
  return scopes;
}

/** Cells that are empty or outdated, and those that have no score. */
function lackingIn(column: BatchColumn, rows: readonly SheetCase[]): { rest: number; failed: number } {
  const { samples } = column.head.settings;
  let rest = 0;
  let failed = 0;
  for (const { key } of rows) {
    const judged = column.get(key);
    const current = !judged || judged.outdated ? [] : samplesOf(judged);
    const wanted = current.filter(({ sample }) => sample < samples);
    rest += samples - wanted.length;
    failed += wanted.filter(({ digest }) => digest.status === 'unscored').length;
  }
  return { rest, failed };
}
