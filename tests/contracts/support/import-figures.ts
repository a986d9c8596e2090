import { z } from '../../../src/kit/zod';
import type { Proposal, ProposedField } from '../../../src/studio/import/proposal';

/** A list: any of these. */
const oneOf = z.union([z.number(), z.array(z.number().nullable())]).optional();
type OneOf = z.infer<typeof oneOf>;
const allows = (wanted: OneOf, given: number | undefined): boolean =>
  Array.isArray(wanted) ? wanted.includes(given ?? null) : wanted === given;
const bound = { minimum: oneOf, maximum: oneOf };
const labels = z.array(z.union([z.string(), z.number(), z.boolean()])).optional();
const items = z.object({ type: z.string(), enum: labels, ...bound }).optional();
const field = z.object({
  path: z.string().nullable(),
  kind: z.enum(['score', 'label', 'rationale', 'text']).optional(),
  of: z.string().optional(),
  type: z.string().optional(),
  enum: labels,
  const: z.string().optional(),
  nullable: z.boolean().optional(),
  optional: z.boolean().optional(),
  items,
  ...bound,
});
type ExpectedField = z.infer<typeof field>;
const level = z.object({
  at: z.union([z.number(), z.tuple([z.number(), z.number()]), z.string(), z.boolean()]),
});
const criterion = z.object({
  label: z.string().nullable(),
  min: oneOf,
  max: oneOf,
  levels: z.array(level).optional(),
  optional: z.boolean().optional(),
});
export const expectationSchema = z.object({
  wrapper: z.string(),
  language: z.string(),
  inputs: z.array(
    z.object({
      name: z.string().nullable(),
      unused: z.boolean().optional(),
      optional: z.boolean().optional(),
      list: z.boolean().optional(),
      perRun: z.boolean().optional(),
    }),
  ),
  fields: z.array(field),
  criteria: z.array(criterion),
  rules: z.array(z.string()),
  examples: z.number().optional(),
  findings: z.array(z.string()),
});
export type Expectation = z.infer<typeof expectationSchema>;

/** How much of what was expected was found, and what was found that no text states. */
export interface Figures {
  inputsExact: boolean;
  fields: Count;
  criteriaRight: boolean;
  levels: Count;
  findings: Count;
  examplesRight: boolean;
  invented: string[];
  missed: string[];
}

export interface Count {
  right: number;
  all: number;
}

export function compareImport(expected: Expectation, got: Proposal): Figures {
  const figures: Figures = {
    inputsExact: true,
    fields: { right: 0, all: 0 },
    criteriaRight: true,
    levels: { right: 0, all: 0 },
    findings: { right: 0, all: 0 },
    examplesRight: expected.examples === undefined || expected.examples === got.examples.length,
    invented: [],
    missed: [],
  };
  compareInputs(expected, got, figures);
  compareFields(expected, got, figures);
  compareCriteria(expected, got, figures);
  compareFindings(expected, got, figures);
  return figures;
}

function compareInputs(expected: Expectation, got: Proposal, figures: Figures): void {
  const names = new Set(got.inputs.map(({ name }) => name));
  const known = expected.inputs.flatMap(({ name }) => (name === null ? [] : [name]));
  const missing = expected.inputs.filter(
    ({ name, unused }) => name !== null && unused !== true && !names.has(name),
  );
  const extra = [...names].filter((name) => !known.includes(name));
  const unnamed = expected.inputs.filter(({ name }) => name === null).length;
  // Where nothing marks a place, the importer may leave it to a person.
  const leftOpen = unnamed > 0 && names.size === 0 && expected.findings.includes('no-inputs');
  figures.inputsExact = missing.length === 0 && (extra.length === unnamed || leftOpen);
  figures.missed.push(...missing.map(({ name }) => `input ${name ?? '?'}`));
  if (extra.length > unnamed) figures.invented.push(...extra.slice(unnamed).map((name) => `input ${name}`));
}

const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .normalize('NFC');

