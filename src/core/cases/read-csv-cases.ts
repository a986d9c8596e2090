import Papa from 'papaparse';
import type { Case } from '../model/case';
import type { Json } from '../model/json';
import { goldPrefix, readGoldCell } from './read-gold-cell';

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
