import type { ReadCriterion, Reading } from '../criteria';
import type { Certainty, Span } from '../proposal';
import { celPath, celText } from '../cel-path';
import type { FieldNames } from '../reply/field-names';
import type { AddRule, Sentence } from './rules';
import type { FieldDraft } from '../reply/sample-shape';
import { findMaxima, findRanges, toNumber } from '../levels/ranges';
import { scoresEach } from '../text-criteria';
import { ofKey, type Line, type PromptText } from '../text-lines';

export const TOTAL_KEY = ofKey(
  /(?:^|_)(?:total\p{L}*|sum|gesamt\w*|overall|average|mean|weighted|aggregate|finale?|moyenne|eindscore|eindcijfer|som|totaal|gemiddelde|durchschnitt|promedio|suma|somme|global\p{L}*)(?:_|$)|총점|합계|평균|종합|合計|総合|总分|平均|综合/iu,
);
const SUM_KEY = ofKey(
  /(?:^|_)(?:total|sum|som|totaal|summe|gesamt(?:punkte|punktzahl)?|somme|suma)(?:_|$)|총점|합계|合計|总分/iu,
);
/** A key that can be nothing but the sum. */
const CALLED_SUM = /(?:^|_)(?:sum|som|summe|somme|suma)(?:_|$)|합계|合計/iu;
const SUM =
  /\b(?:sum|add(?:ing|ed)? up|total of (?:all|the|both|these)|adding|somme|summe|som\b|optell\p{L}*|suma)\b|합계|합산|더한|의 합(?:이|입|을|으로|$|[^가-힣])|合計|相加|总和/iu;
const MEAN = /\b(?:average|mean|moyenne|durchschnitt|mittelwert|gemiddelde|promedio|media)\b|평균|平均/iu;
const WEIGHT =
  /\b(?:weight(?:ed|s|ing)?|poids|pondér\p{L}*|coefficient|gewicht\p{L}*|weging|gewogen|peso|ponderad\p{L}*)\b|가중|重み|加重|权重|配点/iu;
const LEAST =
  /\b(?:minimum|lowest|smallest) of|\bdas Minimum\b|\ble minimum\b|\bhet minimum\b|최솟값|最小値|最小值/iu;
/** How many decimals the words leave. */
const DECIMALS: readonly (readonly [RegExp, number])[] = [
  [
    /one decimal|1 decimal|nearest tenth|au dixième|één decimaal|eine (?:nachkomma|dezimal)stelle|un decimal|소수(?:점)? (?:첫째|한|1)|小数第?一|小数点以下1|一位小数|保留一位/iu,
    1,
  ],
  [
    /two decimals|2 decimals|au centième|twee decimalen|zwei (?:nachkomma|dezimal)stellen|dos decimales|소수(?:점)? (?:둘째|두|2)|小数第?二|两位小数/iu,
    2,
  ],
  [/\brounded(?! (?:to|up|down)\b)|\bto (?:a|the nearest) (?:whole number|integer)/iu, 0],
];
const decimalsOf = (words: string): number | undefined => DECIMALS.find(([form]) => form.test(words))?.[1];

/** Whether words say that something is computed. */
export const computes = (words: string): boolean =>
  SUM.test(words) || MEAN.test(words) || WEIGHT.test(words) || LEAST.test(words);

/** The number that sums the others up: it has a total's name, and is not the only number. */
export function findTotal(
  fields: readonly FieldDraft[],
  criteria: readonly ReadCriterion[],
): FieldDraft | undefined {
  const numbers = fields.filter(
    ({ type, path }) => (type === 'integer' || type === 'number') && !path.includes('[]'),
  );
  // A score beside the objects that hold one each sums them up.
  const nested = numbers.filter(({ path }) => path.includes('.')).length;
  const total =
    numbers.find(({ key }) => TOTAL_KEY.test(key)) ??
    numbers.find(
      ({ key, path }) =>
        nested > 1 && !path.includes('.') && /^(?:score|points|gesamtnote|note)$/iu.test(key),
    );
  return total !== undefined && (numbers.length > 1 || criteria.length === 0) ? total : undefined;
}

