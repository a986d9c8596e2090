import Papa from 'papaparse';
import type { Case } from '../case';
import { type Json, jsonSchema } from '../../kit/json';
import type { Rubric, RubricInput } from '../../rubric/rubric';

/**
 * Cases from a CSV whose columns already carry the rubric's input names: `id`, `label`, the inputs, `gold.<path>`.
 * Built-in samples and gold files are written so; files from people go through the column mapping instead.
 */
export function readCsvCases(csv: string, inputNames: readonly string[]): Case[] {
  const { data, errors } = Papa.parse<Record<string, string>>(csv, {
    header: true,
    skipEmptyLines: 'greedy',
  });
  const first = errors[0];
  if (first)
    throw new Error(`Expected a well-formed CSV, got "${first.message}" in row ${first.row ?? '?'}.`);
  return data.map((row, index) => caseFromRow(row, index, inputNames));
}

function caseFromRow(row: Record<string, string>, index: number, inputNames: readonly string[]): Case {
  const input: Record<string, string> = {};
  for (const name of inputNames) {
    const cell = row[name];
    if (cell !== undefined) input[name] = cell;
  }
  const gold: Record<string, Json> = {};
  for (const [column, cell] of Object.entries(row)) {
    const value = column.startsWith(goldPrefix) ? readGoldCell(cell) : undefined;
    if (value !== undefined) gold[column.slice(goldPrefix.length)] = value;
  }
  return {
    id: row['id'] || `row-${index + 1}`,
    ...(row['label'] ? { label: row['label'] } : {}),
    input,
    ...(Object.keys(gold).length > 0 ? { gold } : {}),
  };
}

interface TemplateOptions {
  /** A byte order mark, without which Excel shows Korean as gibberish. */
  bom?: boolean;
  /** Makes a cell harmless that a spreadsheet would run as a formula. */
  protect?: (cell: string) => string;
}

type TemplateRubric = Pick<Rubric, 'inputs'>;

/** A file to fill in: the columns a rubric needs and one row that shows what belongs there. */
export function templateCsv(rubric: TemplateRubric, options: TemplateOptions = {}): string {
  const input = Object.fromEntries(rubric.inputs.map((declared) => [declared.name, exampleOf(declared)]));
  return sampleCsv(rubric, [{ id: 'example-1', label: 'Example', input }], options);
}

/** Cases in the columns of the template. Values known to be right are left out: this is what a judge may see. */
export function sampleCsv(
  { inputs }: TemplateRubric,
  cases: readonly Case[],
  { bom = false, protect = (cell) => cell }: TemplateOptions = {},
): string {
  const names = inputs.map(({ name }) => name);
  // An input of that name needs its column for itself.
  const own = ['id', 'label'].filter((name) => !names.includes(name));
  const data = cases.map((each) => [
    ...own.map((name) => protect(name === 'id' ? each.id : (each.label ?? ''))),
    ...names.map((name) => protect(Object.hasOwn(each.input, name) ? (each.input[name] ?? '') : '')),
  ]);
  return (bom ? '\uFEFF' : '') + Papa.unparse({ fields: [...own, ...names], data }) + '\r\n';
}

/** The author's example; without one, something of the right kind that says what belongs there. */
function exampleOf({ example, kind, help, label, required, blank_allowed }: RubricInput): string {
  if (example !== undefined) return example;
  switch (kind) {
    case 'json':
      return '{}';
    case 'number':
      return required && !blank_allowed ? '0' : '';
    case 'text':
    case 'long':
    case 'list':
      return help ?? label;
  }
}

/** What comes before the output path in the header of a column with values known to be right. */
export const goldPrefix = 'gold.';

/** Most cells are words. Trying to parse them costs far more than looking at their first letter. */
const mayBeJson = /^\s*["[{\-\dtfn]/u;

/** The value a cell claims: JSON if it parses as JSON, its words otherwise. An empty cell claims nothing. */
export function readGoldCell(cell: string): Json | undefined {
  if (!mayBeJson.test(cell)) return cell.trim() === '' ? undefined : cell;
  try {
    const parsed: unknown = JSON.parse(cell);
    if (typeof parsed === 'string' || typeof parsed === 'boolean') return parsed;
    if (typeof parsed === 'number' && Number.isFinite(parsed)) return parsed;
    return hasUnholdable(parsed) ? cell : jsonSchema.parse(parsed);
  } catch {
    return cell;
  }
}

/** No object holds this name as a value of its own, so what has it as a key stays the text it is. */
function hasUnholdable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasUnholdable);
}
