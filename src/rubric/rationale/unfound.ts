import { isJsonObject, type Json } from '../../kit/json';
import { foldText, lettersOf, wordsAt } from './fold';
import { numbersIn, sinoValue, type NumberWithReadings } from './numbers';

/** What a rationale may rightly mention: the letters, dates and numbers of some texts. */
export interface KnownText {
  letters: string;
  dates: ReadDate[];
  numbers: ReadonlySet<number>;
  /** Counts that percentages may be made of. */
  counts: readonly number[];
}

const shortestQuotation = 8;
const largestCount = 10;

/** Of texts as they came: one that is JSON has its line breaks and letters escaped. */
export function knownText(texts: readonly string[], values: Json = null): KnownText {
  const counts = new Set<number>();
  const strings: string[] = [...texts];
  const numbers = new Set<number>();
  collect(values, strings, counts);
  const folded = foldText(strings.map(unescaped).join('\n\n')).text;
  for (const { readings } of numbersIn(folded)) for (const value of readings) numbers.add(plain(value));
  for (const [run] of folded.matchAll(/\d{1,15}/gu)) numbers.add(Number(run));
  for (const value of counts) numbers.add(plain(value));
  return {
    letters: folded.replace(/[^\p{L}\p{N}]+/gu, ''),
    dates: datesIn(folded, true),
    numbers,
    counts: [...counts].filter((value) => Number.isInteger(value) && value > 0).slice(0, 40),
  };
}

function unescaped(text: string): string {
  return text
    .replace(/\\u([\da-f]{4})/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrt]/gu, ' ')
    .replace(/\\(["\\/])/gu, '$1');
}

/** A list says how many it has, besides what it has. */
function collect(value: Json, strings: string[], numbers: Set<number>): void {
  if (typeof value === 'string') strings.push(value);
  else if (typeof value === 'number') numbers.add(value);
  else if (Array.isArray(value)) {
    numbers.add(value.length);
    for (const item of value) collect(item, strings, numbers);
  } else if (isJsonObject(value)) for (const item of Object.values(value)) collect(item, strings, numbers);
}

/** Binary fractions spoil the last digits. */
function plain(value: number): number {
  return Number(value.toPrecision(10));
}

interface Piece {
  start: number;
  end: number;
}

/**
 * Quotations, identifiers, dates and numbers of a rationale that none of the known texts has, as they stand in it. In doubt
 * nothing is said: a rationale may count, add, compare and take shares of what it mentions.
 */
export function unfoundWords(rationale: string, known: readonly KnownText[]): string[] {
  const folded = foldText(rationale);
  let text = folded.text;
  const unfound: Piece[] = [];
  /** Looks at all pieces of one kind; what is one kind is not looked at as another. */
  const sift = <T extends Piece>(pieces: readonly T[], isFound: (piece: T) => boolean): void => {
    for (const piece of pieces) if (!isFound(piece)) unfound.push(piece);
    for (const { start, end } of pieces)
      text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
  };
  const hasLetters = (words: string): boolean => {
    const letters = lettersOf(words);
    return known.some((one) => one.letters.includes(letters));
  };
  const wordsOf = ({ start, end }: Piece): string => folded.text.slice(start, end);

  sift(quotationsIn(text), (piece) => isQuoted(wordsOf(piece), hasLetters));
  sift(datesIn(text), (date) => {
    const isKnown = known.some(({ dates }) => dates.some((other) => sharesDay(date, other)));
    return isKnown || hasLetters(wordsOf(date));
  });
  sift(identifiersIn(text), (piece) => hasLetters(wordsOf(piece)));
  const numbers = numbersIn(text);
  sift(
    numbers.filter(({ start }) => /\d/u.test(text[start] ?? '')),
    (number) => isKnownNumber(number, known) || followsFrom(number, numbers),
  );
  const found = unfound.toSorted((one, other) => one.start - other.start);
  return [...new Set(found.map(({ start, end }) => wordsAt(folded, start, end)))];
}

const doubleQuoted = /"([^"\n]{1,400})"/gu;
/** An apostrophe opens nothing behind a letter and closes nothing before a Latin one. */
const singleQuoted =
  /(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{Script=Latin})){1,400})'(?!\p{Script=Latin})/gu;

