import { findInputFaults } from '../../cases/mapping/find-input-faults';
import type { Case } from '../../cases/case';
import type { RubricInput } from '../../rubric/rubric';
import type { Findings } from '../../judgement/digest';
import type { SheetView } from '../sheet';
import { numberOf, textOf, whyUnscored } from '../figures/measure';
import { cellText, type ResultColumn } from './result-columns';
import type { JudgementPlace } from '../results/judged-case';

/** What a row of the table is about: a case and, once it has been judged, what is known of its judgement. */
export interface ResultRow {
  subject: Case;
  /** What it is called, in the reader's language. */
  name: string;
  /** Undefined where it is not judged, or was edited since. */
  digest: Findings | undefined;
  at: JudgementPlace | undefined;
  outdated: boolean;
  inRun: (run: string) => Findings | undefined;
}

export type ResultFilter = SheetView['filter'];

export const noFilter: ResultFilter = {
  status: null,
  verdict: null,
  from: null,
  to: null,
  check: null,
  text: '',
  why: null,
  cell: null,
  problems: false,
};

/** How many parts of the filter hold something back. A score range is one part. */
export function activeParts(filter: ResultFilter): number {
  const { status, verdict, from, to, check, text, why, cell, problems } = filter;
  return [
    status !== null,
    verdict !== null,
    from !== null || to !== null,
    check !== null,
    text.trim() !== '',
    why !== null,
    cell !== null && cell.text !== '',
    problems,
  ].filter(Boolean).length;
}

type Test = (row: ResultRow) => boolean;

/** Cheap tests first, so that text is searched only in rows that pass the rest. */
export function makeMatcher(
  filter: ResultFilter,
  inputs: readonly RubricInput[],
  columns: readonly ResultColumn[] = [],
): Test {
  const { status, verdict, from, to, check, text, why, cell, problems } = filter;
  const tests: Test[] = [];
  if (status !== null) tests.push(({ digest }) => (digest?.status ?? 'waiting') === status);
  if (verdict !== null) {
    const wanted = verdict.decided ? verdict.text : null;
    tests.push(({ digest }) => digest?.verdict !== undefined && textOf(digest.verdict) === wanted);
  }
  if (from !== null || to !== null) {
    tests.push(({ digest }) => {
      const score = numberOf(digest?.score);
      return score !== null && score >= (from ?? -Infinity) && score <= (to ?? Infinity);
    });
  }
  if (check !== null) {
    tests.push(({ digest }) => digest?.failedChecks.includes(check) ?? false);
  }
  if (why !== null) {
    tests.push(({ digest }) => {
      const found = digest && whyUnscored(digest);
      return found?.reason === why.reason && (why.cause === null || found.cause === why.cause);
    });
  }
  const column = columns.find(({ id }) => id === cell?.column);
  if (cell && column && cell.text !== '') tests.push(cellHolds(column, cell));
  const searched = columns.filter(({ kind }) => kind === 'original');
  if (text.trim() !== '') tests.push(containsText(text.trim(), searched));
  if (problems) tests.push((row) => hasProblems(row, inputs));
  return (row) => tests.every((test) => test(row));
}

function cellHolds(column: ResultColumn, { text, whole }: NonNullable<ResultFilter['cell']>): Test {
  if (text === null || whole) return (row) => cellText(column, row) === text;
  const holds = holding(text.trim());
  return (row) => {
    const found = cellText(column, row) ?? '';
    return holds(found) || holds(column.nameOf(found));
  };
}

function containsText(text: string, columns: readonly ResultColumn[]): Test {
  const holds = holding(text);
  return (row) =>
    holds(row.name) ||
    holds(row.subject.label ?? '') ||
    holds(row.subject.id) ||
    Object.values(row.subject.input).some(holds) ||
    columns.some((column) => holds(column.text(row)));
}

function holding(text: string): (cell: string) => boolean {
  // A pattern compares without a lower-case copy of every input.
  const pattern = new RegExp(text.normalize().replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu');
  // Korean from a Mac may come with its syllables taken apart.
  return (cell) => pattern.test(cell.normalize());
}

function hasProblems({ subject, digest }: ResultRow, inputs: readonly RubricInput[]): boolean {
  if (digest) return digest.problems;
  return findInputFaults(inputs, subject.input).length > 0;
}