/** The path with the keys as the judge is to write them. */
function wirePath(one: ProposedField, fields: readonly ProposedField[]): string {
  const parts = one.path.split('.');
  return parts
    .map((part, index) => {
      const own = parts
        .slice(0, index + 1)
        .join('.')
        .replace(/\[\]$/u, '');
      const written = fields.find(({ path }) => path === own)?.written;
      return written === undefined ? part : `${written}${part.endsWith('[]') ? '[]' : ''}`;
    })
    .join('.');
}

function compareFields(expected: Expectation, got: Proposal, figures: Figures): void {
  const byPath = new Map(got.fields.map((one) => [wirePath(one, got.fields), one]));
  const used = new Set<ProposedField>();
  for (const one of expected.fields) {
    const found =
      one.path === null
        ? reshaped(one, got, used)
        : (byPath.get(one.path) ?? byPath.get(one.path.replace(/^\[\]/u, 'items[]')));
    if (found !== undefined) used.add(found);
    const wrong = found === undefined ? 'not found' : difference(one, found, got, figures);
    if (found === undefined && one.optional === true) continue;
    figures.fields.all += 1;
    if (wrong === '') figures.fields.right += 1;
    else figures.missed.push(`field ${one.path ?? `${one.kind ?? ''} of ${one.of ?? ''}`}: ${wrong}`);
  }
  const items = expected.fields.flatMap(({ path, items: each }) =>
    each === undefined || path === null ? [] : [path],
  );
  for (const one of got.fields) {
    const path = wirePath(one, got.fields);
    const isLeaf =
      one.type !== 'object' &&
      !(
        one.type === 'array' &&
        got.fields.some(
          (other) => other.path.startsWith(`${one.path}[]`) || other.path.startsWith(`${one.path}.`),
        )
      );
    const isItem = items.some(
      (list) => path === `${list}[]` || (/^\.\d+$/u.test(path.slice(list.length)) && path.startsWith(list)),
    );
    if (isLeaf && !isItem && !used.has(one)) figures.invented.push(`field ${path}`);
  }
}

/** Where the reply is reshaped, names are free: a field is known by its kind and its criterion. */
function reshaped(
  { kind, of }: ExpectedField,
  got: Proposal,
  used: ReadonlySet<ProposedField>,
): ProposedField | undefined {
  const free = got.fields.filter((one) => !used.has(one) && one.type !== 'object' && one.type !== 'array');
  const graded = new Set(got.criteria.map(({ path }) => path));
  const wanted = free.filter((one) =>
    kind === 'rationale' || kind === 'text'
      ? one.type === 'string' && one.enum === undefined
      : graded.has(one.path) || one.type !== 'string',
  );
  const owner = of === undefined ? undefined : got.criteria.find(({ label }) => sameLabel(label, of));
  const own =
    owner === undefined
      ? undefined
      : wanted.find(({ path }) => path === owner.path || path === owner.rationale);
  return own ?? (of === undefined || owner === undefined ? wanted[0] : undefined);
}

const sameLabel = (one: string, other: string): boolean =>
  fold(one).includes(fold(other)) || fold(other).includes(fold(one));

function difference(expected: ExpectedField, found: ProposedField, got: Proposal, figures: Figures): string {
  const faults: string[] = [];
  const path = found.path;
  const types = expected.type?.split('|') ?? [found.type];
  if (!types.includes(found.type)) faults.push(`type ${found.type}, not ${types.join('|')}`);
  faults.push(...valueFaults(path, expected, found, figures));
  if (
    expected.const === undefined &&
    expected.enum === undefined &&
    found.enum !== undefined &&
    found.type !== 'boolean'
  )
    faults.push('enum');
  if (found.nullable && expected.nullable !== true) figures.invented.push(`nullable ${path}`);
  if (!found.nullable && expected.nullable === true) faults.push('not nullable');
  if (expected.items !== undefined) {
    const item =
      got.fields.find((one) => one.path === `${path}[]`) ??
      got.fields.find((one) => one.path === `${path}.0`);
    if (item === undefined || !expected.items.type.split('|').includes(item.type))
      faults.push(`items ${item?.type ?? 'none'}, not ${expected.items.type}`);
    else faults.push(...valueFaults(item.path, expected.items, item, figures));
  }
  return faults.join(', ');
}

