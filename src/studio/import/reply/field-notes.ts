import type { Reading } from '../criteria';
import { REASON_KEY, isScore } from '../criterion-seeds';
import { labelListBelow } from '../levels/label-lines';
import { labelRuns, labelsOf, type LabelRun } from '../levels/label-sets';
import type { Span } from '../proposal';
import type { FieldDraft } from './sample-shape';
import { computes } from '../rules/rule-totals';
import { alternatives, readValue } from './sample-value';
import { ofKey, spanOf, spelledOut, type Line } from '../text-lines';
import { titleMatch } from '../titles';

/** What the text says about a field outside of the sample, where the sample leaves it open. */
export function describeFields(reading: Reading, fields: FieldDraft[]): void {
  const runs = [...allowedLists(reading), ...labelRuns(reading)];
  for (const field of fields) {
    if (
      field.type === 'string' &&
      field.enum === undefined &&
      field.literal === undefined &&
      isNumberSlot(field)
    )
      field.type = 'number';
    if (field.type === 'object' || field.type === 'array' || field.enum !== undefined) continue;
    if (field.type === 'boolean' || (field.range !== undefined && !field.vague)) continue;
    // `"score": "5"` beside a stated scale is a number that the sample has in quotes.
    if (
      field.type === 'string' &&
      /^\d{1,3}$/u.test(field.literal ?? '') &&
      NUMBER_KEY.test(field.key) &&
      reading.scales.length > 0
    )
      Object.assign(field, { type: 'integer', vague: true });
    if (oneOfDefined(runs, field, fields)) continue;
    if (otherLabels(reading, field) || wordsForScore(reading, field, fields)) continue;
    if (field.path.endsWith('[]')) labelsOfList(reading, field, fields);
    else if (
      !fromDefinition(reading, field) &&
      field.vague &&
      field.description === undefined &&
      !field.path.includes('[]')
    )
      labelsOfList(reading, field, fields);
  }
}

/** The labels are another line's. */
function hasLabels(field: FieldDraft, labels: string[], spans: readonly Span[]): true {
  Object.assign(field, { enum: labels, vague: false, certainty: 'inferred' });
  field.spans.push(...spans);
  return true;
}

const ALLOWED =
  /\b(?:allowed|possible|valid|permitted|available|zulässige|erlaubte|mögliche|toegestane|possibles?|autorisé\p{L}*|permitid\p{L}*|posibles) (?:\p{L}+ )?(?:labels?|values?|options?|ratings?|answers?|verdicts?|categories|Werte|waarden|valeurs|valores)\s?[:：]\s?(.+)$/iu;

/** "Allowed labels: low, high." */
function allowedLists({ text, skipped }: Reading): LabelRun[] {
  return text.lines.flatMap((line) => {
    const words = skipped.has(line.index) ? undefined : ALLOWED.exec(line.plain)?.[1];
    const labels = words?.replace(/[.。]$/u, '').split(/\s*[,;、，|/]\s*(?:or )?/u);
    return labels === undefined ? [] : [{ labels, spans: [spanOf(line)], line: undefined }];
  });
}

const LABEL_KEY = ofKey(
  /(?:^|_)(?:verdict|decision|rating|grade|label|status|outcome|judge?ment|recommendation|classification|severity|urteil|oordeel|veredicto|判定|판정)$/iu,
);

/** The sample shows one label of a list: `"rating": "A"` beside `- A: …`, `- B: …`; `"LETTER"` is any of them. */
function oneOfDefined(runs: readonly LabelRun[], field: FieldDraft, fields: readonly FieldDraft[]): boolean {
  const { literal = '', key } = field;
  const letter = /^(?:the |one |your )?letter$/iu.test(literal);
  const run = runs.find(
    ({ labels, line }) =>
      (letter ? labels[0] === 'A' : labels.includes(literal)) &&
      !fields.some((other) => labels.includes(other.key)) &&
      (letter || line === undefined || LABEL_KEY.test(key) || line.text.includes(key)),
  );
  const fits = run !== undefined && field.type === 'string' && !field.path.includes('[]');
  return fits && hasLabels(field, run.labels, run.spans);
}

