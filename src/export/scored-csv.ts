import { nothingSpent, spentWith } from '../judgement/spending';
import { csvRecord } from '../kit/csv';
import type { Slices } from '../kit/sliced-work';
import type { Rubric } from '../rubric/rubric';
import { samplesOf } from './export-run';
import type {
  CaseSource,
  ExportEntry,
  ExportRuns,
  JudgedEntry,
  JudgedRuns,
  PersonLabels,
} from './export-run';
import { hasRenamedCase, originalTable } from './original-table';
import { csvColumns, noteRanges, type ScoredResult } from './csv-columns';

export interface CsvOptions {
  delimiter?: string;
  newline?: '\r\n' | '\n';
  /** Without it, Excel takes the file for one in the system's own encoding, and spoils Korean. */
  bom?: boolean;
  /** False leaves out free text and keeps scores and labels. */
  rationales?: boolean;
  /** Each row names its run. */
  allRuns?: boolean;
  /** Called with the number of rows that are written. */
  onProgress?: (rows: number) => void;
}

/** What stands in the rows beside the runs: the files that cases came from, and people's labels. */
interface Beside {
  sources: readonly CaseSource[];
  people: readonly PersonLabels[];
}

const chunkLength = 65_536;

/**
 * The scored CSV in pieces of about 64 kB: every original column in its order, then ours, named `assay.…` (see
 * `csv-columns.ts`). An empty piece only yields to the page. A file that already has `assay.` columns keeps them, and
 * ours are named `assay2.…`, so that two judgements of the same case can stand side by side.
 */
export async function* scoredCsvChunks(
  judged: JudgedRuns,
  { sources, people }: Beside,
  options: CsvOptions = {},
): AsyncGenerator<string, void> {
  const { delimiter = ',', newline = '\r\n', bom = false, onProgress } = options;
  const { runs } = judged;
  const record = (cells: readonly string[]) => csvRecord(cells, delimiter);
  const cases = runs[0].entries.map(({ subject }) => subject);
  const table = yield* withPauses(originalTable(cases, sources, { inputs: inputsOf(runs) }));
  const renamed = yield* withPauses(hasRenamedCase(cases, sources));

  const ranges = new Set<string>();
  if (runs.some(({ entries }) => entries.some(mayHaveRange)))
    for await (const batch of judged.batches()) {
      for (const { judgement } of batch) if (judgement) noteRanges(judgement, ranges);
      yield '';
    }

  const isRepeated = runs.some(({ entries }) => entries.some(({ samples }) => samples !== undefined));
  const columns = csvColumns(runs, people, { ...options, ranges, renamed, samples: isRepeated });
  const prefix = freePrefix(table.columns);
  const header = [...table.columns, ...columns.map(({ name }) => `${prefix}.${name}`)];
  let chunk = (bom ? '\ufeff' : '') + record(header);
  let rows = 0;
  for await (const batch of judged.batches())
    for (const entry of batch) {
      const originals = table.rows[entry.row] ?? [];
      const result = scoredResult(entry, isRepeated);
      const cells = table.columns.map((_, column) => originals[column] ?? '');
      for (const { cell } of columns) cells.push(cell(entry, result));
      chunk += newline + record(cells);
      rows += 1;
      if (chunk.length < chunkLength) continue;
      onProgress?.(rows);
      yield chunk;
      chunk = '';
    }
  onProgress?.(rows);
  yield chunk;
}

function* withPauses<T>(work: Slices<T>): Generator<string, T, void> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield '';
  }
}

/** Every input that some version of the rubric declares. */
function inputsOf(runs: ExportRuns): Rubric['inputs'] {
  const inputs = runs.flatMap(({ rubric }) => rubric.inputs);
  return inputs.filter(({ name }, index) => inputs.findIndex((other) => other.name === name) === index);
}

/** Only fields that nobody decided are known by their bounds alone. */
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
