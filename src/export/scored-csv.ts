import { joinTables } from '../cases/read/read-table';
import type { Case } from '../cases/case';
import type { SourceTable } from '../cases/table';
import { nothingSpent, spentWith } from '../judgement/spending';
import { csvRecord, type Cell, type CsvForm } from '../kit/csv';
import { parseJson } from '../kit/json';
import type { Rubric } from '../rubric/rubric';
import { csvColumns, noteRanges, type CsvColumnOptions, type ScoredResult } from './csv-columns';
import {
  samplesOf,
  type CaseSource,
  type ExportEntry,
  type ExportRuns,
  type JudgedEntry,
  type JudgedRuns,
  type PersonLabels,
} from './export-run';

export interface TableOptions extends Pick<CsvColumnOptions, 'without' | 'allRuns'> {
  onProgress?: (rows: number) => void;
}

export interface CsvOptions extends TableOptions, CsvForm {
  /** Without it, Excel takes the file for one in the system's own encoding, and spoils Korean. */
  bom?: boolean;
  /** Called for each cell that is too long for Excel. */
  onLong?: () => void;
}

/** Of original columns and people's labels. */
interface Beside {
  sources: readonly CaseSource[];
  people: readonly PersonLabels[];
}

/** Excel keeps so many characters of a cell. */
export const longestCell = 32_767;

export async function* scoredCsvChunks(
  judged: JudgedRuns,
  beside: Beside,
  options: CsvOptions = {},
): AsyncGenerator<string, void> {
  let before = options.bom === true ? '\ufeff' : '';
  for await (const row of scoredRows(judged, beside, options)) {
    if (row) {
      for (const cell of row) if (typeof cell === 'string' && cell.length > longestCell) options.onLong?.();
      yield before + csvRecord(row, options);
      before = '\r\n';
    } else yield '';
  }
}

/**
 * The names of the columns, then row by row: every original column, then ours, named `assay.…`, or `assay2.…` where the file
 * already has `assay.` columns. Null only yields to the page. `typed`: original columns of nothing but numbers are numbers.
 */
export async function* scoredRows(
  judged: JudgedRuns,
  { sources, people }: Beside,
  options: TableOptions & { typed?: boolean },
): AsyncGenerator<readonly Cell[] | null, void> {
  const { without = [], typed = false, onProgress } = options;
  const { runs } = judged;
  const cases = runs[0].entries.map(({ subject }) => subject);
  const none: CaseTable = { columns: [], rowOf: () => [] };
  const table = without.includes('original')
    ? none
    : originalTable(cases, sources, { inputs: inputsOf(runs) });
  const isNumeric = table.columns.map(() => typed);
  if (typed)
    for (const subject of cases) {
      for (const [at, cell] of table.rowOf(subject).entries())
        if (cell !== '' && !isExactNumber(cell)) isNumeric[at] = false;
      yield null;
    }

  const ranges = new Set<string>();
  if (runs.some(({ entries }) => entries.some(mayHaveRange)))
    for await (const batch of judged.batches()) {
      for (const { judgement } of batch) if (judgement) noteRanges(judgement, ranges);
      yield null;
    }

  const renamed = hasRenamedCase(cases, sources);
  const isRepeated = runs.some(({ entries }) => entries.some(({ samples }) => samples !== undefined));
  const columns = csvColumns(runs, people, { ...options, ranges, renamed, samples: isRepeated });
  const prefix = freePrefix(table.columns);
  yield [...table.columns, ...columns.map(({ name }) => `${prefix}.${name}`)];
  let rows = 0;
  for await (const batch of judged.batches())
    for (const entry of batch) {
      const result = scoredResult(entry, isRepeated);
      const original = table
        .rowOf(entry.subject)
        .map((cell, at): Cell => (isNumeric[at] && cell !== '' ? Number(cell) : cell));
      onProgress?.((rows += 1));
      yield [...original, ...columns.map(({ cell }) => cell(entry, result))];
    }
}

/** A spreadsheet shows eleven digits of a number and would take more, or a leading zero, from an id. */
function isExactNumber(text: string): boolean {
  return text.length <= 11 && String(Number(text)) === text && /^-?\d/.test(text);
}

function inputsOf(runs: ExportRuns): Rubric['inputs'] {
  const inputs = runs.flatMap(({ rubric }) => rubric.inputs);
  return inputs.filter(({ name }, index) => inputs.findIndex((other) => other.name === name) === index);
}

/** Only undecided fields are known by their bounds alone. */
function mayHaveRange({ digest, outdated }: ExportEntry): boolean {
  return digest !== undefined && !outdated && (digest.mode === 'rules-only' || digest.status === 'partial');
}

function scoredResult(entry: JudgedEntry, isRepeated: boolean): ScoredResult | null {
  const { run, judgement, milliseconds, samples, digest } = entry;
  if (!judgement) return null;
  // Where some cases were judged several times, one that was judged once says so.
  const single = isRepeated ? (samples ?? (digest && [digest])) : undefined;
  return {
    judgement,
    milliseconds,
    cost: spentWith(nothingSpent, judgement).cost,
    samples: single && samplesOf(run.rubric, single),
  };
}

function freePrefix(columns: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const prefix = number === 1 ? 'assay' : `assay${number}`;
    if (!columns.some((name) => name.startsWith(`${prefix}.`))) return prefix;
  }
}

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
  const isPlain = typeof value === 'string' && value.trim() !== '' && parseJson(value) === undefined;
  return isPlain ? value : JSON.stringify(value);
}

/** A file's own cells stay as they came, so the name of a case that was renamed in the page needs a column of its own. */
function hasRenamedCase(cases: readonly Case[], sources: readonly CaseSource[]): boolean {
  return cases.some(({ id, label = '' }) => {
    const source = sourceOf(id, sources);
    if (!source) return false;
    const { table, mapping, rowOf } = source;
    const inFile = mapping.label === undefined ? '' : table.rows[rowOf.get(id) ?? -1]?.[mapping.label];
    return (inFile ?? '').trim() !== label.trim();
  });
}
