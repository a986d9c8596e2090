import type { Case } from '../model/case';
import type { Rubric } from '../model/rubric';
import type { SourceTable } from '../model/table';

const goldPrefix = 'gold.';

/** Cases that came from no file, as a table that can be read back: `id`, `label`, the rubric's inputs, `gold.<path>`. */
export function tableOfCases(cases: readonly Case[], rubric: Pick<Rubric, 'inputs'>): SourceTable {
  const inputs = [
    ...new Set([
      ...rubric.inputs.map(({ name }) => name),
      ...cases.flatMap(({ input }) => Object.keys(input)),
    ]),
  ];
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
