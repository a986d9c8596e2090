import { markCase, type CaseMark, type ComparedRun, type RunOutline } from '../core/compare/compared-run';
import type { RunEntry } from '../core/model/run';
import { sha256Hex } from '../core/receipt/hash';
import { standingOf } from '../core/stats/standing';
import type { RunStore } from '../storage/runs/run-store';
import { readRunRubric } from './run-rubric';
import { breathing, yieldToPage } from './sliced-work';

/** A stored run without its judgements: what is known of every case, and where the judgement lies that stands for it. */
export interface StoredRun extends ComparedRun {
  placeAt: (row: number) => number | undefined;
}

const sliceMilliseconds = 8;

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
  /** What is known of each case, by row. */
  const said: RunEntry[][] = [];
  const kept: (RunEntry | undefined)[] = [];
  const turn = breathing(sliceMilliseconds);
  const pause = async (done: number) => {
    onProgress(done, Math.max(1, caseCount + counts.done));
    await yieldToPage();
    signal.throwIfAborted();
  };
  for await (const piece of runs.cases(id)) {
    for (const stored of piece) {
      cases.push(markCase(stored.case, shortKey));
      // A long text takes its time to be hashed.
      await turn();
    }
    await pause(cases.length);
  }
  let entries = 0;
  for await (const piece of runs.entries(id)) {
    for (const entry of piece) {
      const samples = (said[entry.row] ??= []);
      // The last word on a sample counts.
      const before = samples.findIndex(({ sample }) => sample === entry.sample);
      samples[before < 0 ? samples.length : before] = entry;
      kept[entry.row] = standingOf(samples);
    }
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

const shortLength = 64;

function shortKey(text: string): string {
  return text.length <= shortLength ? text : sha256Hex(text);
}
