import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { readCsvCases } from '../../../src/cases/read/csv-cases';
import type { Case } from '../../../src/cases/case';
import type { SourceTable } from '../../../src/cases/table';
import { restoreExport, makeCases, propose } from '../../../src/cases/intake';
import type { CaseSource, ExportEntry } from '../../../src/export/export-run';
import { originalTable, tableOfCases } from '../../../src/export/scored-csv';
import { scoredCsvChunks } from '../../../src/export/scored-csv';
import { essayRubric } from '../rubric/program/rubric-fixture';
import { judgedRuns, runHead, written } from './export-fixture';
import { finish } from '../cases/mapping-fixture';

const rubric = essayRubric({
  inputs: [
    { name: 'essay', label: 'Essay', kind: 'long' },
    { name: 'points', label: 'Points', kind: 'number', required: false },
    { name: 'record', label: 'Record', kind: 'json', required: false },
    { name: 'names', label: 'Names', kind: 'list', required: false },
  ],
});

const head = runHead('run-1');

/** A table brought in as the page does it: as it was before an export, mapped by names, every row a case. */
function broughtIn(table: SourceTable): { cases: Case[]; source: CaseSource } {
  const restored = restoreExport(table);
  const mapping = propose(restored, rubric, null);
  const { cases, rows } = finish(makeCases(restored, mapping, rubric, new Set(), new Set()));
  const rowOf = new Map(cases.map(({ id }, index) => [id, rows[index] ?? -1]));
  return { cases, source: { table: restored, mapping, rowOf } };
}
function tableOf(cases: readonly Case[], sources: readonly CaseSource[]) {
  const { columns, rowOf } = originalTable(cases, sources, rubric);
  return { columns, rows: cases.map(rowOf) };
}
const unjudged = (cases: readonly Case[]): ExportEntry[] => cases.map((subject) => ({ subject }));
async function exported(
  entries: readonly ExportEntry[],
  sources: readonly CaseSource[],
): Promise<SourceTable> {
  const csv = await written(
    scoredCsvChunks(judgedRuns([{ head, rubric, entries }]), { sources, people: [] }, {}),
  );
  const [columns = [], ...rows] = Papa.parse<string[]>(csv, { delimiter: ',', newline: '\r\n' }).data;
  return { columns, rows };
}
const column = ({ columns, rows }: SourceTable, name: string) =>
  rows.map((row) => row[columns.indexOf(name)]);

const file: SourceTable = {
  columns: ['id', 'label', 'essay', 'points', 'note'],
  rows: [
    ['a', 'First', 'one', '007', '=1'],
    ['b', '', 'two', '-1.50', ''],
    ['c', 'Third', 'three', '1e3', 'kept'],
  ],
};

describe('the original columns', () => {
  it('are those of the file, in its order, also for some of its rows in another order', () => {
    const { cases, source } = broughtIn(file);
    const some = [cases[2], cases[0]].flatMap((subject) => subject ?? []);
    expect(tableOf(some, [source])).toEqual({ columns: file.columns, rows: [file.rows[2], file.rows[0]] });
  });

  it('gain one for an input that the file has none for, once something was typed there', () => {
    const { cases, source } = broughtIn(file);
    const typed = cases.map((each) =>
      each.id === 'b' ? { ...each, input: { ...each.input, record: '{"a": 1}' } } : each,
    );
    const { columns, rows } = tableOf(typed, [source]);
    expect(columns).toEqual([...file.columns, 'record']);
    expect(rows.map((row) => row.at(-1))).toEqual(['', '{"a": 1}', '']);
  });

  it('hold what was judged where an input was changed in the page, and leave the file alone', () => {
    const { cases, source } = broughtIn(file);
    const changed = cases.map((each) => ({ ...each, input: { ...each.input, essay: `${each.id}!` } }));
    const { rows } = tableOf(changed, [source]);
    expect(rows.map((row) => [row[2], row[4]])).toEqual([
      ['a!', '=1'],
      ['b!', ''],
      ['c!', 'kept'],
    ]);
    expect(source.table.rows[0]?.[2]).toBe('one');
  });

  it('of two files and of cases from no file stand under their own names, cases in their order', () => {
    const first = broughtIn(file);
    const second = broughtIn({ columns: ['id', 'essay', 'more'], rows: [['z', 'zed', 'm']] });
    const own: Case = { id: 'own', label: 'Own', input: { essay: 'mine' } };
    const cases = [...second.cases, own, ...first.cases];
    const { columns, rows } = tableOf(cases, [first.source, second.source]);
    expect(columns.slice(0, 6)).toEqual(['id', 'label', 'essay', 'points', 'note', 'more']);
    expect(rows.map((row) => [row[0], row[2], row[5]])).toEqual([
      ['z', 'zed', 'm'],
      ['own', 'mine', ''],
      ['a', 'one', ''],
      ['b', 'two', ''],
      ['c', 'three', ''],
    ]);
  });
});

