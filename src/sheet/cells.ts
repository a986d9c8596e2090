import type { Rubric } from '../core/model/rubric';
import type { RunEntry } from '../core/model/run';
import type { SheetCase } from '../core/model/sheet';
import { caseHash } from '../core/receipt/case-hash';

export { cellsOf, countCells, openCells, orderOf } from '../core/model/order';
export { caseHash };

/** Whether a result is of the case as it reads today, by the run's rubric. Otherwise it is outdated. */
export function isCurrent(
  judged: Pick<RunEntry, 'hash' | 'revision'>,
  today: Pick<SheetCase, 'case' | 'revision'>,
  rubric: Pick<Rubric, 'inputs'>,
): boolean {
  // Most cases are never edited: those need no hashing.
  return judged.revision === today.revision || judged.hash === caseHash(rubric, today.case.input);
}
