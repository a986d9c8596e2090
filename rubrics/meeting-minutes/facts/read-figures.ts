import { fullYear, halfDayBefore, isDay, isMonth, timesOfDay } from './calendar';
import { readNumeral } from './numerals';
import type { Reading, ReadQuantity } from './quantity';
import { numberAt } from './read-number';
import { unitsAt } from './units';

const STAMP = /(\d{1,2}):(\d{2}):(\d{2})/uy;
const CLOCK = /([01]?\d|2[0-4]):([0-5]\d)(?!\d)/uy;
const FULL_DATE = /(\d{4}|\d{2})\s?([-./])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?![\d-])/uy;
const MONTH_DAY = /(\d{1,2})\s?([/.])\s?(\d{1,2})(?![\d/.])/uy;
const CHAIN = /\d+(?:-\d+)+/uy;

/** What begins with a digit at `at`: a time stamp, a date, a time of day, a code, or else a number. */
export function readFigures(text: string, at: number): ReadQuantity | null {
  return (
    stamp(text, at) ??
    date(text, at) ??
    clock(text, at) ??
    chain(text, at) ??
    numberAt(text, at, readNumeral(text, at))
  );
}

function stamp(text: string, at: number): ReadQuantity | null {
  const [whole, hours, minutes, seconds] = match(STAMP, text, at);
  if (whole === undefined) return null;
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { end: at + whole.length, readings: [{ kind: 'stamp', seconds: total }] };
}

function clock(text: string, at: number): ReadQuantity | null {
  const [whole, first, second] = match(CLOCK, text, at);
  if (whole === undefined) return null;
  const hours = Number(first);
  const minutes = Number(second);
  const readings: Reading[] = [
    {
      kind: 'time',
      minutes: timesOfDay(
        hours,
        minutes,
        halfDayBefore(text, at)?.name ?? (whole.startsWith('0') ? '오전' : null),
      ),
    },
    { kind: 'stamp', seconds: hours * 60 + minutes },
  ];
  return { end: at + whole.length, readings };
}

function date(text: string, at: number): ReadQuantity | null {
  const [whole, year, , month, day] = match(FULL_DATE, text, at);
  if (whole !== undefined && isMonth(Number(month)) && isDay(Number(day))) {
    const reading: Reading = {
      kind: 'date',
      year: fullYear(Number(year)),
      month: Number(month),
      day: Number(day),
    };
    return { end: at + whole.length, readings: [reading] };
  }
  const [short, first, mark, second] = match(MONTH_DAY, text, at);
  if (short === undefined || !isMonth(Number(first)) || !isDay(Number(second))) return null;
  const readings: Reading[] = [{ kind: 'date', month: Number(first), day: Number(second) }];
  // `3.15` may be a decimal with a unit behind it; `1/2` a fraction.
  const end = at + short.length;
  if (mark === '.') {
    const decimals = numberAt(text, at, readNumeral(text, at));
    return decimals && { end: Math.max(end, decimals.end), readings: [...readings, ...decimals.readings] };
  }
  readings.push({ kind: 'amount', value: (100 * Number(first)) / Number(second), unit: 'percent' });
  return { end, readings };
}

/** `010-1234-5678`, `2026-03`: a code unless it is a month. */
function chain(text: string, at: number): ReadQuantity | null {
  const [whole] = match(CHAIN, text, at);
  if (whole === undefined || unitsAt(text, at + whole.length).length > 0) return null;
  const [year, month, ...more] = whole.split('-').map(Number);
  const isYearMonth =
    more.length === 0 && year !== undefined && year >= 1900 && month !== undefined && isMonth(month);
  return { end: at + whole.length, readings: isYearMonth ? [{ kind: 'date', year, month }] : [] };
}

function match(pattern: RegExp, text: string, at: number): (string | undefined)[] {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? [];
}
