import { readBatchId, batchIdOf, type BatchId } from '../core/export/batch/batch-id';
import type { BatchEngine } from '../core/export/batch/batch-engine';
import { readResultLine, type ResultLine } from '../core/export/batch/read-result-line';
import type { Judgement } from '../core/model/judgement';
import type { RunHead, RunResult } from '../core/model/run';
import { batchAnswer } from './batch-answer';
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
import { RunLedger, type EarlierResult, type UnitPlace } from './run-ledger';
import { StillAsked } from './still-asked';

/** What is known of a unit: nothing, a result without a score, or a score. */
const unjudged = 0;
const unscored = 1;
const scored = 2;

export interface ImportRun extends Omit<BatchRun, 'engine' | 'wire'> {
  wires: Record<BatchEngine, BatchWire>;
  /** The run's log so far, in order. */
  earlier: Iterable<EarlierResult>;
}

type Answered = Extract<ResultLine, { kind: 'reply' | 'error' }>;

const unitsPerPause = 200;

/**
 * Takes the lines of result files, in any order, and gives the results they make. Of several for the same unit the first with a
 * score counts; a failure stays only as long as nothing better comes. Nothing is stored here: `take` collects, `collected` hands over.
 */
export class BatchImport {
  readonly #run: ImportRun;
  readonly #ledger: RunLedger;
  readonly #units = new Map<string, number>();
  readonly #standing: Uint8Array;
  /** Whether a unit had a line in these files. */
  readonly #seen: Uint8Array;
  readonly #stillAsked: StillAsked;
  readonly #lists = new BatchLists();
  readonly #tag: string;
  #collected: RunResult[] = [];

  constructor(run: ImportRun) {
    this.#run = run;
    const { head, ready } = run;
    const earlier = [...run.earlier];
    this.#ledger = new RunLedger(head, ready.rubric, earlier, ({ digest }) => digest.status === 'unscored');
    this.#stillAsked = new StillAsked(head, earlier);
    this.#standing = new Uint8Array(this.#ledger.total);
    this.#seen = new Uint8Array(this.#ledger.total);
    for (const { row, sample, digest } of earlier)
      this.#standing[this.#unitAt({ row, sample })] = digest.status === 'unscored' ? unscored : scored;
    this.#tag = batchIdOf({ run: runTag(head.id), unit: '', question: '' }).run;
  }

  /** To be run through before the first line: thousands of ids take their time. */
  *prepare(): Generator<void, void, void> {
    const { head, caseAt } = this.#run;
    for (let row = 0; row < head.cases; row += 1) {
      const { id } = caseAt(row);
      for (let sample = 0; sample < head.settings.samples; sample += 1) {
        const { unit } = batchIdOf({ run: '', unit: unitKeyOf(this.#run, id, sample), question: '' });
        this.#units.set(unit, this.#unitAt({ row, sample }));
      }
      if (row % unitsPerPause === 0) yield;
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
    const { head: before, world } = this.#run;
    const { again: _, ...head } = before;
    const complete = this.#ledger.complete;
    return {
      ...head,
      ...this.#stillAsked.in(complete),
      state: complete ? 'finished' : 'paused',
      pause: complete ? null : { because: 'batch', detail: '' },
      changed: world.now().toISOString(),
      counts: this.#ledger.counts(),
    };
  }
  report(): BatchReport {
    const missing: UnitPlace[] = [];
    let count = 0;
    for (const [unit, standing] of this.#standing.entries()) {
      if (standing !== unjudged) continue;
      count += 1;
      if (count <= this.#lists.most) missing.push(this.#placeOf(unit));
    }
    return this.#lists.report(missing, count);
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
    const unit = id?.run === this.#tag ? this.#units.get(id.unit) : undefined;
    if (id === null || unit === undefined) {
      this.#lists.add({ kind: 'unknown', id: line.id, ...at });
      return;
    }
    const place = this.#placeOf(unit);
    if (this.#standing[unit] === scored) {
      this.#lists.add({ kind: 'duplicate', id: line.id, ...place, ...at });
      return;
    }
    const result = this.#judge(line, id, place);
    if (result === null) this.#lists.add({ kind: 'outdated', id: line.id, ...place, ...at });
    else this.#keep(unit, line.id, result, at);
  }

  /** Null where this page would ask something else. */
  #judge(line: Answered, id: BatchId, place: UnitPlace): RunResult | null {
    const { engine } = line;
    const run: BatchRun = { ...this.#run, engine, wire: this.#run.wires[engine] };
    const { key, opened, tuning, parameters } = openUnit(run, run.caseAt(place.row), place);
    if (opened.question === null) return null;
    const asked = batchIdOf({ run: '', unit: '', question: questionHash(opened.question) });
    if (asked.question !== id.question) return null;
    const answer = batchAnswer(line, opened.question, run.wire, { model: tuning.model, parameters });
    return resultOf(run, place, key, opened.close(answer));
  }

  #keep(unit: number, id: string, result: RunResult, at: LinePlace): void {
    const { row, sample, digest, judgement } = result;
    const place = { row, sample };
    const seen = this.#seen[unit] === 1;
    this.#seen[unit] = 1;
    if (digest.status !== 'unscored') {
      // The failure that stood here until now had come for nothing.
      if (seen) this.#lists.overtake(place, id);
      this.#lists.scored += 1;
      this.#standing[unit] = scored;
      this.#ledger.record(place, digest, judgement);
      this.#collect(result);
      return;
    }
    if (seen) this.#lists.add({ kind: 'duplicate', id, ...place, ...at });
    else this.#lists.add({ kind: 'failed', failure: failureOf(judgement), ...place, ...at });
    // What has failed before is known, and the first reason is kept.
    if (this.#standing[unit] !== unjudged) return;
    this.#standing[unit] = unscored;
    this.#ledger.record(place, digest, judgement, false);
    this.#collect(result);
  }

  #collect(result: RunResult): void {
    this.#stillAsked.take(result);
    this.#collected.push(result);
  }

  #unitAt({ row, sample }: UnitPlace): number {
    return row * this.#run.head.settings.samples + sample;
  }
  #placeOf(unit: number): UnitPlace {
    const { samples } = this.#run.head.settings;
    return { row: Math.floor(unit / samples), sample: unit % samples };
  }
}

function failureOf({ reason, detail, causes }: Judgement): BatchFailure {
  return {
    ...(reason !== undefined && { reason }),
    ...(detail !== undefined && { detail }),
    ...(causes !== undefined && { causes }),
  };
}
