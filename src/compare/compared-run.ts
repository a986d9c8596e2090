import type { CaseInput } from '../rubric/facts';
import type { Rubric } from '../rubric/rubric';
import type { RunHead } from '../sheet/run-record';
import type { Digest } from '../judgement/digest';

/** Of two runs that are compared, which. Changes are told from A to B. */
export type Side = 'a' | 'b';

/** What decides whether a run can be compared at all: small, and at hand before any case is read. */
export interface RunOutline {
  head: RunHead;
  /** The run's own rubric, as it was. */
  rubric: Rubric;
  /** Cases of its sheet that have a result which is not outdated, and all of them. */
  judged: { done: number; of: number };
}

/** What pairing needs of a case. */
export interface CaseMark {
  /** For life within its sheet. */
  key: number;
  id: string;
  label?: string;
  /** Hash of the inputs that the run's rubric declares. */
  hash: string;
}

export interface ComparedRun extends RunOutline {
  /** Those of its sheet, but for hidden ones. Their places here are what `row` means everywhere. */
  cases: readonly CaseMark[];
  /** What the run says of the case in this row, all its samples together; undefined where that is nothing yet, or outdated. */
  digestAt: (row: number) => Digest | undefined;
}

/** Names of the inputs that are not the same text in both, in the order in which they first stand. */
export function changedInputs(a: CaseInput, b: CaseInput): string[] {
  const textIn = (input: CaseInput, name: string) => (Object.hasOwn(input, name) ? input[name] : undefined);
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => textIn(a, name) !== textIn(b, name),
  );
}
