import { digestOf } from '../../judgement/digest';
import { caseHash, receiptId, rubricHash } from '../../judgement/receipt';
import { errorMessage } from '../../kit/error-message';
import { z } from '../../kit/zod';
import { rubricFromContract } from '../../rubric/file/read-contract';
import { expressionProblems } from '../../rubric/program/compile-rubric';
import type { Rubric } from '../../rubric/rubric';
import type { RunHead, RunResult, RunRubric } from '../../sheet/run-record';
import type { SheetCase, SheetHead } from '../../sheet/sheet';
import { splitLines } from '../split-lines';
import {
  caseLineSchema,
  endLineSchema,
  resultLineSchema,
  rubricLineSchema,
  runLineSchema,
  SheetFileError,
  sheetFileLimits,
  sheetFileOpening,
  sheetFileVersion,
  startLineSchema,
  textLineSchema,
  type SheetFileLimits,
  type SheetFileWarning,
} from './sheet-file-format';

/** A rubric version of the file, and what its runs are stored with. */
export interface FileRubric {
  hash: string;
  rubric: Rubric;
  given: RunRubric;
}

/** One sound line. */
export type SheetFileItem =
  | { kind: 'start'; sheet: SheetHead }
  | { kind: 'rubric'; rubric: FileRubric }
  /** `hashes`: by rubric hash, the hash of the case. */
  | { kind: 'case'; one: SheetCase; hashes: ReadonlyMap<string, string> }
  | { kind: 'run'; head: RunHead; rubric: FileRubric }
  | { kind: 'result'; run: string; result: RunResult }
  /** Only this says that the file is complete. */
  | { kind: 'end'; warnings: SheetFileWarning[] };

export interface ReadOptions {
  signal?: AbortSignal;
  /** Lets the page have a turn. Called for every line; returns null while that is not needed. */
  maybeYield?: () => Promise<void> | null;
  /** Bytes of the file that were read. */
  onProgress?: (bytes: number) => void;
  limits?: SheetFileLimits;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads and checks a sheet file line by line. Throws `SheetFileError` at the first line that is not sound. */
export async function* readSheetFile(
  file: ReadableStream<Bytes>,
  { signal, maybeYield, onProgress, limits = sheetFileLimits }: ReadOptions = {},
): AsyncGenerator<SheetFileItem, void, undefined> {
  const checker = new LineChecker();
  let bytes = 0;
  try {
    for await (const { bytes: line, ended } of splitLines(unpacked(file, onProgress), limits.line)) {
      signal?.throwIfAborted();
      bytes += line.length + 1;
      if (line.length > limits.line || bytes > limits.unpacked + 1)
        throw new SheetFileError({ kind: 'too-large', line: checker.lines + 1 });
      const item = checker.take(line, ended);
      if (item) yield item;
      await maybeYield?.();
    }
  } catch (error) {
    throw error instanceof UnpackError ? checker.cutOff() : error;
  }
  if (checker.lines === 0) throw new SheetFileError({ kind: 'not-a-sheet-file' });
  if (!checker.ended) throw checker.cutOff();
}

class UnpackError extends Error {}

/** Unpacked at once. Packed as densely as can be, these bytes come to 16 MB. */
const packedAtOnce = 16_384;

/** The bytes before packing. A file that can no longer be read rejects with the browser's own error. */
async function* unpacked(
  file: ReadableStream<Bytes>,
  onProgress?: (bytes: number) => void,
): AsyncGenerator<Bytes> {
  const reader = file.getReader();
  const { value: first = new Uint8Array() } = await reader.read();
  let waiting = first;
  let taken = first.length;
  let failure: Error | null = null;
  const pieces = new ReadableStream<Bytes>({
    async pull(controller) {
      if (waiting.length === 0) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          failure = error instanceof Error ? error : new Error(String(error));
          throw failure;
        });
        if (done) {
          controller.close();
          return;
        }
        taken += value.length;
        waiting = value;
      }
      onProgress?.(taken);
      controller.enqueue(waiting.slice(0, packedAtOnce));
      waiting = waiting.subarray(packedAtOnce);
    },
  });
  // How every gzip file begins, and no JSON.
  const isPacked = first[0] === 0x1f;
  const plain = (isPacked ? pieces.pipeThrough(new DecompressionStream('gzip')) : pieces).getReader();
  try {
    for (;;) {
      const { done, value } = await plain.read().catch(() => {
        throw failure ?? new UnpackError();
      });
      if (done) return;
      yield value;
    }
  } finally {
    await plain.cancel().catch(() => undefined);
    await reader.cancel().catch(() => undefined);
  }
}

