/** One way to read a number that begins at some place; Korean often leaves several open. */
export interface NumeralReading {
  value: number;
  end: number;
}

/** `이공이육` for 2026. */
const POSITIONAL = /[영공일이삼사오육륙칠팔구]{3,}/uy;
/** `영점오`, `이 점 오`. */
const DECIMAL = /([영공일이삼사오육칠팔구십백]+)\s?점\s?([영공일이삼사오육칠팔구]+)/uy;
const DIGITS = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/uy;
const SINO: Readonly<Record<string, number>> = {
  영: 0,
  공: 0,
  일: 1,
  이: 2,
  삼: 3,
  사: 4,
  오: 5,
  육: 6,
  륙: 6,
  칠: 7,
  팔: 8,
  구: 9,
};
const SMALL: Readonly<Record<string, number>> = { 십: 10, 백: 100, 천: 1000 };
const BIG: Readonly<Record<string, number>> = { 만: 1e4, 억: 1e8, 조: 1e12 };

const NATIVE_TENS: Readonly<Record<string, number>> = {
  열: 10,
  스물: 20,
  스무: 20,
  서른: 30,
  마흔: 40,
  쉰: 50,
  예순: 60,
  일흔: 70,
  여든: 80,
  아흔: 90,
};
const NATIVE_ONES: Readonly<Record<string, readonly number[]>> = {
  하나: [1],
  한두: [1, 2],
  한: [1],
  두세: [2, 3],
  두어: [2, 3],
  두: [2],
  둘: [2],
  서너: [3, 4],
  세네: [3, 4],
  세: [3],
  셋: [3],
  석: [3],
  네다섯: [4, 5],
  네댓: [4, 5],
  네: [4],
  넷: [4],
  넉: [4],
  대여섯: [5, 6],
  댓: [5, 4, 6],
  다섯: [5],
  여섯: [6],
  일곱: [7],
  여덟: [8],
  아홉: [9],
  여남은: [10],
};
const longestFirst = (words: readonly string[]): string =>
  [...words].sort((a, b) => b.length - a.length).join('|');
const NATIVE = new RegExp(
  `(?:(${longestFirst(Object.keys(NATIVE_TENS))})\\s?)?(${longestFirst(Object.keys(NATIVE_ONES))})|(${longestFirst(Object.keys(NATIVE_TENS))})`,
  'uy',
);

/** `1,200만`, `1억 2천만`, `천이백만`, `이공이육`, `3.5`: every way to read the number at `at`, the likeliest first. */
export function readNumeral(text: string, at: number): NumeralReading[] {
  POSITIONAL.lastIndex = at;
  const spelled = POSITIONAL.exec(text)?.[0];
  const readings = readMixed(text, at);
  DECIMAL.lastIndex = at;
  const [decimal, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (decimal !== undefined) {
    const value = Number(`${readMixed(whole, 0)[0]?.value ?? 0}.${digitsOf(fraction)}`);
    readings.unshift({ value, end: at + decimal.length });
  }
  if (spelled !== undefined) {
    const value = Number(digitsOf(spelled));
    readings.unshift({ value, end: at + spelled.length });
  }
  return readings;
}

function digitsOf(spelled: string): string {
  return [...spelled].map((digit) => SINO[digit] ?? 0).join('');
}

function readMixed(text: string, at: number): NumeralReading[] {
  let total = 0;
  let section = 0;
  let pending: number | null = null;
  let position = at;
  /** Set while the last syllable may also be a particle or a unit: `삼십이`, `이십일`. */
  let withoutTail: NumeralReading | null = null;
  for (;;) {
    const goingOn = position > at && text.charAt(position) === ' ' && goesOn(text, position + 1);
    const next = goingOn ? position + 1 : position;
    const character = text.charAt(next);
    DIGITS.lastIndex = next;
    const digits = DIGITS.exec(text)?.[0];
    const before = { value: total + section, end: position };
    if (digits !== undefined) {
      if (pending !== null) break;
      pending = Number(digits.replaceAll(',', ''));
      position = next + digits.length;
      withoutTail = null;
    } else if (Object.hasOwn(SINO, character)) {
      if (pending !== null) break;
      pending = SINO[character] ?? 0;
      position = next + 1;
      withoutTail = before.end > at ? before : null;
    } else if (Object.hasOwn(SMALL, character)) {
      section += (pending ?? 1) * (SMALL[character] ?? 1);
      pending = null;
      position = next + 1;
      withoutTail = null;
    } else if (Object.hasOwn(BIG, character)) {
      total += (section + (pending ?? 0) || 1) * (BIG[character] ?? 1);
      section = 0;
      pending = null;
      position = next + 1;
      withoutTail = null;
    } else break;
  }
  if (position === at) return [];
  const readings: NumeralReading[] = [{ value: total + section + (pending ?? 0), end: position }];
  if (withoutTail) readings.push(withoutTail);
  // `1억 이천` leaves out the 만.
  if (total >= 1e8 && section >= 100)
    readings.push({ value: total + section * 1e4, end: withoutTail?.end ?? position });
  return readings;
}

/** Behind a space a number goes on only where what follows cannot be the next word: `1억 2천만`, `2만 5000`. */
function goesOn(text: string, at: number): boolean {
  const tail = /(?:[\d.,]+|[일이삼사오육칠팔구])[십백천만억]|\d[\d,]{2,}(?![\d:월일시])/uy;
  tail.lastIndex = at;
  return /[백천만억조] $/u.test(text.slice(at - 2, at)) && tail.test(text);
}

/** `두`, `열두`, `스물한`, `서너`: values and end of the native numeral at `at`. */
export function readNative(text: string, at: number): NumeralReading[] {
  NATIVE.lastIndex = at;
  const match = NATIVE.exec(text);
  if (!match) return [];
  const tens = NATIVE_TENS[match[1] ?? match[3] ?? ''] ?? 0;
  const ones = NATIVE_ONES[match[2] ?? ''] ?? [0];
  return ones.map((one) => ({ value: tens + one, end: at + match[0].length }));
}