export function readTotals(
  reading: Reading,
  sentences: readonly Sentence[],
  names: FieldNames,
  /** Something else changes it. */
  modified: boolean,
  /** When a rule caps it: otherwise it is what it is computed from. */
  caps: readonly string[],
  add: AddRule,
): void {
  const { total } = names;
  if (total !== undefined && total.range === undefined) boundTotal(total, sentences, names);
  if (modified && caps.length === 0) return;
  const addSum: AddRule = (kind, path, value, ...rest) => {
    if (caps.length === 0 || path !== total?.path) return add(kind, path, value, ...rest);
    const open = caps.map((condition) => `(${condition}) || `).join('');
    return add('check', path, `${open}round(${celPath(path)}, 2) == round(${value}, 2)`, ...rest);
  };
  for (const criterion of names.criteria) sumOfParts(reading, criterion, addSum);
  const formula = sentences.some((sentence) => readFormula(sentence, names, addSum));
  if (total === undefined || formula) return;
  const scores = names.scores();
  if (scores.length < 2) return;
  const weights = findWeights(reading, sentences, names, scores);
  const about = sentences.filter(
    ({ words }) => names.mentions(words).some(({ field }) => field === total) || computes(words),
  );
  const spoken = about.find(({ words }) => decimalsOf(words) !== undefined)?.words ?? total.description ?? '';
  const decimals = decimalsOf(spoken);
  const round = (value: string): string => (decimals === undefined ? value : `round(${value}, ${decimals})`);
  const list = `[${scores.map(({ path }) => celPath(path)).join(', ')}]`;
  const give = (
    value: string,
    title: string,
    spans: readonly Span[],
    certainty: Certainty = 'stated',
  ): void => {
    const all = [...spans, ...total.spans];
    // With a score that may be null the text does not say what the total is.
    if (scores.some(({ nullable }) => nullable))
      add(
        'check',
        total.path,
        `${[`${list}.exists(x, x == null)`, ...caps.map((cap) => `(${cap})`)].join(' || ')} || round(${celPath(total.path)}, 2) == round(${value}, 2)`,
        title,
        all,
        certainty,
      );
    else addSum('total', total.path, value, title, all, certainty);
  };
  const describes = (pattern: RegExp): Sentence | undefined =>
    about.find(
      ({ words }) =>
        pattern.test(words) &&
        !CAPPED.test(words) &&
        (names.mentions(words).some(({ field }) => field === total) ||
          SCORES.test(words) ||
          (SUM_KEY.test(total.key) && names.mentions(words).length !== 1)),
    );
  if (weights !== undefined) {
    const sum = scores
      .map((field, index) => `${celPath(field.path)} * ${weights.values[index] ?? 0}`)
      .join(' + ');
    return give(round(sum), weights.title, weights.spans);
  }
  const least = describes(LEAST);
  if (least !== undefined) return give(`min(${list})`, least.words, [least.span]);
  const weighted =
    about.some(
      ({ words }) =>
        WEIGHT.test(words) ||
        (/[×*]\s?\d|\d\s?%/u.test(words) && names.mentions(words).some(({ field }) => field === total)),
    ) || WEIGHT.test(total.description ?? '');
  if (weighted) return;
  const mean = describes(MEAN);
  if (mean !== undefined) return give(round(`mean(${list})`), mean.words, [mean.span]);
  if (MEAN.test(total.description ?? ''))
    return give(round(`mean(${list})`), total.description ?? '', [], 'inferred');
  const worth = names.criteria.flatMap(({ kind, path, levels }) =>
    kind === 'choice' && levels.length > 1 && levels.every(({ value }) => value !== undefined)
      ? [{ path, levels: levels.map(({ at, value = 0 }) => ({ at: String(at), value })) }]
      : [],
  );
  const maxima = [
    ...names.criteria
      .filter(({ kind, path }) => kind === 'score' && path !== total.path)
      .map(({ max }) => max ?? Number.NaN),
    ...worth.map(({ levels }) => Math.max(...levels.map(({ value }) => value))),
  ];
  const fits = maxima.reduce((left, right) => left + right, 0) === total.range?.max;
  const named = describes(SUM);
  const said =
    named !== undefined && fits && names.mentions(named.words).some(({ field }) => scores.includes(field))
      ? undefined
      : named;
  // Highest values that do not add up say that something else counts too.
  const known = total.range?.max !== undefined && maxima.every((max) => !Number.isNaN(max));
  if (said === undefined && caps.length > 0) return;
  if (!fits && (known || (said === undefined && !CALLED_SUM.test(total.key)))) return;
  const points = worth.map(({ path, levels }) => {
    const steps = levels
      .slice(0, -1)
      .map(({ at, value }) => `${celPath(path)} == ${celText(at)} ? ${value} : `);
    return `(${steps.join('')}${levels.at(-1)?.value ?? 0})`;
  });
  give(
    [...scores.map(({ path }) => celPath(path)), ...points].join(' + '),
    said?.words ?? total.key,
    said === undefined ? [] : [said.span],
    said === undefined ? 'inferred' : 'stated',
  );
}

