import { readSample, type Sample, type SampleEntry } from './json-like';
import type { Template } from '../placeholders';
import type { Span } from '../proposal';
import { headingsAbove, lineAt, type Line, type PromptText } from '../text-lines';

/** An object that stands in the text: the reply's format, a worked example, or an input's data. */
export interface FoundSample {
  sample: Sample;
  span: Span;
  /** All values stand for themselves: no slots, no alternatives. */
  literal: boolean;
  /** How much speaks for its being the format that is asked for. */
  weight: number;
  inExample: boolean;
  keys: readonly string[];
}

export const FORMAT_WORDS =
  /\b(?:formats?|schema|json|respond|reply|return|output|answer|produce|structure|form|provide|emit|write|sortie|réponse|réponds|répondez|rendez|renvoie|retourne\p{L}*|antwoord\p{L}*|uitvoer|geef|antwort\p{L}*|ausgabe|gib|geben|zurück|salida|responde|devuelve|formato)\b|출력|형식|응답|반환|답변|出力|形式|回答|返|输出|格式|输出/iu;
export const EXAMPLE_WORDS =
  /\b(?:examples?|worked|few-?shot|sample (?:case|evaluation|judg\p{L}*)|case \d|exemples?|voorbeeld\p{L}*|beispiel\p{L}*|ejemplos?|case study|demonstration|illustration)\b|예시|예제|예\s?\d|例\s?\d?|示例|사례\s?\d/iu;
/** Reading stops after so many starts that led nowhere. */
const MOST_FAILURES = 200;

export function findSamples(text: PromptText, template: Template): FoundSample[] {
  const { source } = text;
  const found: FoundSample[] = [];
  const inputs = template.placeholders.map(({ span }) => span);
  let next = 0;
  let failures = 0;
  for (const match of source.matchAll(
    /\{\{?(?=\s*(?:["'“\\}]|\/\/|#|[\p{L}_$][\p{L}\p{N}_$]{0,40}\??\s?:|\.{3}|<))|\[(?=\s*\{)/gu,
  )) {
    if (match.index < next || failures > MOST_FAILURES) continue;
    const doubled = match[0] === '{{';
    if (
      doubled &&
      template.dialect === 'double' &&
      !/^\{\{\s*["'\n]/u.test(source.slice(match.index, match.index + 12))
    )
      continue;
    const sample = readSample(
      source,
      match.index,
      doubled || (match[0] === '[' && /^\[\s*\{\{/u.test(source.slice(match.index, match.index + 12))),
    );
    const keys = sample === undefined ? [] : topKeys(sample);
    if (sample === undefined || keys.length === 0) {
      failures += 1;
      continue;
    }
    next = sample.span.to;
    const held = inputsWithin(inputs, sample.span);
    const values = entriesIn(sample).filter(({ value }) => value.kind !== 'object');
    const read = describe(text, sample, keys);
    // What is made of inputs is data; a form that is asked for and has slots may repeat one.
    if (held === 0 || (read.weight >= 8 && held * 2 <= values.length)) found.push(read);
  }
  return found;
}

function topKeys(sample: Sample): string[] {
  const root = sample.kind === 'list' ? sample.items[0] : sample;
  return root?.kind === 'object' ? root.entries.map(({ key }) => key) : [];
}

function inputsWithin(inputs: readonly Span[], span: Span): number {
  let low = 0;
  let high = inputs.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((inputs[middle]?.from ?? 0) < span.from) low = middle + 1;
    else high = middle;
  }
  return inputs.slice(low, low + 99).filter(({ from }) => from < span.to).length;
}

function describe(text: PromptText, sample: Sample, keys: readonly string[]): FoundSample {
  const line = lineAt(text, sample.span.from);
  const before = line === undefined ? [] : linesBefore(text, line, 4);
  const headings = line === undefined ? [] : headingsAbove(text, line);
  const literal = isLiteral(sample);
  const near = [line?.text.slice(0, sample.span.from - line.from) ?? '', ...before.map((each) => each.plain)];
  const asked =
    near.some((words) => FORMAT_WORDS.test(words)) ||
    headings.slice(0, 2).some(({ plain }) => FORMAT_WORDS.test(plain));
  const inExample =
    near.slice(0, 3).some((words) => EXAMPLE_WORDS.test(words)) ||
    headings.some(({ plain }) => EXAMPLE_WORDS.test(plain));
  return {
    sample,
    span: sample.span,
    literal,
    inExample,
    keys,
    weight:
      (literal ? 0 : 5) + (asked ? 3 : 0) - (inExample && literal ? 5 : 0) + Math.min(2, keys.length / 4),
  };
}

function linesBefore(text: PromptText, line: Line, most: number): Line[] {
  const found: Line[] = [];
  for (let at = line.index - 1; at >= Math.max(0, line.index - 8) && found.length < most; at -= 1) {
    const each = text.lines[at];
    if (each !== undefined && !each.fence && each.plain !== '') found.push(each);
  }
  return found;
}

function isLiteral(sample: Sample): boolean {
  if (sample.kind === 'object')
    return !sample.more && sample.entries.every(({ value, comment }) => comment === '' && isLiteral(value));
  if (sample.kind === 'list') return !sample.more && sample.items.every(isLiteral);
  const raw = sample.words.map(({ text }) => text).join(' ');
  if (sample.words.length > 1) return false;
  if (sample.words[0]?.quoted === true)
    return !/^<.*>$|\s\|\s|^\[.*\]$|^\.{2,}$|^…$|^\w+(?:\|\w+)+$/u.test(raw);
  return /^(?:[-+]?\d+(?:\.\d+)?|true|false|null|True|False|None)$/u.test(raw);
}

export interface ChosenSamples {
  format: FoundSample | undefined;
  /** Another format that asks for other keys. */
  rival: FoundSample | undefined;
  examples: FoundSample[];
}

/** The format is what most speaks for; literal objects with its keys are worked examples. */
export function chooseSamples(found: readonly FoundSample[]): ChosenSamples {
  const best = found.reduce<FoundSample | undefined>(
    (chosen, each) => (chosen === undefined || each.weight >= chosen.weight ? each : chosen),
    undefined,
  );
  const onlyExample = best?.literal === true && best.inExample;
  const format = best;
  const examples = found.filter(
    (each) => each.literal && (each !== best || onlyExample) && shares(each, best),
  );
  // A part of the format, set in a rule, is no other format.
  const known = best === undefined ? [] : entriesIn(best.sample).map(({ key }) => key);
  const rival = found.find(
    (each) =>
      each !== best &&
      !each.inExample &&
      each.weight >= 3 &&
      !shares(each, best) &&
      !each.keys.every((key) => known.includes(key)) &&
      !examples.includes(each),
  );
  return { format, rival, examples };
}

const entriesIn = (sample: Sample): SampleEntry[] =>
  sample.kind === 'list'
    ? sample.items.flatMap(entriesIn)
    : sample.kind === 'object'
      ? sample.entries.flatMap((entry) => [entry, ...entriesIn(entry.value)])
      : [];

const shares = (one: FoundSample, other: FoundSample | undefined): boolean => {
  const keys = new Set(other?.keys);
  return one.keys.filter((key) => keys.has(key)).length * 2 >= Math.max(one.keys.length, keys.size);
};
