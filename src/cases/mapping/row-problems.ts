import type { RubricInput } from '../../rubric/rubric';
import type { Slices } from '../../kit/sliced-work.browser';
import { excerpt, type Mapping, type SourceTable } from '../table';
import { columnOf } from './columns';
import { faultOf } from './find-input-faults';
import type { CaseIds } from './apply-mapping';

/** `row` counts data rows from 1. A row whose id is repeated can still be judged, under the id it was given instead. */
export type RowProblem =
  | { kind: 'missing'; row: number; input: string }
  | { kind: 'not-json'; row: number; input: string; found: string }
  | { kind: 'not-a-number'; row: number; input: string; found: string }
  | { kind: 'too-long'; row: number; input: string; characters: number; limit: number }
  | { kind: 'repeated-id'; row: number; id: string; firstRow: number; givenId: string };

/** Longer than any meeting: such a text is most likely a file that was read wrongly. In UTF-16 units. */
const longestText = 2_000_000;

/** A pause is offered after this much work, which takes a few milliseconds at most. */
const rowsPerPause = 500;
const charactersPerPause = 200_000;

/** Inputs that no column gives are not a problem of the rows: see `findUnmappedInputs`. */
export function* findRowProblems(
  table: SourceTable,
  mapping: Mapping,
  inputs: readonly RubricInput[],
  caseIds: CaseIds,
): Slices<RowProblem[]> {
  const mapped = inputs.flatMap((declared) => {
    const column = columnOf(mapping.inputs, declared.name);
    return column === undefined ? [] : [{ declared, column }];
  });
  const problems: RowProblem[] = [];
  let rows = 0;
  let characters = 0;
  for (const [index, cells] of table.rows.entries()) {
    const row = index + 1;
    for (const { declared, column } of mapped) {
      const cell = cells[column];
      characters += cell?.length ?? 0;
      const problem = problemOf(declared, cell, row);
      if (problem) problems.push(problem);
    }
    const first = caseIds.repeats.get(index);
    const id = mapping.id === undefined ? '' : (cells[mapping.id]?.trim() ?? '');
    if (first !== undefined && id !== '') {
      const givenId = caseIds.ids[index] ?? id;
      problems.push({ kind: 'repeated-id', row, id, firstRow: first + 1, givenId });
    }
    rows += 1;
    if (rows >= rowsPerPause || characters >= charactersPerPause) {
      yield;
      rows = 0;
      characters = 0;
    }
  }
  return problems;
}

function problemOf(declared: RubricInput, cell: string | undefined, row: number): RowProblem | null {
  const input = declared.name;
  // First of all: there is no use in reading what is too long to be judged.
  if (cell !== undefined && cell.length > longestText)
    return { kind: 'too-long', row, input, characters: cell.length, limit: longestText };
  const fault = faultOf(declared, cell)?.fault;
  if (fault === undefined) return null;
  if (fault === 'missing') return { kind: 'missing', row, input };
  return { kind: fault, row, input, found: excerpt(cell ?? '') };
}
