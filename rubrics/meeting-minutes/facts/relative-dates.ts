export interface CalendarDate {
  year?: number;
  month: number;
  day: number;
}

const WEEKDAYS = '일월화수목금토';
const OFFSETS: readonly (readonly [RegExp, number])[] = [
  [/오늘|금일|당일/u, 0],
  [/내일|명일|익일|하루 (?:뒤|후)/u, 1],
  [/모레|이틀 (?:뒤|후)/u, 2],
  [/글피|사흘 (?:뒤|후)/u, 3],
  [/어제|전일/u, -1],
  [/그제|그저께/u, -2],
  [/일주일|한 주|다음 주 오늘/u, 7],
  [/보름 (?:뒤|후)/u, 15],
];
const DAY = 86_400_000;
/** How far ahead people mean when they name a weekday. */
const WEEKDAY_HORIZON = 20;

/**
 * Calendar days that someone may have meant by `다음 주 금요일`, `내일`, `월말`, `3주 뒤`, given the dates that were named.
 * Generous on purpose: minutes may write such a day as a date, and what may be right is not reported.
 */
export function datesMeant(text: string, named: readonly CalendarDate[]): CalendarDate[] {
  const anchors = withYear(named);
  const weekdays = new Set(
    [...text.matchAll(/([월화수목금토일])요일|(주말)/gu)].flatMap(([, day, weekend]) =>
      weekend ? [0, 6] : [WEEKDAYS.indexOf(day ?? '')],
    ),
  );
  const offsets = OFFSETS.filter(([pattern]) => pattern.test(text)).map(([, offset]) => offset);
  for (const [, count, unit] of text.matchAll(/(\d{1,2})\s?(일|주일?)\s?(?:뒤|후|안|이내|내)/gu)) {
    offsets.push(Number(count) * (unit === '일' ? 1 : 7));
  }
  for (const [, count] of text.matchAll(/(한|두|세|이|삼) ?주 ?(?:뒤|후|안)/gu)) {
    offsets.push(7 * ({ 한: 1, 두: 2, 이: 2, 세: 3, 삼: 3 }[count ?? ''] ?? 0));
  }
  return [...anchors.flatMap((anchor) => meantFrom(anchor, weekdays, offsets, text)), ...partsOfMonths(text)];
}

/** `3월 초`, `8월 말`, `5월 첫째 주`, `연말`: every day that may be meant. */
function partsOfMonths(text: string): CalendarDate[] {
  const named = /(\d{1,2})월\s?(초|중순|말|(?:첫째|첫|둘째|셋째|넷째|다섯째|마지막|\d)\s?(?:째\s?)?주)/gu;
  const parts = [...text.matchAll(named)].flatMap(([, month, part]) => {
    const [from, to] = { 초: [1, 10], 중순: [11, 20], 말: [21, 31] }[part ?? ''] ?? [1, 31];
    return Array.from({ length: (to ?? 31) - (from ?? 1) + 1 }, (_, i) => ({
      month: Number(month),
      day: (from ?? 1) + i,
    }));
  });
  return /연말|(?:올해|금년|내년|\d년) ?말(?![씀하했해])|연내|올해 안에/u.test(text)
    ? [...parts, { month: 12, day: 31 }]
    : parts;
}

/** Where only one year was named, the other dates are of that year. */
function withYear(dates: readonly CalendarDate[]): CalendarDate[] {
  const years = new Set(dates.flatMap(({ year }) => year ?? []));
  const [year] = years;
  return year === undefined || years.size > 1 ? [...dates] : dates.map((date) => ({ ...date, year }));
}

function meantFrom(
  anchor: CalendarDate,
  weekdays: ReadonlySet<number>,
  offsets: readonly number[],
  text: string,
): CalendarDate[] {
  const origin = Date.UTC(anchor.year ?? 2024, anchor.month - 1, anchor.day);
  const meant = offsets.map((offset) => new Date(origin + offset * DAY));
  if (weekdays.size > 0) {
    for (let offset = 0; offset <= WEEKDAY_HORIZON; offset += 1) {
      const day = new Date(origin + offset * DAY);
      // Without a year the weekday of a date is unknown, so every day of the horizon may be meant.
      if (anchor.year === undefined || weekdays.has(day.getUTCDay())) meant.push(day);
    }
  }
  if (/월말|말일|이달 말|이번 달 말|다음 달 말|달 말/u.test(text)) {
    for (const months of [1, 2])
      meant.push(new Date(Date.UTC(anchor.year ?? 2024, anchor.month - 1 + months, 0)));
  }
  return meant.map((day) => ({ month: day.getUTCMonth() + 1, day: day.getUTCDate() }));
}