const OPPOSITES =
  'PASS FAIL|합격 불합격|적합 부적합|合格 不合格|通过 不通过|bestanden nicht bestanden|geslaagd gezakt|voldoende onvoldoende|yes no|accept reject|approve reject|correct incorrect|safe unsafe'
    .split('|')
    .map((pair) => /^(\S+) (.+)$/u.exec(pair)?.slice(1) ?? []);

/** The sample shows one label, and a sentence the others: `"accept"; 18 to 27 is "revise"`, 합격 … 불합격. */
function otherLabels({ text, skipped }: Reading, field: FieldDraft): boolean {
  const { literal, type } = field;
  if (type !== 'string' || literal === undefined || !/^[\p{L}_ ]{2,20}$/u.test(literal)) return false;
  const opposite = OPPOSITES.find((pair) =>
    pair.some((label) => label.toLowerCase() === literal.toLowerCase()),
  );
  for (const line of text.lines) {
    if (skipped.has(line.index) || line.fence || !line.text.includes(literal)) continue;
    const quoted = [...line.text.matchAll(/["“'「`]([\p{L}_ ]{2,20})["”'」`]/gu)].map(
      (match) => match[1] ?? '',
    );
    const other = opposite?.find((label) => label.toLowerCase() !== literal.toLowerCase()) ?? '';
    const shown =
      new RegExp(`(?<![\\p{Script=Latin}不未非불미])${other}(?![A-Za-z])`, 'iu').exec(line.plain)?.[0] ?? '';
    const labels = quoted.includes(literal)
      ? [...new Set(quoted)]
      : other === '' || shown === ''
        ? []
        : [literal, shown];
    if (labels.length < 2) continue;
    return hasLabels(field, labels, [spanOf(line)]);
  }
  return false;
}

/** `<your score>` is one of two words where the text gives those, and no numbers: `"PASS" if …, "FAIL" if …`. */
function wordsForScore(
  { text, scales, groups, skipped }: Reading,
  field: FieldDraft,
  fields: readonly FieldDraft[],
): boolean {
  const slot = field.vague && field.literal === undefined && isScore(field);
  if (!slot || scales.length > 0 || groups.length > 0 || fields.filter(isScore).length > 1) return false;
  if (fields.some((other) => other.type === 'boolean' || other.enum !== undefined)) return false;
  for (const line of text.lines) {
    const labels = skipped.has(line.index) ? undefined : quotedConditions(line.plain);
    if (labels === undefined || labels.some((label) => /\d/u.test(label))) continue;
    field.type = 'string';
    return hasLabels(field, labels, [spanOf(line)]);
  }
  return false;
}

/** A line that starts with the key: `- score: integer from 1 to 5`, "`tone`: polite, neutral or rude". */
function fromDefinition({ text, skipped }: Reading, field: FieldDraft): boolean {
  for (const line of text.lines) {
    if (skipped.has(line.index) || line.fence) continue;
    const named = startsWith(line, field.key) ? field.key : namedBefore(line, field);
    if (named === undefined) continue;
    const rest = line.plain
      .slice(line.plain.indexOf(named) + named.length)
      .replace(/^["'`”]?\s*/u, '')
      .trim();
    if (rest !== '' && take(field, rest, line)) return true;
  }
  return false;
}

/** `- Fidelity (0-3): …` above "JSON with the keys fidelity and total": a key alone says nothing of its value. */
function namedBefore({ plain }: Line, { bare, key, type }: FieldDraft): string | undefined {
  const name =
    bare === true && type === 'string' ? /^([^(（:：]{2,60}?)\s?[(（:：]/u.exec(plain)?.[1] : undefined;
  return name !== undefined && titleMatch(name, spelledOut(key)) >= 0.95 ? name : undefined;
}

function startsWith(line: Line, key: string): boolean {
  const words = line.plain.replace(/^["'`“]/u, '');
  return words.startsWith(key) && !/^[\p{L}\p{N}_]/u.test(words.slice(key.length));
}

function take(field: FieldDraft, rest: string, line: Line): boolean {
  const bracketed = /^[(（]([^()（）]{1,80})[)）]/u.exec(rest)?.[1];
  const definition = rest
    .replace(/^[(（][^()（）]{1,80}[)）]/u, '')
    .replace(/^\s*[:：=–—-]\s*/u, '')
    .trim();
  const sentence = definition.split(/(?<=[.!?。])\s/u)[0]?.replace(/[.。]$/u, '') ?? '';
  const numeric = field.type === 'integer' || field.type === 'number';
  for (const words of [bracketed ?? '', sentence]) {
    if (words === '') continue;
    const shape = readValue([{ text: words, quoted: false }], '');
    if (shape.type === 'boolean' && field.vague && field.type === 'string') {
      field.type = 'boolean';
      field.vague = false;
      field.spans.push(spanOf(line));
      return true;
    }
    if (shape.range !== undefined && (numeric || field.vague || field.type === 'string')) {
      field.range = shape.range;
      field.type = numeric && field.literal?.includes('.') === true ? 'number' : shape.type;
      field.spans.push(spanOf(line));
      return true;
    }
  }
  if (field.type !== 'string') return false;
  if (field.bare === true && field.vague && !REASON_KEY.test(field.key) && computes(sentence)) {
    field.type = 'number';
    field.spans.push(spanOf(line));
    return true;
  }
  const labels =
    spoken(sentence) ??
    quotedConditions(definition) ??
    (bracketed === undefined ? undefined : alternatives(bracketed, true));
  if (labels === undefined) return false;
  field.enum = labels;
  field.vague = false;
  field.spans.push(spanOf(line));
  if (field.certainty === 'stated') field.certainty = 'inferred';
  return true;
}

/** "yes, no or debatable": short words only, the last joined by "or". */
function spoken(sentence: string): string[] | undefined {
  const before = (sentence.split(/\s*[:：?]\s/u)[0] ?? '').replace(
    /^(?:(?:choose|pick|select|kies|wähle|choisis|elige|exactly|exact|either) ){0,2}(?:one of(?: these)?|één van deze opties)\s*[:：]?\s*/iu,
    '',
  );
  const said = before.length < (sentence.split(/\s*[:：?]\s/u)[0] ?? '').length;
  const parts = before
    .split(/\s*,\s*|\s+(?:or|ou|oder|of|o)\s+/u)
    .map((part) => part.replaceAll(/^["'`“]|["'`”]$/gu, '').replace(/^(?:or|ou|oder|of) /u, ''));
  const joined = /\s(?:or|ou|oder|of|o)\s/u.test(before);
  return (joined || said) && parts.length > 1 && parts.every((part) => /^[\p{L}\p{N}_-]{1,24}$/u.test(part))
    ? parts
    : (labelsOf(before) ?? alternatives(before, false));
}

/** `"right" if …, "wrong" if …`. */
function quotedConditions(definition: string): string[] | undefined {
  const labels = [
    ...definition.matchAll(/["“'`]([^"”'`\n]{1,40})["”'`]\s(?:if|when|wenn|si|als|for)\s/gu),
  ].map((match) => match[1] ?? '');
  return labels.length > 1 && new Set(labels).size === labels.length ? labels : undefined;
}

/** A list whose sample makes up its values takes the labels that the text defines for it. */
function labelsOfList(
  { text, labels, skipped }: Reading,
  field: FieldDraft,
  fields: readonly FieldDraft[],
): void {
  if (field.type !== 'string') return;
  const key =
    (field.path.endsWith('[]')
      ? fields.find(({ path }) => path === field.path.slice(0, -2))?.key
      : undefined) ?? field.key;
  for (const line of text.lines) {
    if (skipped.has(line.index) || line.heading === 0 || titleMatch(line.plain, key) < 0.55) continue;
    const next = text.lines.find(
      (other) => other.index > line.index && other.heading > 0 && other.heading <= line.heading,
    );
    const found = labelListBelow(text, labels, line.index, next?.index ?? text.lines.length);
    // What the reply scores is no label, and a sentence stands for itself.
    const named = found.some(({ at }) => fields.some((other) => titleMatch(at, other.key) > 0.8));
    if (found.length < 2 || named || (field.literal?.split(/\s+/u).length ?? 0) > 5) continue;
    hasLabels(
      field,
      found.map(({ at }) => at),
      found.map(({ span }) => span),
    );
    return;
  }
}

const NUMBER_KEY = ofKey(
  /(?:^|_)(?:total|sum|som|score|points?|punkte|note_globale|penalty|average|mean|gesamt|eindscore|percentage|count)(?:_|$)|총점|합계|合計|总分/iu,
);
const NUMBER_WORDS =
  /^(?:Anzahl|Zahl|Wert|aantal|nombre|número|cantidad|number|amount|count)\b|\b0 (?:if|when|wenn|falls|als|si)\b|\b(?:average|mean|sum|number|score|moyenne|somme|gemiddelde|som|getal|durchschnitt|summe|zahl|promedio|suma|decimals?)\b|평균|합계|숫자|平均|合計|数値|加权|总分|整数|数字|分数|得分|点数|점수/iu;

/** `"total": ...` and `"total": <weighted mean>` stand for a number; a quoted text does not. */
function isNumberSlot({ key, description, vague, path, bare }: FieldDraft): boolean {
  if (bare !== true || path.endsWith('[]')) return false;
  return description === undefined
    ? vague && NUMBER_KEY.test(key)
    : description.length < 80 &&
        NUMBER_WORDS.test(spelledOut(description)) &&
        !/reason|why|explain/iu.test(description);
}

/** "…, or write null if nothing is there": what a sentence says may be missing. */
export function readNullable(
  { text, skipped }: Reading,
  fields: readonly FieldDraft[],
  mentioned: (words: string) => readonly FieldDraft[],
): void {
  for (const line of text.lines) {
    if (skipped.has(line.index) || line.fence || !/\bnull\b/u.test(line.plain)) continue;
    for (const sentence of line.plain.split(/(?<=[.!?。])\s+/u)) {
      if (!/\bnull\b/u.test(sentence) || /\b(?:not|never|do not (?:give|use|write)) null\b/iu.test(sentence))
        continue;
      const conditional = /^(?:if|when|wenn|ist|is|als|si|falls)\s[^,]{3,160},\s?/iu.exec(sentence);
      const words =
        conditional === null
          ? sentence.replace(/\bnull\s(?:if|when|wenn|als|si)\s.*$/iu, 'null')
          : sentence.slice(conditional[0].length);
      const clauses = words.split(/[,;]\s?/u);
      const at = clauses.findIndex((clause) => /\bnull\b/u.test(clause));
      // "a must be "none" and b must be null": only what stands in the part with null.
      const own = (clauses[at] ?? '').split(/\s(?:and|und|et|en|y)\s/u);
      const start = own.findIndex((part) => /\bnull\b/u.test(part));
      const valued = own.slice(0, start).findLastIndex((part) => /\b(?:is|be|=)\b|["“]/iu.test(part));
      const named = mentioned(own.slice(valued + 1).join(' '));
      const before = named.length > 0 || at < 1 ? '' : (clauses[at - 1] ?? '');
      const keys = fields.filter(
        ({ key, type, enum: labels }) =>
          type === 'string' &&
          labels === undefined &&
          key.length > 3 &&
          new RegExp(`(?<![\\p{L}_])${key.replaceAll(/[^\p{L}\p{N}_]/gu, '.')}(?![\\p{L}_])`, 'iu').test(
            before,
          ),
      );
      for (const field of [...named, ...keys])
        if (field.type !== 'object' && field.type !== 'array') field.nullable = true;
    }
  }
}
