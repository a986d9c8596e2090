import type { Span } from '../proposal';
import { narrow, type PromptText } from '../text-lines';

/** A scale as a text states it. One end may be missing: "out of 10" names no lowest value. */
export interface Range {
  min?: number | undefined;
  max?: number | undefined;
  /** Whether whole numbers are meant; undefined where the words do not say. */
  whole?: boolean | undefined;
}

export interface FoundRange extends Range {
  /** Where its words stand in the line. */
  at: number;
  length: number;
}

const NUMBER = String.raw`[-−]?\d{1,4}(?:[.,]\d{1,3})?`;
const JOIN = String.raw`\s{0,3}(?:[-–—~～〜]|\.\.|to|through|à|a|bis|tot(?: en met)?|t\/m|에서|부터|から|到|至|hasta|und|and|et|en|y)\s{0,3}`;
const UNIT = String.raw`(?:\s?(?:점|点|分|points?|pts?|Punkte?n?|punten|puntos?|stars?|까지|まで))?`;
const DASHED = String.raw`\s{0,2}(?:[-–—~～〜]|\.\.|to|à|bis|tot|t\/m|에서|から|到|至|through)\s{0,2}`;
const WHOLE = new RegExp(`^[\\[(<]?\\s?(${NUMBER})${UNIT}${DASHED}(${NUMBER})${UNIT}\\s?[\\])>]?$`, 'iu');
const ANY = new RegExp(
  `(?<![\\d.,\\p{Script=Latin}_-])(${NUMBER})${UNIT}(?:\\s?[(（][^()（）\\d]{1,60}[)）])?${JOIN}(${NUMBER})(?![\\d%]|[.,]\\d|\\s?%)`,
  'giu',
);
const INTEGER =
  /\b(?:integers?|int|whole numbers?|entiers?|gehele? (?:getal|cijfer)|heel getal|ganze[nr]?|ganzzahlig\p{L}*|enteros?)\b|정수|整数/iu;
const DECIMAL =
  /(?:par pas de|steps? of|Schritten von|stappen van|pasos de) 0[.,]\d|0[.,]5\s?(?:steps|increments|점 단위|刻み)|\b(?:floats?|decimals?|fraction\p{L}*|double|décimal\p{L}*|dezimal\p{L}*|kommazahl|decimales?|half points?|halves|in steps of 0|increments of 0)\b|소수(?!점)|실수|小数/iu;
/** A range of something else than points: "1-2 sentences", "3-10 variations". */
const OTHER_UNIT =
  /^\s?[-]?\s?(?:sentences?|words?|lines?|paragraphs?|bullets?|bullet points|items?|variations?|examples?|characters?|phrases?|mots|lignes|zinnen|woorden|regels|Sätze\p{L}*|Satz|Wörter\p{L}*|Zeilen|frases?|palabras|oraciones|문장|단어|줄|자(?!연)|개|건|글자|문단|文|語|字|行|句|个|個|件|short|brief|concise|key|main|years?|days?|hours?|minutes?|months?|seconds?|steps?|people|phrase|korte|kurze|phrases courtes|claims?|issues?|reasons?|options?|candidates?|turns?|rounds?|Jahre|jaar|ans|tokens?|candidat)/iu;
const BETWEEN =
  /(?:between|entre|tussen|zwischen|from|de|von|van|desde|range|scale|échelle|schaal|skala|escala|척도|範囲|范围)[^\d\n]{0,20}$/iu;
/** "entero 1 a 5". */
const KIND_BEFORE = /(?:integer|entero|entier|número|Zahl|getal)\s$/iu;
const SCORE_WORD =
  /poäng|scor\p{L}*|ratings?|rate[sd]?|scales?|grade[sd]?|marks?|points?|pts|integer|number|int\b|float|value|level|stars?|likert|점수?|척도|정수|평점|등급|échelle|notes?\b|noter|entier|barème|schaal|cijfer|getal|beoordeling|punten|Skala|Bewert\p{L}*|Punkt\p{L}*|Note\b|ganze|Zahl|escala|puntuaci\p{L}*|calific\p{L}*|número|entero|評価|点数?|スコア|段階|整数|分|评分|打分|分数/iu;

export function toNumber(text: string): number {
  return Number(text.replace('−', '-').replace(',', '.'));
}

const isDecimal = (text: string): boolean => /[.,]\d/u.test(text);

function made(low: string, high: string): Range | undefined {
  const min = toNumber(low);
  const max = toNumber(high);
  if (!Number.isFinite(min) || !Number.isFinite(max) || min === max || /^0\d/u.test(low)) return undefined;
  const whole = isDecimal(low) || isDecimal(high) ? false : undefined;
  return { min: Math.min(min, max), max: Math.max(min, max), whole };
}

/** A text that is nothing but a range: `1-5`, `<0–100>`, `[0.0, 1.0]` without its comma, `1~10점`. */
export function wholeRange(text: string): Range | undefined {
  const match = WHOLE.exec(text.trim());
  return match === null ? undefined : made(match[1] ?? '', match[2] ?? '');
}

/** Whether the words ask for whole numbers or for others. */
export function wholeByWords(text: string): boolean | undefined {
  if (INTEGER.test(text)) return true;
  return DECIMAL.test(text) ? false : undefined;
}

