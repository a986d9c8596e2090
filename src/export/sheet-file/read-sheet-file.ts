import { digestOf } from '../../judgement/digest';
import { caseHash, receiptId, rubricHash } from '../../judgement/receipt';
import { errorMessage } from '../../kit/error-message';
import { z } from '../../kit/zod';
import { rubricFromContract } from '../../rubric/file/read-contract';
import { expressionProblems } from '../../rubric/program/compile-rubric';
import type { Rubric } from '../../rubric/rubric';
import type { RunHead, RunResult, RunRubric } from '../../sheet/run-record';
import type { SheetCase, SheetHead } from '../../sheet/sheet';
import { chunksOf, splitLines, streamFrom } from '../split-lines';
import {
  lineSchemas,
  SheetFileError,
  sheetFileLimits,
  sheetFileOpening,
  sheetFileVersion,
  startLineSchema,
  type SheetFileLimits,
  type SheetFileWarning,
} from './sheet-file-format';

export interface FileRubric {
  hash: string;
  rubric: Rubric;
  given: RunRubric;
}

export interface FileCase {
  one: SheetCase;
  hashes: ReadonlyMap<string, string>;
}

export interface FileRun {
  head: RunHead;
  rubric: FileRubric;
  texts: string[];
  results: number;
}

export interface ReadOptions {
  signal?: AbortSignal;
  maybeYield?: () => Promise<void> | null;
  onProgress?: (bytes: number) => void;
  limits?: SheetFileLimits;
}

type Bytes = Uint8Array<ArrayBuffer>;
type Line<Kind extends keyof typeof lineSchemas> = z.infer<(typeof lineSchemas)[Kind]>;

const mostNamed = 5;
/** The next key must still be exact as a number. */
const greatestKey = 2 ** 31;
/** Lines of a kind may not stand before those of an earlier one. */
const ranks = { rubric: 0, case: 1, run: 2, text: 3, result: 3, end: 4 };
const kinds = ['rubric', 'case', 'run', 'text', 'result', 'end'] as const;

/** Reads and checks a sheet file line by line. Everything but warnings is complete when the first result comes. */
export class SheetFileReader {
  sheet: SheetHead | null = null;
  readonly rubrics = new Map<string, FileRubric>();
  readonly cases = new Map<number, FileCase>();
  readonly runs = new Map<string, FileRun>();
  readonly warnings: SheetFileWarning[] = [];
  readonly #caseIds = new Set<string>();
  #lastKey = -1;
  #rank = 0;
  #results = 0;
  #lines = 0;
  #ended = false;

