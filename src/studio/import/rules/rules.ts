import { readCondition } from './conditions';
import type { ReadCriterion, Reading } from '../criteria';
import { readNullable } from '../reply/field-notes';
import { FieldNames, celPath } from '../reply/field-names';
import type { Certainty, Finding, ProposedRule, Span } from '../proposal';
import { readLengths } from './rule-lengths';
import { computes, findTotal, readTotals } from './rule-totals';
import { readVerdicts, statesVerdict } from './verdicts';
import type { FieldDraft } from '../reply/sample-shape';
import { lineAt, plainText } from '../text-lines';
import type { Line } from '../text-lines';

/** A sentence of the text, without marks, with its place. */
export interface Sentence {
  words: string;
  span: Span;
  line: number;
}

export interface ReadRules {
  rules: ProposedRule[];
  /** Paths of totals and verdicts that the text computes, also where the rule itself was not understood. */
  ruled: Set<string>;
  findings: Finding[];
}

export function readRules(
  reading: Reading,
  fields: readonly FieldDraft[],
  criteria: readonly ReadCriterion[],
  language: string,
): ReadRules {
  const total = findTotal(fields, criteria);
  const names = new FieldNames(fields, criteria, total);
  const sentences = sentencesOf(reading);
  readNullable(reading, fields, (words) => names.mentions(words).map(({ field }) => field));
  const rules: ProposedRule[] = [];
  const add: AddRule = (kind, path, expression, title, spans, certainty = 'stated') => {
    if (rules.some((rule) => rule.expression === expression && rule.path === path)) return;
    const base = `${kind}-${path.replaceAll(/[^A-Za-z0-9]+/gu, '-').toLowerCase()}`
      .replaceAll(/-+/gu, '-')
      .replace(/-$/u, '');
    let id = base;
    for (let next = 2; rules.some((rule) => rule.id === id); next += 1) id = `${base}-${next}`;
    rules.push({
      key: `rule:${id}`,
      certainty,
      spans,
      id,
      kind,
      title: title.slice(0, 300),
      path,
      expression,
    });
  };
  readTotals(reading, sentences, names, add);
  const understood = readVerdicts(sentences, names, add);
  readConsequences(sentences, names, add, understood);
  readLengths(reading, sentences, fields, language, add);
  const ruled = new Set(
    rules.filter(({ kind }) => kind === 'total' || kind === 'verdict').map(({ path }) => path),
  );
  if (
    total !== undefined &&
    sentences.some(
      ({ words }) => computes(words) && names.mentions(words).some(({ field }) => field === total),
    )
  )
    ruled.add(total.path);
  for (const field of fields) if (statesVerdict(field, sentences, names)) ruled.add(field.path);
  return { rules, ruled, findings: notUnderstood(sentences, names, understood, rules) };
}

export type AddRule = (
  kind: ProposedRule['kind'],
  path: string,
  expression: string,
  title: string,
  spans: readonly Span[],
  certainty?: Certainty,
) => void;

function sentencesOf({ text, skipped, samples, groups }: Reading): Sentence[] {
  const levels = new Set(
    groups.flatMap(({ levels: all, form }) =>
      form === 'ends' || form === 'sentences' ? [] : all.map(({ line }) => line),
    ),
  );
  const edges = new Set(
    samples.flatMap(({ from, to }) => [lineAt(text, from)?.index, lineAt(text, to)?.index]),
  );
  return text.lines.flatMap((line) => {
    if (line.fence || line.plain === '' || line.cells !== undefined || line.text.length > 4000) return [];
    if ((skipped.has(line.index) && !edges.has(line.index)) || levels.has(line.index)) return [];
    const free = skipped.has(line.index) ? outside(line, samples) : line.text;
    let at = line.from;
    return free.split(/(?<=[.!?。;；](?:\s|$)|。|(?<=\S)\s(?=\d{1,2}\.\s\p{Lu}))/u).flatMap((part) => {
      const span = { from: at, to: at + part.length };
      at += part.length;
      const words = plainText(part.trim().replace(/^(?:[-*+•]|\(?\d{1,2}[.)])\s+/u, ''));
      return words.length < 3 ? [] : [{ words, span, line: line.index }];
    });
  });
}

/** A line with the parts blanked that belong to a sample. */
function outside({ text, from, to }: Line, samples: readonly Span[]): string {
  let rest = text;
  for (const sample of samples) {
    if (sample.to <= from || sample.from >= to) continue;
    const [start, end] = [Math.max(0, sample.from - from), Math.min(text.length, sample.to - from)];
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  }
  return rest;
}

