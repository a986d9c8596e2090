import { type Path, segments } from '../../rubric/path';
import type { Rubric } from '../../rubric/rubric';
import type { Mapping, SourceTable } from '../table';
import { goldPrefix } from './apply-mapping';
import { columnOf } from './columns';
import { guessIdColumn, matchCaseNames } from './match-case-names';
import { matchContents, matchExactNames, matchSimilarNames } from './match-inputs';
import { foldName } from '../../kit/text/fold-name';

interface MappingHints {
  outputPaths: readonly Path[];
  remembered?: Mapping | null;
}

export class MappingDraft {
  readonly inputs = new Map<string, number>();
  readonly gold = new Map<Path, number>();
  id: number | undefined;
  label: number | undefined;

  isFree(column: number): boolean {
    return ![...this.inputs.values(), ...this.gold.values(), this.id, this.label].includes(column);
  }
  finish(): Mapping {
    const { id, label } = this;
    return {
      inputs: Object.fromEntries(this.inputs),
      ...(id === undefined ? {} : { id }),
      ...(label === undefined ? {} : { label }),
      gold: Object.fromEntries(this.gold),
    };
  }
}

/** Which column gives what, as far as names and cells tell. No column is proposed twice; a person may choose so. */
export function proposeMapping(
  table: SourceTable,
  rubric: Pick<Rubric, 'inputs'>,
  hints: MappingHints,
): Mapping {
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

/** What the person left out stays out, but for required inputs: the rubric may have gained them since. */
function recallMapping(
  draft: MappingDraft,
  table: SourceTable,
  { inputs }: Pick<Rubric, 'inputs'>,
  outputPaths: readonly Path[],
  remembered: Mapping,
): Mapping {
  const existing = (column: number | undefined) =>
    column !== undefined && column < table.columns.length ? column : undefined;
  for (const { name } of inputs) {
    const column = existing(columnOf(remembered.inputs, name));
    if (column !== undefined) draft.inputs.set(name, column);
  }
  for (const [path, at] of Object.entries(remembered.gold)) {
    const column = existing(at);
    if (column !== undefined && isGoldPath(path, outputPaths)) draft.gold.set(path, column);
  }
  draft.id = existing(remembered.id);
  draft.label = existing(remembered.label);
  const needed = inputs.filter(({ required }) => required);
  matchExactNames(draft, needed, table.columns);
  matchSimilarNames(draft, needed, table.columns);
  matchContents(draft, needed, table);
  const blank = remembered.blank?.filter((name) => !draft.inputs.has(name)) ?? [];
  return { ...draft.finish(), ...(blank.length > 0 && { blank }) };
}

const looseGold = /^\s*(?:gold|정답)[\s._:/-]+(.+)$/isu;

/** A path of `gold.<path>` may be a field, or an object or list that holds fields and stands in its cell as JSON. */
function matchGoldColumns(
  draft: MappingDraft,
  columns: readonly string[],
  outputPaths: readonly Path[],
): void {
  const paths = new Set(outputPaths.flatMap(withHolders));
  const take = (pathOf: (header: string) => Path | null | undefined) => {
    for (const [column, header] of columns.entries()) {
      const path = draft.isFree(column) ? pathOf(header) : null;
      if (path && !draft.gold.has(path)) draft.gold.set(path, column);
    }
  };
  take((header) => {
    const path = header.trim().startsWith(goldPrefix) ? header.trim().slice(goldPrefix.length) : '';
    return paths.has(path) ? path : null;
  });
  const byFold = foldedPaths(paths);
  take((header) => byFold.get(foldName(looseGold.exec(header)?.[1] ?? '')));
}

function isGoldPath(path: Path, outputPaths: readonly Path[]): boolean {
  return outputPaths.some((known) => known === path || known.startsWith(`${path}.`));
}

function withHolders(path: Path): Path[] {
  const parts = segments(path);
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}

/** Null where two paths fold alike: then only the exact name will do. */
function foldedPaths(paths: ReadonlySet<Path>): Map<string, Path | null> {
  const found = new Map<string, Path | null>();
  for (const path of paths) {
    const form = foldName(path);
    found.set(form, found.has(form) ? null : path);
  }
  return found;
}
