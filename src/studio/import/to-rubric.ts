import type { ObjectSchema, OutputSchema } from '../../rubric/output-schema';
import type { CheckRule, Criterion, RubricContract } from '../../rubric/rubric';
import { rubricText } from '../../rubric/file/write-rubric';
import { celPath } from './cel-path';
import { resultOf, type Overall } from './rules/overall';
import { VERDICT_KEY } from './rules/verdicts';
import { romanized, spelledOut } from './text-lines';
import type { ProposedCriterion, ProposedField, ProposedRule, Proposal, Span } from './proposal';

/** What must be known before a proposal can be a rubric. A person answers it. */
export type OpenQuestion = 'inputs' | 'criteria' | { scaleOf: string };

export interface ProposedRubric {
  text: string;
  open: readonly OpenQuestion[];
}

/** What a person decided that stands nowhere in the text. */
export interface RubricChoices {
  id?: string;
  version?: string;
  overall?: Overall | null;
  /** What a mean, sum or lowest of all scores is called. */
  overallLabel?: string;
}

/** A proposal as the text of a rubric file. With open questions the text is there, but no rubric yet. */
export function proposalToRubric(proposal: Proposal, choices: RubricChoices = {}): ProposedRubric {
  const { inputs, criteria } = proposal;
  const scaled = criteria.filter(isScaled);
  const open: OpenQuestion[] = [
    ...(inputs.length === 0 ? ['inputs' as const] : []),
    ...(criteria.length === 0 ? ['criteria' as const] : []),
    ...criteria.flatMap((one) => (isScaled(one) ? [] : [{ scaleOf: one.id }])),
  ];
  return { text: rubricText(contractOf(proposal, scaled, choices), promptOf(proposal)), open };
}

function isScaled({ kind, max }: ProposedCriterion): boolean {
  return kind === 'choice' || max !== undefined;
}

/** The prompt's own words, with placeholders as the format writes them and the listed changes. */
export function promptOf({
  source,
  inputs,
  changes,
}: Pick<Proposal, 'source' | 'inputs' | 'changes'>): string {
  const edits: { span: Span; to: string }[] = [
    ...inputs.flatMap(({ name, placeholders }) => placeholders.map((span) => ({ span, to: `{{${name}}}` }))),
    ...changes,
  ].toSorted((a, b) => a.span.from - b.span.from);
  let at = 0;
  let prompt = '';
  for (const { span, to } of edits) {
    // A placeholder within words that are replaced goes with them.
    if (span.from < at) continue;
    prompt += source.slice(at, span.from) + to;
    at = span.to;
  }
  return (prompt + source.slice(at)).trim();
}

function contractOf(
  proposal: Proposal,
  criteria: readonly ProposedCriterion[],
  { id, version, overall, overallLabel }: RubricChoices,
): RubricContract {
  const { title, language, inputs, fields, rules } = proposal;
  const examples = proposal.examples.filter(({ given }) => given.trim() !== '');
  const derived = rules.filter(({ kind }) => kind === 'total' || kind === 'verdict');
  const names = new Map(derived.map((rule) => [rule, rule.id.replaceAll('-', '_')]));
  const stated = headlineOf(proposal, criteria, names);
  /** A sum takes part with what it comes to, not with what the reply says it is. */
  const overTotals = (rule: ProposedRule): string =>
    rules
      .filter(({ kind, path }) => kind === 'total' && path !== rule.path)
      .filter((sum) => rule.kind !== 'total' || rules.indexOf(sum) < rules.indexOf(rule))
      .reduce((expression, sum) => {
        const own = celPath(sum.path).replaceAll(/[.[\]]/g, String.raw`\$&`);
        const value = `derived.${names.get(sum) ?? ''}`;
        return expression.replaceAll(new RegExp(`(?<![\\w.])${own}(?![\\w.[])`, 'g'), value);
      }, rule.expression);
  const chosen = overall ? resultOf(overall, criteria, overallLabel ?? overall.by) : null;
  return {
    format: 'assay-rubric/1',
    id: id ?? slugOf(title),
    title,
    version: version ?? '1.0.0',
    language,
    purpose: purposeOf(proposal),
    inputs: inputs.map(({ name, label, kind, required, perRun, aliases }) => ({
      name,
      label,
      kind,
      required,
      // An empty answer is something to judge; only the person knows whether it is one here.
      blank_allowed: false,
      aliases: [...aliases],
      ...(perRun && { per: 'run' as const }),
    })),
    criteria: criteria.map(criterionOf),
    output: shapeOf(fields),
    facts: {},
    decided: Object.fromEntries(
      derived
        .filter(({ path }) => path !== '')
        .map((rule) => [rule.path, `derived.${names.get(rule) ?? ''}`]),
    ),
    derived: {
      ...Object.fromEntries(
        derived.map((rule) => [
          names.get(rule) ?? rule.id,
          { label: rule.title, value: overTotals(rule), ...maximumOf(fields, rule.path) },
        ]),
      ),
      ...chosen?.derived,
    },
    checks: rules.flatMap((rule) =>
      names.has(rule) ? [] : [checkOf({ ...rule, expression: overTotals(rule) })],
    ),
    statements: [],
    values: {},
    notes: notesOf(proposal, criteria),
    headline: chosen ? { ...verdictOf(stated), ...chosen.headline } : stated,
    ...(examples.length > 0 && {
      examples: examples.map(({ title: name, given, reply }, index) => ({
        title: name.trim() === '' ? `${index + 1}` : name,
        given,
        ...(reply !== undefined && { reply }),
        in_prompt: true,
      })),
    }),
  };
}

