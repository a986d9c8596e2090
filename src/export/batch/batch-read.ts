import type { Case } from '../../cases/case';
import type { RunHead } from '../../sheet/run-record';
import type { SheetCase } from '../../sheet/sheet';
import type { SheetStore } from '../../sheet/sheet-store';
import type { LoggedResult } from './batch-cells';
import { BatchImport, type BatchReport } from './batch-import';
import { readBatchId, runPart } from './batch-questions';
import { readResultLine, type ResultLine } from './read-result-line';
import { splitLines } from '../split-lines';
import type { ReadyRubric, World } from '../../judgement/ready-rubric';

/** What reading result files needs of the place where it is done: the page, or a worker beside it. */
export interface BatchReadTools {
  store: Pick<SheetStore, 'run' | 'cases' | 'entries' | 'append'>;
  /** The run's own rubric version, ready for its cases. */
  ready: (head: RunHead) => Promise<ReadyRubric>;
  world: World;
  /** Asked after every line: lets others have their turn, or gives null where it is not time yet. */
  maybeYield: () => Promise<void> | null;
  /** Results that are stored together. */
  groupLength: number;
}

export interface BatchReadHooks {
  signal: AbortSignal;
  /** How much is read, from 0 to 1. */
  onProgress: (share: number, lines: number) => void;
  /** All results before this place of the run's log are durable. */
  onStored: (upTo: number) => void;
}

export interface BatchOutcome {
  head: RunHead;
  report: BatchReport;
  /** By case key, the names of those cases that the report lists. */
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
    const results = importing.collected();
    storing = tools.store
      .append(run, results, importing.head())
      .then((first) => onStored(first + results.length));
    // The next `await storing` reports a failure; until then the browser must not.
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
        const pause = tools.maybeYield();
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
  { store, ready: makeReady, world, maybeYield }: BatchReadTools,
  signal: AbortSignal,
): Promise<{ importing: BatchImport; cases: readonly SheetCase[] }> {
  const pause = async () => {
    await maybeYield();
    signal.throwIfAborted();
  };
  const head = await store.run(run);
  if (!head) throw new Error('This run is no longer stored.');
  const ready = await makeReady(head);
  const cases: SheetCase[] = [];
  for await (const piece of store.cases(head.sheet)) {
    for (const one of piece) cases.push(one);
    await pause();
  }
  const log: LoggedResult[] = [];
  for await (const piece of store.entries(run)) {
    for (const entry of piece) log.push(entry);
    await pause();
  }
  const importing = new BatchImport({ head, ready, cases, world, log });
  for (const preparing = importing.prepare(); !preparing.next().done;) await pause();
  return { importing, cases };
}

function namesIn({ listed }: BatchReport, cases: readonly SheetCase[]): BatchOutcome['names'] {
  const keys = new Set(listed.flatMap((problem) => ('caseKey' in problem ? [problem.caseKey] : [])));
  const named = cases.filter(({ key }) => keys.has(key));
  return new Map(
    named.map(({ key, case: { id, label } }) => [key, { id, ...(label !== undefined && { label }) }]),
  );
}

export interface FileLine {
  /** Null where its bytes are no text. */
  text: string | null;
  /** From 1. */
  line: number;
  /** With its end. */
  bytes: number;
}

/** The lines of a file, one after the other, without ever holding more of it than a piece. */
export async function* batchFileLines(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<FileLine, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  for await (const piece of splitLines(pieces(bytes))) {
    line += 1;
    yield { text: decoded(decoder, piece.bytes), line, bytes: piece.bytes.length + 1 };
  }
}

/** By hand: not every browser lets a stream be iterated. */
async function* pieces(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array, void> {
  const reader = bytes.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A mark at the start that some programs write is taken off by the decoder. */
function decoded(decoder: TextDecoder, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** What a line is, and which of these runs its id names. */
export function findRunOf(
  text: string,
  heads: readonly RunHead[],
): { kind: ResultLine['kind']; head: RunHead | null } {
  const line = readResultLine(text);
  const id = 'id' in line ? readBatchId(line.id) : null;
  return { kind: line.kind, head: heads.find((head) => runPart(head.id) === id?.run) ?? null };
}

/** A file whose first lines are all damaged is most likely no result file. */
const mostLooked = 200;

/** A file that names no run, and what its first lines are. */
export interface Stray {
  file: File;
  holds: 'results' | 'questions' | 'neither';
}

/** The run that one of its first lines names; null where none of these is named. */
export async function lookInto(
  file: File,
  heads: readonly RunHead[],
): Promise<{ head: RunHead | null; holds: Stray['holds'] }> {
  let looked = 0;
  let holds: Stray['holds'] = 'neither';
  for await (const { text } of batchFileLines(file.stream())) {
    const { head, kind } = text === null ? { head: null, kind: 'damaged' } : findRunOf(text, heads);
    if (head) return { head, holds: 'results' };
    if (kind === 'reply' || kind === 'error') holds = 'results';
    if (kind === 'request' && holds === 'neither') holds = 'questions';
    looked += 1;
    if (looked === mostLooked) break;
  }
  return { head: null, holds };
}
