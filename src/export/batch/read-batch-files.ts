import type { ReadyRubric, World } from '../../judgement/ready-rubric';
import { caseName } from '../../sheet/run-names';
import type { RunHead } from '../../sheet/run-record';
import type { SheetStore } from '../../sheet/sheet-store';
import { chunksOf, splitLines } from '../split-lines';
import { BatchImport, type BatchReport } from './batch-import';
import { collect, groupLength } from './batch-plan';
import { readBatchId, runPart } from './batch-questions';
import { readResultLine } from './read-result-line';

export interface BatchReadTools {
  store: Pick<SheetStore, 'run' | 'cases' | 'entries' | 'append'>;
  ready: (head: RunHead) => Promise<ReadyRubric>;
  world: World;
  /** Lets the page have a turn. Called for every line; returns null while that is not needed. */
  maybeYield: () => Promise<void> | null;
  signal: AbortSignal;
  onProgress: (share: number, lines: number) => void;
  /** All results before this place of the run's log are durable. */
  onStored: (upTo: number) => void;
}

export interface BatchOutcome {
  head: RunHead;
  report: BatchReport;
  names: ReadonlyMap<number, string>;
  /** Before the last line. What was read until then is stored. */
  stopped: boolean;
}

/** Takes result files into the run. Rejects with the signal's reason only before the first line: afterwards what was read counts. */
export async function readBatchResults(
  run: string,
  files: readonly File[],
  tools: BatchReadTools,
): Promise<BatchOutcome> {
  const { signal, maybeYield, onProgress, onStored } = tools;
  const before = await tools.store.run(run);
  if (!before) throw new Error('This run is no longer stored.');
  const ready = await tools.ready(before);
  const cases = await collect(tools.store.cases(before.sheet));
  const log = await collect(tools.store.entries(run));
  const importing = new BatchImport({ head: before, ready, cases, world: tools.world, log });
  for (const preparing = importing.prepare(); !preparing.next().done;) await maybeYield();
  signal.throwIfAborted();
  const total = Math.max(
    1,
    files.reduce((sum, { size }) => sum + size, 0),
  );
  let read = 0;
  let lines = 0;
  let stopped = false;
  const storage = { refused: false };
  const store = async () => {
    const results = importing.collected();
    storage.refused = true;
    const first = await tools.store.append(run, results, importing.head());
    storage.refused = false;
    onStored(first + results.length);
  };
  try {
    for (const file of files) {
      for await (const { text, line, bytes } of batchFileLines(file.stream())) {
        const at = { file: file.name, line };
        importing.take(text, at);
        read += bytes;
        lines += 1;
        if (importing.waiting >= groupLength) await store();
        const pause = maybeYield();
        if (!pause) continue;
        onProgress(Math.min(1, read / total), lines);
        await pause;
        signal.throwIfAborted();
      }
    }
    await store();
  } catch (error) {
    // What was read before a failure or a stop counts. A head must not count results that the storage refused.
    if (!storage.refused) await store();
    // What breaks after the order to stop is no stopping.
    if (!signal.aborted || error !== signal.reason) throw error;
    stopped = true;
  }
  const names = new Map(cases.map(({ key, case: subject }) => [key, caseName(subject)]));
  return { head: importing.head(), report: importing.report(), names, stopped };
}

/** The lines of a file, one after the other. `text` is null where bytes are no text; `bytes` counts the line's end. */
export async function* batchFileLines(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<{ text: string | null; line: number; bytes: number }, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  for await (const { bytes } of splitLines(chunksOf(stream))) {
    let text: string | null = null;
    try {
      text = decoder.decode(bytes);
    } catch {
      // The report names the line.
    }
    line += 1;
    yield { text, line, bytes: bytes.length + 1 };
  }
}

/** A file whose first lines are all damaged is most likely no result file. */
const mostLooked = 200;

export type FileContent = 'results' | 'questions' | 'neither';

export async function inspectBatchFile(
  file: Pick<File, 'stream'>,
  heads: readonly RunHead[],
): Promise<{ head: RunHead | null; holds: FileContent }> {
  let holds: FileContent = 'neither';
  for await (const { text, line } of batchFileLines(file.stream())) {
    const found = readResultLine(text ?? '');
    if (found.kind === 'request' && holds === 'neither') holds = 'questions';
    if ('id' in found) {
      holds = 'results';
      const id = readBatchId(found.id);
      const head = heads.find((one) => runPart(one.id) === id?.run);
      if (head) return { head, holds };
    }
    if (line === mostLooked) break;
  }
  return { head: null, holds };
}
