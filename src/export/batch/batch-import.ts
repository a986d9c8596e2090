import { describeCause } from '../../i18n/en/causes';
import { answerGiven, type Answer } from '../../judgement/ask-model';
import type { Cause } from '../../judgement/cause';
import type { Judgement } from '../../judgement/judgement';
import type { Question } from '../../judgement/plan-question';
import type { RawReply, UnscoredReason } from '../../judgement/judge';
import { cellNumber } from '../../sheet/run/order';
import type { Cell, RunHead, RunResult } from '../../sheet/run-record';
import type { SheetCase } from '../../sheet/sheet';
import { BatchCells, caseIn, type LoggedResult } from './batch-cells';
import {
  openUnit,
  questionPart,
  readBatchId,
  resultOf,
  runPart,
  unitKeyOf,
  unitPart,
  wireOf,
  type BatchId,
  type BatchRun,
} from './batch-questions';
import { readResultLine, type ResultLine } from './read-result-line';

export interface LinePlace {
  file: string;
  line: number;
}

export type LineFault = 'not-text' | 'not-json' | 'shape';

type BatchFailure = { [Part in 'reason' | 'detail' | 'causes']: Judgement[Part] | undefined };

export type BatchProblem =
  | ({ kind: 'damaged'; fault: LineFault } & LinePlace)
  | ({ kind: 'unknown'; id: string } & LinePlace)
  /** The question reads otherwise today: the case was edited since, or another version of Assay asked. */
  | ({ kind: 'outdated'; id: string } & Cell & LinePlace)
  | ({ kind: 'duplicate'; id: string } & Cell & LinePlace)
  | ({ kind: 'failed'; failure: BatchFailure } & Cell & LinePlace)
  | ({ kind: 'missing' } & Cell);

/** What became of result files. Every line that is neither blank nor a question is counted in one of the first six. */
export interface BatchReport {
  scored: number;
  failed: number;
  duplicate: number;
  unknown: number;
  outdated: number;
  damaged: number;
  missing: number;
  listed: readonly BatchProblem[];
  requestFiles: readonly string[];
}

/** People read no more of one kind; the counts are complete. */
const mostListed = 500;

export interface ImportRun extends Omit<BatchRun, 'engine' | 'caseAt'> {
  cases: readonly SheetCase[];
  log: Iterable<LoggedResult>;
}

type Answered = Extract<ResultLine, { kind: 'reply' | 'error' }>;

const casesPerPause = 200;

/** Makes results of the lines of result files. Of several for a cell the first with a score counts; then the first failure. */
export class BatchImport {
  readonly #run: Omit<BatchRun, 'engine'>;
  readonly #cases: readonly SheetCase[];
  readonly #cells: BatchCells;
  readonly #cellOfUnit = new Map<string, Cell>();
  #scored = 0;
  /** Of these files, by cell: those that have no score so far. */
  readonly #failed = new Map<number, Extract<BatchProblem, { kind: 'failed' }>>();
  readonly #counts = { duplicate: 0, unknown: 0, outdated: 0, damaged: 0 };
  readonly #listed: BatchProblem[] = [];
  readonly #requestFiles = new Set<string>();
  #collected: RunResult[] = [];

  constructor({ cases, log, head, ready, world }: ImportRun) {
    const byKey = new Map(cases.map((one) => [one.key, one]));
    this.#run = { head, ready, world, caseAt: caseIn(byKey) };
    this.#cases = cases;
    this.#cells = new BatchCells(head, ready.rubric, byKey, log);
  }

