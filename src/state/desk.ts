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

/** A case that was taken away, with all that is needed to put it back where it lay. */
export interface RemovedCase {
  subject: Case;
  at: number;
  judged: JudgedCase | undefined;
}

export function removeCases(desk: Desk, ids: ReadonlySet<string>): { desk: Desk; removed: RemovedCase[] } {
  const removed = desk.cases.flatMap((subject, at) =>
    ids.has(subject.id) ? { subject, at, judged: desk.judgements.get(subject.id) } : [],
  );
  const cases = desk.cases.filter((subject) => !ids.has(subject.id));
  const judgements = new Map([...desk.judgements].filter(([id]) => !ids.has(id)));
  const neighbour = cases[Math.min(removed[0]?.at ?? 0, cases.length - 1)];
  const selectionGone = desk.selectedId !== null && ids.has(desk.selectedId);
  return {
    desk: { cases, judgements, selectedId: selectionGone ? (neighbour?.id ?? null) : desk.selectedId },
    removed,
  };
}

/** Puts removed cases back; whatever was added or judged since stays. */
export function putBack(desk: Desk, removed: readonly RemovedCase[]): Desk {
  const present = new Set(desk.cases.map((subject) => subject.id));
  const returning = removed.filter(({ subject }) => !present.has(subject.id));
  const cases = [...desk.cases];
  for (const { subject, at } of returning) cases.splice(Math.min(at, cases.length), 0, subject);
  const judgements = new Map(desk.judgements);
  for (const { subject, judged } of returning) if (judged) judgements.set(subject.id, judged);
  return { cases, judgements, selectedId: returning[0]?.subject.id ?? desk.selectedId };
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

/** Whether a case still reads as it did when it was judged. */
export function sameInput(a: Case, b: Case): boolean {
  const names = new Set([...Object.keys(a.input), ...Object.keys(b.input)]);
  return [...names].every((name) => a.input[name] === b.input[name]);
}