  /** Reads the file to its end. Throws `SheetFileError` at the first line that is not sound. */
  async *results(
    file: ReadableStream<Bytes>,
    { signal, maybeYield, onProgress, limits = sheetFileLimits }: ReadOptions = {},
  ): AsyncGenerator<{ run: FileRun; result: RunResult }, void, undefined> {
    let bytes = 0;
    try {
      for await (const { bytes: line, ended } of splitLines(unpacked(file, onProgress), limits.line)) {
        signal?.throwIfAborted();
        bytes += line.length + 1;
        if (line.length > limits.line || bytes > limits.unpacked + 1)
          throw new SheetFileError({ kind: 'too-large', line: this.#lines + 1 });
        const found = this.#take(line, ended);
        if (found) yield found;
        await maybeYield?.();
      }
    } catch (error) {
      throw error instanceof UnpackError ? this.#cutOff() : error;
    }
    if (this.#lines === 0) throw new SheetFileError({ kind: 'not-a-sheet-file' });
    if (!this.#ended) throw this.#cutOff();
  }

  #take(bytes: Uint8Array, ended: boolean): { run: FileRun; result: RunResult } | null {
    if (this.#lines === 0) refuseOtherFiles(bytes);
    if (this.#ended && bytes.length === 0) return null;
    if (this.#ended) throw this.#damaged('Expected nothing after the end.');
    const found = this.#check(this.#parse(bytes, ended));
    this.#lines += 1;
    return found;
  }

  #parse(bytes: Uint8Array, ended: boolean): unknown {
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    } catch {
      // Without its line end the line may have been cut.
      throw ended ? this.#damaged('') : this.#cutOff();
    }
  }

  #check(value: unknown): { run: FileRun; result: RunResult } | null {
    if (!this.sheet) {
      this.sheet = this.#read(startLineSchema, value).sheet;
      return null;
    }
    const kind = kinds.find(
      (name) => typeof value === 'object' && value !== null && Object.hasOwn(value, name),
    );
    if (kind === undefined) throw this.#damaged(`Expected one of ${kinds.join(', ')}.`);
    if (ranks[kind] < this.#rank) throw this.#damaged(`Expected every ${kind} further up.`);
    this.#rank = ranks[kind];
    if (kind === 'result') return this.#result(this.#read(lineSchemas.result, value));
    if (kind === 'rubric') this.#rubric(this.#read(lineSchemas.rubric, value));
    else if (kind === 'case') this.#case(this.#read(lineSchemas.case, value), this.sheet);
    else if (kind === 'run') this.#run(this.#read(lineSchemas.run, value));
    else if (kind === 'text') this.#text(this.#read(lineSchemas.text, value));
    else this.#end(this.#read(lineSchemas.end, value));
    return null;
  }

  #rubric({ rubric: { hash, ...given } }: Line<'rubric'>): void {
    if (this.rubrics.has(hash)) throw this.#damaged(`Expected the rubric ${hash} once.`);
    const read = rubricFromContract(given.contract, given.prompt, expressionProblems);
    if (!read.ok) throw this.#damaged(read.problems.map(({ message }) => message).join(' '));
    if (rubricHash(read.rubric) !== hash)
      throw this.#damaged(`The rubric “${read.rubric.title}” was changed after its runs were judged.`);
    this.rubrics.set(hash, { hash, rubric: read.rubric, given });
  }

  #case({ case: one }: Line<'case'>, { sources }: SheetHead): void {
    const { key, original } = one;
    const { id, input } = one.case;
    if (key > greatestKey || key <= this.#lastKey)
      throw this.#damaged(`Expected a key above ${this.#lastKey}, got ${key}.`);
    if (this.#caseIds.has(id)) throw this.#damaged(`Expected the case id ${id} once.`);
    if (original && original.source >= sources.length)
      throw this.#damaged(`Expected a source below ${sources.length}, got ${original.source}.`);
    const hashes = [...this.rubrics.values()].map(
      ({ hash, rubric }) => [hash, caseHash(rubric, input)] as const,
    );
    this.#lastKey = key;
    this.#caseIds.add(id);
    this.cases.set(key, { one: { ...one, hidden: false }, hashes: new Map(hashes) });
  }

  #run({ run: head }: Line<'run'>): void {
    if (this.runs.has(head.id)) throw this.#damaged(`Expected the run ${head.id} once.`);
    const { hash, id, version } = head.rubric;
    const rubric = this.rubrics.get(hash);
    if (rubric?.rubric.id !== id || rubric.rubric.version !== version)
      throw this.#damaged(`Expected the rubric ${id} ${version} with the hash ${hash} further up.`);
    this.runs.set(head.id, { head, rubric, texts: [], results: 0 });
  }

  #text({ text: { run, number, text } }: Line<'text'>): void {
    const { texts } = this.#runOf(run);
    if (number !== texts.length) throw this.#damaged(`Expected text ${texts.length}, got ${number}.`);
    texts.push(text);
  }

  #result({ result: line }: Line<'result'>): { run: FileRun; result: RunResult } {
    const { run: id, place, judgement: stored, ...result } = line;
    const run = this.#runOf(id);
    if (place !== run.results)
      throw this.#damaged(`Expected result ${run.results} of its run, got ${place}.`);
    const subject = this.cases.get(result.caseKey);
    if (!subject) throw this.#damaged(`Expected a case with the key ${result.caseKey} further up.`);
    const { prompt, receipt } = stored;
    const shared = typeof prompt?.shared === 'number' ? run.texts[prompt.shared] : prompt?.shared;
    if (prompt && shared === undefined) throw this.#damaged(`Expected text ${prompt.shared} further up.`);
    const judgement = { ...stored, prompt: prompt && { ...prompt, shared: shared ?? '' } };
    const { rubric, hash } = run.rubric;
    if (receipt.rubric !== hash) throw this.#damaged(`Expected a receipt of the rubric ${hash}.`);
    const { one, hashes } = subject;
    if (receipt.id !== receiptId(receipt) || receipt.case !== result.hash) this.#warn('receipt', one.case.id);
    if (result.revision === one.revision && result.hash !== hashes.get(hash))
      this.#warn('other-text', one.case.id);
    run.results += 1;
    this.#results += 1;
    // Lists and counts must show what the judgement shows.
    return { run, result: { ...result, digest: digestOf(rubric, judgement), judgement } };
  }

  #end({ end }: Line<'end'>): void {
    const counted = { cases: this.cases.size, runs: this.runs.size, results: this.#results };
    for (const what of ['cases', 'runs', 'results'] as const)
      if (end[what] !== counted[what])
        throw this.#damaged(`Expected ${end[what]} ${what} further up, got ${counted[what]}.`);
    this.#ended = true;
  }

  #runOf(id: string): FileRun {
    const run = this.runs.get(id);
    if (!run) throw this.#damaged(`Expected the run ${id} further up.`);
    return run;
  }

