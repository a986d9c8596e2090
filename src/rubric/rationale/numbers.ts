import { isHangul, isLatin } from './fold';

export interface ReadNumber {
  value: number;
  start: number;
  end: number;
  percent: boolean;
}

const small = words(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
);
const decades = words('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10);
const tens = [...words('열 스물 서른 마흔 쉰', 10, 10), ...words('스무', 20)];
const units = [...words('하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉', 1), ...words('한 두 세 네', 1)];
const none = [...words('none no', 0, 0)];
const spelled = new Map([...small, ...decades, ...tens, ...units, ...none]);
const word = new RegExp(
  `${group(decades)}(?:-${group(small.slice(1, 10))})?|${group(tens)}?${group(units)}|${group(tens)}|${group([...none, ...small.toReversed()])}`,
  'uy',
);

function words(list: string, first = 0, step = 1): [word: string, value: number][] {
  return list.split(' ').map((one, index) => [one, first + step * index]);
}
function group(entries: readonly [string, number][]): string {
  return `(${entries.map(([one]) => one).join('|')})`;
}

/** What follows a Korean number word. Without it `한국` and `세부` would begin with numbers. */
const counter = /[ \n]|건|개|곳|명|가지|번|문장|항목|점|회|줄|쪽/uy;
const afterNoun = /[ \n.,은는이가을를도만의로]|$/uy;
const digits = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/uy;
const percentSign = / ?(?:%|percent(?![a-z])|per cent(?![a-z])|퍼센트|프로(?=[ .,가를의로])|프로$)/uy;

function matchAt(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place;
  return pattern.exec(text);
}

/** The number that begins at a place of a folded text, in digits or in words. Null inside of a longer number or word. */
export function numberAt(text: string, start: number): ReadNumber | null {
  const before = text[start - 1];
  const inNumber = /\d[.,]$/.test(text.slice(Math.max(0, start - 2), start));
  const [written] = (!isLatin(before) && !inNumber && matchAt(digits, text, start)) || [];
  if (written !== undefined) {
    const end = start + written.length;
    const [sign = ''] = matchAt(percentSign, text, end) ?? [];
    const value = Number(written.replaceAll(',', ''));
    return { value, start, end: end + sign.length, percent: sign !== '' };
  }
  const [said, ...parts] = (!isLatin(before) && !isHangul(before) && matchAt(word, text, start)) || [];
  if (said === undefined) return null;
  const end = start + said.length;
  const follows = /[한두세네]$/.test(said) ? [counter] : [counter, afterNoun];
  const ends = isHangul(said[0]) ? follows.some((next) => matchAt(next, text, end)) : !isLatin(text[end]);
  if (!ends || (said === 'no' && text[end] !== ' ')) return null;
  const value = parts.reduce((sum, part) => sum + (spelled.get(part) ?? 0), 0);
  return { value, start, end, percent: false };
}

const sino = new Map(Array.from('영일이삼사오육칠팔구', (digit, value) => [digit, value]));
const smallUnits = new Map(Array.from('십백천', (unit, index) => [unit, 10 ** (index + 1)]));
const bigUnits = new Map(Array.from('만억조', (unit, index) => [unit, 10 ** (4 * (index + 1))]));
/** `천이백만`, `1,200만`, `3억 5천만`: at least one unit. */
const sinoNumber =
  /(?:[\d,.]{1,20}|[일이삼사오육칠팔구])?[십백천만억조](?: ?(?:[\d,.]{1,20}|[일이삼사오육칠팔구])?[십백천만억조]){0,9}[일이삼사오육칠팔구]?/gu;

export function sinoValue(text: string): number {
  let whole = 0;
  let section = 0;
  let digit: number | null = null;
  for (const [token] of text.matchAll(/[\d,.]+|\S/gu)) {
    const small = smallUnits.get(token);
    const big = bigUnits.get(token);
    if (small !== undefined) section += (digit ?? 1) * small;
    else if (big !== undefined) {
      whole += (section + (digit ?? 0) || 1) * big;
      section = 0;
    } else {
      digit = sino.get(token) ?? Number(token.replaceAll(',', ''));
      continue;
    }
    digit = null;
  }
  return whole + section + (digit ?? 0);
}

export interface NumberWithReadings extends ReadNumber {
  /** What else may be meant: 1,200만 also by its digits, 오후 3시 also as 15, 1.200 also as 1200. */
  readings: number[];
}

const thousandsByDot = /^\d{1,3}(?:\.\d{3})+$/;

/** Every number of a folded text, with all that it may mean. */
export function numbersIn(text: string): NumberWithReadings[] {
  const found: NumberWithReadings[] = [];
  for (let place = 0; place < text.length; place += 1) {
    const number = numberAt(text, place);
    if (number === null) continue;
    const { value, start, end } = number;
    const written = text.slice(start, end);
    const readings = [value];
    if (thousandsByDot.test(written)) readings.push(Number(written.replaceAll('.', '')));
    if (isAfternoon(text, start, end) && value < 12) readings.push(value + 12);
    if (/^(?::\d\d|시)/.test(text.slice(end, end + 3)) && value > 12) readings.push(value - 12);
    found.push({ ...number, readings });
    place = end - 1;
  }
  for (const { index, 0: written } of text.matchAll(sinoNumber)) {
    const value = sinoValue(written);
    const within = found.find(({ start }) => start >= index && start < index + written.length);
    if (within) within.readings.push(value);
    else if (written.length > 1)
      found.push({ value, start: index, end: index + written.length, percent: false, readings: [value] });
  }
  return found;
}

function isAfternoon(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 4), start);
  return /(?:오후|저녁|밤) ?$/.test(before) || /^(?::\d\d)? ?p\.?m\b/.test(text.slice(end, end + 8));
}
