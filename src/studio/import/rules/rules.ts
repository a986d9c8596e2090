import { compares, readCondition } from './conditions';
import type { ReadCriterion, Reading } from '../criteria';
import { readNullable } from '../reply/field-notes';
import { celPath } from '../cel-path';
import { FieldNames } from '../reply/field-names';
import { finding, type Certainty, type NewFinding, type ProposedRule, type Span } from '../proposal';
import { TOO_LONG, readLengths } from './rule-lengths';
import { computes, findTotal, readTotals } from './rule-totals';
import { readVerdicts, statesVerdict } from './verdicts';
import type { FieldDraft } from '../reply/sample-shape';
import { findRanges } from '../levels/ranges';
import { freeName, lineAt, plainText, spelledOut, type Line } from '../text-lines';

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
  findings: NewFinding[];
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
    const id = freeName(base, (name) => rules.some((rule) => rule.id === name), '-');
    const piece = { key: `rule:${id}`, certainty, spans };
    // A sentence that says how the total is made is no name of it: its key is.
    const own =
      kind === 'total' ? fields.find((field) => field.path === path && !path.includes('.')) : undefined;
    const name = own === undefined ? title : spelledOut(own.written ?? own.key);
    rules.push({ ...piece, id, kind, title: name.slice(0, 300), path, expression });
  };
  const understood = readConsequences(sentences, names, add);
  const rest = sentences.filter((sentence) => !understood.has(sentence));
  const changesTotal = ({ words }: Sentence): boolean => {
    const about = names.mentions(words).map(({ field }) => field);
    const caps =
      about.some((field) => field === total) &&
      CONDITION.test(words) &&
      !PASSES.test(words) &&
      !fields.some(({ enum: labels = [] }) => labels.some((label) => words.includes(String(label))));
    return (
      caps ||
      (MODIFIES.test(words) && about.some((field) => field === total || names.scores().includes(field)))
    );
  };
  const changing = sentences.filter(changesTotal);
  const modified = changing.length > 0;
  const caps = changing.every((sentence) => understood.has(sentence))
    ? rules.flatMap(({ path, expression }) =>
        path === total?.path ? (/^!\((.+)\) \|\| \(/u.exec(expression)?.[1] ?? []) : [],
      )
    : [];
  // A sum that something else changes would contradict a right judge.
  readTotals(reading, rest, names, modified, caps, add);
  for (const sentence of readVerdicts(rest, names, language, add)) understood.add(sentence);
  readNullWhen(names, add);
  const unread = readLengths(reading, sentences, fields, language, add);
  const ruled = new Set(
    rules.filter(({ kind }) => kind === 'total' || kind === 'verdict').map(({ path }) => path),
  );
  if (
    total !== undefined &&
    (modified ||
      sentences.some(
        ({ words }) => computes(words) && names.mentions(words).some(({ field }) => field === total),
      ))
  )
    ruled.add(total.path);
  // Labels that are worth points are a score of their own.
  const worth = criteria.filter(({ levels }) => levels.some(({ value }) => value !== undefined));
  for (const field of fields)
    if (statesVerdict(field, sentences, names) && worth.every(({ path }) => path !== field.path))
      ruled.add(field.path);
  return { rules, ruled, findings: [...unread, ...notUnderstood(sentences, names, understood, rules)] };
}

export type AddRule = (
  kind: ProposedRule['kind'],
  path: string,
  expression: string,
  title: string,
  spans: readonly Span[],
  certainty?: Certainty,
) => void;

const IF = String.raw`(?:if|when(?:ever)?|wenn|falls|als|indien|si|lorsque|cuando)`;
/** "If A, then B", "B if A", 「Aなら、B」, "A이면 B": which part is the condition, and which the consequence. */
const FORMS: readonly (readonly [form: RegExp, condition: number, then: number])[] = [
  [new RegExp(`^${IF}\\s(.{3,120}?),\\s(?:then |dann |dan |alors |entonces )?(.{3,160})$`, 'iu'), 1, 2],
  [new RegExp(`^(.{3,120}?),?\\s${IF}\\s(.{3,120})$`, 'iu'), 2, 1],
  [/^(.{3,80}?)(?:이면|일 경우|인 경우|면|の場合は?|なら(?:ば)?)[,、]?\s?(.{3,80})$/u, 1, 2],
];

