import type { RunHead } from '../core/model/run';
import type { ReadyRubric } from '../pipeline/judge-case';
import type { RunStore } from '../storage/runs/run-store';
import { Desk } from './desk.svelte';
import { judgedOnce } from './judged-case';
import { emptySources, fillSource } from './run-cases';
import { readRunRubric } from './run-rubric';
import type { LoadEngine, RubricShelf } from './rubric-shelf.svelte';
import { yieldToPage } from './sliced-work';

interface Tools {
  runs: RunStore;
  shelf: RubricShelf;
  loadEngine: LoadEngine;
}

/** A stored run on a desk of its own: with its own rubric, cases, judgements and the table as it was left. */
export async function openRun(head: RunHead, { runs, shelf, loadEngine }: Tools): Promise<Desk> {
  const { id } = head;
  const rubric = await readRunRubric(runs, id);
  let prepared: Promise<ReadyRubric> | null = null;
  const prepare = async () => {
    const [engine, findFacts] = await Promise.all([loadEngine(), shelf.factsOf(rubric.id)]);
    return engine.prepareRubric(rubric, findFacts);
  };
  const desk = new Desk({ find: () => rubric, ready: () => (prepared ??= prepare()) });

  const sources = emptySources(await runs.sources(id));
  const cases = [];
  for await (const piece of runs.cases(id)) {
    for (const stored of piece) {
      cases.push(stored.case);
      fillSource(sources, stored);
    }
    await yieldToPage();
  }
  desk.add(cases);
  desk.sources.push(...sources);
  desk.showOriginals();
  desk.belongsTo(head, cases);
  await catchUp(desk, runs);
  if (head.view) desk.restoreView(head.view);
  return desk;
}

/** Brings what other tabs have judged since. */
export async function catchUp(desk: Desk, runs: RunStore): Promise<void> {
  const { stored } = desk;
  if (!stored) return;
  const run = stored.head.id;
  for await (const piece of runs.entries(run, stored.known)) {
    // Another desk stands for the run by now.
    if (desk.stored?.head.id !== run) return;
    for (const { row, sample, digest, place } of piece) {
      const subject = stored.cases[row];
      if (subject) desk.keep(judgedOnce(subject, stored.head, { sample, digest, at: { run, place } }));
      stored.known = Math.max(stored.known, place + 1);
    }
    await yieldToPage();
  }
  desk.judgements.flush();
}
