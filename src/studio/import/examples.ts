import type { Json } from '../../kit/json';
import { rubricEnvironment } from '../../rubric/program/environment';
import type { Sample } from './reply/json-like';
import { parentOf } from './criterion-seeds';
import { finding, type NewFinding, type ProposedExample, type ProposedRule } from './proposal';
import { EXAMPLE_WORDS, type FoundSample } from './reply/reply-samples';
import type { FieldDraft } from './reply/sample-shape';
import { headingsAbove, lineAt, type Line, type PromptText } from './text-lines';

type Reply = Readonly<Record<string, Json>>;

/** The longest text that is kept as what an example judges. */
const LONGEST_GIVEN = 4000;
/** "**Evaluation**:", "Score:" and the like between a case and its reply. */
const LEADS_TO_REPLY = /^[\p{L} ]{0,30}[:：]?$/u;

/** Worked examples: the text before each reply, and the reply. */
export function readExamples(
  text: PromptText,
  samples: readonly FoundSample[],
  fields: readonly FieldDraft[],
): ProposedExample[] {
  let after = 0;
  return samples.map(({ sample, span }, index) => {
    const line = lineAt(text, span.from);
    const start = caseStart(text, line, Math.max(after, 0));
    after = span.to;
    const lines = text.lines
      .slice(start, line?.index ?? start)
      .filter(({ fence, plain }) => !fence && plain !== '' && !/^[-=*_]{3,}$/u.test(plain));
    const last = lines.at(-1);
    const given =
      last !== undefined && lines.length > 1 && LEADS_TO_REPLY.test(last.plain) ? lines.slice(0, -1) : lines;
    const [first] = given;
    const title = first !== undefined && first.heading > 0 ? first.plain : `${index + 1}`;
    const from = first?.from ?? span.from;
    const body = first !== undefined && first.heading > 0 ? given.slice(1) : given;
    const reply = replyOf(sample, '', fields);
    return {
      key: `example:${index + 1}`,
      certainty: 'stated',
      spans: [{ from, to: span.to }],
      title,
      given: body
        .map((each) => each.text.trim())
        .join('\n')
        .slice(0, LONGEST_GIVEN),
      ...(isReply(reply) ? { reply } : {}),
    };
  });
}

const isReply = (value: Json): value is Reply =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The case starts at the heading above, or behind the example before. */
function caseStart(text: PromptText, line: Line | undefined, after: number): number {
  if (line === undefined) return 0;
  const heading = headingsAbove(text, line, 8).find(
    ({ heading: depth, from }) => depth <= 6 && from >= after,
  );
  const led = text.lines
    .slice(Math.max(0, line.index - 60), line.index)
    .findLast(
      ({ plain, from, heading: depth }) =>
        from >= after && (depth === 0 || depth > 6) && EXAMPLE_WORDS.test(plain) && plain.length < 40,
    );
  if (led !== undefined) return led.index + (/[:：]$/u.test(led.plain) ? 1 : 0);
  const behind = after === 0 ? 0 : (lineAt(text, after)?.index ?? 0) + 1;
  const blank = text.lines
    .slice(Math.max(behind, line.index - 40), line.index)
    .findLast(({ heading: depth, plain }) => depth > 0 && depth <= 6 && plain !== '');
  // What has a placeholder is the prompt's own, and no worked case.
  const asked = text.lines
    .slice(behind, line.index)
    .findLast(({ text: words }) => /\{[\p{L}_$ {]/u.test(words));
  return Math.max(
    behind,
    heading?.index ?? blank?.index ?? behind,
    line.index - 60,
    asked === undefined ? 0 : asked.index + 1,
  );
}

/** A literal sample as JSON, under the names that its fields have. */
function replyOf(sample: Sample, path: string, fields: readonly FieldDraft[]): Json {
  if (sample.kind === 'object') {
    return Object.fromEntries(
      sample.entries.map(({ key, value }) => {
        const field = fields.find((each) => each.key === key && parentOf(each.path) === path);
        const own = field?.path ?? (path === '' ? key : `${path}.${key}`);
        return [own.slice(own.lastIndexOf('.') + 1), replyOf(value, own, fields)];
      }),
    );
  }
  if (sample.kind === 'list') {
    const fixed = fields.some((each) => each.path === `${path}.0`);
    return sample.items.map((item, index) => replyOf(item, fixed ? `${path}.${index}` : `${path}[]`, fields));
  }
  const [word] = sample.words;
  if (word === undefined || word.quoted)
    return word?.text.replaceAll(String.raw`\"`, '"').replaceAll(String.raw`\n`, '\n') ?? '';
  if (/^(?:true|false)$/iu.test(word.text)) return word.text.toLowerCase() === 'true';
  return /^(?:null|none)$/iu.test(word.text)
    ? null
    : Number.isNaN(Number(word.text))
      ? word.text
      : Number(word.text);
}

/** Each example against the labels, the bounds and the rules of the text. */
export function checkExamples(
  examples: readonly ProposedExample[],
  fields: readonly FieldDraft[],
  rules: readonly ProposedRule[],
): NewFinding[] {
  const findings: NewFinding[] = [];
  const add = (...found: Parameters<typeof finding>): void => void findings.push(finding(...found));
  for (const { reply, title, spans } of examples) {
    if (reply === undefined) continue;
    for (const field of fields) {
      for (const value of valuesAt(reply, field.path)) {
        if (value === null) continue;
        if (
          field.enum !== undefined &&
          (typeof value === 'string' || typeof value === 'number') &&
          !field.enum.includes(value)
        )
          add('example-outside-enum', [title, field.path, String(value)], spans);
        const { min = value, max = value } = field.range ?? {};
        if (
          typeof value === 'number' &&
          field.enum === undefined &&
          (value < Number(min) || value > Number(max))
        )
          add('example-outside-range', [title, field.path, String(value)], spans);
      }
    }
    for (const rule of rules)
      if (breaks(reply, rule)) add('example-breaks-rule', [title, rule.title], [...spans, ...rule.spans]);
  }
  return findings;
}

function valuesAt(reply: Json, path: string): Json[] {
  let values: Json[] = [reply];
  for (const part of path.replaceAll('[]', '.[]').split('.').filter(Boolean)) {
    values = values.flatMap((value): Json[] => {
      if (typeof value !== 'object' || value === null) return [];
      if (Array.isArray(value)) return part === '[]' ? value : value.slice(Number(part), Number(part) + 1);
      const own = Object.entries(value).find(([key]) => key === part)?.[1];
      return own === undefined ? [] : [own];
    });
  }
  return values;
}

/** An expression that fails says nothing about the example. */
function breaks(reply: Reply, { kind, path, expression }: ProposedRule): boolean {
  try {
    const value: unknown = rubricEnvironment.parse(expression)({
      input: {},
      facts: {},
      output: reply,
      derived: {},
    });
    if (kind !== 'total' && kind !== 'verdict') return value === false;
    const [own] = valuesAt(reply, path);
    if (own === undefined || own === null) return false;
    return typeof own === 'number' ? Math.abs(Number(value) - own) > 0.051 : value !== own;
  } catch {
    return false;
  }
}
