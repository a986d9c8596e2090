import {
  finding,
  type NewFinding,
  type PromptChange,
  type Proposal,
  type ProposedExample,
  type ProposedField,
  type Span,
  type Wrapper,
} from './proposal';
import { readCriteria, type ReadCriterion, type Reading } from './criteria';
import { describeFields } from './reply/field-notes';
import { seedsFromFields } from './criterion-seeds';
import { readInputs } from './inputs';
import { checkExamples, readExamples } from './examples';
import { findFindings } from './findings';
import { fieldsDeclared, readKeyList } from './reply/key-list';
import { findLabelLines } from './levels/label-lines';
import { languageOf } from './language';
import { findLevelGroups } from './levels/levels';
import { doubledBraces, readTemplate } from './placeholders';
import { readTextReply } from './reply/reply-text';
import { chooseSamples, findSamples } from './reply/reply-samples';
import { shapeOf, type FieldDraft } from './reply/sample-shape';
import { TYPE_ONLY } from './reply/sample-value';
import { readRules } from './rules/rules';
import { agree, findScales } from './levels/ranges';
import { rubricTitle } from './rubric-title';
import { listedCriteria, scoresEach } from './text-criteria';
import { asciiName, lineAt, readLines, spanOf, type PromptText } from './text-lines';
import { titleMatch } from './titles';
import type { UnwrappedPrompt } from './wrappers/unwrapped';

/** Two candidates are held against each other. */
const COMPARISON =
  /\b(?:which (?:of (?:them|the two)|(?:response|answer|assistant|reply) is better)|assistant (?:A|B) is better|compare the two|better of the two|name the winner)\b|どちらが|두 (?:응답|답변) 중|哪个更好/iu;

/** A prompt out of its wrapper. */
export type PromptToRead = { wrapper: Wrapper } & Pick<UnwrappedPrompt, 'text'> &
  Partial<Omit<UnwrappedPrompt, 'text' | 'grader'>>;

