import { readBatchId, batchIdOf, type BatchId } from '../core/export/batch/batch-id';
import type { BatchEngine } from '../core/export/batch/batch-engine';
import { readResultLine, type ResultLine } from '../core/export/batch/read-result-line';
import type { Judgement } from '../core/model/judgement';
import { cellNumber } from '../core/model/order';
import type { Cell, RunHead, RunResult } from '../core/model/run';
import type { SheetCase } from '../core/model/sheet';
import { batchAnswer } from './batch-answer';
import { BatchCells, type LoggedResult } from './batch-cells';
import { BatchLists } from './batch-lists';
import type { BatchFailure, BatchReport, LineFault, LinePlace } from './batch-report';
import {
  openUnit,
  questionHash,
  resultOf,
  runTag,
  unitKeyOf,
  type BatchRun,
  type BatchWire,
} from './batch-unit';

export interface ImportRun extends Omit<BatchRun, 'engine' | 'wire' | 'caseAt'> {
  wires: Record<BatchEngine, BatchWire>;
  /** Of the run's sheet, in their order, hidden ones included. */
  cases: readonly SheetCase[];
  /** The run's log so far, in order. */
  log: Iterable<LoggedResult>;
}

type Answered = Extract<ResultLine, { kind: 'reply' | 'error' }>;

const casesPerPause = 200;

/**
 * Takes the lines of result files, in any order, and gives the results they make. Of several for the same cell the first with a
 * score counts; a failure stays only as long as nothing better comes. Nothing is stored here: `take` collects, `collected` hands over.
 */
export class BatchImport {
  readonly #run: Omit<BatchRun, 'engine' | 'wire'>;
  readonly #wires: Record<BatchEngine, BatchWire>;
  readonly #cases: readonly SheetCase[];
  readonly #cells: BatchCells;
  readonly #cellOfUnit = new Map<string, Cell>();
  /** Cells that had a line in these files. */
  readonly #seen = new Set<number>();
  readonly #lists = new BatchLists();
  readonly #tag: string;
  #collected: RunResult[] = [];

  constructor({ cases, log, wires, head, ready, world }: ImportRun) {
    const byKey = new Map(cases.map((one) => [one.key, one]));
    const caseAt = (key: number) => {
      const found = byKey.get(key);
      if (!found) throw new Error(`Expected a case with the key ${key} among ${cases.length}.`);
      return found;
    };
    this.#run = { head, ready, world, caseAt };
    this.#wires = wires;
    this.#cases = cases;
    this.#cells = new BatchCells(head, ready.rubric, (key) => byKey.get(key), log);
    this.#tag = batchIdOf({ run: runTag(head.id), unit: '', question: '' }).run;
  }

  /** To be run through before the first line: thousands of ids take their time. */
  *prepare(): Generator<void, void, void> {
    const { settings, orders } = this.#run.head;
    const ordered = orders.flatMap(({ cells }) => cells.map(({ sample }) => sample + 1));
    const samples = Math.max(settings.samples, ...ordered);
    for (const [place, { key, case: subject }] of this.#cases.entries()) {
      for (let sample = 0; sample < samples; sample += 1) {
        const { unit } = batchIdOf({ run: '', unit: unitKeyOf(this.#run, subject.id, sample), question: '' });
        this.#cellOfUnit.set(unit, { caseKey: key, sample });
      }
      if (place % casesPerPause === 0) yield;
    }
  }

  /** Results since they were asked for last. */
  collected(): RunResult[] {
    const results = this.#collected;
    this.#collected = [];
    return results;
  }
  get waiting(): number {
    return this.#collected.length;
  }
  /** The head that goes with all results collected so far. */
  head(): RunHead {
    return this.#cells.head(this.#run.world.now());
  }
  report(): BatchReport {
    const missing = this.#cells.awaited();
    return this.#lists.report(missing.slice(0, this.#lists.most), missing.length);
  }

  /** A line that is no text at all. */
  takeDamaged(at: LinePlace, fault: LineFault): void {
    this.#lists.add({ kind: 'damaged', fault, ...at });
  }

  take(text: string, at: LinePlace): void {
    if (text.trim() === '') return;
    const line = readResultLine(text);
    if (line.kind === 'request') this.#lists.addRequestFile(at.file);
    else if (line.kind === 'damaged') this.takeDamaged(at, line.fault);
    else this.#takeAnswer(line, at);
  }

  #takeAnswer(line: Answered, at: LinePlace): void {
    const id = readBatchId(line.id);
    const cell = id?.run === this.#tag ? this.#cellOfUnit.get(id.unit) : undefined;
    if (id === null || !cell) {
      this.#lists.add({ kind: 'unknown', id: line.id, ...at });
      return;
    }
    if (this.#cells.standingOf(cell) === 'scored') {
      this.#lists.add({ kind: 'duplicate', id: line.id, ...cell, ...at });
      return;
    }
    const result = this.#judge(line, id, cell);
    if (result === null) this.#lists.add({ kind: 'outdated', id: line.id, ...cell, ...at });
    else this.#keep(cell, line.id, result, at);
  }

  /** Null where no text that the case has or had gives this question: another version of Assay asked it. */
  #judge(line: Answered, id: BatchId, cell: Cell): RunResult | null {
    const subject = this.#run.caseAt(cell.caseKey);
    const earlier = (subject.earlier ?? []).map(({ revision, input }) => ({
      ...subject,
      revision,
      case: { ...subject.case, input },
    }));
    for (const text of [subject, ...earlier.reverse()]) {
      const result = this.#judgeText(line, id, text, cell.sample);
      if (result) return result;
    }
    return null;
  }
  #judgeText(line: Answered, id: BatchId, subject: SheetCase, sample: number): RunResult | null {
    const { engine } = line;
    const run: BatchRun = { ...this.#run, engine, wire: this.#wires[engine] };
    const { key, opened, tuning, parameters } = openUnit(run, subject.case, sample);
    if (opened.question === null) return null;
    const asked = batchIdOf({ run: '', unit: '', question: questionHash(opened.question) });
    if (asked.question !== id.question) return null;
    const answer = batchAnswer(line, opened.question, run.wire, { model: tuning.model, parameters });
    return resultOf(run, subject, sample, key, opened.close(answer));
  }

  #keep(cell: Cell, id: string, result: RunResult, at: LinePlace): void {
    const { digest, judgement } = result;
    const seen = this.#seen.has(cellNumber(cell));
    this.#seen.add(cellNumber(cell));
    if (digest.status !== 'unscored') {
      // The failure that stood here until now had come for nothing.
      if (seen) this.#lists.overtake(cell, id);
      this.#lists.scored += 1;
      this.#collect(result);
      return;
    }
    if (seen) this.#lists.add({ kind: 'duplicate', id, ...cell, ...at });
    else this.#lists.add({ kind: 'failed', failure: failureOf(judgement), ...cell, ...at });
    // Of a cell that nobody asked for again, the first reason is kept.
    if (this.#cells.standingOf(cell) === 'empty' || this.#cells.isAwaited(cell)) this.#collect(result);
  }

  #collect(result: RunResult): void {
    this.#cells.record(result);
    this.#collected.push(result);
  }
}

function failureOf({ reason, detail, causes }: Judgement): BatchFailure {
  return {
    ...(reason !== undefined && { reason }),
    ...(detail !== undefined && { detail }),
    ...(causes !== undefined && { causes }),
  };
}