function quotationsIn(text: string): Piece[] {
  return [doubleQuoted, singleQuoted].flatMap((pattern) =>
    Array.from(text.matchAll(pattern)).flatMap(({ index, 0: whole, 1: inner = '' }) =>
      inner.trim().length >= shortestQuotation ? [{ start: index, end: index + whole.length }] : [],
    ),
  );
}

/** Left-out words divide a quotation; so do the marks of a list, whose entries may stand anywhere. */
function isQuoted(quotation: string, isFound: (words: string) => boolean): boolean {
  if (isFound(quotation)) return true;
  const pieces = quotation.split(/\.{2,}|\[[^\]]*\]|[,;|/·]/u).filter((piece) => lettersOf(piece) !== '');
  return pieces.length > 1 && pieces.every(isFound);
}

interface Day {
  year: number | null;
  month: number;
  day: number;
}

interface ReadDate extends Piece {
  /** 03/04/2024 is read both ways. */
  readings: Day[];
}

/** English, French and Dutch months by how their names begin. */
const months =
  'jan feb|fev|fév mar|maa|mrt apr|avr may|mai|mei jun|juin jul|juil aug|aou|aoû sep oct|okt nov dec|déc'
    .split(' ')
    .map((starts) => starts.split('|'));
const month =
  '(jan(?:uary|uari|vier)?|f[eé][bv](?:ruary|ruari|rier)?|mar(?:ch|s)?|maart|mrt|a[pv]r(?:il)?|ma[iy]|mei|june?|juni|juin|july?|juli|juil(?:let)?|aug(?:ust|ustus)?|ao[uû]t|sept?(?:emb(?:er|re))?|o[ck]to?(?:b(?:er|re))?|nov(?:emb(?:er|re))?|d[eé]c(?:emb(?:er|re))?)\\.?(?![\\p{L}])';
const from = '(?<![\\d\\p{Script=Latin}])';
const day = '(\\d{1,2})(?:st|nd|rd|th|er|e|ste|de)?';
const year = '(?:,? ((?:1[5-9]|20)\\d\\d))?(?!\\d)';

