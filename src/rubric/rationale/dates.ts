import { sinoValue } from './numbers';

interface Day {
  year: number | null;
  month: number;
  day: number;
}

export interface ReadDate {
  start: number;
  end: number;
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
export function datesIn(folded: string, everything = false): ReadDate[] {
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

export function isSameDay(one: Day, other: Day): boolean {
  const years = one.year === null || other.year === null || one.year === other.year;
  return years && one.month === other.month && one.day === other.day;
}
