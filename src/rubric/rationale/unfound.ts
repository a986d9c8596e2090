import { isJsonObject, type Json } from '../../kit/json';
import { datesIn, isSameDay, type ReadDate } from './dates';
import { foldText, lettersOf, wordsAt } from './fold';
import { numbersIn, type NumberWithReadings } from './numbers';

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
  const pieces = [doubleQuoted, singleQuoted].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ index, 0: whole, 1: inner = '' }) => ({
      start: index,
      end: index + whole.length,
      long: inner.trim().length >= shortestQuotation,
    })),
  );
  return pieces.filter(({ long }) => long);
}

/** Left-out words divide a quotation; so do the marks of a list, whose entries may stand anywhere. */
function isQuoted(quotation: string, isFound: (words: string) => boolean): boolean {
  if (isFound(quotation)) return true;
  const pieces = quotation.split(/\.{2,}|\[[^\]]*\]|[,;|/·]/u).filter((piece) => lettersOf(piece) !== '');
  return pieces.length > 1 && pieces.every(isFound);
}

function sharesDay(one: ReadDate, other: ReadDate): boolean {
  return one.readings.some((day) => other.readings.some((same) => isSameDay(day, same)));
}

const token = /[\p{Script=Latin}\d]+(?:[.\-/_:][\p{Script=Latin}\d]+)*/gu;

/** Letters and digits in one word: WH-1000XM5, C.17.0234.F. A number with its unit, 5th and step-2 are none. */
function identifiersIn(text: string): Piece[] {
  return Array.from(text.matchAll(token), ({ index, 0: word }) => ({
    word,
    start: index,
    end: index + word.length,
  }))
    .filter(({ word }) => word.length >= 4 && /\d/u.test(word) && /\p{Script=Latin}/u.test(word))
    .filter(({ word }) => !/^[\d.,:/-]+\p{Script=Latin}{1,8}$/u.test(word))
    .filter(({ word }) => !/^\p{Script=Latin}{2,}[-_.:/]?\d{1,2}$/u.test(word))
    .filter(({ word }) => !/^(?:[\d/-]+|\d+\.\d+)\.\p{Script=Latin}{2,}$/u.test(word));
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
