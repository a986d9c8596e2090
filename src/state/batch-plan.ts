import type { BatchEngine } from '../core/export/batch/batch-engine';
import type { Rubric } from '../core/model/rubric';
import type { BatchManner, Cell, RunHead } from '../core/model/run';
import type { SheetCase } from '../core/model/sheet';
import type * as Batch from '../pipeline/batch';
import type { LoggedResult } from '../pipeline/batch-cells';
import type { BatchRun } from '../pipeline/batch-unit';
import type { BatchScope, BatchSource } from './batch-scope';
import type { BatchTools } from './batch-tools';
import { yieldToPage } from './sliced-work';

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
  cells: InstanceType<typeof Batch.BatchCells>;
  /** The rubric of a run that is not stored yet. */
  fresh: Rubric | null;
}

const cellsPerTurn = 10_000;
/** Facts may have settled some of the last cases without a model. */
const mostReceipts = 50;

/** Null where the run that is to be gone on with is no longer stored, or nothing can be asked. */
export function planBatch(
  batch: typeof Batch,
  wish: BatchWish,
  tools: BatchTools,
): Promise<BatchPlan | null> {
  return wish.goingOn ? planRest(batch, wish, wish.goingOn.id, tools) : planNewRun(batch, wish, tools);
}

/** The cells of a stored run that are empty or outdated, and with a wider scope those that have no score. */
async function planRest(
  batch: typeof Batch,
  { sheet, scope, engine }: BatchWish,
  id: string,
  { store, rubrics, world, wire: wireOf }: BatchTools,
): Promise<BatchPlan | null> {
  const stored = await store.run(id);
  if (!stored || stored.removed !== null) return null;
  const [ready, wire] = await Promise.all([
    rubrics.version(stored.rubric.hash).then((rubric) => rubrics.ready(rubric)),
    wireOf(engine),
  ]);
  const { log, scored } = await readLog(store, id);
  const manner = await lastManner(batch, store, id, scored);
  const head: RunHead = manner ? { ...stored, batchManner: manner } : stored;
  // Only now: while the log was read, cases may have been edited.
  const { rows } = sheet.cases;
  const byKey = caseMap(rows);
  const cells = new batch.BatchCells(head, ready.rubric, (key) => byKey.get(key), log);
  const asked = await gather(rows, head.settings.samples, (cell) => {
    const standing = cells.standingOf(cell);
    return standing === 'empty' || (scope === 'rest-and-failed' && standing === 'failed');
  });
  return { run: { head, ready, engine, wire, world, caseAt: caseAt(byKey) }, asked, cells, fresh: null };
}

async function planNewRun(
  batch: typeof Batch,
  { sheet, settings, scope, engine, model }: BatchWish,
  { rubrics, world, wire: wireOf, loadEngine }: BatchTools,
): Promise<BatchPlan | null> {
  const rubric = await sheet.currentRubric();
  if (!rubric) return null;
  const [ready, wire, { newRunHead }] = await Promise.all([
    rubrics.ready(rubric),
    wireOf(engine),
    loadEngine(),
  ]);
  const { rows } = sheet.cases;
  const subjects = scope === 'shown' ? [...sheet.results.order].flatMap((row) => rows[row] ?? []) : rows;
  const asked = await gather(subjects, settings.samples);
  const head = newRunHead(
    {
      sheet: sheet.id,
      rubric,
      judge: batch.batchJudge(engine, wire, model),
      // Whoever judges the rest in the page may do so as wide as it likes.
      settings: { ...settings, atOnce: 256 },
      // Nothing is ordered before the files are whole.
      order: null,
    },
    world,
  );
  const byKey = caseMap(rows);
  const cells = new batch.BatchCells(head, rubric, (key) => byKey.get(key), []);
  return { run: { head, ready, engine, wire, world, caseAt: caseAt(byKey) }, asked, cells, fresh: rubric };
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
  { mannerIn }: typeof Batch,
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

function caseAt(byKey: ReadonlyMap<number, SheetCase>): (key: number) => SheetCase {
  return (key) => {
    const found = byKey.get(key);
    if (!found) throw new Error(`Expected a case with the key ${key} among ${byKey.size}.`);
    return found;
  };
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