interface FileRun {
  rubric: FileRubric;
  texts: string[];
  results: number;
}

/** Cases that a warning names. */
const mostNamed = 5;
/** The next key must still be exact as a number. */
const greatestKey = 2 ** 31;
/** Lines of a kind may not stand before those of an earlier one. */
const ranks = { rubric: 0, case: 1, run: 2, text: 3, result: 3, end: 4 };
const kinds = ['rubric', 'case', 'run', 'text', 'result', 'end'] as const;

/** What has been read so far, and whether the next line can follow it. */
class LineChecker {
  /** Sound lines so far. */
  lines = 0;
  ended = false;
  #sources: number | null = null;
  #rank = 0;
  readonly #rubrics = new Map<string, FileRubric>();
  readonly #cases = new Map<number, { id: string; revision: number; hashes: Map<string, string> }>();
  readonly #caseIds = new Set<string>();
  #lastKey = -1;
  readonly #runs = new Map<string, FileRun>();
  #results = 0;
  readonly #warnings: SheetFileWarning[] = [];

  /** `ended`: a line end follows it. Null for a line that has nothing to store. */
  take(bytes: Uint8Array, ended: boolean): SheetFileItem | null {
    if (this.lines === 0) refuseOtherFiles(bytes);
    if (this.ended && bytes.length === 0) return null;
    if (this.ended) throw this.#damaged('Expected nothing after the end.');
    const item = this.#check(this.#parse(bytes, ended));
    this.lines += 1;
    return item;
  }

  cutOff(): SheetFileError {
    return new SheetFileError({ kind: 'cut-off', wholeLines: this.lines });
  }

