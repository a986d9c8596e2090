import { jsonSchema } from '../core/model/json';
import type { Judgement } from '../core/model/judgement';
import type { RunEntry } from '../core/model/run';
import type { RunStore } from '../storage/runs/run-store';
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
  /** Lets the page live between two pieces. */
  breathe?: () => Promise<void>;
  /** Lines written so far. */
  onProgress?: (lines: number) => void;
}

const chunkLength = 65_536;
const resultsAtOnce = 100;
/** A run has one shared text, or a few; with more than this each line brings its own. */
const mostTexts = 64;

/**
 * A stored run as the text of a run file, in pieces of about 64 kB. A run that goes on meanwhile is written as far as it
 * has come. Rejects with `SecretInRun` rather than write a key, and with the signal's reason when cancelled.
 */
export async function* runFileText(
  store: ReadableRuns,
  id: string,
  { signal, breathe, onProgress }: WriteOptions = {},
): AsyncGenerator<string, void, undefined> {
  let lines = 0;
  let chunk = '';
  for await (const line of linesOf(store, id)) {
    signal?.throwIfAborted();
    chunk += `${sealLine(line)}\n`;
    lines += 1;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
    onProgress?.(lines);
    await breathe?.();
  }
  signal?.throwIfAborted();
  yield chunk;
  onProgress?.(lines);
}

type Line = StartLine | CaseLine | ResultLine | EndLine;

async function* linesOf(store: ReadableRuns, id: string): AsyncGenerator<Line, void, undefined> {
  const head = await store.head(id);
  if (head === null) throw new Error(`Expected a stored run, got ${id}, which is not there.`);
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
    for (let from = 0; from < piece.length; from += resultsAtOnce) {
      const entries = piece.slice(from, from + resultsAtOnce);
      const judgements = await store.judgements(
        id,
        entries.map(({ place }) => place),
      );
      for (const [index, entry] of entries.entries()) {
        const judgement = judgements[index];
        if (judgement === undefined)
          throw new Error(`Expected a judgement at place ${entry.place}, got none.`);
        yield resultLine(entry, judgement, texts, 2 + cases + results);
        results += 1;
      }
    }
  }
  yield { end: { cases, results } };
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