type Reader = (groups: readonly (string | undefined)[]) => Day[];
const patterns: [RegExp, Reader][] = [
  [pattern('(\\d{4})(?: ?[-./] ?)(\\d{1,2})(?: ?[-./] ?)(\\d{1,2})(?!\\d)'), ([y, m, d]) => dayOf(y, m, d)],
  [
    pattern('(\\d{1,2})[-./](\\d{1,2})[-./](\\d{4})(?!\\d)'),
    ([a, b, y]) => [...dayOf(y, b, a), ...dayOf(y, a, b)],
  ],
  [pattern('(?:(\\d{4})년 ?)?(\\d{1,2})월 ?(\\d{1,2})일'), ([y, m, d]) => dayOf(y, m, d)],
  [pattern(`${day} (?:of )?${month}${year}`), ([d, m = '', y]) => dayOf(y, monthOf(m), d)],
  [pattern(`${month} ${day}${year}`), ([m = '', d, y]) => dayOf(y, monthOf(m), d)],
];
/** Of what may be dates or something else only a case is read so, in which one more date does no harm. */
const loose: [RegExp, Reader][] = [
  [/(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/gu, ([y, m, d]) => dayOf(y, m, d)],
  [
    pattern('(\\d{1,2})[-/.](\\d{1,2})(?!\\d)'),
    ([a, b]) => [...dayOf(undefined, a, b), ...dayOf(undefined, b, a)],
  ],
];

function pattern(source: string): RegExp {
  return new RegExp(from + source, 'gu');
}

function monthOf(name: string): string {
  return String(months.findIndex((starts) => starts.some((start) => name.startsWith(start))) + 1);
}

function dayOf(y: string | undefined, m: string | undefined, d: string | undefined): Day[] {
  const date = { year: y === undefined ? null : Number(y), month: Number(m), day: Number(d) };
  return date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= 31 ? [date] : [];
}

/** The dates of a folded text. `everything`: also what may be something else, such as 3/5 and 20240305. */
function datesIn(folded: string, everything = false): ReadDate[] {
  // Spoken dates: 삼월 십오일.
  const text = everything
    ? folded
        .replace(/유월/gu, '6월')
        .replace(/(?<!\p{Script=Hangul})[일이삼사오육칠팔구십]{1,3}(?=[월일])/gu, (said) =>
          String(sinoValue(said)),
        )
    : folded;
  return [...patterns, ...(everything ? loose : [])].flatMap(([each, read]) =>
    Array.from(text.matchAll(each), (match) => ({
      start: match.index,
      end: match.index + match[0].length,
      readings: read(match.slice(1)),
    })).filter(({ readings }) => readings.length > 0),
  );
}

function sharesDay(one: ReadDate, other: ReadDate): boolean {
  return one.readings.some((day) =>
    other.readings.some(
      ({ year, month, day: number }) =>
        (day.year ?? year) === (year ?? day.year) && day.month === month && day.day === number,
    ),
  );
}

const token = /[\p{Script=Latin}\d]+(?:[.\-/_:][\p{Script=Latin}\d]+)*/gu;

/** A number with its unit, 5th, step-2 and the end of a sentence without a blank are no identifiers. */
const ordinary =
  /^[\d.,:/-]+\p{Script=Latin}{1,8}$|^\p{Script=Latin}{2,}[-_.:/]?\d{1,2}$|^(?:[\d/-]+|\d+\.\d+)\.\p{Script=Latin}{2,}$/u;

/** Letters and digits in one word: WH-1000XM5, C.17.0234.F. */
function identifiersIn(text: string): Piece[] {
  return Array.from(text.matchAll(token)).flatMap(({ index, 0: word }) => {
    const mixed = word.length >= 4 && /\d/u.test(word) && /\p{Script=Latin}/u.test(word);
    return mixed && !ordinary.test(word) ? [{ start: index, end: index + word.length }] : [];
  });
}

function isKnownNumber(
  { value, readings, percent }: NumberWithReadings,
  known: readonly KnownText[],
): boolean {
  if (Number.isInteger(value) && value <= largestCount) return true;
  if (percent && value === 100) return true;
  const wanted = percent ? [...readings, value / 100] : [...readings, value * 100];
  const digits = String(value);
  return known.some(({ numbers, counts, letters }) => {
    if (wanted.some((one) => numbers.has(plain(one)))) return true;
    if (digits.length >= 4 && letters.includes(digits.replace('.', ''))) return true;
    if (percent && isShare(value, counts)) return true;
    return [...numbers].some(
      (one) => !Number.isInteger(one) && (isRounded(value, one) || isRounded(value, one * 100)),
    );
  });
}

function isRounded(value: number, exact: number): boolean {
  const decimals = String(value).split('.')[1]?.length ?? 0;
  return Math.abs(value - exact) <= 0.5 * 10 ** -decimals + 1e-9;
}

/** 3 of 4 is 75 %. People cut decimals off as often as they round. */
function isShare(percent: number, counts: readonly number[]): boolean {
  return counts.some((part) =>
    counts.some((whole) => whole > 0 && part <= whole && Math.abs((100 * part) / whole - percent) < 1),
  );
}

/** A sum of numbers that stand side by side, or a difference, product or share of two: the reader can follow it. */
function followsFrom(number: NumberWithReadings, all: readonly NumberWithReadings[]): boolean {
  const { value, percent } = number;
  const others = all.filter((other) => other !== number).map((other) => other.value);
  const same = (result: number) => Math.abs(result - value) < 1e-6;
  if (percent && isShare(value, others)) return true;
  return others.some((one, from) => {
    let sum = one;
    const sums = others.slice(from + 1).some((next) => same((sum += next)));
    return sums || others.some((two, at) => at !== from && (same(one - two) || same(one * two)));
  });
}