  #warn(kind: SheetFileWarning['kind'], caseId: string): void {
    let warning = this.warnings.find((one) => one.kind === kind);
    if (!warning) this.warnings.push((warning = { kind, count: 0, cases: [] }));
    warning.count += 1;
    if (warning.cases.length < mostNamed && !warning.cases.includes(caseId)) warning.cases.push(caseId);
  }

  #read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
    try {
      return schema.parse(value);
    } catch (error) {
      // JSON that is nested too deep for any schema throws a RangeError.
      const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
      throw this.#damaged(issue ? `${issue.path.join('.')}: ${issue.message}` : errorMessage(error));
    }
  }

  #damaged(detail: string): SheetFileError {
    return new SheetFileError({ kind: 'damaged-line', line: this.#lines + 1, detail });
  }
  #cutOff(): SheetFileError {
    return new SheetFileError({ kind: 'cut-off', wholeLines: this.#lines });
  }
}

/** Before anything else is read: a newer file may hold anything. */
function refuseOtherFiles(bytes: Uint8Array): void {
  const start = String.fromCharCode(...bytes.subarray(0, 40));
  if (!start.startsWith(sheetFileOpening)) throw new SheetFileError({ kind: 'not-a-sheet-file' });
  const [, version] = /^(\d{1,6})"/.exec(start.slice(sheetFileOpening.length)) ?? [];
  if (version !== undefined && Number(version) > sheetFileVersion)
    throw new SheetFileError({ kind: 'newer-format', format: `assay-sheet/${version}` });
}

class UnpackError extends Error {}

/** Unpacked at once. Packed as densely as can be, these bytes come to 16 MB. */
const packedAtOnce = 16_384;

/** The bytes before packing. A file that can no longer be read rejects with the browser's own error. */
async function* unpacked(
  file: ReadableStream<Bytes>,
  onProgress?: (bytes: number) => void,
): AsyncGenerator<Bytes, void> {
  const source: { failure: Error | null } = { failure: null };
  async function* pieces(): AsyncGenerator<Bytes, void> {
    let taken = 0;
    try {
      for await (const chunk of chunksOf(file)) {
        taken += chunk.length;
        for (let from = 0; from < chunk.length; from += packedAtOnce) {
          onProgress?.(taken);
          yield chunk.slice(from, from + packedAtOnce);
        }
      }
    } catch (error) {
      throw (source.failure = error instanceof Error ? error : new Error(String(error)));
    }
  }
  const given = pieces();
  const first = (await given.next()).value ?? new Uint8Array();
  async function* all(): AsyncGenerator<Bytes, void> {
    yield first;
    yield* given;
  }
  // How every gzip file begins, and no JSON.
  const isPacked = first[0] === 0x1f;
  try {
    yield* isPacked ? chunksOf(streamFrom(all()).pipeThrough(new DecompressionStream('gzip'))) : all();
  } catch {
    throw source.failure ?? new UnpackError();
  } finally {
    await given.return();
  }
}
