import { yieldToPage } from '../../kit/sliced-work';
import type { Rubric } from '../../rubric/rubric';
import { samplesOf, type JudgedCase } from '../../sheet/results/judged-case';
import type { RubricVersions } from '../../sheet/rubric-versions.svelte';
import { newRunHead } from '../../sheet/run/new-run';
import type { RunLocks } from '../../sheet/run/run-locks';
import type { BatchManner, Cell, RunHead, RunSettings } from '../../sheet/run-record';
import type { SheetCase, SheetHead } from '../../sheet/sheet';
import type { SheetChange } from '../../sheet/sheet-changes';
import type { SheetStore } from '../../sheet/sheet-store';
import type { World } from '../../judgement/ready-rubric';
import { BatchCells, caseIn, type LoggedResult } from './batch-cells';
import type { BatchEngine } from './batch-files';
import { batchJudge, mannerIn, type BatchRun } from './batch-questions';
import type { ReadBatchAway } from './read-batch.browser';

export interface BatchTools {
  world: World;
  store: SheetStore;
  locks: Pick<RunLocks, 'claim'>;
  rubrics: Pick<RubricVersions, 'version' | 'ready'>;
  changes: { tell: (change: SheetChange) => void };
  /** The open sheet, and how a new run would ask. */
  source: () => BatchSource;
  /** Reads results in a worker. Only for sheets that are stored where a worker finds them. */
  loadReader: () => Promise<ReadBatchAway>;
}

/** How long batch work may hold the main thread before the page gets its turn. */
export const sliceMilliseconds = 8;
/** Results that are stored together. */
export const groupLength = 100;

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

/** What a person asks for, as it stands when it is asked. */
export interface BatchWish extends BatchSource {
  engine: BatchEngine;
  scope: BatchScope | null;
  goingOn: RunHead | null;
  model: string;
}

/** What goes into the files, and where the run comes from. */
export interface BatchPlan {
  run: BatchRun;
  asked: Cell[];
  /** What the run's cells hold before any of this. */
  cells: BatchCells;
  /** The rubric of a run that is not stored yet. */
  fresh: Rubric | null;
}

const cellsPerTurn = 10_000;
/** Facts may have settled some of the last cases without a model. */
const mostReceipts = 50;

/** Null where the run to resume is no longer stored, or nothing can be asked. */
export function planBatch(wish: BatchWish, tools: BatchTools): Promise<BatchPlan | null> {
  return wish.goingOn ? planRest(wish, wish.goingOn.id, tools) : planNewRun(wish, tools);
}

/** The cells of a stored run that are empty or outdated, and with a wider scope those that have no score. */
async function planRest(
  { sheet, scope, engine }: BatchWish,
  id: string,
  { store, rubrics, world }: BatchTools,
): Promise<BatchPlan | null> {
  const stored = await store.run(id);
  if (!stored || stored.removed !== null) return null;
  const ready = await rubrics.ready(await rubrics.version(stored.rubric.hash));
  const { log, scored } = await readLog(store, id);
  const manner = await lastManner(store, id, scored);
  const head: RunHead = manner ? { ...stored, batchManner: manner } : stored;
  // Only now: while the log was read, cases may have been edited.
  const { rows } = sheet.cases;
  const byKey = caseMap(rows);
  const cells = new BatchCells(head, ready.rubric, (key) => byKey.get(key), log);
  const asked = await gather(rows, head.settings.samples, (cell) => {
    const standing = cells.standingOf(cell);
    return standing === 'empty' || (scope === 'rest-and-failed' && standing === 'failed');
  });
  return { run: { head, ready, engine, world, caseAt: caseIn(byKey) }, asked, cells, fresh: null };
}

async function planNewRun(
  { sheet, settings: given, scope, engine, model }: BatchWish,
  { rubrics, world }: BatchTools,
): Promise<BatchPlan | null> {
  // A batch file has one question for a case.
  const { asking: _, ...settings } = given;
  const rubric = await sheet.currentRubric();
  if (!rubric) return null;
  const ready = await rubrics.ready(rubric);
  const { rows } = sheet.cases;
  const subjects = scope === 'shown' ? [...sheet.results.order].flatMap((row) => rows[row] ?? []) : rows;
  const asked = await gather(subjects, settings.samples);
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
  const cells = new BatchCells(head, rubric, (key) => byKey.get(key), []);
  return { run: { head, ready, engine, world, caseAt: caseIn(byKey) }, asked, cells, fresh: rubric };
}

/** The run's log, and where the last few results with a score lie in it. */
async function readLog(
  store: BatchTools['store'],
  run: string,
): Promise<{ log: LoggedResult[]; scored: readonly number[] }> {
  const log: LoggedResult[] = [];
  let scored: number[] = [];
  for await (const piece of store.entries(run)) {
    for (const entry of piece) {
      log.push(entry);
      if (entry.digest.status !== 'unscored') scored.push(entry.place);
    }
    scored = scored.slice(-mostReceipts);
    await yieldToPage();
  }
  return { log, scored };
}

/** How the model took its last question in this run. Null where none was answered, and nothing is known but its description. */
async function lastManner(
  store: BatchTools['store'],
  run: string,
  places: readonly number[],
): Promise<BatchManner | null> {
  const judgements = await store.judgements(run, places);
  return (
    judgements
      .reverse()
      .map((judgement) => judgement && mannerIn(judgement.receipt.parameters))
      .find((manner) => manner !== null) ?? null
  );
}

function caseMap(rows: readonly SheetCase[]): Map<number, SheetCase> {
  return new Map(rows.map((one) => [one.key, one]));
}

/** The cells of these cases, all samples of a case after each other. A million cells are not looked through in one turn. */
async function gather(
  cases: readonly SheetCase[],
  samples: number,
  wanted: (cell: Cell) => boolean = () => true,
): Promise<Cell[]> {
  const cells: Cell[] = [];
  let looked = 0;
  for (const { key: caseKey } of cases) {
    for (let sample = 0; sample < samples; sample += 1) {
      const cell = { caseKey, sample };
      if (wanted(cell)) cells.push(cell);
      looked += 1;
      if (looked % cellsPerTurn === 0) await yieldToPage();
    }
  }
  return cells;
}
