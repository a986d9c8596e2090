import type { Case } from '../core/model/case';
import type { Digest, RunHead } from '../core/model/run';
import { standingOf } from '../core/stats/standing';

/** Where a whole judgement lies: in the log of a run. */
export interface JudgementPlace {
  run: string;
  place: number;
}

/** One time that a case was put to a judge. */
export interface JudgedSample {
  sample: number;
  digest: Digest;
  at: JudgementPlace;
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
  { sample, digest, at }: JudgedSample,
): JudgedCase {
  return { subject, origin, sample, digest, at, others: none };
}

/** A case with one more sample, or with a newer one in the place of an older. */
export function withSample(before: JudgedCase, added: JudgedSample): JudgedCase {
  if (before.others.length === 0 && before.sample === added.sample)
    return judgedOnce(before.subject, before.origin, added);
  const { sample, digest, at } = added;
  const all = [...samplesOf(before).filter((other) => other.sample !== sample), { sample, digest, at }];
  const { subject, origin } = before;
  const standing = standingOf(all) ?? added;
  const others = all.filter((other) => other !== standing).sort(bySample);
  return { ...judgedOnce(subject, origin, standing), others };
}

/** In the order in which they were asked for. */
export function samplesOf({ sample, digest, at, others }: JudgedCase): JudgedSample[] {
  return others.length === 0 ? [{ sample, digest, at }] : [{ sample, digest, at }, ...others].sort(bySample);
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