/** Reads a judge prompt. Never throws: what it cannot read becomes a finding. */
export function importPrompt(prompt: PromptToRead): Proposal {
  const {
    text: source,
    wrapper,
    title,
    cases = [],
    notMapped = [],
    declared = [],
    reply: schema = [],
  } = prompt;
  const text = readLines(source);
  const language = languageOf(source);
  const template = readTemplate(source);
  const { inputs, findings: inputFindings } = readInputs(text, template);
  const samples = findSamples(text, template);
  const { format, rival, examples } = chooseSamples(samples);
  const skipped = linesOf(
    text,
    samples.map(({ span }) => span),
  );
  const shape = format === undefined ? undefined : shapeOf(format.sample);
  const groups = findLevelGroups(text, skipped);
  const levelLines = new Set(
    groups.flatMap(({ levels, form }) => (form === 'ends' ? [] : levels.map(({ line }) => line))),
  );
  const reading: Reading = {
    text,
    groups,
    scales: findScales(text, new Set([...skipped, ...levelLines])),
    labels: findLabelLines(text, skipped),
    skipped,
    samples: samples.map(({ span }) => span),
  };
  const keys = shape !== undefined ? [] : schema.length > 0 ? fieldsDeclared(schema) : readKeyList(reading);
  const asked = shape?.fields ?? (keys.length > 0 ? withEach(reading, keys) : undefined);
  const reply = asked === undefined ? readTextReply(reading, template) : undefined;
  const fields = asked ?? reply?.fields ?? [];
  describeFields(reading, fields);
  // What is said of a key in a list is not said of the others.
  const inLists = fields.filter(({ path, key }) => path.includes('[]') && key.length > 2);
  const ofList = (line: number): boolean =>
    inLists.some(({ key }) => text.lines[line]?.plain.startsWith(key) === true);
  const ownScales = [...keys, ...(reply?.fields ?? [])].flatMap(({ range, spans }) =>
    range === undefined ? [] : spans,
  );
  reading.scales = reading.scales.filter(
    ({ line, span }) =>
      !ofList(line) && !ownScales.some(({ from, to }) => span.from >= from && span.to <= to),
  );
  reading.groups = reading.groups.filter(({ firstLine }) => !ofList(firstLine - 1));
  const seeds = reply?.seeds ?? seedsFromFields(fields, new Set());
  const { criteria: candidates, findings } = readCriteria(reading, seeds);
  for (const criterion of candidates) giveScale(fields, criterion);
  scaleOfItems(reading, fields);
  const { rules, ruled, findings: ruleFindings } = readRules(reading, fields, candidates, language);
  const criteria = withoutRuled(candidates, ruled);
  const shown = readExamples(text, examples, fields);
  readNulls(shown, fields);
  // What an example or a label's definition says is held there.
  const kept = [
    ...shown,
    ...criteria.flatMap(({ kind, levels }) => (kind === 'choice' ? levels : [])),
  ].flatMap(({ spans }) => spans);
  const asJson = reply?.changes ?? [];
  const changes: PromptChange[] = [
    ...asJson,
    ...[...template.changes, ...doubledBraces(source, template)].filter(
      ({ span }) => !asJson.some((other) => span.from < other.span.to && span.to > other.span.from),
    ),
  ];
  const all: NewFinding[] = [
    ...declared
      .filter((name) => !inputs.some((input) => input.name === name))
      .map((name) => finding('unused-input', [name])),
    ...notMapped.map((about) => finding('not-mapped', [about])),
    ...inputFindings,
    ...findings,
    ...ruleFindings.filter(
      ({ spans: [own] }) =>
        own === undefined || !kept.some(({ from, to }) => own.from >= from && own.to <= to),
    ),
    ...checkExamples(shown, fields, rules),
    ...findFindings({
      reading,
      fields,
      criteria,
      inputs,
      reply: asked === undefined ? 'reshaped' : 'json',
      verdictFirst: reply?.verdictFirst ?? false,
      rules,
      comparison: COMPARISON.test(source),
    }),
  ];
  if (reply?.hasFormat === false || (keys.length > 0 && schema.length === 0 && !/json/iu.test(source)))
    all.push(finding('no-format'));
  // Keys that an input brings along cannot be checked.
  for (const { type, path, spans } of fields)
    if (type === 'object' && !fields.some((other) => other.path.startsWith(`${path}.`)))
      all.push(finding('not-mapped', [path], spans));
  const named = rubricTitle(text, title);
  if (named === undefined) all.push(finding('no-title'));
  const bare = template.placeholders.filter(({ name }) => /^\d?$/u.test(name)).map(({ span }) => span);
  if (bare.length > 0) {
    const marks = bare.map(({ from, to }) => source.slice(from, to)).join(' ');
    const about = [marks, inputs.map(({ name }) => name).join(', ')];
    all.push(finding('unnamed-input', about, bare));
  }
  if (inputs.length === 0) all.push(finding('no-inputs'));
  if (rival !== undefined) all.push(finding('two-formats', [], [rival.span]));
  return {
    source,
    wrapper,
    title: named ?? (language === 'ko' ? '평가 프롬프트' : 'Judge prompt'),
    language,
    inputs,
    reply: asked === undefined ? 'reshaped' : 'json',
    fields: fields.map(proposedField),
    criteria: criteria.map(({ whole: _, ...criterion }) => criterion),
    rules,
    examples: shown,
    findings: all.map((one, index) => ({ ...one, key: `finding:${one.kind}:${index}` })),
    changes,
    cases,
  };
}

