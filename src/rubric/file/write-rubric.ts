import { stringify } from 'yaml';
import { rubricContractSchema, type Rubric, type RubricContract } from '../rubric';

type Contract = Omit<RubricContract, 'output'> & Partial<Pick<RubricContract, 'output'>>;

/** A rubric as the text of its file: reading it gives the same rubric again. */
export function writeRubric({ prompt, ...contract }: Rubric): string {
  return rubricText(contract, prompt);
}

/** Keys stand in the order of the format, whatever the order they were made in. */
export function rubricText({ run_inputs: perRun = [], ...contract }: Contract, prompt: string): string {
  const given: Record<string, unknown> = { ...contract, inputs: [...contract.inputs, ...perRun] };
  const ordered = Object.keys(rubricContractSchema.shape).map((key) => [key, given[key]]);
  const yaml = stringify(withoutDefaults(Object.fromEntries(ordered)), { lineWidth: 110, singleQuote: true });
  return `---\n${yaml}---\n\n${prompt}\n`;
}

/** What the reader of the file adds by itself. */
const defaults: Readonly<Record<string, unknown>> = {
  kind: 'text',
  required: true,
  blank_allowed: false,
  compare: true,
  min: 0,
};
const maybeEmpty = new Set(
  'aliases levels parts facts decided derived checks statements values notes about examples'.split(' '),
);

/** Under these keys stand names that an author chose, or JSON: nothing is left out there. */
const authors = new Set(['output', 'facts', 'derived', 'values', 'input', 'reply']);

function withoutDefaults(value: unknown, key = ''): unknown {
  if (authors.has(key)) return value;
  if (Array.isArray(value)) return value.map((item) => withoutDefaults(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(
    entries.flatMap(([name, inner]) => {
      const isDefault = inner === undefined || inner === defaults[name];
      const isEmpty =
        maybeEmpty.has(name) &&
        typeof inner === 'object' &&
        inner !== null &&
        Object.keys(inner).length === 0;
      return isDefault || isEmpty ? [] : [[name, withoutDefaults(inner, name)]];
    }),
  );
}