describe('a name that was changed in the page', () => {
  const rename = (cases: readonly Case[], id: string, label: string) =>
    cases.map((each) => (each.id === id ? { ...each, label } : each));

  it('stands in assay.case, the file’s own cells as they came, and comes back when the file is read again', async () => {
    const { cases, source } = broughtIn(file);
    const renamed = rename(cases, 'a', '=Changed, “now”');
    const table = await exported(unjudged(renamed), [source]);
    expect(column(table, 'label')).toEqual(['First', '', 'Third']);
    expect(column(table, 'assay.case')).toEqual(["'=Changed, “now”", '', 'Third']);
    expect(table.columns.at(-1)).toBe('assay.case');
    expect(broughtIn(table).cases).toEqual(renamed);
  });
});

describe('inputs of every kind', () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('=', '-', '+', "'", ' ', '0', '1', '.', 'e', '"', ',', '\n', 'a') }),
    fc.constantFrom('007', '1,200', '-0', '1e400', '3.10', ' 5 ', 'NaN'),
    fc.json({ maxDepth: 2 }),
    fc.json({ maxDepth: 2 }).map((json) => JSON.stringify(JSON.parse(json), null, 2)),
  );
  const given = fc.array(fc.record({ essay: cell, points: cell, record: cell, names: cell }), {
    minLength: 1,
    maxLength: 4,
  });

  it('from a file and then changed leave and come back as the text they were', async () => {
    const columns = ['id', 'essay', 'points', 'record', 'names'];
    await fc.assert(
      fc.asyncProperty(given, cell, async (inputs, typed) => {
        const rows = inputs.map((input, index) => [
          `c${index}`,
          input.essay,
          input.points,
          input.record,
          input.names,
        ]);
        const { cases, source } = broughtIn({ columns, rows });
        const changed = cases.map((each) => ({ ...each, input: { ...each.input, record: typed } }));
        expect(broughtIn(await exported(unjudged(changed), [source])).cases).toEqual(changed);
      }),
    );
  });
});

describe('cases from no file', () => {
  it('reads back as the same cases', () => {
    const gold = fc.oneof(
      fc.string(),
      fc.constantFrom('5', 'true', '"x"', 'null', '', ' ', '\n'),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string()),
    );
    const cases = fc.array(
      fc.record({
        label: fc.string({ minLength: 1 }).filter((text) => text.trim() === text),
        essay: fc.string(),
        hint: fc.string(),
        gold: fc.record({ total: gold, label: gold }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(cases, (drawn) => {
        const made: Case[] = drawn.map(({ label, essay, hint, gold: values }, index) => ({
          id: `case-${index}`,
          label,
          input: { essay, hint },
          gold: values,
        }));
        const { columns, rows } = tableOfCases(made, essayRubric());
        const csv = Papa.unparse({ fields: columns, data: rows });
        expect(readCsvCases(csv, ['essay', 'hint'])).toEqual(made);
      }),
    );
  });
});
