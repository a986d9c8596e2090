import type { Case } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';

/** What lies on the workbench for one rubric. Changing the rubric puts it aside and brings it back unchanged. */
export interface Desk {
  cases: readonly Case[];
  selectedId: string | null;
  judgements: ReadonlyMap<string, JudgedCase>;
}

/** A judgement together with the case as it was when it was judged. */
export interface JudgedCase {
  judgement: Judgement;
  subject: Case;
}

export const emptyDesk: Desk = { cases: [], selectedId: null, judgements: new Map() };

export function addCases(desk: Desk, added: readonly Case[]): Desk {
  const known = new Set(desk.cases.map((existing) => existing.id));
  const cases = [...desk.cases, ...added.filter((candidate) => !known.has(candidate.id))];
  return { ...desk, cases, selectedId: added[0]?.id ?? desk.selectedId };
}

export function replaceCase(desk: Desk, changed: Case): Desk {
  return { ...desk, cases: desk.cases.map((existing) => (existing.id === changed.id ? changed : existing)) };
}

export function removeCase(desk: Desk, id: string): Desk {
  const at = desk.cases.findIndex((existing) => existing.id === id);
  const cases = desk.cases.filter((existing) => existing.id !== id);
  const neighbour = cases[Math.min(at, cases.length - 1)];
  const judgements = new Map(desk.judgements);
  judgements.delete(id);
  return {
    cases,
    judgements,
    selectedId: desk.selectedId === id ? (neighbour?.id ?? null) : desk.selectedId,
  };
}

export function keepJudgement(desk: Desk, judged: JudgedCase): Desk {
  return { ...desk, judgements: new Map(desk.judgements).set(judged.subject.id, judged) };
}

/** The case beside the selected one, `step` rows away; stays within the table. */
export function neighbourOf(desk: Desk, step: number): string | null {
  const at = desk.cases.findIndex((existing) => existing.id === desk.selectedId);
  const next = Math.min(desk.cases.length - 1, Math.max(0, at + step));
  return desk.cases[next]?.id ?? null;
}