  #parse(bytes: Uint8Array, ended: boolean): unknown {
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    } catch {
      // Without its line end the line may have been cut.
      throw ended ? this.#damaged('') : this.cutOff();
    }
  }

  #check(value: unknown): SheetFileItem | null {
    if (this.#sources === null) {
      const { sheet } = this.#read(startLineSchema, value);
      this.#sources = sheet.sources.length;
      return { kind: 'start', sheet };
    }
    const kind = kinds.find(
      (name) => typeof value === 'object' && value !== null && Object.hasOwn(value, name),
    );
    if (kind === undefined) throw this.#damaged(`Expected one of ${kinds.join(', ')}.`);
    if (ranks[kind] < this.#rank) throw this.#damaged(`Expected every ${kind} further up.`);
    this.#rank = ranks[kind];
    switch (kind) {
      case 'rubric':
        return this.#rubric(this.#read(rubricLineSchema, value).rubric);
      case 'case':
        return this.#case(this.#read(caseLineSchema, value).case, this.#sources);
      case 'run':
        return this.#run(this.#read(runLineSchema, value).run);
      case 'text': {
        const { run, number, text } = this.#read(textLineSchema, value).text;
        const { texts } = this.#runOf(run);
        if (number !== texts.length) throw this.#damaged(`Expected text ${texts.length}, got ${number}.`);
        texts.push(text);
        return null;
      }
      case 'result':
        return this.#result(this.#read(resultLineSchema, value).result);
      case 'end':
        return this.#end(this.#read(endLineSchema, value).end);
    }
  }

  #rubric({ hash, ...given }: z.infer<typeof rubricLineSchema>['rubric']): SheetFileItem {
    if (this.#rubrics.has(hash)) throw this.#damaged(`Expected the rubric ${hash} once.`);
    const read = rubricFromContract(given.contract, given.prompt, expressionProblems);
    if (!read.ok) throw this.#damaged(read.problems.map(({ message }) => message).join(' '));
    if (rubricHash(read.rubric) !== hash)
      throw this.#damaged(`The rubric “${read.rubric.title}” was changed after its runs were judged.`);
    const rubric = { hash, rubric: read.rubric, given };
    this.#rubrics.set(hash, rubric);
    return { kind: 'rubric', rubric };
  }

  #case(one: z.infer<typeof caseLineSchema>['case'], sources: number): SheetFileItem {
    const { key, revision, original } = one;
    const { id, input } = one.case;
    if (key > greatestKey || key <= this.#lastKey)
      throw this.#damaged(`Expected a key above ${this.#lastKey}, got ${key}.`);
    if (this.#caseIds.has(id)) throw this.#damaged(`Expected the case id ${id} once.`);
    if (original && original.source >= sources)
      throw this.#damaged(`Expected a source below ${sources}, got ${original.source}.`);
    const hashes = new Map<string, string>();
    for (const { hash, rubric } of this.#rubrics.values()) hashes.set(hash, caseHash(rubric, input));
    this.#lastKey = key;
    this.#caseIds.add(id);
    this.#cases.set(key, { id, revision, hashes });
    return { kind: 'case', one: { ...one, hidden: false }, hashes };
  }

  #run(head: RunHead): SheetFileItem {
    if (this.#runs.has(head.id)) throw this.#damaged(`Expected the run ${head.id} once.`);
    const { hash, id, version } = head.rubric;
    const rubric = this.#rubrics.get(hash);
    if (rubric?.rubric.id !== id || rubric.rubric.version !== version)
      throw this.#damaged(`Expected the rubric ${id} ${version} with the hash ${hash} further up.`);
    this.#runs.set(head.id, { rubric, texts: [], results: 0 });
    return { kind: 'run', head, rubric };
  }

  #result(line: z.infer<typeof resultLineSchema>['result']): SheetFileItem {
    const { run: id, place, judgement: stored, ...result } = line;
    const run = this.#runOf(id);
    if (place !== run.results)
      throw this.#damaged(`Expected result ${run.results} of its run, got ${place}.`);
    const subject = this.#cases.get(result.caseKey);
    if (!subject) throw this.#damaged(`Expected a case with the key ${result.caseKey} further up.`);
    const { prompt, receipt } = stored;
    const shared = typeof prompt?.shared === 'number' ? run.texts[prompt.shared] : prompt?.shared;
    if (prompt && shared === undefined) throw this.#damaged(`Expected text ${prompt.shared} further up.`);
    const judgement = { ...stored, prompt: prompt && { ...prompt, shared: shared ?? '' } };
    const { rubric, hash } = run.rubric;
    if (receipt.rubric !== hash) throw this.#damaged(`Expected a receipt of the rubric ${hash}.`);
    if (receipt.id !== receiptId(receipt) || receipt.case !== result.hash) this.#warn('receipt', subject.id);
    if (result.revision === subject.revision && result.hash !== subject.hashes.get(hash))
      this.#warn('other-text', subject.id);
    run.results += 1;
    this.#results += 1;
    // Lists and counts must show what the judgement shows.
    return { kind: 'result', run: id, result: { ...result, digest: digestOf(rubric, judgement), judgement } };
  }

  #end(end: z.infer<typeof endLineSchema>['end']): SheetFileItem {
    const counted = { cases: this.#cases.size, runs: this.#runs.size, results: this.#results };
    for (const what of ['cases', 'runs', 'results'] as const)
      if (end[what] !== counted[what])
        throw this.#damaged(`Expected ${end[what]} ${what} further up, got ${counted[what]}.`);
    this.ended = true;
    return { kind: 'end', warnings: this.#warnings };
  }

  #runOf(id: string): FileRun {
    const run = this.#runs.get(id);
    if (!run) throw this.#damaged(`Expected the run ${id} further up.`);
    return run;
  }

  #warn(kind: SheetFileWarning['kind'], caseId: string): void {
    let warning = this.#warnings.find((one) => one.kind === kind);
    if (!warning) this.#warnings.push((warning = { kind, count: 0, cases: [] }));
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
    return new SheetFileError({ kind: 'damaged-line', line: this.lines + 1, detail });
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