/** `scores: a score for each criterion` holds one number for each criterion that the text lists; a key that only names one is its number. */
function withEach(reading: Reading, fields: readonly FieldDraft[]): FieldDraft[] {
  const all = listedCriteria(reading);
  const each = reading.text.lines.some(({ plain }) => scoresEach(plain)) ? all : [];
  return fields.flatMap((field): FieldDraft[] => {
    if (field.bare === true && each.some(({ name }) => titleMatch(name, field.key) > 0.9))
      return [{ ...field, type: 'number', certainty: 'inferred' }];
    if (field.type !== 'string' || !scoresEach(field.description ?? '') || all.length < 2) return [field];
    const inner = all.map(({ name, line }, index): FieldDraft => ({
      ...field,
      path: `${field.path}.${asciiName(name) ?? `criterion_${index + 1}`}`,
      key: name,
      type: 'number',
      vague: true,
      certainty: 'inferred',
      spans: [...field.spans, spanOf(line)],
    }));
    return [{ ...field, type: 'object', vague: false }, ...inner];
  });
}

/** A total or verdict that the text computes is no criterion, unless nothing else is left. */
function withoutRuled(criteria: ReadCriterion[], ruled: ReadonlySet<string>): ReadCriterion[] {
  const kept = criteria.filter(({ path, parts }) => !ruled.has(path) || parts.length > 0);
  return kept.length > 0 ? kept : criteria;
}

/** A field without bounds of its own takes those of its criterion. */
function giveScale(fields: readonly FieldDraft[], { path, min, max, whole }: ReadCriterion): void {
  const field = fields.find((each) => each.path === path);
  if (field === undefined || (field.type !== 'integer' && field.type !== 'number')) return;
  // `0/10` beside a scale from 0 to 10 is a score out of ten, not one of two values.
  if (
    field.certainty === 'stated' &&
    field.enum?.length === 2 &&
    field.enum[0] === min &&
    field.enum[1] === max
  )
    delete field.enum;
  if (field.enum === undefined && field.range === undefined) field.range = { min, max };
  if (whole !== undefined) field.type = whole ? 'integer' : 'number';
}

/** The score of each item of a list has the scale that the text states, where it states one. */
function scaleOfItems({ scales }: Reading, fields: readonly FieldDraft[]): void {
  const items = fields.filter(
    ({ path, type, key, range }) =>
      path.includes('[]') &&
      (type === 'integer' || type === 'number') &&
      range === undefined &&
      /score|rating|점수|点数/iu.test(key),
  );
  const [scale] = scales;
  if (
    scale === undefined ||
    fields.some(({ path, type, range }) => !path.includes('[]') && type !== 'string' && range !== undefined)
  )
    return;
  if (scale.range.min === undefined || !scales.every(({ range }) => agree(range, scale.range))) return;
  for (const field of items) field.range = scale.range;
}

function linesOf(text: PromptText, spans: readonly Span[]): Set<number> {
  const lines = new Set<number>();
  for (const { from, to } of spans) {
    const last = lineAt(text, Math.max(from, to - 1))?.index ?? 0;
    for (let line = lineAt(text, from)?.index ?? 0; line <= last; line += 1) lines.add(line);
  }
  return lines;
}

/** A value that is null in an example may be null. */
function readNulls(examples: readonly ProposedExample[], fields: readonly FieldDraft[]): void {
  for (const { reply } of examples) {
    for (const [key, value] of Object.entries(reply ?? {})) {
      if (value !== null) continue;
      for (const field of fields) {
        const own = field.path === key || field.path.startsWith(`${key}.`);
        if (own && field.type !== 'object' && field.type !== 'array') field.nullable = true;
      }
    }
  }
}

function proposedField({
  path,
  type,
  nullable,
  enum: labels,
  range,
  description,
  written,
  certainty,
  spans,
}: FieldDraft): ProposedField {
  return {
    key: `field:${path}`,
    certainty,
    spans,
    path,
    type,
    nullable,
    ...(labels !== undefined && { enum: labels }),
    ...(labels === undefined && range?.min !== undefined && { minimum: range.min }),
    ...(labels === undefined && range?.max !== undefined && { maximum: range.max }),
    ...(description !== undefined && !TYPE_ONLY.test(description) && { description }),
    ...(written !== undefined && { written }),
  };
}
