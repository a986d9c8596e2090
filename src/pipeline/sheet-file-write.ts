import { jsonSchema } from '../core/model/json';
import type { Judgement } from '../core/model/judgement';
import type { RunEntry, RunHead, RunResult } from '../core/model/run';
import { StorageFailure, type SheetStore } from '../sheet/sheet-store';
import { sheetFileFormat, type SheetFileLine } from './sheet-file-format';
import { refuseSecrets } from './sheet-file-secrets';

export type ReadableSheets = Pick<
  SheetStore,
  'sheet' | 'cases' | 'runs' | 'rubric' | 'entries' | 'judgements'
>;

export interface WriteOptions {
  /** Only this run of the sheet. */
  run?: string;
  /** Results that are judged and that the storage would not take. */
  unwritten?: (run: string) => readonly RunResult[];
  build: string;
  now: () => Date;
  signal?: AbortSignal;
  /** Lets the page live: asked often, gives null while it need not. */
  breathe?: () => Promise<void> | null;
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
}

export interface WrittenSheet {
  blob: Blob;
  /** Results that are left out, since they cannot be read as they are stored. */
  unreadable: number;
}

const chunkLength = 65_536;
/** Read and written in a few milliseconds. */
const resultsAtOnce = 10;
/** A run has one shared text, or a few; beyond this each result brings its own. */
const mostTexts = 64;

/** Rejects with `SecretInSheet` rather than write a key, and with the signal's reason when cancelled. */
export async function sheetFileBlob(
  store: ReadableSheets,
  sheet: string,
  options: WriteOptions,
): Promise<WrittenSheet> {
  const writer = new SheetFileWriter(store, sheet, options);
  const text = writer.text();
  const encoder = new TextEncoder();
  const plain = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await text.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  const reader = plain.pipeThrough(new CompressionStream('gzip')).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  // By hand: a `Response` would report a failure of the stream as one of the network.
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { blob: new Blob(pieces, { type: 'application/gzip' }), unreadable: writer.unreadable };
    pieces.push(value);
  }
}

/** A stored sheet as the text of a sheet file. Results that come while it is written may or may not be in it. */
export class SheetFileWriter {
  unreadable = 0;
  readonly #store: ReadableSheets;
  readonly #sheet: string;
  readonly #options: WriteOptions;

  constructor(store: ReadableSheets, sheet: string, options: WriteOptions) {
    this.#store = store;
    this.#sheet = sheet;
    this.#options = options;
  }

  /** In pieces of about 64 kB. */
  async *text(): AsyncGenerator<string, void, undefined> {
    const { signal, breathe } = this.#options;
    let chunk = '';
    for await (const line of this.#lines()) {
      signal?.throwIfAborted();
      chunk += `${JSON.stringify(line)}\n`;
      if (chunk.length < chunkLength) continue;
      yield chunk;
      chunk = '';
      await breathe?.();
    }
    signal?.throwIfAborted();
    yield chunk;
  }

  async *#lines(): AsyncGenerator<SheetFileLine, void, undefined> {
    const { build, now, onProgress } = this.#options;
    const sheet = await this.#store.sheet(this.#sheet);
    if (!sheet) throw new StorageFailure('missing', `Expected the sheet ${this.#sheet}, got nothing.`);
    const runs = await this.#runs();
    for (const { judge } of runs) refuseSecrets(judge.parameters);
    yield { format: sheetFileFormat, sheet, build, time: now().toISOString() };

    for (const hash of new Set(runs.map(({ rubric }) => rubric.hash))) {
      const { contract, prompt } = await this.#store.rubric(hash);
      yield { rubric: { hash, contract: jsonSchema.parse(contract), prompt } };
    }
    const expected = sheet.cases + runs.reduce((sum, run) => sum + run.counts.done * run.settings.samples, 0);
    let written = 0;
    const count = () => onProgress?.(Math.min(1, (written += 1) / Math.max(1, expected)));

    const keys = new Set<number>();
    for await (const piece of this.#store.cases(this.#sheet)) {
      for (const { hidden, ...one } of piece) {
        if (hidden) continue;
        keys.add(one.key);
        yield { case: one };
        count();
      }
    }
    for (const run of runs) yield { run };
    let results = 0;
    for (const { id } of runs) {
      for await (const line of this.#results(id, keys)) {
        yield line;
        if (!('result' in line)) continue;
        results += 1;
        count();
      }
    }
    yield { end: { cases: keys.size, runs: runs.length, results } };
  }

  async #runs(): Promise<RunHead[]> {
    const { run } = this.#options;
    const stored = (await this.#store.runs(this.#sheet)).filter(({ removed }) => removed === null);
    if (run === undefined) return stored;
    const only = stored.filter(({ id }) => id === run);
    if (only.length === 0) throw new StorageFailure('missing', `Expected the run ${run}, got nothing.`);
    return only;
  }

  async *#results(run: string, keys: ReadonlySet<number>): AsyncGenerator<SheetFileLine, void, undefined> {
    const { unwritten, breathe } = this.#options;
    // Before the log is read: what is stored meanwhile is then found twice, rather than not at all.
    const more = unwritten?.(run) ?? [];
    const seen = new Set<string>();
    const texts = new Map<string, number>();
    let place = 0;
    function* linesOf(entry: Omit<RunResult, 'digest' | 'judgement'>, judgement: Judgement) {
      const { prompt } = judgement;
      refuseSecrets(judgement.receipt.parameters);
      for (const { reply } of judgement.attempts) refuseSecrets(reply.parameters);
      const text = prompt?.shared ?? '';
      if (prompt && !texts.has(text) && texts.size < mostTexts) {
        texts.set(text, texts.size);
        yield { text: { run, number: texts.size - 1, text } };
      }
      const sent = prompt && { ...prompt, shared: texts.get(text) ?? text };
      yield { result: { run, place, ...entry, judgement: { ...judgement, prompt: sent } } };
      place += 1;
    }
    for await (const piece of this.#store.entries(run)) {
      const wanted = piece.filter(({ caseKey }) => keys.has(caseKey));
      for (let from = 0; from < wanted.length; from += resultsAtOnce) {
        const entries = wanted.slice(from, from + resultsAtOnce);
        await breathe?.();
        const places = entries.map((entry) => entry.place);
        const judgements = await this.#store.judgements(run, places);
        for (const [index, entry] of entries.entries()) {
          const { place: _, digest, ...result } = entry;
          const judgement = judgements[index];
          if (more.length > 0) seen.add(nameOfResult(result));
          // Parts that contradict each other are damage too.
          if (judgement?.receipt.id === digest.receipt) yield* linesOf(result, judgement);
          else this.unreadable += 1;
        }
      }
    }
    for (const { digest: _, judgement, ...result } of more) {
      if (keys.has(result.caseKey) && !seen.has(nameOfResult(result))) yield* linesOf(result, judgement);
    }
  }
}

/** Two results of one cell differ at least in the time that they took. */
function nameOfResult({ key, milliseconds }: Pick<RunEntry, 'key' | 'milliseconds'>): string {
  return `${key} ${milliseconds}`;
}
