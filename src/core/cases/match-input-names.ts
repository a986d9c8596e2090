import type { RubricInput } from '../model/rubric';
import { foldName } from '../text/fold-name';
import type { MappingDraft, MappingReason } from './mapping-draft';

/** What a header may be called, the better form first. */
type Forms = (header: string) => string[];

interface Rank {
  reason: MappingReason;
  ofInput: (input: RubricInput) => string[];
  ofColumn: Forms;
}

const asWritten: Forms = (header) => [header.trim()];
/** Without case, spacing and punctuation; also without a remark in brackets, as in `Title (required)`. */
const folded: Forms = (header) => {
  const bare = header.replace(/\([^()]*\)|\[[^[\]]*\]|（[^（）]*）/gu, ' ');
  return [...new Set([foldName(header), foldName(bare)])].filter((form) => form !== '');
};

const exactRanks: Rank[] = [
  { reason: 'name', ofInput: ({ name }) => [name], ofColumn: asWritten },
  { reason: 'alias', ofInput: ({ aliases }) => aliases, ofColumn: asWritten },
];
const looseRanks: Rank[] = [
  {
    reason: 'similar-name',
    ofInput: ({ name, aliases }) => [name, ...aliases].map((form) => foldName(form)),
    ofColumn: folded,
  },
  { reason: 'label', ofInput: ({ label }) => folded(label), ofColumn: folded },
];

/** Gives inputs the columns that bear their name or an alias, letter for letter. */
export function matchExactNames(
  draft: MappingDraft,
  inputs: readonly RubricInput[],
  columns: readonly string[],
): void {
  for (const rank of exactRanks) matchRank(draft, inputs, columns, rank);
}

/** The same for names that differ in case, spacing or punctuation, and for the labels that people read. */
export function matchSimilarNames(
  draft: MappingDraft,
  inputs: readonly RubricInput[],
  columns: readonly string[],
): void {
  for (const rank of looseRanks) matchRank(draft, inputs, columns, rank);
}

function matchRank(
  draft: MappingDraft,
  inputs: readonly RubricInput[],
  columns: readonly string[],
  rank: Rank,
): void {
  const forms = columns.map(rank.ofColumn);
  const wishes = inputs
    .filter(({ name }) => !draft.hasInput(name))
    .map((input) => ({ name: input.name, columns: columnsCalled(rank.ofInput(input), forms) }));
  settle(draft, wishes, rank.reason);
}

/** Columns by the order of the names, and for one name those that bear it in full before those that bear it in part. */
function columnsCalled(names: readonly string[], forms: readonly string[][]): number[] {
  const depth = Math.max(0, ...forms.map((each) => each.length));
  const found = new Set<number>();
  for (const name of names) {
    if (name === '') continue;
    for (let form = 0; form < depth; form += 1) {
      forms.forEach((each, column) => {
        if (each[form] === name) found.add(column);
      });
    }
  }
  return [...found];
}

interface Wish {
  name: string;
  /** The columns that would do, the best first. */
  columns: readonly number[];
}

/**
 * Gives each input the best free column that no other input wishes for. Where two inputs wish for the same one, neither
 * gets it until one of them is served elsewhere: a gap is seen, a wrong column is not.
 */
function settle(draft: MappingDraft, wishes: readonly Wish[], reason: MappingReason): void {
  for (;;) {
    const open = wishes.filter(({ name }) => !draft.hasInput(name));
    const served = open.find((wish) => {
      const column = wish.columns.find(
        (candidate) =>
          draft.isFree(candidate) &&
          !open.some((other) => other !== wish && other.columns.includes(candidate)),
      );
      if (column === undefined) return false;
      draft.setInput(wish.name, column, reason);
      return true;
    });
    if (!served) return;
  }
}
