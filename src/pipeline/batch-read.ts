import type { BatchEngine } from '../core/export/batch/batch-engine';
import type { Case } from '../core/model/case';
import type { RunHead } from '../core/model/run';
import type { RunStore } from '../storage/runs/run-store';
import { batchFileLines } from './batch-file';
import { BatchImport } from './batch-import';
import type { BatchReport } from './batch-report';
import type { BatchWire } from './batch-unit';
import type { ReadyRubric, World } from './ready-rubric';
import type { EarlierResult } from './run-ledger';

/** What reading result files needs of the place where it is done: the page, or a worker beside it. */
export interface BatchReadTools {
  runs: Pick<RunStore, 'head' | 'cases' | 'entries' | 'append'>;
  /** The run's own rubric, ready for its cases. */
  ready: (run: string) => Promise<ReadyRubric>;
  wires: Record<BatchEngine, BatchWire>;
  world: World;
  /** Asked after every line: lets others have their turn, or gives null where it is not time yet. */
  breathe: () => Promise<void> | null;
  /** Results that are stored together. */
  groupLength: number;
}

export interface BatchReadHooks {
  signal: AbortSignal;
  /** How much is read, from 0 to 1. */
  onProgress: (share: number, lines: number) => void;
  /** More results are durable. */
  onStored: () => void;
}

export interface BatchOutcome {
  head: RunHead;
  report: BatchReport;
  /** By row, the names of those cases that the report lists. */
  names: ReadonlyMap<number, Pick<Case, 'id' | 'label'>>;
  /** Before the last line. What was read until then is stored. */
  stopped: boolean;
}

/** Takes result files into the run. Rejects with the signal's reason only before the first line: afterwards what was read counts. */
export async function readBatchResults(
  run: string,
  files: readonly File[],
  tools: BatchReadTools,
  hooks: BatchReadHooks,
): Promise<BatchOutcome> {
  const { signal, onProgress, onStored } = hooks;
  const { importing, cases } = await begin(run, tools, signal);
  const total = Math.max(
    1,
    files.reduce((sum, { size }) => sum + size, 0),
  );
  let read = 0;
  let lines = 0;
  let stopped = false;
  let storing = Promise.resolve();
  /** The next lines are read while these results are being stored, but never more than one group ahead. */
  const store = async () => {
    await storing;
    storing = tools.runs.append(run, importing.collected(), importing.head()).then(onStored);
    // Whoever waits for it sees the failure; until then it is none that nobody handles.
    storing.catch(() => undefined);
  };
  try {
    for (const file of files) {
      for await (const { text, line, bytes } of batchFileLines(file.stream())) {
        const at = { file: file.name, line };
        if (text === null) importing.takeDamaged(at, 'not-text');
        else importing.take(text, at);
        read += bytes;
        lines += 1;
        if (importing.waiting >= tools.groupLength) await store();
        const pause = tools.breathe();
        if (!pause) continue;
        onProgress(Math.min(1, read / total), lines);
        await pause;
        signal.throwIfAborted();
      }
    }
  } catch (error) {
    // What breaks after the order to stop is no stopping.
    if (!signal.aborted || error !== signal.reason) throw error;
    stopped = true;
  } finally {
    // Whatever came to an end here, what was read counts.
    await store();
    await storing;
  }
  const report = importing.report();
  return { head: importing.head(), report, names: namesIn(report, cases), stopped };
}

async function begin(
  run: string,
  { runs, ready, wires, world, breathe }: BatchReadTools,
  signal: AbortSignal,
): Promise<{ importing: BatchImport; cases: readonly Case[] }> {
  const pause = async () => {
    await breathe();
    signal.throwIfAborted();
  };
  const head = await runs.head(run);
  if (!head) throw new Error('This run is no longer stored.');
  const rubric = await ready(run);
  const cases: Case[] = [];
  for await (const piece of runs.cases(run)) {
    for (const stored of piece) cases.push(stored.case);
    await pause();
  }
  const earlier: EarlierResult[] = [];
  for await (const piece of runs.entries(run)) {
    for (const { row, sample, digest } of piece) earlier.push({ row, sample, digest });
    await pause();
  }
  const caseAt = (row: number) => {
    const found = cases[row];
    if (!found) throw new Error(`Expected a case in row ${row} of ${cases.length}.`);
    return found;
  };
  const importing = new BatchImport({ head, ready: rubric, caseAt, world, wires, earlier });
  for (const preparing = importing.prepare(); !preparing.next().done;) await pause();
  return { importing, cases };
}

function namesIn({ listed }: BatchReport, cases: readonly Case[]): BatchOutcome['names'] {
  const names = new Map<number, Pick<Case, 'id' | 'label'>>();
  for (const problem of listed) {
    const found = 'row' in problem ? cases[problem.row] : undefined;
    if (!found || !('row' in problem)) continue;
    const { id, label } = found;
    names.set(problem.row, { id, ...(label !== undefined && { label }) });
  }
  return names;
}