const SCORES =
  /\b(?:scores?|(?:all|the) points|parts|ratings?|marks|notes|punkte|werte|notas|cijfers)\b|점수|항목|点数|分数/iu;
const CAPPED =
  /\b(?:if|when|si|wenn|falls|als|below|unless|cannot|can never)\b|이면|면 |低于|の場合|なら|不可/iu;

/** What a sentence about the total says of its lowest and highest value. */
function boundTotal(total: FieldDraft, sentences: readonly Sentence[], names: FieldNames): void {
  for (const { words: all, span } of sentences) {
    const mentions = names.mentions(all);
    const [first, ...others] = mentions.map(({ field }) => field);
    // "10 points for each aspect, and their total": only what follows is said of the total.
    const words = scoresEach(all) ? all.slice(mentions[0]?.from ?? 0) : all;
    if (
      CAPPED.test(words) ||
      first !== total ||
      others.some((field) => field !== total && !names.scores().includes(field))
    )
      continue;
    const [range] = findRanges(words).filter(({ min = 0, max = 0 }) => max > min);
    const max =
      /(?:highest|max(?:imum|\.)?|höchstens|maximal|au maximum|maximaal|máximo)\D{0,24}?(\d{1,4})(?![\d%])/iu.exec(
        words,
      )?.[1] ?? findMaxima(words)[0]?.max;
    const min = /(?:lowest|min(?:imum|\.)?|mindestens|minimaal|mínimo)\D{0,12}?(\d{1,4})(?![\d%])/iu.exec(
      words,
    )?.[1];
    if (range === undefined && max === undefined) continue;
    total.range =
      range === undefined
        ? { max: Number(max), min: min === undefined ? undefined : Number(min) }
        : { min: range.min ?? 0, max: range.max ?? 0 };
    total.spans.push(span);
    return;
  }
}

/** Where a form is filled in: `: [sum]/40`. It is no part of a name. */
const placeToFill = /\s*[:：]?\s*(?:\[[^\]]*\]|<[^>]*>|\{[^}]*\}|_+)?\s*\/\s*\d+\s*$/u;

/** The parts of a score add up to it where their highest values do. */
function sumOfParts(reading: Reading, { path, max, parts, spans }: ReadCriterion, add: AddRule): void {
  if (parts.length < 2 || parts.reduce((sum, part) => sum + part.max, 0) !== max) return;
  const line = reading.text.lines.find(
    ({ plain, index }) => !reading.skipped.has(index) && SUM.test(plain) && plain.includes(`/${max}`),
  );
  add(
    'total',
    path,
    parts.map((part) => celPath(part.path)).join(' + '),
    line?.plain.replace(placeToFill, '') ?? parts.map(({ label }) => label).join(' + '),
    line === undefined ? spans : [{ from: line.from, to: line.to }, ...spans],
    line === undefined ? 'inferred' : 'stated',
  );
}