/** The scales that a line of prose states. */
export function findRanges(line: string): FoundRange[] {
  // "(0/1)" is a scale too.
  const text = narrow(line.slice(0, 2000)).replaceAll(/(?<=[(（]0)\/(?=1[)）])/gu, '-');
  const found: FoundRange[] = [];
  for (const match of text.matchAll(ANY)) {
    const before = text.slice(Math.max(0, match.index - 60), match.index);
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 40);
    const joinedByWord = /[\s\d](?:and|et|en|und|y|a)[\s\d]/iu.test(match[0].replace(/[(（].*[)）]/u, ''));
    if (OTHER_UNIT.test(after) || (/[.,/:]\s?$/u.test(before) && /\d[.,/:]\s?$/u.test(before))) continue;
    const bracketed =
      /[(（[]\s?(?:(?:jeweils|je|each|chacun\p{L}*|cada un[oa]|elk|각각?|各|每项)\s?)?$/iu.test(before) &&
      /^\s?(?:점|点|分|points?|pts?|scale)?\s?[)）\]]/iu.test(after);
    if (joinedByWord && !bracketed && !BETWEEN.test(before) && !KIND_BEFORE.test(before)) continue;
    // "Rigor: 0-10."
    const named =
      /(?:^|[.;,)]\s?|[-*]\s)\*{0,2}\p{L}[\p{L} ]{1,30}\*{0,2}[:：]\*{0,2}\s?$/u.test(before) &&
      /^\s?(?:[.;,)]|$)/u.test(after);
    if (
      !bracketed &&
      !named &&
      !BETWEEN.test(before) &&
      !SCORE_WORD.test(before.slice(-45)) &&
      !SCORE_WORD.test(after.slice(0, 25))
    )
      continue;
    const range = made(match[1] ?? '', match[2] ?? '');
    if (range === undefined) continue;
    const whole =
      range.whole ??
      wholeByWords(text.slice(Math.max(0, match.index - 60), match.index + match[0].length + 60));
    found.push({ ...range, whole, at: match.index, length: match[0].length });
  }
  return found;
}

const POINTS = new RegExp(
  String.raw`[(（\[]\s?(?:max(?:imum)?\.?\s?|up to )?(\d{1,3})\s?(?:points?|pts?\.?|점|点|分|Punkte?|punten|puntos|marks?)(?: max(?:imum)?)?\s?[)）\]]|(?:(?:out of|sur|sobre)\s(\d{1,3})(?=\s?(?:points?|pts|puntos)?[\s).,;:]|$))|(?:(?:von|op|de)\s(\d{1,3})(?=\s?(?:points|Punkten|punten|puntos)))|(\d{1,3})\s?(?:점 만점|点満点)|满分\s?(\d{1,3})|[\])XN]\s?\/\s?(\d{1,3})\b`,
  'giu',
);

/** Statements of the highest value only: "(40 points)", "out of 10", "[X]/40", "10점 만점". */
export function findMaxima(line: string): FoundRange[] {
  const text = narrow(line.slice(0, 2000));
  return [...text.matchAll(POINTS)].flatMap((match) => {
    const max = Number(match.slice(1).find(Boolean));
    const outOf = match[2] !== undefined;
    if (!(max > 0) || (outOf && !SCORE_WORD.test(text.slice(Math.max(0, match.index - 60), match.index))))
      return [];
    return [{ max, at: match.index, length: match[0].length }];
  });
}

/** A place where the text states a scale. */
export interface ScaleStatement {
  range: Range;
  line: number;
  /** The words before it in its line: they may name what is scored. */
  before: string;
  /** In brackets behind a name, or in a sentence. */
  span: Span;
}

/** "If it is empty, all scores must be 0-3." */
const CONDITION = /(?:^|[\s:：])(?:if|unless|falls|wenn|si)\s[^.!?;。]*$/iu;
/** A scale starts low; "95-100" is a band of something. */
const HIGHEST_START = 1;

/** A text with more is no judge prompt. */
const MOST_SCALES = 200;

export function findScales(text: PromptText, skipped: ReadonlySet<number>): ScaleStatement[] {
  const found = text.lines.flatMap((line) => {
    if (skipped.has(line.index) || line.plain === '' || line.fence || !/\p{Nd}/u.test(line.text)) return [];
    const ranges = findRanges(line.text).filter(
      ({ min = 0, at }) => min <= HIGHEST_START && !CONDITION.test(line.text.slice(0, at)),
    );
    const maxima = findMaxima(line.text).filter(
      ({ at }) => !ranges.some((range) => Math.abs(range.at - at) < 6),
    );
    return [...ranges, ...maxima].map(({ at, length, ...range }) => ({
      range,
      line: line.index,
      before: line.text.slice(Math.max(0, at - 90), at),
      span: { from: line.from + at, to: line.from + at + length },
    }));
  });
  return found.slice(0, MOST_SCALES);
}

/** Whether two statements can both be true: an end that one leaves open does not clash. */
export function agree(one: Range, other: Range): boolean {
  const same = (a: number | undefined, b: number | undefined): boolean =>
    a === undefined || b === undefined || a === b;
  return same(one.min, other.min) && same(one.max, other.max);
}

/** What both say together. */
export const joined = (one: Range, other: Range): Range => ({
  min: one.min ?? other.min,
  max: one.max ?? other.max,
  whole: one.whole ?? other.whole,
});

export const showRange = ({ min, max }: Range): string => `${min ?? '…'}–${max ?? '…'}`;
