import { joinTables } from '../cases/read/read-table';
import type { Case } from '../cases/case';
import type { SourceTable } from '../cases/table';
import type { Rubric } from '../rubric/rubric';
import type { CaseSource } from './export-run';

type Inputs = Pick<Rubric, 'inputs'>;

interface CaseTable {
  columns: readonly string[];
  rowOf: (subject: Case) => readonly string[];
}

export function originalTable(
  cases: readonly Case[],
  sources: readonly CaseSource[],
  rubric: Inputs,
): CaseTable {
  const tables = new Map<CaseSource | undefined, CaseTable>();
  for (const source of [...sources, undefined]) {
    const subjects = cases.filter(({ id }) => sourceOf(id, sources) === source);
    if (subjects.length > 0)
      tables.set(source, source ? tableOfFile(source, subjects, rubric) : tableOfOwn(subjects, rubric));
  }
  // Each table's one row says which of its columns stands where.
  const joined = joinTables(
    [...tables.values()].map(({ columns }) => ({
      columns: [...columns],
      rows: [columns.map((_, at) => String(at))],
    })),
  );
  const places = new Map(
    [...tables.keys()].map((source, index) => {
      return [source, (joined.rows[index] ?? []).map((at) => (at === '' ? -1 : Number(at)))];
    }),
  );
  return {
    columns: joined.columns,
    rowOf: (subject) => {
      const source = sourceOf(subject.id, sources);
      const row = tables.get(source)?.rowOf(subject) ?? [];
      return (places.get(source) ?? []).map((at) => row[at] ?? '');
    },
  };
}

function sourceOf(id: string, sources: readonly CaseSource[]): CaseSource | undefined {
  return sources.find(({ rowOf }) => rowOf.has(id));
}

function tableOfFile(source: CaseSource, subjects: readonly Case[], { inputs }: Inputs): CaseTable {
  const { mapping, table } = source;
  // Text typed in the page for an input that the file has no column for gets a column of its own.
  const typed = inputs
    .map(({ name }) => name)
    .filter((name) => mapping.inputs[name] === undefined && subjects.some(({ input }) => input[name]));
  return {
    columns: [...table.columns, ...typed],
    rowOf: (subject) => [...rowInFile(source, subject), ...typed.map((name) => subject.input[name] ?? '')],
  };
}

/** A case that was changed in the page is written as it reads now; every other cell stays as it came. */
function rowInFile({ table, mapping, rowOf }: CaseSource, subject: Case): readonly string[] {
  let row = table.rows[rowOf.get(subject.id) ?? -1] ?? [];
  for (const [name, column] of Object.entries(mapping.inputs)) {
    const text = subject.input[name];
    if (text !== undefined && text !== row[column]) row = row.with(column, text);
  }
  return row;
}

function tableOfOwn(subjects: readonly Case[], rubric: Inputs): CaseTable {
  const { columns, rows } = tableOfCases(subjects, rubric);
  const rowById = new Map(subjects.map(({ id }, index) => [id, rows[index] ?? []]));
  return { columns, rowOf: ({ id }) => rowById.get(id) ?? [] };
}

/** Cases that came from no file, as a table that can be read back: `id`, `label`, the rubric's inputs, `gold.<path>`. */
export function tableOfCases(cases: readonly Case[], rubric: Inputs): SourceTable {
  const declared = rubric.inputs.map(({ name }) => name);
  const inputs = [...new Set([...declared, ...cases.flatMap(({ input }) => Object.keys(input))])];
  const paths = [...new Set(cases.flatMap(({ gold }) => Object.keys(gold ?? {})))];
  return {
    columns: ['id', 'label', ...inputs, ...paths.map((path) => `gold.${path}`)],
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

/** A file's own cells stay as they came, so the name of a case that was renamed in the page needs a column of its own. */
export function hasRenamedCase(cases: readonly Case[], sources: readonly CaseSource[]): boolean {
  return cases.some(({ id, label = '' }) => {
    const source = sourceOf(id, sources);
    if (!source) return false;
    const { table, mapping, rowOf } = source;
    const inFile = mapping.label === undefined ? '' : table.rows[rowOf.get(id) ?? -1]?.[mapping.label];
    return (inFile ?? '').trim() !== label.trim();
  });
}
