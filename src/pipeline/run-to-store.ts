import type { Case } from '../core/model/case';
import type { Rubric } from '../core/model/rubric';
import type { RunCase, RunHead } from '../core/model/run';
import type { NewRun } from '../storage/runs/run-store';
import { rubricToStore } from './new-run';
import type { CaseSource } from './outlet';

const casesPerPiece = 500;

/** All that is kept of a run before anyone is asked. */
export function runToStore(
  head: RunHead,
  rubric: Rubric,
  cases: readonly Case[],
  sources: readonly CaseSource[],
): NewRun {
  return {
    head,
    rubric: rubricToStore(rubric),
    sources: sources.map(({ table, mapping }) => ({ columns: table.columns, mapping })),
    cases: casesToStore(cases, sources),
  };
}

/** Each with the row it came from. */
function* casesToStore(
  subjects: readonly Case[],
  sources: readonly CaseSource[],
): Generator<RunCase[], void> {
  for (let start = 0; start < subjects.length; start += casesPerPiece) {
    yield subjects.slice(start, start + casesPerPiece).map((subject) => {
      const source = sources.findIndex(({ rowOf }) => rowOf.has(subject.id));
      const from = sources[source];
      const cells = from?.table.rows[from.rowOf.get(subject.id) ?? -1];
      return { case: subject, original: cells ? { source, cells } : null };
    });
  }
}
