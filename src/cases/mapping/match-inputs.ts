import type { RubricInput } from '../../rubric/rubric';
import { foldName } from '../../kit/text/fold-name';
import type { MappingDraft } from './propose-mapping';

/** Without case, spacing and punctuation; also without a remark in brackets, as in `Title (required)`. */
function folded(header: string): string[] {
  const bare = header.replace(/\([^()]*\)|\[[^[\]]*\]|（[^（）]*）/gu, ' ');
  return [...new Set([foldName(header), foldName(bare)])].filter((form) => form !== '');
}

/** Gives inputs the columns that bear their name or an alias, letter for letter. */
export function matchExactNames(
  draft: MappingDraft,
  inputs: readonly RubricInput[],
  columns: readonly string[],
): void {
  const forms = columns.map((header) => [header.trim()]);
  matchNames(draft, inputs, forms, ({ name }) => [name]);
  matchNames(draft, inputs, forms, ({ aliases }) => aliases);
}

/** The same for names that differ in case, spacing or punctuation, and for the labels that people read. */
export function matchSimilarNames(
  draft: MappingDraft,
  inputs: readonly RubricInput[],
  columns: readonly string[],
): void {
  const forms = columns.map(folded);
  matchNames(draft, inputs, forms, ({ name, aliases }) => [name, ...aliases].map((form) => foldName(form)));
  matchNames(draft, inputs, forms, ({ label }) => folded(label));
}

/** `forms`: what each column may be called, the better form first. */
function matchNames(
  draft: MappingDraft,
  inputs: readonly RubricInput[],
  forms: readonly string[][],
  namesOf: (input: RubricInput) => string[],
): void {
  const wishes = inputs
    .filter(({ name }) => !draft.inputs.has(name))
    .map((input) => ({ name: input.name, columns: columnsCalled(namesOf(input), forms) }));
  settle(draft, wishes);
}

/** Columns by the order of the names, and for one name those that bear it in full before those that bear it in part. */
function columnsCalled(names: readonly string[], forms: readonly string[][]): number[] {
  const depth = Math.max(0, ...forms.map((each) => each.length));
  const found = names.flatMap((name) =>
    Array.from({ length: depth }, (_, form) =>
      forms.flatMap((each, column) => (name !== '' && each[form] === name ? [column] : [])),
    ).flat(),
  );
  return [...new Set(found)];
}

interface Wish {
  name: string;
  columns: readonly number[];
}

/**
 * Gives each input the best free column that no other input wishes for. Where two inputs wish for the same one, neither
 * gets it until one of them is served elsewhere: a gap is seen, a wrong column is not.
 */
function settle(draft: MappingDraft, wishes: readonly Wish[]): void {
  for (;;) {
    const open = wishes.filter(({ name }) => !draft.inputs.has(name));
    const served = open.find((wish) => {
      const column = wish.columns.find(
        (candidate) =>
          draft.isFree(candidate) &&
          !open.some((other) => other !== wish && other.columns.includes(candidate)),
      );
      if (column === undefined) return false;
      draft.inputs.set(wish.name, column);
      return true;
    });
    if (!served) return;
  }
}