/** `overall = a x 10 + b x 5`, `total = a + b`. */
function readFormula({ words, span }: Sentence, names: FieldNames, add: AddRule): boolean {
  const equals = /\s?[=＝]\s?(?!=)|\sis\s(?=[\p{L}\d(])/u.exec(words);
  if (equals === null) return false;
  const [left] = names.mentions(words.slice(0, equals.index)).slice(-1);
  const right =
    words
      .slice(equals.index + equals[0].length)
      .split(/,\s(?:which|rounded|so|arrond)|[;.](?:\s|$)|[，；。]/u)[0] ?? '';
  if (left === undefined || !right.includes('+')) return false;
  const decimals = decimalsOf(words);
  const terms = right.split('+').map((term) => {
    const mentions = names.mentions(term);
    const factor = /(?<![\p{L}\d])(\d+(?:[.,]\d+)?)(\s?%)?/u.exec(term);
    const rest = term.replace(/[\d.,%×*x·()\s]/giu, '');
    const only = mentions[0];
    if (only === undefined || mentions.length > 1 || rest.length > only.to - only.from + 4) return undefined;
    const value = factor === null ? 1 : toNumber(factor[1] ?? '') / (factor[2] === undefined ? 1 : 100);
    return value === 1 ? celPath(only.field.path) : `${celPath(only.field.path)} * ${value}`;
  });
  if (terms.length < 2 || terms.some((term) => term === undefined)) return false;
  const sum = terms.join(' + ');
  add('total', left.field.path, decimals === undefined ? sum : `round(${sum}, ${decimals})`, words, [span]);
  return true;
}

interface Weights {
  values: number[];
  title: string;
  spans: { from: number; to: number }[];
}

/** A weight beside each name, together 100 % or 1. */
function findWeights(
  { text }: Reading,
  sentences: readonly Sentence[],
  names: FieldNames,
  scores: readonly FieldDraft[],
): Weights | undefined {
  const found = new Map<FieldDraft, { value: number; line: number; sentence: Sentence }>();
  for (const sentence of sentences) {
    const mentions = names.mentions(sentence.words).filter(({ field }) => scores.includes(field));
    mentions.forEach(({ field, to }, index) => {
      const after = sentence.words.slice(
        to,
        Math.min(mentions[index + 1]?.from ?? sentence.words.length, to + 40),
      );
      const percent = /(\d{1,3}(?:[.,]\d+)?)\s?%/u.exec(after)?.[1];
      const share = WEIGHT.test(sentence.words)
        ? /(?<![\d.])(0?[.,]\d{1,2})(?![\d.])/u.exec(after)?.[1]
        : undefined;
      const value =
        percent === undefined ? (share === undefined ? undefined : toNumber(share)) : toNumber(percent) / 100;
      if (value !== undefined && value > 0 && value < 1 && !found.has(field))
        found.set(field, { value, line: sentence.line, sentence });
    });
  }
  for (const { name, share, line } of weightRows(text)) {
    const [field] = names.mentions(name).map((mention) => mention.field);
    const sentence = { words: line.plain, span: { from: line.from, to: line.to }, line: line.index };
    if (field !== undefined && scores.includes(field) && !found.has(field))
      found.set(field, { value: share, line: line.index, sentence });
  }
  const values = scores.map((field) => found.get(field)?.value ?? 0);
  const sum = values.reduce((left, right) => left + right, 0);
  const weighted = text.lines.some(({ plain }) => WEIGHT.test(plain));
  if (values.includes(0) || Math.abs(sum - 1) > 0.001 || !weighted) return undefined;
  const all = [...found.values()];
  return {
    values,
    title: all
      .map(({ sentence }) => sentence.words)
      .filter((words, index, list) => list.indexOf(words) === index)
      .join('; '),
    spans: all.map(({ sentence }) => sentence.span),
  };
}

/** Rows of a table with a column of weights. */
function weightRows({ lines }: PromptText): { name: string; share: number; line: Line }[] {
  let column = -1;
  let head = true;
  return lines.flatMap((line) => {
    if (line.cells === undefined) head = true;
    else if (head) {
      column = line.cells.findIndex((cell) => WEIGHT.test(cell));
      head = false;
    } else {
      const [, number = '', percent] = /^(\d{1,3}(?:[.,]\d+)?)\s?(%)?$/u.exec(line.cells[column] ?? '') ?? [];
      // 40 in a column of weights is a share of 100.
      const share = toNumber(number) / (percent === undefined && toNumber(number) < 1 ? 1 : 100);
      if (share > 0 && share < 1) return [{ name: line.cells[0] ?? '', share, line }];
    }
    return [];
  });
}
