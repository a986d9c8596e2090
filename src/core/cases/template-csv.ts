import Papa from 'papaparse';
import type { Case } from '../model/case';
import type { Rubric, RubricInput } from '../model/rubric';

export interface TemplateOptions {
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