const CONSEQUENCE =
  /^(?:if|when|wenn|ist|sind|is|als|si|cuando|unless)\s(.{3,200}?)(?:,\s?(?:then |dann |dan |alors |so )?|\sthen\s)(.{3,200})$/iu;

/** "If X, then Y must be 1", "Y is null if X", "Y can be at most 3 if X". */
function readConsequences(
  sentences: readonly Sentence[],
  names: FieldNames,
  add: AddRule,
  understood: Set<Sentence>,
): void {
  for (const field of names.fields) {
    const note = field.description ?? '';
    const when = /\bnull (?:if|when|wenn|als|si)\s(.{2,200}?)\)?$/iu.exec(note)?.[1];
    const condition =
      when === undefined || field.path.includes('[]') ? undefined : readCondition(when, names);
    if (condition !== undefined)
      add('null-when', field.path, `!(${condition}) || ${celPath(field.path)} == null`, note, field.spans);
  }
  for (const sentence of sentences) {
    if (understood.has(sentence)) continue;
    const words = sentence.words.replace(/[.。]$/u, '');
    const match = CONSEQUENCE.exec(words);
    const turned = /^(.{3,160}?)\s(?:if|when|wenn|falls|als|si)\s(.{3,200})$/iu.exec(words);
    const [condition, result] = match === null ? [turned?.[2], turned?.[1]] : [match[1], match[2]];
    if (condition === undefined || result === undefined) continue;
    const when = readCondition(condition, names);
    const then = when === undefined ? undefined : consequence(result, names);
    if (when === undefined || then === undefined || then.expression === when) continue;
    understood.add(sentence);
    add(
      then.isNull ? 'null-when' : 'check',
      then.path,
      `!(${when}) || (${then.expression})`,
      sentence.words,
      [sentence.span],
    );
  }
}

function consequence(
  words: string,
  names: FieldNames,
): { path: string; expression: string; isNull: boolean } | undefined {
  const mentions = names.mentions(words).map(({ field }) => field);
  const first = mentions[0];
  if (first === undefined) return undefined;
  if (/\bnull\b/u.test(words)) {
    const nullable = mentions.filter((field) => field.nullable);
    return nullable.length === 0
      ? undefined
      : {
          path: first.path,
          expression: nullable.map(({ path }) => `${celPath(path)} == null`).join(' && '),
          isNull: true,
        };
  }
  const empty = first.type === 'array' && /\bempty\b|leer|leeg|vide|비어|空/iu.test(words);
  if (empty) return { path: first.path, expression: `size(${celPath(first.path)}) == 0`, isNull: false };
  const plain = words
    .replaceAll(
      /\b(?:must|should|has to|have to|can|cannot|may|moet|muss|darf|doit|debe)\b\s?(?:not\s)?(?:be|get|zijn|sein|être|ser)?/giu,
      ' is ',
    )
    .replaceAll(/\s{2,}/gu, ' ');
  const expression = readCondition(plain, names);
  return expression === undefined ? undefined : { path: first.path, expression, isNull: false };
}

const LOOKS_LIKE_RULE =
  /\b(?:automatic(?:ally)? fail|must (?:be|not)|at most|at least|never (?:exceed|more)|capped?|cannot exceed|maximum of|deduct|subtract|penalt\p{L}*|minus \d|weight(?:ed)?)\b|감점|가중치|초과할 수 없|減点|上限|扣分|Abzug|aftrek/iu;

/** Sentences that look like rules about the reply and were not read. */
function notUnderstood(
  sentences: readonly Sentence[],
  names: FieldNames,
  understood: ReadonlySet<Sentence>,
  rules: readonly ProposedRule[],
): Finding[] {
  const used = new Set(rules.flatMap(({ spans }) => spans.map(({ from }) => from)));
  return sentences
    .filter(
      (sentence) =>
        !understood.has(sentence) &&
        !used.has(sentence.span.from) &&
        sentence.words.length < 300 &&
        LOOKS_LIKE_RULE.test(sentence.words) &&
        /\d/u.test(sentence.words) &&
        names.mentions(sentence.words).length > 0,
    )
    .slice(0, 20)
    .map(({ span, words }, index) => ({
      key: `finding:not-understood:${index}`,
      kind: 'not-understood',
      about: [words],
      spans: [span],
    }));
}
