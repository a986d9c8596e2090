import type { Case } from '../cases/case';
import type { Mapping, SourceTable } from '../cases/table';
import type { Digest, Findings } from '../judgement/digest';
import type { Judgement } from '../judgement/judgement';
import type { Rubric } from '../rubric/rubric';
import { repeatsOf, type Repeats } from '../sheet/figures/repeats';
import type { JudgementPlace } from '../sheet/results/judged-case';
import type { RunHead } from '../sheet/run-record';

export interface CaseSource {
  table: SourceTable;
  mapping: Mapping;
  rowOf: Map<string, number>;
}

export interface ExportEntry {
  subject: Case;
  /** Of the result that stands for the case. Absent: it was not judged. */
  digest?: Findings | undefined;
  /** The case was edited since it was judged: nothing else of the result is written. */
  outdated?: true | undefined;
  at?: JudgementPlace | undefined;
  judgement?: Judgement | undefined;
  milliseconds?: number | undefined;
  /** Digests of all its samples in order, where it was judged several times. */
  samples?: readonly Digest[] | undefined;
}

export interface ExportRun {
  head: RunHead | null;
  /** The version that the run pins; without a run, today's. */
  rubric: Rubric;
  entries: readonly ExportEntry[];
}

/** The run in focus, then others that are stacked under it. All have the same cases in the same order. */
export type ExportRuns = readonly [ExportRun, ...ExportRun[]];

/** What a person said of the cases, by their ids; without outdated labels. */
export interface PersonLabels {
  rater: string;
  criteria: Rubric['criteria'];
  labels: ReadonlyMap<string, Pick<Findings, 'criteria'>>;
}

export interface StoredJudgements {
  readAll: (places: readonly JudgementPlace[]) => Promise<(Judgement | null)[]>;
}

export interface JudgedEntry extends ExportEntry {
  run: ExportRun;
  number: number;
  row: number;
  unreadable: boolean;
}

const entriesAtOnce = 250;

/** Reads judgements a few at a time, so that an export never holds all of them. */
export class JudgedRuns {
  readonly runs: ExportRuns;
  readonly unreadable = new Set<string>();
  readonly #stored: StoredJudgements;

  constructor(runs: ExportRuns, stored: StoredJudgements) {
    this.runs = runs;
    this.#stored = stored;
  }

  get count(): number {
    return this.runs.length * this.runs[0].entries.length;
  }

  async *batches(): AsyncGenerator<JudgedEntry[], void> {
    for (const [number, run] of this.runs.entries())
      for (let from = 0; from < run.entries.length; from += entriesAtOnce)
        yield await this.#read(run, number, from);
  }

  async #read(run: ExportRun, number: number, from: number): Promise<JudgedEntry[]> {
    const entries = run.entries.slice(from, from + entriesAtOnce);
    const places = entries.flatMap(({ at, judgement, outdated }) =>
      at && !judgement && !outdated ? at : [],
    );
    const read = (await this.#stored.readAll(places)).values();
    return entries.map((entry, index): JudgedEntry => {
      const { at, outdated, subject } = entry;
      const about = { ...entry, run, number, row: from + index, unreadable: false };
      if (outdated) return { ...about, judgement: undefined };
      if (entry.judgement || !at) return about;
      const judgement = read.next().value ?? undefined;
      if (!judgement) this.unreadable.add(subject.label ?? subject.id);
      return { ...about, judgement, unreadable: !judgement };
    });
  }
}

export interface Samples<Single extends Findings = Findings> {
  together: Repeats;
  single: readonly Single[];
}

export function samplesOf<T extends Findings>(rubric: Rubric, single: readonly T[]): Samples<T> {
  return { together: repeatsOf(rubric, single), single };
}
