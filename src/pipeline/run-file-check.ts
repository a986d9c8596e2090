import { expressionProblems } from '../core/check/compile-rubric';
import type { Rubric } from '../core/model/rubric';
import {
  readAnyAge,
  type RunCase,
  type RunHead,
  type RunResult,
  type RunRubric,
  type RunSource,
} from '../core/model/run';
import type { z } from '../core/model/zod';
import { readContract } from '../core/rubric/read-contract';
import { digestOf } from '../core/stats/digest';
import {
  caseLineSchema,
  endLineSchema,
  openLine,
  resultLineSchema,
  runFileOpening,
  runFileVersion,
  startLineSchema,
  type CaseLine,
  type ResultLine,
} from './run-file-lines';
import type { ForeignReason, RowFault, RunFileProblem } from './run-file-problem';

/** A run file, read: one start, then cases, then results, then the end; or a problem, after which nothing comes. */
export type RunFilePiece =
  | { kind: 'start'; head: RunHead; rubric: RunRubric; sources: RunSource[] }
  | { kind: 'cases'; cases: RunCase[] }
  | { kind: 'results'; results: RunResult[] }
  | { kind: 'end' }
  | { kind: 'problem'; problem: RunFileProblem };

/** What has been read so far, and whether the next line can follow it. */
export class RunFileCheck {
  lines = 0;
  #start: { head: RunHead; rubric: Rubric; sources: number } | null = null;
  readonly #caseIds: string[] = [];
  readonly #seenIds = new Set<string>();
  #results = 0;
  #ended = false;
  #ready: RunFilePiece[] = [];
  /** Texts that later lines may refer to, by line. */
  readonly #texts = new Map<number, string>();

