import type { World } from '../../judgement/ready-rubric';
import type { Rubric } from '../../rubric/rubric';
import { samplesOf } from '../../sheet/results/judged-case';
import type { RubricVersions } from '../../sheet/rubric-versions.svelte';
import type { RunColumn } from '../../sheet/run-column.svelte';
import { newRunHead } from '../../sheet/run/new-run';
import type { RunLocks } from '../../sheet/run/run-locks';
import type { Cell, RunHead, RunSettings } from '../../sheet/run-record';
import type { SheetCase } from '../../sheet/sheet';
import type { SheetChanges } from '../../sheet/sheet-changes';
import type { SheetState } from '../../sheet/sheet-state.svelte';
import type { SheetStore } from '../../sheet/sheet-store';
import { BatchCells, caseIn } from './batch-cells';
import type { BatchEngine } from './batch-files';
import { batchJudge, type BatchRun } from './batch-questions';

export interface BatchTools {
  world: World;
  store: SheetStore;
  locks: Pick<RunLocks, 'claim'>;
  rubrics: Pick<RubricVersions, 'version' | 'ready'>;
  changes: Pick<SheetChanges, 'notify'>;
  source: () => BatchSource;
}

export const sliceMilliseconds = 8;
export const groupLength = 100;

export type BatchScope = 'all' | 'shown' | 'rest' | 'rest-and-failed';

export type BatchSheet = Pick<SheetState, 'id' | 'cases' | 'focus' | 'stored' | 'currentRubric' | 'begun'> & {
  /** Places in `cases.rows`, as the table shows them. */
  results: { order: Iterable<number> & { length: number } };
};

export interface BatchSource {
  sheet: BatchSheet;
  settings: Omit<RunSettings, 'atOnce'>;
}

/** Judges of which a batch may ask what is left: it names a model, and asks in the same words. */
const askable: ReadonlySet<string> = new Set(['api', 'batch']);

export function resumableRun({ focus }: Pick<BatchSheet, 'focus'>): RunColumn | null {
  if (!focus || focus.head.imported !== undefined || !askable.has(focus.head.judge.id)) return null;
  // A batch file has one question for a case.
  return focus.head.settings.asking === 'criterion' ? null : focus;
}

/** How many cells each scope holds. A scope that says nothing of its own is left out. */
export function scopesOf({ sheet, settings }: BatchSource): { scope: BatchScope; cells: number }[] {
  const { rows } = sheet.cases;
  const column = resumableRun(sheet);
  const { rest, failed } = column ? lackingIn(column, rows) : { rest: 0, failed: 0 };
  const all = rows.length;
  const shown = sheet.results.order.length;
  const scopes: { scope: BatchScope; cells: number }[] = [
    { scope: 'rest', cells: rest },
    { scope: 'rest-and-failed', cells: failed > 0 ? rest + failed : 0 },
    { scope: 'all', cells: all * settings.samples },
    { scope: 'shown', cells: shown < all ? shown * settings.samples : 0 },
  ];
  return scopes.filter(({ cells }) => cells > 0);
}

function lackingIn(column: RunColumn, rows: readonly SheetCase[]): { rest: number; failed: number } {
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

export interface BatchOptions extends BatchSource {
  engine: BatchEngine;
  scope: BatchScope | null;
  resumed: RunHead | null;
  model: string;
}

export interface BatchPlan {
  run: BatchRun;
  asked: Cell[];
  cells: BatchCells;
  fresh: Rubric | null;
}

/** Null where the run to resume is no longer stored, or nothing can be asked. */
export function planBatch(wish: BatchOptions, tools: BatchTools): Promise<BatchPlan | null> {
  return wish.resumed ? planRest(wish, wish.resumed.id, tools) : planNewRun(wish, tools);
}

async function planRest(
  { sheet, scope, engine }: BatchOptions,
  id: string,
  { store, rubrics, world }: BatchTools,
): Promise<BatchPlan | null> {
  const head = await store.run(id);
  if (!head || head.removed !== null) return null;
  const ready = await rubrics.ready(await rubrics.version(head.rubric.hash));
  const log = await collect(store.entries(id));
  // Only now: while the log was read, cases may have been edited.
  const { rows } = sheet.cases;
  const byKey = caseMap(rows);
  const cells = new BatchCells(head, ready.rubric, byKey, log);
  const asked = cellsOf(rows, head.settings.samples).filter((cell) => {
    const standing = cells.standingOf(cell);
    return standing === 'empty' || (scope === 'rest-and-failed' && standing === 'failed');
  });
  return { run: { head, ready, engine, world, caseAt: caseIn(byKey) }, asked, cells, fresh: null };
}

async function planNewRun(
  { sheet, settings: given, scope, engine, model }: BatchOptions,
  { rubrics, world }: BatchTools,
): Promise<BatchPlan | null> {
  // A batch file has one question for a case.
  const { asking: _, ...settings } = given;
  const rubric = await sheet.currentRubric();
  if (!rubric) return null;
  const ready = await rubrics.ready(rubric);
  const { rows } = sheet.cases;
  const subjects = scope === 'shown' ? [...sheet.results.order].flatMap((row) => rows[row] ?? []) : rows;
  const head = newRunHead(
    {
      sheet: sheet.id,
      rubric,
      judge: batchJudge(engine, model),
      // The rest may be judged in the page with any number of parallel requests.
      settings: { ...settings, atOnce: 256 },
      // Nothing is ordered before the files are whole.
      order: null,
    },
    world,
  );
  const byKey = caseMap(rows);
  return {
    run: { head, ready, engine, world, caseAt: caseIn(byKey) },
    asked: cellsOf(subjects, settings.samples),
    cells: new BatchCells(head, rubric, byKey, []),
    fresh: rubric,
  };
}

export async function collect<T>(pieces: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) for (const one of piece) all.push(one);
  return all;
}

function caseMap(rows: readonly SheetCase[]): Map<number, SheetCase> {
  return new Map(rows.map((one) => [one.key, one]));
}

function cellsOf(cases: readonly SheetCase[], samples: number): Cell[] {
  return cases.flatMap(({ key: caseKey }) =>
    Array.from({ length: samples }, (_, sample) => ({ caseKey, sample })),
  );
}
