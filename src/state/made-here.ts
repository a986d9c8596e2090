import type { Case } from '../core/model/case';

/** Kept by the case itself, on whatever desk it lies: a changed one is another. */
const made = new WeakSet<Case>();

/** Notes that a case was typed, pasted or changed in this tab. Samples, and rows of a file as they stand there, can be had again. */
export function noteMadeHere(subject: Case): void {
  made.add(subject);
}

export function isMadeHere(subject: Case): boolean {
  return made.has(subject);
}
