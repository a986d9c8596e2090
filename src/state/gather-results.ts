import type { Case } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';
import type { Rubric } from '../core/model/rubric';
import type { RunHead } from '../core/model/run';
import type { SheetHead } from '../core/model/sheet';
import { measureCase } from '../core/stats/measure';
import { Tally, type Summary } from '../core/stats/tally';
import type { CaseSource, ExportEntry, ExportRun, PersonLabels } from '../pipeline/outlet';
import type { ToExport } from './exports.svelte';
import { sheetFileName } from './file-names';
import { samplesOf, type JudgedCase, type JudgementPlace } from './judged-case';
import type { Slices } from './sliced-work';

/** A run of the sheet as the page has it. */
export interface RunToGather {
  head: RunHead;
  rubric: Rubric;
  /** The newest results of a case. Undefined where the run has none. */
  judged: (caseId: string) => JudgedCase | undefined;
  /** A judgement that the storage refused. Left out: all are stored. */
  unstored?: (at: JudgementPlace) => Judgement | undefined;
}

export interface SheetToGather {
  /** Null where the sheet is not stored. */
  head: SheetHead | null;
  /** Today's, for a sheet without a run. */
  rubric: Rubric;
  /** Those to be written, in their order. */
  cases: readonly Case[];
  sources: readonly CaseSource[];
  /** The run in focus first, then those that are stacked under it. Empty where nothing was judged. */
  runs: readonly RunToGather[];
  /** Runs of the sheet whose judge is a person, newest first. */
  people: readonly Pick<RunToGather, 'head' | 'rubric' | 'judged'>[];
}

const casesPerPause = 200;

/** What there is to write. Null where there is nothing. Offers to pause at every `yield`. */
export function* gatherResults(sheet: SheetToGather): Slices<ToExport | null> {
  const { head, rubric, cases, sources } = sheet;
  if (cases.length === 0) return null;
  const [focus, ...others] = sheet.runs;
  const first = focus
    ? yield* gatherRun(cases, focus)
    : { head: null, rubric, entries: cases.map((subject) => ({ subject })) };
  const rest: ExportRun[] = [];
  for (const run of others) rest.push(yield* gatherRun(cases, run));
  const people: PersonLabels[] = [];
  for (const run of sheet.people) people.push(yield* labelsOf(cases, run));
  return {
    fileName: sheetFileName(head, first.rubric),
    runs: [first, ...rest],
    sources,
    summary: yield* summaryOf(first),
    people,
  };
}

function* gatherRun(
  cases: readonly Case[],
  { head, rubric, judged, unstored }: RunToGather,
): Slices<ExportRun> {
  const entries: ExportEntry[] = [];
  for (const subject of cases) {
    const found = judged(subject.id);
    entries.push(found ? entryOf(subject, found, unstored?.(found.at)) : { subject });
    if (entries.length % casesPerPause === 0) yield;
  }
  return { head, rubric, entries };
}

function entryOf(subject: Case, judged: JudgedCase, judgement: Judgement | undefined): ExportEntry {
  const { digest, at, milliseconds, others } = judged;
  if (judged.outdated) return { subject, digest, at, outdated: true };
  const samples = others.length > 0 ? samplesOf(judged).map((sample) => sample.digest) : undefined;
  return { subject, digest, at, milliseconds, judgement, samples };
}

function* labelsOf(
  cases: readonly Case[],
  { head, rubric, judged }: SheetToGather['people'][number],
): Slices<PersonLabels> {
  const labels = new Map<string, JudgedCase['digest']>();
  for (const [index, { id }] of cases.entries()) {
    const found = judged(id);
    if (found && !found.outdated) labels.set(id, found.digest);
    if (index % casesPerPause === 0) yield;
  }
  return { rater: head.judge.model, criteria: rubric.criteria, labels };
}

/** What the cases add up to: those that are outdated count nowhere. */
function* summaryOf({ rubric, entries }: ExportRun): Slices<Summary> {
  const tally = new Tally();
  for (const [index, { digest, outdated, samples }] of entries.entries()) {
    const measured = digest && !outdated ? measureCase(rubric, samples ?? [digest]) : null;
    if (measured) tally.add(measured);
    if (index % casesPerPause === 0) yield;
  }
  return tally.summary();
}
