import type { Case } from '../core/model/case';
import { sameInput } from './judged-case';

/** Those that were added to the cases of a run, or changed since. */
export function casesBeyond(stored: readonly Case[], present: readonly Case[]): Case[] {
  let byId: ReadonlyMap<string, Case> | null = null;
  return present.filter((subject, row) => {
    // Most are where they were, and need no looking up.
    if (subject === stored[row]) return false;
    byId ??= new Map(stored.map((one) => [one.id, one]));
    const before = byId.get(subject.id);
    return !before || !sameCase(before, subject);
  });
}

export function sameCase(a: Case, b: Case): boolean {
  return (
    a === b || (a.label === b.label && sameInput(a, b) && JSON.stringify(a.gold) === JSON.stringify(b.gold))
  );
}
