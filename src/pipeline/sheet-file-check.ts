import { expressionProblems } from '../core/check/compile-rubric';
import type { Rubric } from '../core/model/rubric';
import type { RunHead, RunResult, RunRubric } from '../core/model/run';
import type { SheetCase, SheetHead } from '../core/model/sheet';
import type { z } from '../core/model/zod';
import { receiptId } from '../core/receipt/receipt-id';
import { rubricHash } from '../core/receipt/rubric-hash';
import { readContract } from '../core/rubric/read-contract';
import { digestOf } from '../core/stats/digest';
import { caseHash } from '../sheet/cells';
import {
  caseLineSchema,
  endLineSchema,
  resultLineSchema,
  rubricLineSchema,
  runLineSchema,
  sheetFileOpening,
  sheetFileVersion,
  startLineSchema,
  textLineSchema,
  type LineFault,
  type SheetFileProblem,
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
  /** Only this says that all of the file is there. */
  | { kind: 'end'; warnings: SheetFileWarning[] };

interface Run {
  rubric: FileRubric;
  texts: string[];
  results: number;
}

/** Cases that a warning names. */
const mostNamed = 5;
/** The next key must still be a number that is exact. */
const greatestKey = 2 ** 31;
/** Lines of a kind may not stand before those of an earlier one. */
const kinds = ['rubric', 'case', 'run', 'text', 'result', 'end'] as const;
const rankOf = { rubric: 0, case: 1, run: 2, text: 3, result: 3, end: 4 };

class Refusal extends Error {
  readonly problem: SheetFileProblem;

  constructor(problem: SheetFileProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/** What has been read so far, and whether the next line can follow it. Everything is `unknown` until its schema has seen it. */
export class SheetFileCheck {
  /** Sound lines so far. */
  lines = 0;
  #sources: number | null = null;
  #rank = 0;
  #ended = false;
  readonly #rubrics = new Map<string, FileRubric>();
  readonly #cases = new Map<number, { id: string; revision: number; hashes: Map<string, string> }>();
  readonly #caseIds = new Set<string>();
  #lastKey = -1;
  readonly #runs = new Map<string, Run>();
  #results = 0;
  readonly #warnings: SheetFileWarning[] = [];

  /** `ended`: a line end follows it. Null for a line that says nothing to whoever stores the sheet. */
  take(
    bytes: Uint8Array,
    ended: boolean,
  ): SheetFileItem | { kind: 'problem'; problem: SheetFileProblem } | null {
    try {
      const item = this.#take(bytes, ended);
      this.lines += 1;
      return item;
    } catch (error) {
      if (error instanceof Refusal) return { kind: 'problem', problem: error.problem };
      // JSON that is nested too deep for any schema.
      if (error instanceof RangeError)
        return { kind: 'problem', problem: this.#damage('shape', error.message) };
      throw error;
    }
  }

  /** Null when the file ended as it should. */
  last(): SheetFileProblem | null {
    if (this.#ended) return null;
    return this.lines === 0 ? { kind: 'not-a-sheet-file' } : this.cutOff();
  }

  cutOff(): SheetFileProblem {
    return { kind: 'cut-off', wholeLines: this.lines };
  }

  #take(bytes: Uint8Array, ended: boolean): SheetFileItem | null {
    if (this.lines === 0) refuseOthers(bytes);
    if (this.#ended) {
      if (bytes.length > 0) throw this.#refusal('after-end');
      return null;
    }
    const value = this.#parse(bytes, ended);
    if (this.#sources === null) return this.#takeStart(value);
    const kind = kinds.find(
      (name) => typeof value === 'object' && value !== null && Object.hasOwn(value, name),
    );
    if (kind === undefined) throw this.#refusal('shape', `Expected one of ${kinds.join(', ')}.`);
    if (rankOf[kind] < this.#rank) throw this.#refusal('order', kind);
    this.#rank = rankOf[kind];
    switch (kind) {
      case 'rubric':
        return this.#takeRubric(value);
      case 'case':
        return this.#takeCase(value, this.#sources);
      case 'run':
        return this.#takeRun(value);
      case 'text':
        return this.#takeText(value);
      case 'result':
        return this.#takeResult(value);
      case 'end':
        return this.#takeEnd(value);
    }
  }

  #takeStart(value: unknown): SheetFileItem {
    const { sheet } = this.#read(startLineSchema, value);
    this.#sources = sheet.sources.length;
    return { kind: 'start', sheet };
  }

  #takeRubric(value: unknown): SheetFileItem {
    const {
      rubric: { hash, ...given },
    } = this.#read(rubricLineSchema, value);
    const line = this.lines + 1;
    if (this.#rubrics.has(hash)) throw this.#refusal('twice');
    const parsed = readContract(given.contract, given.prompt, expressionProblems);
    if (!parsed.ok) {
      const problems = parsed.problems.map(({ place: _, ...problem }) => problem);
      throw new Refusal({ kind: 'rubric', line, problems });
    }
    if (rubricHash(parsed.rubric) !== hash) {
      throw new Refusal({ kind: 'rubric-hash', line, title: parsed.rubric.title });
    }
    const rubric = { hash, rubric: parsed.rubric, given };
    this.#rubrics.set(hash, rubric);
    return { kind: 'rubric', rubric };
  }

  #takeCase(value: unknown, sources: number): SheetFileItem {
    const { case: one } = this.#read(caseLineSchema, value);
    const { id } = one.case;
    if (one.key > greatestKey) throw this.#refusal('shape', `key ${one.key}`);
    if (this.#cases.has(one.key) || this.#caseIds.has(id)) throw this.#refusal('twice', id);
    if (one.key < this.#lastKey) throw this.#refusal('order', `key ${one.key} after ${this.#lastKey}`);
    if (one.original && one.original.source >= sources) {
      throw this.#refusal('reference', `source ${one.original.source} of ${sources}`);
    }
    const hashes = new Map<string, string>();
    for (const { hash, rubric } of this.#rubrics.values()) hashes.set(hash, caseHash(rubric, one.case.input));
    this.#lastKey = one.key;
    this.#caseIds.add(id);
    this.#cases.set(one.key, { id, revision: one.revision, hashes });
    return { kind: 'case', one: { ...one, hidden: false }, hashes };
  }

  #takeRun(value: unknown): SheetFileItem {
    const { run: head } = this.#read(runLineSchema, value);
    if (this.#runs.has(head.id)) throw this.#refusal('twice', head.id);
    const rubric = this.#rubrics.get(head.rubric.hash);
    if (!rubric) throw this.#refusal('reference', `rubric ${head.rubric.hash}`);
    const { id, version } = rubric.rubric;
    if (head.rubric.id !== id || head.rubric.version !== version) {
      throw this.#refusal('foreign', `${head.rubric.id} ${head.rubric.version}, not ${id} ${version}`);
    }
    this.#runs.set(head.id, { rubric, texts: [], results: 0 });
    return { kind: 'run', head, rubric };
  }

  #takeText(value: unknown): null {
    const { text } = this.#read(textLineSchema, value);
    const { texts } = this.#runOf(text.run);
    if (text.number !== texts.length) throw this.#refusal(text.number < texts.length ? 'twice' : 'missing');
    texts.push(text.text);
    return null;
  }

  #takeResult(value: unknown): SheetFileItem {
    const {
      result: { run: id, place, judgement: packed, ...result },
    } = this.#read(resultLineSchema, value);
    const run = this.#runOf(id);
    if (place !== run.results) throw this.#refusal(place < run.results ? 'twice' : 'missing');
    const subject = this.#cases.get(result.caseKey);
    if (!subject) throw this.#refusal('reference', `case ${result.caseKey}`);
    const { prompt } = packed;
    const shared = typeof prompt?.shared === 'number' ? run.texts[prompt.shared] : prompt?.shared;
    if (prompt && shared === undefined) throw this.#refusal('reference', `text ${prompt.shared}`);
    const judgement = { ...packed, prompt: prompt && { ...prompt, shared: shared ?? '' } };
    const { receipt } = judgement;
    const { rubric, hash } = run.rubric;
    if (receipt.rubric !== hash) throw this.#refusal('foreign', `rubric ${receipt.rubric}`);
    if (receipt.id !== receiptId(receipt) || receipt.case !== result.hash) this.#warn('receipt', subject.id);
    if (result.revision === subject.revision && result.hash !== subject.hashes.get(hash)) {
      this.#warn('other-text', subject.id);
    }
    run.results += 1;
    this.#results += 1;
    // Lists and counts must show what the judgement shows.
    return { kind: 'result', run: id, result: { ...result, digest: digestOf(rubric, judgement), judgement } };
  }

  #takeEnd(value: unknown): SheetFileItem {
    const { end } = this.#read(endLineSchema, value);
    const line = this.lines + 1;
    const counted = { cases: this.#cases.size, runs: this.#runs.size, results: this.#results };
    for (const what of ['cases', 'runs', 'results'] as const) {
      if (end[what] !== counted[what]) {
        throw new Refusal({ kind: 'counts', line, what, expected: end[what], got: counted[what] });
      }
    }
    this.#ended = true;
    return { kind: 'end', warnings: this.#warnings };
  }

  #runOf(id: string): Run {
    const run = this.#runs.get(id);
    if (!run) throw this.#refusal('reference', `run ${id}`);
    return run;
  }

  #warn(kind: SheetFileWarning['kind'], caseId: string): void {
    let warning = this.#warnings.find((one) => one.kind === kind);
    if (!warning) this.#warnings.push((warning = { kind, count: 0, cases: [] }));
    warning.count += 1;
    if (warning.cases.length < mostNamed && !warning.cases.includes(caseId)) warning.cases.push(caseId);
  }

  #parse(bytes: Uint8Array, ended: boolean): unknown {
    let fault: LineFault = 'not-text';
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      fault = 'not-json';
      return JSON.parse(text);
    } catch {
      throw ended ? this.#refusal(fault) : new Refusal(this.cutOff());
    }
  }

  #read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
    const read = schema.safeParse(value);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw this.#refusal('shape', issue ? `${issue.path.join('.')}: ${issue.message}` : '');
  }

  #refusal(fault: LineFault, detail = ''): Refusal {
    return new Refusal(this.#damage(fault, detail));
  }

  #damage(fault: LineFault, detail: string): SheetFileProblem {
    return { kind: 'damaged-line', line: this.lines + 1, fault, detail };
  }
}

/** Before anything else is read: of a newer file nothing else may be taken for granted. */
function refuseOthers(bytes: Uint8Array): void {
  const start = String.fromCharCode(...bytes.subarray(0, 40));
  if (!start.startsWith(sheetFileOpening)) throw new Refusal({ kind: 'not-a-sheet-file' });
  const [, version] = /^(\d{1,6})"/.exec(start.slice(sheetFileOpening.length)) ?? [];
  if (version !== undefined && Number(version) > sheetFileVersion) {
    throw new Refusal({ kind: 'newer-format', format: `assay-sheet/${version}` });
  }
}
