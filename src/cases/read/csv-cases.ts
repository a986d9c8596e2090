import type { Case } from '../case';
import { csvRecord, readCsv } from '../../kit/csv';
import type { Rubric, RubricInput } from '../../rubric/rubric';
import { caseOfRow, goldPrefix } from '../mapping/apply-mapping';

/** Built-in samples and gold files carry the rubric's input names; files from people go through the column mapping. */
export function readCsvCases(csv: string, inputNames: readonly string[]): Case[] {
  const [header, ...rows] = [...readCsv(csv.replace(/^\ufeff/, ''), ',')].flatMap((part) => part.rows);
  const columns = header?.cells ?? [];
  const places = columns.map((name, column) => [name, column] as const);
  const gold = places.flatMap(([name, column]) =>
    name.startsWith(goldPrefix) ? [[name.slice(goldPrefix.length), column] as const] : [],
  );
  const mapping = { inputs: Object.fromEntries(places), gold: Object.fromEntries(gold) };
  const inputs = inputNames.map((name) => ({ name }));
  const label = columns.indexOf('label');
  return rows.map(({ cells, quoteFault }, index) => {
    if (quoteFault !== null || cells.length !== columns.length)
      throw new Error(`Expected a well-formed CSV, got a fault in row ${index + 1}.`);
    const id = cells[columns.indexOf('id')] || `row-${index + 1}`;
    return caseOfRow(cells, { ...mapping, ...(label < 0 ? {} : { label }) }, inputs, id);
  });
}

type TemplateRubric = Pick<Rubric, 'inputs'>;

export function templateCsv(rubric: TemplateRubric): string {
  const input = Object.fromEntries(rubric.inputs.map((declared) => [declared.name, exampleOf(declared)]));
  return sampleCsv(rubric, [{ id: 'example-1', label: 'Example', input }]);
}

/** Cases in the columns of the template. Values known to be right are left out: this is what a judge may see. */
export function sampleCsv({ inputs }: TemplateRubric, cases: readonly Case[]): string {
  const names = inputs.map(({ name }) => name);
  const own = ownNames(names);
  const rows = cases.map((each) => [
    ...own.map((name) => each[name] ?? ''),
    ...names.map((name) => (Object.hasOwn(each.input, name) ? (each.input[name] ?? '') : '')),
  ]);
  // Without a byte order mark Excel shows Korean as gibberish.
  return `\ufeff${[[...own, ...names], ...rows].map((cells) => `${csvRecord(cells)}\r\n`).join('')}`;
}

/** Whether a file has the columns of `sampleCsv`, and so the texts as that writes them. */
export function isTemplate(columns: readonly string[], { inputs }: TemplateRubric): boolean {
  const names = inputs.map(({ name }) => name);
  return columns.join('\n') === [...ownNames(names), ...names].join('\n');
}

/** An input of that name needs its column for itself. */
function ownNames(inputs: readonly string[]) {
  return (['id', 'label'] as const).filter((name) => !inputs.includes(name));
}

/** The author's example; without one, something of the right kind that says what belongs there. */
function exampleOf({ example, kind, help, label, required, blank_allowed }: RubricInput): string {
  if (example !== undefined) return example;
  if (kind === 'json') return '{}';
  if (kind === 'number') return required && !blank_allowed ? '0' : '';
  return help ?? label;
}
