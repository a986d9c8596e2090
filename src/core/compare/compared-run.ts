import type { Case, CaseInput } from '../model/case';
import type { Rubric } from '../model/rubric';
import type { Digest, RunHead } from '../model/run';

/** Of two runs that are compared, which. Changes are told from A to B. */
export type Side = 'a' | 'b';

/** What decides whether a run can be compared at all: small, and at hand before any case is read. */
export interface RunOutline {
  head: RunHead;
  /** The run's own rubric, as it was. */
  rubric: Rubric;
}

/** What pairing needs of a case. */
export interface CaseMark {
  id: string;
  label?: string;
  /** The same for the same input, and for no other. */
  inputKey: string;
}

export interface ComparedRun extends RunOutline {
  /** By their place in the run. */
  cases: readonly CaseMark[];
  /** The one digest that stands for the case in this place; undefined where there is none yet. */
  digestAt: (row: number) => Digest | undefined;
}

/**
 * `hash` keeps the keys short where inputs are long: 100,000 cases are then held by their marks alone. Without it the text
 * itself is the key.
 */
export function markCase(subject: Case, hash: (text: string) => string = (text) => text): CaseMark {
  const { id, label, input } = subject;
  return { id, ...(label === undefined ? {} : { label }), inputKey: hash(inputText(input)) };
}

function inputText(input: CaseInput): string {
  return JSON.stringify(Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Names of the inputs that are not the same text in both, in the order in which they first stand. */
export function changedInputs(a: CaseInput, b: CaseInput): string[] {
  const textIn = (input: CaseInput, name: string) => (Object.hasOwn(input, name) ? input[name] : undefined);
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => textIn(a, name) !== textIn(b, name),
  );
}
