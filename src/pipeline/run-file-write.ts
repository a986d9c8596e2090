import { jsonSchema } from '../core/model/json';
import type { Judgement } from '../core/model/judgement';
import type { RunEntry, RunHead } from '../core/model/run';
import type { RunStore } from '../storage/runs/run-store';
import { ResultCounts } from './run-file-counts';
import {
  runFileFormat,
  sealLine,
  type CaseLine,
  type EndLine,
  type ResultLine,
  type StartLine,
} from './run-file-lines';
import { refuseSecrets } from './run-file-secrets';

export type ReadableRuns = Pick<RunStore, 'head' | 'rubric' | 'sources' | 'cases' | 'entries' | 'judgements'>;

export interface WriteOptions {
  signal?: AbortSignal;
  /** Lets the page live: asked often, gives null while it need not. */
  breathe?: () => Promise<void> | null;
  /** Lines written so far. */
  onProgress?: (lines: number) => void;
  /** Places of results that are known to be unreadable: they are left out, and the first line counts without them. */
  without?: ReadonlySet<number>;
  /** Told of each other result that is left out, since it cannot be read as it is stored. The first line still counts it. */
  onUnreadable?: (entry: RunEntry) => void;
}

const chunkLength = 65_536;
/** Unpacked in a few milliseconds. */
const resultsAtOnce = 10;
/** A run has one shared text, or a few; with more than this each line brings its own. */
const mostTexts = 64;

/**
 * A stored run as the text of a run file, in pieces of about 64 kB. A run that goes on meanwhile is written as far as it
 * had come when the writing began. Rejects with `SecretInRun` rather than write a key, and with the signal's reason when cancelled.
 */
export async function* runFileText(
  store: ReadableRuns,
  id: string,
  {
    signal,
    breathe = () => null,
    onProgress,
    without = new Set(),
    onUnreadable = () => undefined,
  }: WriteOptions = {},
): AsyncGenerator<string, void, undefined> {
  let lines = 0;
  let chunk = '';
  for await (const line of linesOf(store, id, { breathe, without, onUnreadable })) {
    signal?.throwIfAborted();
    chunk += `${sealLine(line)}\n`;
    lines += 1;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
    onProgress?.(lines);
    await breathe();
  }
  signal?.throwIfAborted();
  yield chunk;
  onProgress?.(lines);
}

type Line = StartLine | CaseLine | ResultLine | EndLine;

async function* linesOf(
  store: ReadableRuns,
  id: string,
  { breathe, without, onUnreadable }: Required<Pick<WriteOptions, 'breathe' | 'without' | 'onUnreadable'>>,
): AsyncGenerator<Line, void, undefined> {
  const { head, end } = await headAndEnd(store, id, without);
  refuseSecrets(head.judge.parameters);
  const { contract, prompt } = await store.rubric(id);
  const rubric = { contract: jsonSchema.parse(contract), prompt };
  yield { format: runFileFormat, head, rubric, sources: await store.sources(id) };

  let cases = 0;
  for await (const piece of store.cases(id)) {
    for (const one of piece) {
      yield { row: cases, ...one };
      cases += 1;
    }
  }
  let results = 0;
  const texts = new SharedLines();
  for await (const piece of store.entries(id)) {
    const known = piece.filter(({ place }) => place < end);
    const wanted = known.filter(({ place }) => !without.has(place));
    for (let from = 0; from < wanted.length; from += resultsAtOnce) {
      const entries = wanted.slice(from, from + resultsAtOnce);
      await breathe();
      const judgements = await store.judgements(
        id,
        entries.map(({ place }) => place),
      );
      for (const [index, entry] of entries.entries()) {
        const judgement = judgements[index];
        if (judgement === undefined)
          throw new Error(`Expected a judgement at place ${entry.place}, got none.`);
        if (judgement === null || !belongs(entry, judgement)) {
          onUnreadable(entry);
          continue;
        }
        yield resultLine({ ...entry, place: results }, judgement, texts, 2 + cases + results);
        results += 1;
      }
    }
    if (known.length < piece.length) break;
  }
  yield { end: { cases, results } };
}

/**
 * The head that goes with what the log has up to its end of this moment: a run that goes on is ahead of its head, and one that
 * has lost results behind it.
 */
async function headAndEnd(
  store: ReadableRuns,
  id: string,
  without: ReadonlySet<number>,
): Promise<{ head: RunHead; end: number }> {
  const before = await store.head(id);
  if (before === null) throw notThere(id);
  const counts = new ResultCounts(before.settings.samples);
  let end = 0;
  let writtenBefore = 0;
  for await (const piece of store.entries(id)) {
    for (const entry of piece) {
      end = entry.place + 1;
      if (without.has(entry.place)) continue;
      counts.add(entry);
      if (before.again && entry.place < before.again.before) writtenBefore += 1;
    }
  }
  const after = await store.head(id);
  if (after === null) throw notThere(id);
  // A run that ended meanwhile has results that are not in this file: it was still going on.
  const { state, pause } = before;
  const { again: _, ...rest } = after;
  // In the file places count without those that are left out.
  const again = before.again && { ...before.again, before: writtenBefore };
  return { head: counts.headOf({ ...rest, state, pause, ...(again && { again }) }), end };
}

function notThere(id: string): Error {
  return new Error(`Expected a stored run, got ${id}, which is not there.`);
}

/** One whose two parts contradict each other would be refused by whoever reads the file. */
function belongs({ digest }: RunEntry, { receipt, status }: Judgement): boolean {
  return digest.receipt === receipt.id && digest.status === status;
}

function resultLine(entry: RunEntry, judgement: Judgement, texts: SharedLines, line: number): ResultLine {
  refuseSecrets(judgement.receipt.parameters);
  for (const { reply } of judgement.attempts) refuseSecrets(reply.parameters);
  const { prompt } = judgement;
  if (prompt === null) return { ...entry, judgement: { ...judgement, prompt } };
  const shared = texts.refer(prompt.shared, line);
  return { ...entry, judgement: { ...judgement, prompt: { ...prompt, shared } } };
}

/** Which line has which text. */
class SharedLines {
  readonly #lineOf = new Map<string, number>();

  refer(text: string, line: number): string | { line: number } {
    const known = this.#lineOf.get(text);
    if (known !== undefined) return { line: known };
    if (this.#lineOf.size < mostTexts) this.#lineOf.set(text, line);
    return text;
  }
}
