import Papa from 'papaparse';
import type { RubricInput } from '../../../src/rubric/rubric';
import type { SourceTable } from '../../../src/cases/table';

export const input = (name: string, change: Partial<RubricInput> = {}): RubricInput => ({
  name,
  label: `The ${name}`,
  kind: 'text',
  required: true,
  blank_allowed: false,
  aliases: [],
  ...change,
});

export const table = (columns: string[], ...rows: string[][]): SourceTable => ({ columns, rows });

/** A CSV as a table, by Papa Parse alone. */
export function tableFromCsv(csv: string): SourceTable {
  const [columns = [], ...rows] = Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), {
    delimiter: ',',
    skipEmptyLines: 'greedy',
  }).data;
  return { columns, rows };
}

/** Runs work that offers pauses without taking any. */
export function finish<T>(work: Generator<void, T, void>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
