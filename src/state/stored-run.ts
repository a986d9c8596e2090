import { markCase, type CaseMark, type ComparedRun, type RunOutline } from '../core/compare/compared-run';
import type { RunEntry } from '../core/model/run';
import { sha256Hex } from '../core/receipt/hash';
import type { RunStore } from '../storage/runs/run-store';
import { readRunRubric } from './run-rubric';
import { yieldToPage } from './sliced-work';

/** A stored run without its judgements: what is known of every case, and where the judgement lies that stands for it. */
export interface StoredRun extends ComparedRun {
  placeAt: (row: number) => number | undefined;
}

interface Reading {
  signal: AbortSignal;
  onProgress: (done: number, of: number) => void;
}

/** Null where the run is not stored any more, or was deleted and can only be brought back. */
export async function readOutline(runs: RunStore, id: string): Promise<RunOutline | null> {
  const head = await runs.head(id);
  if (!head || head.removed !== null) return null;
  return { head, rubric: await readRunRubric(runs, id) };
}

/** Reads a run in pieces between which the page gets its turn. */
export async function readStoredRun(
  runs: RunStore,
  outline: RunOutline,
  { signal, onProgress }: Reading,
): Promise<StoredRun> {
  const { id, cases: caseCount, counts } = outline.head;
  const cases: CaseMark[] = [];
  const kept: (RunEntry | undefined)[] = [];
  const pause = async (done: number) => {
    onProgress(done, Math.max(1, caseCount + counts.done));
    await yieldToPage();
    signal.throwIfAborted();
  };
  for await (const piece of runs.cases(id)) {
    for (const stored of piece) cases.push(markCase(stored.case, shortKey));
    await pause(cases.length);
  }
  let entries = 0;
  for await (const piece of runs.entries(id)) {
    for (const entry of piece) if (standsFor(entry, kept[entry.row])) kept[entry.row] = entry;
    entries += piece.length;
    await pause(cases.length + entries);
  }
  return {
    ...outline,
    cases,
    digestAt: (row) => kept[row]?.digest,
    placeAt: (row) => kept[row]?.place,
  };
}

/** As in the table of results: the lowest sample stands for its case, and the last word on it counts. */
function standsFor(entry: RunEntry, before: RunEntry | undefined): boolean {
  return before === undefined || entry.sample <= before.sample;
}

const shortLength = 64;

function shortKey(text: string): string {
  return text.length <= shortLength ? text : sha256Hex(text);
}
