import type { Case } from '../core/model/case';
import type { Digest, Findings, RunHead } from '../core/model/run';
import { standingOf } from '../core/stats/standing';

/** Where a whole judgement lies: in the log of a run. */
export interface JudgementPlace {
  run: string;
  place: number;
}

/** One time that a case was put to a judge. */
export interface JudgedSample {
  sample: number;
  digest: Findings;
  at: JudgementPlace;
  /** The name of its question, where the run asks several times. Of other cases it is in the judgement alone. */
  receipt: string | null;
}

/** What must be known of a run to tell its judgements from those of another. */
export type RunOrigin = Pick<RunHead, 'id' | 'rubric' | 'judge' | 'settings' | 'created'>;

/** The sample that stands for a judged case, together with the case as it was when it was judged. */
export interface JudgedCase extends JudgedSample {
  subject: Case;
  /** The run it was judged in. */
  origin: RunOrigin;
  /** Further samples of the same run, in order. Each stands for itself. */
  others: readonly JudgedSample[];
}

const none: readonly JudgedSample[] = [];

export function judgedOnce(
  subject: Case,
  origin: RunOrigin,
  { sample, digest, at }: Pick<JudgedSample, 'sample' | 'at'> & { digest: Digest },
): JudgedCase {
  const receipt = origin.settings.samples > 1 ? digest.receipt : null;
  return { subject, origin, sample, digest, at, receipt, others: none };
}

/** A case with one more sample, or with a newer one in the place of an older. */
export function withSample(before: JudgedCase, added: JudgedSample): JudgedCase {
  const { subject, origin } = before;
  const { sample } = added;
  const all = [...samplesOf(before).filter((other) => other.sample !== sample), bare(added)];
  const standing = standingOf(all) ?? added;
  const others = all.filter((other) => other !== standing).sort(bySample);
  return { subject, origin, ...standing, others: others.length === 0 ? none : others };
}

/** In the order in which they were asked for. */
export function samplesOf(judged: JudgedCase): JudgedSample[] {
  return [bare(judged), ...judged.others].sort(bySample);
}

function bare({ sample, digest, at, receipt }: JudgedSample): JudgedSample {
  return { sample, digest, at, receipt };
}

function bySample(one: JudgedSample, other: JudgedSample): number {
  return one.sample - other.sample;
}

/** A case as it was when it was judged, by the name it has now: a name is no part of what was judged. */
export function underPresentName({ subject }: Pick<JudgedCase, 'subject'>, { label }: Case): Case {
  if (subject.label === label) return subject;
  const { label: _, ...rest } = subject;
  return label === undefined ? rest : { ...rest, label };
}

/** Whether a case still reads as it did when it was judged. */
export function sameInput(a: Case, b: Case): boolean {
  if (a === b) return true;
  const names = new Set([...Object.keys(a.input), ...Object.keys(b.input)]);
  return [...names].every((name) => a.input[name] === b.input[name]);
}
