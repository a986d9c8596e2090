import { criterionPath } from '../model/criterion-path';
import type { Json } from '../model/json';
import type { Judgement, Known } from '../model/judgement';
import type { OutputSchema } from '../model/output-schema';
import { segments, type Path } from '../model/path';
import type { Rubric } from '../model/rubric';
import { samplesColumn } from './sample-columns';

/** A field of the rubric's output. */
export interface OutputLeaf {
  path: Path;
  schema: OutputSchema;
}

/** A column that we add: its name without the prefix, and its cell for a case that was judged. */
export interface ScoredColumn {
  name: string;
  cell: (judgement: Judgement) => string;
}

export const rulesOnlyJudge = 'Rules only: no model was asked';

const first = ['status', 'reason'] as const;
const last = ['checks', 'judge', 'model', 'mode', 'rubric', 'receipt'] as const;
/** What the cases are called now: only in exports where some case has another name than its file says. */
export const nameColumn = 'case';
/** When each case was judged, and in which run: not in files that earlier versions wrote. */
export const timeColumn = 'time';
export const runColumn = 'run';
/** Columns of expected scores begin with it: only for criteria of which some case has one. */
const expectedColumn = 'expected';
/** Every export has these, whatever the rubric. */
export const fixedColumns: readonly string[] = [...first, ...last];

/**
 * The columns after the original ones. A cell is empty where nobody decided, never 0. What is known of an undecided number
 * stands in `<column>.min` and `<column>.max`, which exist only where `ranges` names the column: so a column of numbers
 * holds nothing but numbers.
 */
export function scoredColumns(
  rubric: Rubric,
  leaves: readonly OutputLeaf[],
  options: { rationales: boolean; ranges: ReadonlySet<string>; expected?: ReadonlySet<string> },
): ScoredColumn[] {
  const fixed: Record<(typeof first)[number] | (typeof last)[number], ScoredColumn['cell']> = {
    status: ({ status }) => status,
    reason: ({ reason }) => reason ?? '',
    checks: failedChecks,
    judge: ({ receipt }) => (receipt.mode === 'rules-only' ? rulesOnlyJudge : receipt.judge),
    model: ({ receipt }) => receipt.model,
    mode: ({ receipt }) => receipt.mode,
    rubric: () => `${rubric.id}@${rubric.version}`,
    receipt: ({ receipt }) => receipt.id,
  };
  const kept = options.rationales ? leaves : leaves.filter((leaf) => !isProse(rubric, leaf));
  const ofFields = kept.flatMap((leaf) => {
    const name = leafColumn(rubric, leaf.path);
    const value = { name, cell: outputCell(leaf.path) };
    if (!options.ranges.has(name)) return [value];
    return [value, ...rangeColumns(name, (judgement) => fieldKnown(judgement, leaf.path))];
  });
  const ofDerived = Object.keys(rubric.derived).flatMap((key) => {
    const name = derivedColumn(key);
    const known = ({ derived }: Judgement) => (Object.hasOwn(derived, key) ? derived[key] : undefined);
    const value = { name, cell: (judgement: Judgement) => knownCell(known(judgement)) };
    return options.ranges.has(name) ? [value, ...rangeColumns(name, known)] : [value];
  });
  const ofExpected = rubric.criteria.flatMap((criterion) => {
    if (!options.expected?.has(criterion.id)) return [];
    const path = criterionPath(criterion);
    const field = ({ fields }: Judgement) => fields.find((each) => each.path === path);
    const cell = (judgement: Judgement) => String(field(judgement)?.expected ?? '');
    return [{ name: `${expectedColumn}.${criterion.id}`, cell }];
  });
  const judgedAt = { name: timeColumn, cell: ({ receipt }: Judgement) => receipt.time };
  const named = (name: (typeof first)[number] | (typeof last)[number]) => ({ name, cell: fixed[name] });
  return [...first.map(named), ...ofFields, ...ofDerived, ...ofExpected, ...last.map(named), judgedAt];
}

/** Adds the columns of which this judgement knows a range only. */
export function noteRanges(rubric: Rubric, judgement: Judgement, ranges: Set<string>): void {
  for (const { path, known } of judgement.fields)
    if (known.kind === 'range') ranges.add(leafColumn(rubric, path));
  for (const key of Object.keys(judgement.derived))
    if (judgement.derived[key]?.kind === 'range') ranges.add(derivedColumn(key));
}

function derivedColumn(name: string): string {
  return `derived.${name}`;
}

/** An output may have a field called `status`: it makes room for ours. */
function leafColumn(rubric: Rubric, path: Path): string {
  const taken =
    fixedColumns.includes(path) ||
    [nameColumn, timeColumn, runColumn].includes(path) ||
    isOrIsUnder(path, samplesColumn) ||
    isOrIsUnder(path, expectedColumn) ||
    Object.keys(rubric.derived).some((key) => isOrIsUnder(path, derivedColumn(key)));
  return taken || isOrIsUnder(path, 'output') ? `output.${path}` : path;
}

function isOrIsUnder(path: Path, parent: Path): boolean {
  return path === parent || path.startsWith(`${parent}.`);
}

/** Free text, as opposed to scores and labels. A criterion's choice is a label even where its shape lists none. */
function isProse(rubric: Rubric, { path, schema }: OutputLeaf): boolean {
  return !rubric.criteria.some(({ choice }) => choice === path) && holdsFreeText(schema);
}

function holdsFreeText(schema: OutputSchema): boolean {
  if ('anyOf' in schema) return schema.anyOf.some(holdsFreeText);
  if ('prefixItems' in schema) return schema.prefixItems.some(holdsFreeText);
  if ('properties' in schema) return Object.values(schema.properties).some(holdsFreeText);
  if ('items' in schema) return holdsFreeText(schema.items);
  return schema.type === 'string' && schema.enum === undefined;
}

function failedChecks({ checks }: Judgement): string {
  let ids = '';
  for (const { id, outcome } of checks) {
    if (outcome === 'failed' || outcome === 'broken') ids += ids === '' ? id : ` ${id}`;
  }
  return ids;
}

/** The way to the value is cut up once, not once per row. */
function outputCell(path: Path): ScoredColumn['cell'] {
  const keys = segments(path);
  return ({ output }) => {
    let here: Json | undefined = output ?? undefined;
    for (const key of keys) {
      if (typeof here !== 'object' || here === null) return '';
      if (Array.isArray(here)) here = here[Number(key)];
      else here = Object.hasOwn(here, key) ? here[key] : undefined;
    }
    return here === undefined ? '' : jsonCell(here);
  };
}

function rangeColumns(name: string, known: (judgement: Judgement) => Known | undefined): ScoredColumn[] {
  return (['min', 'max'] as const).map((end) => ({
    name: `${name}.${end}`,
    cell: (judgement) => {
      const is = known(judgement);
      return is?.kind === 'range' ? String(is[end]) : '';
    },
  }));
}

function fieldKnown({ fields }: Judgement, path: Path): Known | undefined {
  return fields.find((field) => field.path === path)?.known;
}

function knownCell(known: Known | undefined): string {
  return known?.kind === 'value' ? jsonCell(known.value) : '';
}

/** Text as it is; all else as JSON, so that `null` (somebody decided: nothing) differs from undecided. */
function jsonCell(value: Json): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}
