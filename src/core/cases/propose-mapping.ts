import type { Path } from '../model/path';
import type { Rubric } from '../model/rubric';
import type { Mapping, SourceTable } from '../model/table';
import { columnOf } from './column-of';
import { guessIdColumn, matchCaseNames } from './match-case-names';
import { matchContents } from './match-contents';
import { isGoldPath, matchGoldColumns } from './match-gold-columns';
import { matchExactNames, matchSimilarNames } from './match-input-names';
import { MappingDraft, type MappingProposal } from './mapping-draft';

export interface MappingHints {
  /** The fields of the rubric's output, for which a file may bring values known to be right. */
  outputPaths: readonly Path[];
  /** What the person chose for a file with the same header. */
  remembered?: Mapping | null;
}

/**
 * Which column gives what, as far as names and cells tell. No column is proposed twice; a person may choose so, and then
 * it is remembered so.
 */
export function proposeMapping(
  table: SourceTable,
  rubric: Pick<Rubric, 'inputs'>,
  hints: MappingHints,
): MappingProposal {
  const draft = new MappingDraft();
  if (hints.remembered) return recallMapping(draft, table, rubric, hints.outputPaths, hints.remembered);
  matchExactNames(draft, rubric.inputs, table.columns);
  matchGoldColumns(draft, table.columns, hints.outputPaths);
  matchSimilarNames(draft, rubric.inputs, table.columns);
  matchCaseNames(draft, table);
  matchContents(draft, rubric.inputs, table);
  guessIdColumn(draft, table);
  return draft.finish();
}

/**
 * What the person left out stays out, but for inputs without which nothing could be judged: the rubric may have gained
 * them since.
 */
function recallMapping(
  draft: MappingDraft,
  table: SourceTable,
  { inputs }: Pick<Rubric, 'inputs'>,
  outputPaths: readonly Path[],
  remembered: Mapping,
): MappingProposal {
  const exists = (column: number) => column < table.columns.length;
  for (const { name } of inputs) {
    const column = columnOf(remembered.inputs, name);
    if (column !== undefined && exists(column)) draft.setInput(name, column, 'remembered');
  }
  for (const [path, column] of Object.entries(remembered.gold)) {
    if (exists(column) && isGoldPath(path, outputPaths)) draft.setGold(path, column, 'remembered');
  }
  const { id, label } = remembered;
  if (id !== undefined && exists(id)) draft.setId(id, 'remembered');
  if (label !== undefined && exists(label)) draft.setLabel(label, 'remembered');
  const needed = inputs.filter(({ required }) => required);
  matchExactNames(draft, needed, table.columns);
  matchSimilarNames(draft, needed, table.columns);
  matchContents(draft, needed, table);
  return draft.finish();
}