/** What must hold of a number, or be null, where something else is the case. Labels are read as verdicts. */
function readConsequences(sentences: readonly Sentence[], names: FieldNames, add: AddRule): Set<Sentence> {
  const understood = new Set<Sentence>();
  for (const sentence of sentences) {
    if (sentence.words.length > 300) continue;
    const words = sentence.words.replace(/[.。;]$/u, '').replace(/\bcap (.{2,40}?) at\b/iu, '$1 at most');
    for (const [form, condition, then] of FORMS) {
      const parts = form.exec(words);
      if (parts === null) continue;
      const when = readCondition(parts[condition] ?? '', names);
      const must = when === undefined ? undefined : readCondition(parts[then] ?? '', names);
      if (must === undefined || !/== null|[<>=]=? -?\d/u.test(must)) continue;
      const path = names.mentions(parts[then] ?? '')[0]?.field.path ?? '';
      add('check', path, `!(${when ?? ''}) || (${must})`, sentence.words, [sentence.span]);
      understood.add(sentence);
      break;
    }
  }
  return understood;
}

function sentencesOf({ text, skipped, samples, groups }: Reading): Sentence[] {
  const levels = new Set(
    groups.flatMap(({ levels: all, form }) =>
      form === 'ends' || form === 'sentences' ? [] : all.map(({ line }) => line),
    ),
  );
  const edges = new Set(
    samples.flatMap(({ from, to }) => [lineAt(text, from)?.index, lineAt(text, to)?.index]),
  );
  let next = 0;
  return text.lines.flatMap((line) => {
    while ((samples[next]?.to ?? Number.POSITIVE_INFINITY) <= line.from) next += 1;
    if (line.fence || line.plain === '' || line.cells !== undefined || line.text.length > 4000) return [];
    if ((skipped.has(line.index) && !edges.has(line.index)) || levels.has(line.index)) return [];
    const free = skipped.has(line.index) ? outside(line, samples, next) : line.text;
    let at = line.from;
    // "1. … 2. …" in one line is a list; "below 4. The …" is none.
    const listed = /(?:^|\s)1\.\s/u.test(free) && /\s2\.\s/u.test(free);
    // "총점은 세 항목의 합이며 12점 이상이면 …": what the total is, and then what follows from it.
    const ends = listed
      ? /(?<=[.!?。;；](?:\s|$)|。|(?<=\S)\s(?=\d{1,2}\.\s\p{Lu}))/u
      : /(?<=[.!?。;；](?:\s|$)|。|(?:합|합계|평균)(?:이며|이고),?\s)/u;
    return free.split(ends).flatMap((part) => {
      const span = { from: at, to: at + part.length };
      at += part.length;
      const words = plainText(part.trim().replace(/^(?:[-*+•]|\(?\d{1,2}[.)])\s+/u, ''));
      return words.length < 3 ? [] : [{ words, span, line: line.index }];
    });
  });
}

/** A line with the parts blanked that belong to a sample. */
function outside({ text, from, to }: Line, samples: readonly Span[], first: number): string {
  let rest = text;
  for (let index = first; index < samples.length; index += 1) {
    const sample = samples[index];
    if (sample === undefined || sample.from >= to) break;
    const [start, end] = [Math.max(0, sample.from - from), Math.min(text.length, sample.to - from)];
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  }
  return rest;
}

/** "null if X", beside the field in the sample. */
function readNullWhen(names: FieldNames, add: AddRule): void {
  for (const field of names.fields) {
    const note = field.description ?? '';
    const when = /\bnull (?:if|when|wenn|als|si)\s(.{2,200}?)\)?$/iu.exec(note)?.[1];
    const condition =
      when === undefined || field.path.includes('[]') ? undefined : readCondition(when, names);
    if (condition !== undefined)
      add('null-when', field.path, `!(${condition}) || ${celPath(field.path)} == null`, note, field.spans);
  }
}

/** What changes a computed value, or bounds it, in words. */
const MODIFIES =
  /\b(?:(?:counts?|weighs?) (?:double|twice|half)|doubled?|tripled?|halved|halve (?:it|the)|cap(?:ped|s)?|exceed|deduct\p{L}*|subtract\p{L}*|penalt\p{L}*|bonus|minus \d|plus \d|zählt doppelt|doppelt|Abzug|abziehen|abgezogen|telt dubbel|dubbel|aftrek\p{L}*|compte double|plafonn\p{L}*|dépasser|retir(?:er|ez)|cuenta doble|doble|superar|descont\p{L}*|descuent\p{L}*)\b|두 배|2배|감점|가산|차감|넘을 수 없|초과할 수 없|倍|減点|加点|上限|扣分|加分|封顶/iu;
