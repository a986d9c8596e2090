import { fullYear, halfDayBefore, isDay, isMonth, monthBefore, timesOfDay } from './calendar';
import { readNumeral, type NumeralReading } from './numerals';
import type { Reading, ReadQuantity } from './quantity';
import { unitsAt } from './units';

/** A number whose value can be read in one or more ways, together with its unit. */
export function numberAt(text: string, at: number, numerals: readonly NumeralReading[]): ReadQuantity | null {
  const readings: Reading[] = [];
  let end = 0;
  for (const numeral of numerals) {
    const scaled = multiplierOfRange(text, numeral);
    if (scaled !== null) readings.push(scaled);
    const understood = withUnit(text, at, numeral);
    readings.push(...understood.readings);
    end = Math.max(end, understood.end);
  }
  return readings.length > 0 ? { end, readings } : null;
}

function withUnit(text: string, at: number, { value, end }: NumeralReading): ReadQuantity {
  const about = /^(?:여|몇)\s?/u.exec(text.slice(end, end + 2))?.[0].length ?? 0;
  const units = unitsAt(text, end + about);
  const range = /^\s?(?:~|-|–|∼|〜|에서|부터|,)\s?/u.exec(text.slice(end, end + 4));
  if (units.length === 0) {
    // `2~4시`, `15, 16일`: the first number borrows the unit of the second.
    const second = range ? readNumeral(text, end + range[0].length)[0] : undefined;
    const borrowed = second ? unitsAt(text, second.end) : [];
    const readings = borrowed.flatMap((unit) => readingsFor(text, at, value, unit).readings);
    return { end, readings: [...readings, { kind: 'amount', value, unit: null }] };
  }
  const all = units.map((unit) => readingsFor(text, at, value, unit));
  return { end: Math.max(...all.map((one) => one.end)), readings: all.flatMap((one) => one.readings) };
}

function readingsFor(
  text: string,
  at: number,
  value: number,
  { unit, end }: ReturnType<typeof unitsAt>[number],
): ReadQuantity {
  const amount: Reading = { kind: 'amount', value: value * unit.factor, unit: unit.kind };
  if (unit.kind === 'hour of day') return timeAt(text, at, value, end);
  if (unit.kind === 'month of year')
    return { end, readings: isMonth(value) ? [{ kind: 'date', month: value }] : [] };
  if (unit.kind === 'day' && unit.factor === 1 && isDay(value)) {
    return { end, readings: [{ kind: 'date', day: value, ...monthBefore(text.slice(0, at)) }, amount] };
  }
  if (unit.kind === 'month' && unit.factor === 12) return yearsAt(text, value, end);
  if (unit.kind === 'month') {
    const half = halfAt(text, end);
    const longer: Reading = { kind: 'amount', value: value + 0.5, unit: 'month' };
    return half === null ? { end, readings: [amount] } : { end: half, readings: [longer, amount] };
  }
  if (unit.kind === 'minute' && unit.factor === 60) return hoursAt(text, value, end);
  return { end, readings: [amount] };
}

function timeAt(text: string, at: number, hours: number, end: number): ReadQuantity {
  if (hours > 24 || !Number.isInteger(hours)) {
    return { end, readings: [{ kind: 'amount', value: hours, unit: null }] };
  }
  const rest = minutesAt(text, end);
  const minutes = timesOfDay(hours, rest.minutes, halfDayBefore(text, at)?.name ?? null);
  return { end: rest.end, readings: [{ kind: 'time', minutes }] };
}

function hoursAt(text: string, hours: number, end: number): ReadQuantity {
  const rest = minutesAt(text, end);
  return { end: rest.end, readings: [{ kind: 'amount', value: hours * 60 + rest.minutes, unit: 'minute' }] };
}

/** A year of the calendar, or a time of so many years: `1년`, `1년 반`, `1년 6개월`. */
function yearsAt(text: string, value: number, end: number): ReadQuantity {
  const year: Reading = { kind: 'date', year: fullYear(value) };
  if (value >= 1900) return { end, readings: [year] };
  const half = halfAt(text, end);
  const more = /^\s?(\d{1,2})\s?개월/u.exec(text.slice(end, end + 8));
  const months = half === null ? Number(more?.[1] ?? 0) : 6;
  const amount: Reading = { kind: 'amount', value: value * 12 + months, unit: 'month' };
  if (months === 0) return { end, readings: [year, amount] };
  return { end: half ?? end + (more?.[0].length ?? 0), readings: [amount] };
}

/** Behind `반` in the sense of a half; null where there is none. */
function halfAt(text: string, at: number): number | null {
  const from = text.charAt(at) === ' ' ? at + 1 : at;
  const half = /^반(?!드시|영|면|복|장|대|품|납|려|응|경|입|출)/u.test(text.slice(from, from + 3));
  return half ? from + 1 : null;
}

/** `30분`, `삼십 분` or `반` behind an hour. */
function minutesAt(text: string, at: number): { minutes: number; end: number } {
  const half = halfAt(text, at);
  if (half !== null) return { minutes: 30, end: half };
  const from = text.charAt(at) === ' ' ? at + 1 : at;
  for (const { value, end } of readNumeral(text, from)) {
    const unit = /^\s?분(?!기|의)/u.exec(text.slice(end, end + 3));
    if (unit) return { minutes: value, end: end + unit[0].length };
  }
  return { minutes: 0, end: at };
}

/** `2~3천만 원`: the first number may mean as many thousands as the second. */
function multiplierOfRange(text: string, { value, end }: NumeralReading): Reading | null {
  const second = /^\s?[~\-–∼〜]\s?[\d.,]+\s?([십백천]?[만억]?)/u.exec(text.slice(end, end + 16))?.[1] ?? '';
  const [one] = second === '' ? [] : readNumeral(second, 0);
  return one ? { kind: 'amount', value: value * one.value, unit: null } : null;
}
