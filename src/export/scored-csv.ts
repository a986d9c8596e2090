import { nothingSpent, spentWith } from '../judgement/spending';
import { csvRecord } from '../kit/csv';
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
import { hasRenamedCase, originalTable } from './original-table';

export interface CsvOptions extends Pick<CsvColumnOptions, 'rationales' | 'allRuns'> {
  delimiter?: string;
  /** Without it, Excel takes the file for one in the system's own encoding, and spoils Korean. */
  bom?: boolean;
  onProgress?: (rows: number) => void;
}

/** Row by row: every original column, then ours, named `assay.…`, or `assay2.…` where the file already has `assay.` columns. */
export async function* scoredCsvChunks(
  judged: JudgedRuns,
  { sources, people }: { sources: readonly CaseSource[]; people: readonly PersonLabels[] },
  options: CsvOptions = {},
): AsyncGenerator<string, void> {
  const { delimiter = ',', bom = false, onProgress } = options;
  const { runs } = judged;
  const cases = runs[0].entries.map(({ subject }) => subject);
  const table = originalTable(cases, sources, { inputs: inputsOf(runs) });

  const ranges = new Set<string>();
  if (runs.some(({ entries }) => entries.some(mayHaveRange)))
    for await (const batch of judged.batches()) {
      for (const { judgement } of batch) if (judgement) noteRanges(judgement, ranges);
      // Only yields to the page.
      yield '';
    }

  const renamed = hasRenamedCase(cases, sources);
  const isRepeated = runs.some(({ entries }) => entries.some(({ samples }) => samples !== undefined));
  const columns = csvColumns(runs, people, { ...options, ranges, renamed, samples: isRepeated });
  const prefix = freePrefix(table.columns);
  const header = [...table.columns, ...columns.map(({ name }) => `${prefix}.${name}`)];
  yield (bom ? '\ufeff' : '') + csvRecord(header, delimiter);
  let rows = 0;
  for await (const batch of judged.batches())
    for (const entry of batch) {
      const result = scoredResult(entry, isRepeated);
      const ours = columns.map(({ cell }) => cell(entry, result));
      onProgress?.((rows += 1));
      yield `\r\n${csvRecord([...table.rowOf(entry.subject), ...ours], delimiter)}`;
    }
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
