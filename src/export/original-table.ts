import { joinTables } from '../cases/read/read-table';
import type { Case } from '../cases/case';
import type { SourceTable } from '../cases/table';
import type { Slices } from '../kit/sliced-work';
import type { Rubric } from '../rubric/rubric';
import type { CaseSource } from './export-run';

const goldPrefix = 'gold.';
const casesPerPause = 200;

type Inputs = Pick<Rubric, 'inputs'>;

/** The original columns of the given cases, in their order: from the files they came from, or made from their inputs. */
export function* originalTable(
  cases: readonly Case[],
  sources: readonly CaseSource[],
  rubric: Inputs,
): Slices<SourceTable> {
  const files = sources.map((source) => ({ source, ...emptyPart() }));
  const own = emptyPart();
  for (const [place, subject] of cases.entries()) {
    const part = files.find(({ source }) => source.rowOf.has(subject.id)) ?? own;
    part.subjects.push(subject);
    part.places.push(place);
    if (place % casesPerPause === 0) yield;
  }
  const tables: SourceTable[] = [];
  for (const { source, subjects } of files) tables.push(yield* tableOfFile(source, subjects, rubric));
  if (own.subjects.length > 0) tables.push(tableOfCases(own.subjects, rubric));
  const joined = joinTables(tables.filter(({ rows }) => rows.length > 0));
  const places = [...files, own].flatMap((part) => part.places);
  const rows: string[][] = [];
  joined.rows.forEach((row, index) => (rows[places[index] ?? index] = row));
  return { columns: joined.columns, rows };
}

function emptyPart(): { subjects: Case[]; places: number[] } {
  return { subjects: [], places: [] };
}

function* tableOfFile(
  source: CaseSource,
  subjects: readonly Case[],
  { inputs }: Inputs,
): Slices<SourceTable> {
  const { mapping, table } = source;
  // Text typed in the page for an input that the file has no column for gets a column of its own.
  const typed = inputs
    .map(({ name }) => name)
    .filter((name) => mapping.inputs[name] === undefined && subjects.some(({ input }) => input[name]));
  yield;
  const rows: string[][] = [];
  for (const subject of subjects) {
    rows.push([...rowFor(source, subject), ...typed.map((name) => subject.input[name] ?? '')]);
    if (rows.length % casesPerPause === 0) yield;
  }
  return { columns: [...table.columns, ...typed], rows };
}

/** A case that was changed in the page is written as it reads now; every other cell stays as it came. */
function rowFor({ table, mapping, rowOf }: CaseSource, subject: Case): string[] {
  let row = table.rows[rowOf.get(subject.id) ?? -1] ?? [];
  for (const [name, column] of Object.entries(mapping.inputs)) {
    const text = subject.input[name];
    if (text !== undefined && text !== row[column]) row = row.with(column, text);
  }
  return row;
}

/** Cases that came from no file, as a table that can be read back: `id`, `label`, the rubric's inputs, `gold.<path>`. */
export function tableOfCases(cases: readonly Case[], rubric: Inputs): SourceTable {
  const declared = rubric.inputs.map(({ name }) => name);
  const inputs = [...new Set([...declared, ...cases.flatMap(({ input }) => Object.keys(input))])];
  const paths = [...new Set(cases.flatMap(({ gold }) => Object.keys(gold ?? {})))];
  return {
    columns: ['id', 'label', ...inputs, ...paths.map((path) => goldPrefix + path)],
    rows: cases.map(({ id, label, input, gold }) => [
      id,
      label ?? '',
      ...inputs.map((name) => (Object.hasOwn(input, name) ? (input[name] ?? '') : '')),
      ...paths.map((path) => goldCell(gold, path)),
    ]),
  };
}

/** A text that would be read back as JSON (`"5"`, `"true"`), or as nothing, is written as JSON. */
function goldCell(gold: Case['gold'], path: string): string {
  const value = gold && Object.hasOwn(gold, path) ? gold[path] : undefined;
  if (value === undefined) return '';
  return typeof value === 'string' && value.trim() !== '' && !isJson(value) ? value : JSON.stringify(value);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether some case has another name than its file says. A file's own cells stay as they came, so a case that was renamed in the
 * page needs a column of its own.
 */
export function* hasRenamedCase(cases: readonly Case[], sources: readonly CaseSource[]): Slices<boolean> {
  for (const [place, subject] of cases.entries()) {
    const source = sources.find(({ rowOf }) => rowOf.has(subject.id));
    if (source && nameInFile(source, subject) !== (subject.label?.trim() ?? '')) return true;
    if (place % casesPerPause === 0) yield;
  }
  return false;
}

function nameInFile({ table, mapping, rowOf }: CaseSource, { id }: Case): string {
  if (mapping.label === undefined) return '';
  return table.rows[rowOf.get(id) ?? -1]?.[mapping.label]?.trim() ?? '';
}
