import { type Path, segments } from '../../rubric/path';
import type { Rubric } from '../../rubric/rubric';
import type { Mapping, SourceTable } from '../table';
import { columnOf } from './columns';
import { guessIdColumn, matchCaseNames } from './match-case-names';
import { matchContents, matchExactNames, matchSimilarNames } from './match-inputs';
import { foldName } from '../../kit/text/fold-name';
import { goldPrefix } from '../read/csv-cases';

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

const looseGold = /^\s*(?:gold|정답)[\s._:/-]+(.+)$/isu;

/**
 * Takes `gold.<path>` columns as values known to be right. A path may be a field, or an object or list that holds fields
 * and stands in its cell as JSON.
 */
function matchGoldColumns(
  draft: MappingDraft,
  columns: readonly string[],
  outputPaths: readonly Path[],
): void {
  const paths = new Set(outputPaths.flatMap(withHolders));
  forEachFree(draft, columns, (header, column) => {
    const path = header.trim().startsWith(goldPrefix) ? header.trim().slice(goldPrefix.length) : '';
    if (paths.has(path) && !draft.hasGold(path)) draft.setGold(path, column, 'name');
  });
  const byFold = foldedPaths(paths);
  forEachFree(draft, columns, (header, column) => {
    const path = byFold.get(foldName(looseGold.exec(header)?.[1] ?? ''));
    if (path !== undefined && path !== null && !draft.hasGold(path))
      draft.setGold(path, column, 'similar-name');
  });
}

/** Whether values known to be right can be given for this place of the output. */
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

function forEachFree(
  draft: MappingDraft,
  columns: readonly string[],
  visit: (header: string, column: number) => void,
): void {
  columns.forEach((header, column) => {
    if (draft.isFree(column)) visit(header, column);
  });
}

/** Why a column was proposed, from the surest to the least sure. */
export type MappingReason = 'remembered' | 'name' | 'alias' | 'similar-name' | 'label' | 'content';

/** The reasons of a mapping, in the shape of the mapping. */
interface MappingReasons {
  inputs: Record<string, MappingReason>;
  id?: MappingReason;
  label?: MappingReason;
  gold: Record<Path, MappingReason>;
}

export interface MappingProposal {
  mapping: Mapping;
  reasons: MappingReasons;
}

interface Assigned {
  column: number;
  reason: MappingReason;
}

/** A mapping in the making, which knows the columns that are still free. */
export class MappingDraft {
  readonly #taken = new Set<number>();
  readonly #inputs = new Map<string, Assigned>();
  readonly #gold = new Map<Path, Assigned>();
  #id: Assigned | null = null;
  #label: Assigned | null = null;

  isFree(column: number): boolean {
    return !this.#taken.has(column);
  }
  hasInput(name: string): boolean {
    return this.#inputs.has(name);
  }
  hasGold(path: Path): boolean {
    return this.#gold.has(path);
  }
  get hasId(): boolean {
    return this.#id !== null;
  }

  setInput(name: string, column: number, reason: MappingReason): void {
    this.#inputs.set(name, this.#take(column, reason));
  }
  setGold(path: Path, column: number, reason: MappingReason): void {
    this.#gold.set(path, this.#take(column, reason));
  }
  setId(column: number, reason: MappingReason): void {
    this.#id = this.#take(column, reason);
  }
  setLabel(column: number, reason: MappingReason): void {
    this.#label = this.#take(column, reason);
  }

  finish(): MappingProposal {
    return {
      mapping: {
        inputs: pick(this.#inputs, ({ column }) => column),
        ...(this.#id ? { id: this.#id.column } : {}),
        ...(this.#label ? { label: this.#label.column } : {}),
        gold: pick(this.#gold, ({ column }) => column),
      },
      reasons: {
        inputs: pick(this.#inputs, ({ reason }) => reason),
        ...(this.#id ? { id: this.#id.reason } : {}),
        ...(this.#label ? { label: this.#label.reason } : {}),
        gold: pick(this.#gold, ({ reason }) => reason),
      },
    };
  }

  #take(column: number, reason: MappingReason): Assigned {
    this.#taken.add(column);
    return { column, reason };
  }
}

function pick<T>(assigned: ReadonlyMap<string, Assigned>, part: (each: Assigned) => T): Record<string, T> {
  return Object.fromEntries([...assigned].map(([name, each]) => [name, part(each)]));
}
