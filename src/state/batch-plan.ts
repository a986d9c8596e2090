import type { BatchEngine } from '../core/export/batch/batch-engine';
import type { Case } from '../core/model/case';
import type { BatchManner, RunHead } from '../core/model/run';
import type * as Batch from '../pipeline/batch';
import type { BatchRun } from '../pipeline/batch-unit';
import type { EarlierResult, UnitPlace } from '../pipeline/run-ledger';
import type { RunStore } from '../storage/runs/run-store';
import type { BatchDesk, BatchScope } from './batch-scope';
import type { BatchTools } from './batch-tools';
import { yieldToPage } from './sliced-work';

/** What a person asks for, as it stands when it is asked. */
export interface BatchWish extends BatchDesk {
  engine: BatchEngine;
  scope: BatchScope | null;
  goingOn: RunHead | null;
  model: string;
}

/** What goes into the files, and where the run comes from. */
export interface BatchPlan {
  run: BatchRun;
  units: UnitPlace[];
  /** The last result of each unit that has one, by `unitAt`. */
  earlier: ReadonlyMap<number, EarlierResult>;
  /** Null for a run that is stored already. */
  fresh: { desk: BatchDesk['desk']; cases: readonly Case[] } | null;
}

const unitsPerTurn = 10_000;
/** Facts may have settled some of the last cases without a model. */
const mostReceipts = 50;

/** Null where the run that is to be gone on with is no longer stored. */
export async function planBatch(
  batch: typeof Batch,
  { desk, settings, engine, scope, goingOn, model }: BatchWish,
  { runs, world, wire: wireOf, loadEngine }: BatchTools,
): Promise<BatchPlan | null> {
  const [ready, wire] = await Promise.all([desk.ready(), wireOf(engine)]);
  const common = { ready, engine, wire, world };
  if (goingOn && desk.stored) {
    const { cases } = desk.stored;
    const head = await runs.head(goingOn.id);
    if (!head || head.removed !== null) return null;
    const { last: earlier, scored } = await lastResults(runs, head);
    const manner = await lastManner(batch, runs, head, scored);
    const wanted = (place: UnitPlace) => {
      const before = earlier.get(unitAt(head, place));
      return !before || (scope === 'rest-and-failed' && before.digest.status === 'unscored');
    };
    const asked: RunHead = manner ? { ...head, batchManner: manner } : head;
    const run = { ...common, head: asked, caseAt: caseAt(cases) };
    return { run, units: await gathered(batch.unitsOf(head), wanted), earlier, fresh: null };
  }
  const cases = scope === 'shown' ? shownCases(desk) : desk.cases;
  const { newRunHead } = await loadEngine();
  // Whoever judges the rest in the page may do so as wide as it likes.
  const made = newRunHead(
    ready.rubric,
    batch.batchJudge(engine, wire, model),
    { ...settings, atOnce: 256 },
    cases,
    world,
  );
  const head: RunHead = { ...made, state: 'paused', pause: { because: 'batch', detail: '' } };
  const run = { ...common, head, caseAt: caseAt(cases) };
  return { run, units: await gathered(batch.unitsOf(head)), earlier: new Map(), fresh: { desk, cases } };
}

export function unitAt({ settings }: Pick<RunHead, 'settings'>, { row, sample }: UnitPlace): number {
  return row * settings.samples + sample;
}

/** The last result of each unit, and where the last few with a score lie in the log. */
async function lastResults(
  runs: RunStore,
  head: RunHead,
): Promise<{ last: Map<number, EarlierResult>; scored: readonly number[] }> {
  const last = new Map<number, EarlierResult>();
  let scored: number[] = [];
  for await (const piece of runs.entries(head.id)) {
    for (const { row, sample, digest, place } of piece) {
      last.set(unitAt(head, { row, sample }), { row, sample, digest });
      if (digest.status !== 'unscored') scored.push(place);
    }
    scored = scored.slice(-mostReceipts);
    await yieldToPage();
  }
  return { last, scored };
}

/** How the model took its last question in this run. Null where none was answered, and nothing is known but its description. */
async function lastManner(
  { mannerIn }: typeof Batch,
  runs: RunStore,
  head: RunHead,
  places: readonly number[],
): Promise<BatchManner | null> {
  const judgements = await runs.judgements(head.id, places);
  return (
    judgements
      .reverse()
      .map((judgement) => judgement && mannerIn(judgement.receipt.parameters))
      .find((manner) => manner !== null) ?? null
  );
}

function shownCases({ cases, results }: BatchDesk['desk']): Case[] {
  return [...results.order].flatMap((row) => cases[row] ?? []);
}

function caseAt(cases: readonly Case[]): (row: number) => Case {
  return (row) => {
    const found = cases[row];
    if (!found) throw new Error(`Expected a case in row ${row} of ${cases.length}.`);
    return found;
  };
}

/** A million units are not looked through in one turn. */
async function gathered(
  units: Iterable<UnitPlace>,
  wanted: (place: UnitPlace) => boolean = () => true,
): Promise<UnitPlace[]> {
  const list: UnitPlace[] = [];
  let looked = 0;
  for (const place of units) {
    if (wanted(place)) list.push(place);
    looked += 1;
    if (looked % unitsPerTurn === 0) await yieldToPage();
  }
  return list;
}
