import type { Case } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';

/** A judgement together with the case as it was when it was judged. */
export interface JudgedCase {
  judgement: Judgement;
  subject: Case;
}

/** A case as it was when it was judged, by the name it has now: a name is no part of what was judged. */
export function underPresentName({ subject }: JudgedCase, { label }: Case): Case {
  if (subject.label === label) return subject;
  const { label: _, ...rest } = subject;
  return label === undefined ? rest : { ...rest, label };
}

/** Whether a case still reads as it did when it was judged. */
export function sameInput(a: Case, b: Case): boolean {
  const names = new Set([...Object.keys(a.input), ...Object.keys(b.input)]);
  return [...names].every((name) => a.input[name] === b.input[name]);
}
