import type { Case } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';

/** A judgement together with the case as it was when it was judged. */
export interface JudgedCase {
  judgement: Judgement;
  subject: Case;
}

/** Whether a case still reads as it did when it was judged. */
export function sameInput(a: Case, b: Case): boolean {
  const names = new Set([...Object.keys(a.input), ...Object.keys(b.input)]);
  return [...names].every((name) => a.input[name] === b.input[name]);
}