  /** Null when the line is sound. */
  take(bytes: Uint8Array, ended: boolean): RunFileProblem | null {
    const line = this.lines + 1;
    if (line === 1 && !opensWell(bytes)) return { kind: 'not-a-run-file' };
    if (this.#ended) return bytes.length === 0 ? null : damaged(line, 'after-end');
    const newer = line === 1 ? newerFormat(bytes) : null;
    if (newer !== null) return { kind: 'newer-format', format: newer };
    const opened = openLine(bytes);
    if (!opened.ok) return ended ? damaged(line, opened.fault) : this.cutOff();
    const problem = this.#follow(opened.value, line);
    if (problem === null) this.lines = line;
    return problem;
  }

  /** What can be given out, once. */
  pieces(): RunFilePiece[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  last(): RunFilePiece {
    if (this.#ended) return { kind: 'end' };
    return { kind: 'problem', problem: this.lines === 0 ? { kind: 'not-a-run-file' } : this.cutOff() };
  }

  cutOff(): RunFileProblem {
    return { kind: 'cut-off', wholeLines: this.lines };
  }

  damagedPacking(): RunFileProblem {
    return { kind: 'damaged-packing', wholeLines: this.lines };
  }

  #follow(value: unknown, line: number): RunFileProblem | null {
    if (this.#start === null) return this.#takeStart(value, line);
    const { head, rubric, sources } = this.#start;
    if (has(value, 'end')) return this.#takeEnd(value, line, head);
    if (!has(value, 'judgement')) {
      const read = caseLineSchema.safeParse(value);
      return read.success ? this.#takeCase(read.data, line, head, sources) : misshapen(line, read.error);
    }
    const read = readAnyAge(resultLineSchema, value);
    return read.success ? this.#takeResult(read.data, line, head, rubric) : misshapen(line, read.error);
  }

  #takeStart(value: unknown, line: number): RunFileProblem | null {
    const read = readAnyAge(startLineSchema, value);
    if (!read.success) return misshapen(line, read.error);
    const { head, rubric: given, sources } = read.data;
    const parsed = readContract(given.contract, given.prompt, expressionProblems);
    if (!parsed.ok) {
      const problems = parsed.problems.map(({ place: _, ...problem }) => problem);
      return { kind: 'rubric', problems };
    }
    const { rubric } = parsed;
    const [expected, got] = [head.rubric, rubric].map(({ id, version }) => `${id} ${version}`);
    if (expected !== got) return { kind: 'other-rubric', expected: expected ?? '', got: got ?? '' };
    this.#start = { head, rubric, sources: sources.length };
    this.#ready.push({ kind: 'start', head, rubric: given, sources });
    return null;
  }

  #takeCase({ row, ...one }: CaseLine, line: number, head: RunHead, sources: number): RunFileProblem | null {
    const next = this.#caseIds.length;
    if (this.#results > 0 || row !== next || next >= head.cases) {
      return rows(line, 'case', row < next ? 'twice' : next >= head.cases ? 'unknown' : 'missing', next, row);
    }
    if (one.original !== null && one.original.source >= sources) {
      return damaged(line, 'reference', `source ${one.original.source} of ${sources}`);
    }
    const { id } = one.case;
    if (this.#seenIds.has(id)) return rows(line, 'case', 'twice', next, row);
    this.#seenIds.add(id);
    this.#caseIds.push(id);
    const piece = this.#ready.at(-1);
    if (piece?.kind === 'cases') piece.cases.push(one);
    else this.#ready.push({ kind: 'cases', cases: [one] });
    return null;
  }

  #takeResult(
    { place, judgement: packed, ...result }: ResultLine,
    line: number,
    head: RunHead,
    rubric: Rubric,
  ): RunFileProblem | null {
    if (this.#caseIds.length < head.cases) {
      return rows(line, 'case', 'missing', head.cases, this.#caseIds.length);
    }
    if (place !== this.#results) {
      return rows(line, 'result', place < this.#results ? 'twice' : 'missing', this.#results, place);
    }
    if (result.row >= head.cases) return rows(line, 'result', 'unknown', head.cases, result.row);
    if (result.sample >= head.settings.samples) {
      return rows(line, 'result', 'unknown', head.settings.samples, result.sample);
    }
    const shared = this.#sharedText(packed.prompt?.shared ?? '', line);
    if (shared === null) return damaged(line, 'reference', 'a shared text that no earlier line has');
    const judgement = { ...packed, prompt: packed.prompt && { ...packed.prompt, shared } };
    const because = foreign({ ...result, judgement }, head, rubric, this.#caseIds[result.row]);
    if (because !== null) return { kind: 'foreign-judgement', line, because };
    this.#results += 1;
    // Whatever the file says of it: what lists count must be what the judgement shows.
    const taken = { ...result, digest: digestOf(rubric, judgement), judgement };
    const piece = this.#ready.at(-1);
    if (piece?.kind === 'results') piece.results.push(taken);
    else this.#ready.push({ kind: 'results', results: [taken] });
    return null;
  }

  #sharedText(shared: string | { line: number }, line: number): string | null {
    if (typeof shared !== 'string') return this.#texts.get(shared.line) ?? null;
    this.#texts.set(line, shared);
    return shared;
  }

  #takeEnd(value: unknown, line: number, head: RunHead): RunFileProblem | null {
    const read = endLineSchema.safeParse(value);
    if (!read.success) return misshapen(line, read.error);
    const { cases, results } = read.data.end;
    const seen = this.#caseIds.length;
    if (seen !== head.cases || cases !== seen) return rows(line, 'case', 'missing', head.cases, seen);
    if (results !== this.#results) return rows(line, 'result', 'missing', results, this.#results);
    this.#ended = true;
    return null;
  }
}

function opensWell(bytes: Uint8Array): boolean {
  return ascii(bytes.subarray(0, runFileOpening.length)) === runFileOpening;
}

/** Read before anything else: of a newer file nothing else may be taken for granted. */
function newerFormat(bytes: Uint8Array): string | null {
  const [, version] = /^\{"format":"assay-run\/(\d{1,6})"/.exec(ascii(bytes.subarray(0, 40))) ?? [];
  return version === undefined || Number(version) <= runFileVersion ? null : `assay-run/${version}`;
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** Whether a result belongs to this run. */
function foreign(
  { judgement, digest }: RunResult,
  head: RunHead,
  rubric: Rubric,
  caseId: string | undefined,
): ForeignReason | null {
  const { receipt, status } = judgement;
  if (receipt.rubric !== head.rubric.hash) return 'rubric';
  if (judgement.caseId !== caseId) return 'case';
  if (digest.criteria.length !== rubric.criteria.length) return 'criteria';
  return digest.receipt === receipt.id && digest.status === status ? null : 'digest';
}

function has<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

type DamagedLine = Extract<RunFileProblem, { kind: 'damaged-line' }>;

function damaged(line: number, fault: DamagedLine['fault'], detail = ''): RunFileProblem {
  return { kind: 'damaged-line', line, fault, detail };
}

function misshapen(line: number, error: z.ZodError): RunFileProblem {
  const [issue] = error.issues;
  return damaged(line, 'shape', issue ? `${issue.path.join('.')}: ${issue.message}` : '');
}

function rows(
  line: number,
  what: 'case' | 'result',
  fault: RowFault,
  expected: number,
  got: number,
): RunFileProblem {
  return { kind: 'rows', line, what, fault, expected, got };
}