const LOOKS_LIKE_RULE =
  /\b(?:automatic(?:ally)? fail|must (?:be|not)|at most|at least|never|cannot|maximum of|weight(?:ed|s)?|unless|overrides?|threshold|tenzij|es sei denn|sauf si|salvo)\b|가중치|무조건|必ず|一律/iu;
const PASSES =
  /\b(?:pass(?:es|ed)?|fail(?:s|ed)?|accept\p{L}*|reject\p{L}*|approv\p{L}*|bestanden|durchgefallen|geslaagd|gezakt|voldoende|onvoldoende|réussi|échec|admis|refusé|aprobad\p{L}*|suspens\p{L}*|rechazad\p{L}*)\b|합격|불합격|통과|탈락|合格|不合格|通过|及格/iu;
const CONDITION =
  /\b(?:if|when|unless|wenn|falls|als|tenzij|si|lorsque|cuando)\b|(?:이|하|으|라|되)면(?!\p{L})|이하면|넘으면|경우|の場合|なら|れば|如果|若/iu;
/** "If it is empty, give D." */
const GIVES =
  /^(?:if|when|si|wenn|falls|als|indien|cuando)\s[^:]{3,120}?[,\s]\s?(?:then |dann |dan |alors )?(?:give|set|assign|return|choose|donne[zr]?|mettez|attribuez|geef|vergib|gib|asigna)\s(.{1,60})$/iu;

/** Whether a sentence states a rule about the reply in plain words. */
function states(words: string, names: FieldNames): boolean {
  if (TOO_LONG.test(words)) return true;
  const [first, ...others] = new Set(names.mentions(words).map(({ field }) => field));
  const modifies = MODIFIES.test(words);
  const comparing = (): boolean => compares(withoutScales(words));
  const given = GIVES.exec(words)?.[1]?.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const values = names.fields.flatMap(({ enum: labels = [] }) => labels.map(String));
  if (given.some((word) => values.includes(word) || /^\d+$/u.test(word))) return true;
  if (first === undefined) return PASSES.test(words) && comparing();
  if (/\bnull\b/u.test(words) && CONDITION.test(words)) return true;
  if (others.length > 0 && /\s[/+×*]\s/u.test(words) && /=|\bis\b/u.test(words)) return true;
  if ((CONDITION.test(words) || PASSES.test(words)) && comparing()) return true;
  return modifies || (LOOKS_LIKE_RULE.test(words) && (others.length > 0 || comparing()));
}

function withoutScales(words: string): string {
  return findRanges(words).reduceRight(
    (rest, { at, length }) => `${rest.slice(0, at)} ${rest.slice(at + length)}`,
    words,
  );
}

/** Sentences that look like rules about the reply and were not read. */
function notUnderstood(
  sentences: readonly Sentence[],
  names: FieldNames,
  understood: ReadonlySet<Sentence>,
  rules: readonly ProposedRule[],
): NewFinding[] {
  const used = new Set(rules.flatMap(({ spans }) => spans.map(({ from }) => from)));
  /** "PASS threshold: ≥ 55" beside a rule that says when it is a PASS. */
  const said = ({ words }: Sentence): boolean => {
    const numbers = words.match(/\d+(?:\.\d+)?/gu) ?? [];
    if (CONDITION.test(words) || numbers.length === 0) return false;
    return rules.some(({ expression }) => {
      const parts = new Set(expression.match(/'[^']+'|[\d.]+/gu));
      const label = [...parts].some((part) => part.startsWith("'") && words.includes(part.slice(1, -1)));
      return label && numbers.every((number) => parts.has(number));
    });
  };
  return sentences
    .filter(
      (sentence) =>
        !understood.has(sentence) &&
        !said(sentence) &&
        !used.has(sentence.span.from) &&
        sentence.words.length < 300 &&
        (states(sentence.words, names) ||
          (computes(sentence.words) &&
            names.mentions(sentence.words).some(({ field }) => field === names.total) &&
            !rules.some(({ kind, path }) => kind !== 'length' && path === names.total?.path))),
    )
    .slice(0, 20)
    .map(({ span, words }) => finding('not-understood', [words], [span]));
}