  /** To be run through before the first line: thousands of ids take their time. */
  *prepare(): Generator<void, void, void> {
    const { settings, orders } = this.#run.head;
    const ordered = orders.flatMap(({ cells }) => cells.map(({ sample }) => sample + 1));
    const samples = Math.max(settings.samples, ...ordered);
    for (const [place, { key, case: subject }] of this.#cases.entries()) {
      for (let sample = 0; sample < samples; sample += 1) {
        const unit = unitPart(unitKeyOf(this.#run, subject.id, sample));
        this.#cellOfUnit.set(unit, { caseKey: key, sample });
      }
      if (place % casesPerPause === 0) yield;
    }
  }

  collected(): RunResult[] {
    const results = this.#collected;
    this.#collected = [];
    return results;
  }
  get waiting(): number {
    return this.#collected.length;
  }
  head(): RunHead {
    return this.#cells.head(this.#run.world.now());
  }
  report(): BatchReport {
    const missing = this.#cells.awaited();
    return {
      scored: this.#scored,
      failed: this.#failed.size,
      ...this.#counts,
      missing: missing.length,
      listed: [
        ...[...this.#failed.values()].slice(0, mostListed),
        ...this.#listed,
        ...missing.slice(0, mostListed).map((cell) => ({ kind: 'missing' as const, ...cell })),
      ],
      requestFiles: [...this.#requestFiles],
    };
  }

  /** Null: the bytes are no text. */
  take(text: string | null, at: LinePlace): void {
    if (text?.trim() === '') return;
    const line = text === null ? ({ kind: 'damaged', fault: 'not-text' } as const) : readResultLine(text);
    if (line.kind === 'request') this.#requestFiles.add(at.file);
    else if (line.kind === 'damaged') this.#list({ ...line, ...at });
    else this.#takeAnswer(line, at);
  }

  #takeAnswer(line: Answered, at: LinePlace): void {
    const id = readBatchId(line.id);
    const cell = id?.run === runPart(this.#run.head.id) ? this.#cellOfUnit.get(id.unit) : undefined;
    const about = { id: line.id, ...cell, ...at };
    if (id === null || !cell) this.#list({ kind: 'unknown', ...about });
    else if (this.#cells.standingOf(cell) === 'scored') this.#list({ kind: 'duplicate', ...about, ...cell });
    else {
      const result = this.#judge(line, id, cell);
      if (result) this.#keep(cell, line.id, result, at);
      else this.#list({ kind: 'outdated', ...about, ...cell });
    }
  }

  /** Null where no text that the case has or had gives this question: another version of Assay asked it. */
  #judge(line: Answered, id: BatchId, { caseKey, sample }: Cell): RunResult | null {
    const run: BatchRun = { ...this.#run, engine: line.engine };
    const subject = this.#run.caseAt(caseKey);
    const { input, ...others } = subject.case;
    const texts = [...(subject.earlier ?? []), { revision: subject.revision, input }];
    for (const { revision, input: asked } of texts.reverse()) {
      const { key, opened, tuning, parameters } = openUnit(run, { ...others, input: asked }, sample);
      if (opened.question === null || questionPart(opened.question) !== id.question) continue;
      const answer = batchAnswer(line, opened.question, { model: tuning.model, parameters });
      return resultOf(run, { key: caseKey, revision }, sample, key, opened.close(answer));
    }
    return null;
  }

  #keep(cell: Cell, id: string, result: RunResult, at: LinePlace): void {
    const number = cellNumber(cell);
    const failed = this.#failed.get(number);
    if (result.digest.status !== 'unscored') {
      this.#failed.delete(number);
      // The line that failed before is now one of two.
      if (failed) this.#list({ ...failed, kind: 'duplicate', id });
      this.#scored += 1;
      this.#collect(result);
      return;
    }
    if (failed) this.#list({ kind: 'duplicate', id, ...cell, ...at });
    else {
      const { reason, detail, causes } = result.judgement;
      this.#failed.set(number, { kind: 'failed', failure: { reason, detail, causes }, ...cell, ...at });
    }
    // Of a cell that was not ordered again, the first reason is kept.
    if (this.#cells.standingOf(cell) === 'empty' || this.#cells.isAwaited(cell)) this.#collect(result);
  }

  #list(problem: Exclude<BatchProblem, { kind: 'failed' | 'missing' }>): void {
    this.#counts[problem.kind] += 1;
    if (this.#counts[problem.kind] <= mostListed) this.#listed.push(problem);
  }

  #collect(result: RunResult): void {
    this.#cells.record(result);
    this.#collected.push(result);
  }
}

/** A line of a result file as the answer to its question: read as a live reply is, but the model cannot be asked again. */
function batchAnswer(
  line: Answered,
  question: Question,
  asked: Pick<RawReply, 'model' | 'parameters'>,
): Answer {
  const wire = wireOf(line.engine);
  const refused = line.kind === 'error';
  const read = refused ? null : wire.readReply(line.body);
  if (read === null) {
    const error = wire.readError(line.body);
    // What the model said, or did, is read as in the page, also where the engine takes it for an error.
    if (error?.reply !== undefined)
      return answerGiven(question, { ...asked, text: error.reply, stop: 'unknown' });
    if (error?.filtered)
      return answerGiven(question, { ...ended('refused', { code: 'filtered', by: error.code }), sent: true });
    if (error?.calledTool)
      return answerGiven(question, { ...ended('failed', { code: 'tool-call' }), sent: true });
    const what = refused ? line.what : error === null ? 'format' : 'error';
    const said = refused ? line.said : (error?.message ?? '');
    const tooLong = error !== null && wire.faultIn(error) === 'too-long';
    const reason = what === 'timeout' ? 'timeout' : tooLong ? 'too-long' : 'failed';
    // Only an error of the model's own API shows that the question reached it; what it took is not known.
    return answerGiven(question, { ...ended(reason, { code: 'batch-failed', what, said }), sent: false });
  }
  if ('reason' in read) return answerGiven(question, { ...read, sent: true });
  // A wire may give more fields than a record holds.
  const { text, stop, usage, model = asked.model } = read;
  return answerGiven(question, { ...asked, text, stop, model, ...(usage && { usage }) });
}

function ended(reason: UnscoredReason, cause: Cause) {
  return { reason, ...describeCause(cause) };
}