function criterionOf(one: ProposedCriterion): Criterion {
  const { id, label, question, path, kind, min = 0, max, better, rationale, levels, parts } = one;
  return {
    id,
    label,
    ...(question !== undefined && { question }),
    [kind]: path,
    min: kind === 'score' ? min : 0,
    ...(kind === 'score' && { max }),
    ...(better !== undefined && { better }),
    ...(rationale !== undefined && { rationale }),
    levels: levels.map(({ at, name, description, value }) => ({
      at: typeof at === 'object' ? [at[0], at[1]] : at,
      name,
      ...(description !== undefined && { description }),
      ...(value !== undefined && { value }),
    })),
    parts: parts.map((part) => ({ id: part.id, label: part.label, score: part.path, max: part.max })),
  };
}

function checkOf({ id, kind, title, path, expression }: ProposedRule): CheckRule {
  return {
    id,
    title,
    severity: kind === 'length' ? 'warning' : 'error',
    assert: expression,
    message: title,
    about: path === '' ? [] : [path],
  };
}

function maximumOf(fields: readonly ProposedField[], path: string): { max?: number } {
  const found = fields.find((one) => one.path === path);
  return found?.maximum === undefined ? {} : { max: found.maximum };
}

/** A stated total or verdict; else the only criterion; else the first, since no other result is stated. */
function headlineOf(
  { rules, fields }: Proposal,
  criteria: readonly ProposedCriterion[],
  names: ReadonlyMap<ProposedRule, string>,
): RubricContract['headline'] {
  const total =
    rules.findLast(({ kind, path }) => kind === 'total' && !path.includes('.')) ??
    rules.findLast(({ kind }) => kind === 'total');
  const verdict = rules.findLast(({ kind }) => kind === 'verdict');
  const stated = verdict?.path === '' ? undefined : verdict?.path;
  const choice = criteria.find(({ kind }) => kind === 'choice');
  const score = criteria.find(({ kind }) => kind === 'score');
  const ofVerdict = verdict && {
    verdict: `derived.${names.get(verdict) ?? ''}`,
    ...(stated !== undefined && { stated_verdict: stated }),
  };
  // No rule computes it: it is shown as the reply has it.
  const isVerdict = ({ path, type, enum: labels = [], written = path }: ProposedField): boolean =>
    type === 'string' &&
    labels.length > 1 &&
    /^[^.[]+$/.test(path) &&
    (VERDICT_KEY.test(written) || rules.some((rule) => rule.path === path));
  const own = choice ?? fields.find(isVerdict);
  const byReply = own && !verdict && { verdict: celPath(own.path) };
  if (total) {
    return {
      label: total.title,
      value: `derived.${names.get(total) ?? ''}`,
      ...maximumOf(fields, total.path),
      ...(total.path !== '' && { stated_value: total.path }),
      ...(ofVerdict ?? byReply),
    };
  }
  if (score) {
    const value = celPath(score.path);
    return { label: score.label, value, max: score.max, ...(ofVerdict ?? byReply) };
  }
  const label = choice?.label ?? '';
  const value = choice ? celPath(choice.path) : 'null';
  return { ...(label !== '' && { label }), value, ...(ofVerdict ?? byReply) };
}

function verdictOf({ verdict, stated_verdict: stated }: RubricContract['headline']) {
  return {
    ...(verdict !== undefined && { verdict }),
    ...(stated !== undefined && { stated_verdict: stated }),
  };
}

/** Texts of the reply that belong to no criterion. People should see them too. */
function notesOf({ fields }: Proposal, criteria: readonly ProposedCriterion[]): RubricContract['notes'] {
  const shown = new Set(criteria.flatMap(({ path, rationale }) => [path, rationale]));
  const notes = fields.filter(
    ({ path, type, enum: labels }) =>
      type === 'string' && labels === undefined && !path.includes('[]') && !shown.has(path),
  );
  const lastOf = (path: string): string => spelledOut(path.replace(/^.*\./, ''));
  const labels = notes.map(({ path, written }) => spelledOut(written ?? lastOf(path)));
  return notes.map(({ path }, index) => {
    const label = labels[index] ?? '';
    const place = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    if (place === '' || labels.filter((one) => one === label).length === 1) return { label, path };
    // Several labels may be "Evidence": each is named with what contains it.
    const named = fields.find((one) => one.path === `${place}.name` && one.enum?.length === 1);
    return { label: `${String(named?.enum?.[0] ?? lastOf(place))}: ${label}`, path };
  });
}

/** The list of fields as the tree that the format writes. */
export function shapeOf(fields: readonly ProposedField[]): ObjectSchema {
  return { type: 'object', properties: propertiesOf('', fields) };
}

function propertiesOf(parent: string, fields: readonly ProposedField[]): Record<string, OutputSchema> {
  const prefix = parent === '' ? '' : `${parent}.`;
  const own = fields.filter(
    ({ path }) => path.startsWith(prefix) && /^[^.[\]]+$/.test(path.slice(prefix.length)),
  );
  return Object.fromEntries(own.map((field) => [field.path.slice(prefix.length), schemaOf(field, fields)]));
}

function schemaOf(field: ProposedField, fields: readonly ProposedField[]): OutputSchema {
  const schema = plainSchema(field, fields);
  return field.nullable ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function plainSchema(field: ProposedField, fields: readonly ProposedField[]): OutputSchema {
  const { path, type, minimum, maximum, enum: values = [], description, written } = field;
  // A key in other letters keeps its own name beside it.
  const said = [written, description].filter((words) => words !== undefined).join(': ');
  const described = said === '' ? {} : { description: said };
  const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  if (type === 'boolean') return { type, ...described };
  if (type === 'object') return { type, properties: propertiesOf(path, fields), ...described };
  if (type === 'string') {
    const labels = values.map(String);
    return { type, ...(labels.length > 0 && { enum: labels }), ...described };
  }
  if (type !== 'array') {
    const numbers = values.filter((value) => typeof value === 'number');
    return { type, ...(numbers.length > 0 ? { enum: numbers } : bounds), ...described };
  }
  const places = fields.filter(
    (one) => one.path.startsWith(`${path}.`) && /^\d+$/.test(one.path.slice(path.length + 1)),
  );
  if (places.length > 0) {
    return { type, prefixItems: places.map((place) => schemaOf(place, fields)), items: false, ...described };
  }
  const item = fields.find((one) => one.path === `${path}[]`);
  return { type, items: item ? schemaOf(item, fields) : { type: 'string' }, ...described };
}

const longestPurpose = 240;

/** The sentence with which the prompt opens: what is judged stands there in most prompts. */
function purposeOf({ source, title }: Proposal): string {
  const plain = source
    .replaceAll(/^[#>*\s-]+/gm, '')
    .replaceAll(/[*_`{}]+/g, '')
    .trim();
  const paragraph = plain.split(/\n/).find((line) => line.length > title.length && line.length > 20) ?? title;
  const [sentence = paragraph] = paragraph.match(/^.*?[.!?。다](?=\s|$)/u) ?? [];
  const words = sentence.trim();
  return words.length <= longestPurpose ? words : `${words.slice(0, longestPurpose - 1).trim()}…`;
}

export function slugOf(title: string): string {
  const plain = title
    .replaceAll(/[가-힣]/g, romanized)
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? 'imported-rubric' : plain;
}