type Values = Pick<ExpectedField, 'enum' | 'minimum' | 'maximum'> & { const?: unknown };

function valueFaults(path: string, expected: Values, found: ProposedField, figures: Figures): string[] {
  const faults: string[] = [];
  const wanted = expected.enum ?? (expected.const === undefined ? undefined : [expected.const]);
  const shown = (values: readonly unknown[] | undefined): string =>
    JSON.stringify(values?.map(String).toSorted());
  if (wanted !== undefined && !(found.type === 'boolean') && shown(wanted) !== shown(found.enum))
    faults.push(`enum ${shown(found.enum)}, not ${shown(wanted)}`);
  if (wanted === undefined && found.enum !== undefined) figures.invented.push(`enum ${path}`);
  for (const end of ['minimum', 'maximum'] as const) {
    if (allows(expected[end], found[end])) continue;
    // Bounds and a list of all numbers between them say the same.
    if (wanted !== undefined && found.enum !== undefined) continue;
    faults.push(`${end} ${found[end] ?? 'none'}, not ${JSON.stringify(expected[end])}`);
    if (found[end] !== undefined && wanted === undefined) figures.invented.push(`${end} ${path}`);
  }
  return faults;
}

function compareCriteria(expected: Expectation, got: Proposal, figures: Figures): void {
  const needed = expected.criteria.filter(({ optional }) => optional !== true).length;
  figures.criteriaRight = got.criteria.length >= needed && got.criteria.length <= expected.criteria.length;
  if (got.criteria.length > expected.criteria.length)
    figures.invented.push(`criteria ${got.criteria.map(({ label }) => label).join(', ')}`);
  if (!figures.criteriaRight)
    figures.missed.push(
      `criteria: ${got.criteria.map(({ label }) => label).join(', ')}; expected ${expected.criteria.map(({ label }) => label ?? '?').join(', ')}`,
    );
  const used = new Set<string>();
  for (const [index, one] of expected.criteria.entries()) {
    const found =
      got.criteria.find(
        ({ key, label }) => !used.has(key) && one.label !== null && sameLabel(label, one.label),
      ) ?? (got.criteria.length === expected.criteria.length ? got.criteria[index] : undefined);
    if (found !== undefined) used.add(found.key);
    if (found === undefined && one.optional === true) continue;
    const same = found !== undefined && (one.label === null || sameLabel(found.label, one.label));
    if (same && found.min !== undefined && !allows(one.min, found.min))
      figures.invented.push(`min of ${one.label ?? '?'} ${found.min}`);
    if (same && found.max !== undefined && !allows(one.max, found.max))
      figures.invented.push(`max of ${one.label ?? '?'} ${found.max}`);
    if (one.levels === undefined) continue;
    const wanted = one.levels.map(({ at }) => JSON.stringify(at).replaceAll('"', '')).toSorted();
    const given = (found?.levels ?? []).map(({ at }) => JSON.stringify(at).replaceAll('"', '')).toSorted();
    figures.levels.all += 1;
    if (wanted.join(';') === given.join(';')) figures.levels.right += 1;
    else
      figures.missed.push(`levels of ${one.label ?? '?'}: ${given.join(' ')}; expected ${wanted.join(' ')}`);
    figures.invented.push(
      ...given.filter((at) => !wanted.includes(at)).map((at) => `level ${one.label ?? '?'} ${at}`),
    );
  }
}

/** The names that the expectations have for findings of the importer. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'format-missing': 'no-format',
  'placeholder-unnamed': 'guessed',
  'rule-disagrees': 'scale-disagrees',
};

function compareFindings(expected: Expectation, got: Proposal, figures: Figures): void {
  const kinds = new Set<string>(got.findings.map(({ kind }) => kind));
  if (got.inputs.some(({ certainty }) => certainty === 'guessed')) kinds.add('guessed');
  for (const one of expected.findings) {
    figures.findings.all += 1;
    if (one.split('|').some((kind) => kinds.has(OTHER_NAMES[kind] ?? kind))) figures.findings.right += 1;
    else figures.missed.push(`finding ${one}`);
  }
}
