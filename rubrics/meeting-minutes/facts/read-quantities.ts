import { readNative, readNumeral, type NumeralReading } from './numerals';
import type { Quantity, Reading } from './quantity';
import { unitsAt } from './units';

interface Found {
  end: number;
  readings: Reading[];
}

/** How a number can begin; all else is passed over quickly. */
const BEGINNING =
  /[\d영공일이삼사오육륙칠팔구십백천만억조하한두둘세셋석서네넷넉다대여아열스마쉰예나닷엿보반절정자]/u;
const STAMP = /(\d{1,2}):(\d{2}):(\d{2})/uy;
const CLOCK = /([01]?\d|2[0-4]):([0-5]\d)(?!\d)/uy;
const FULL_DATE = /(\d{4}|\d{2})\s?([-./])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?![\d-])/uy;
const MONTH_DAY = /(\d{1,2})\s?([/.])\s?(\d{1,2})(?![\d/.])/uy;
const CHAIN = /\d+(?:-\d+)+/uy;
const MONTH_BEFORE = /(?:(\d{2,4})년\s?)?(\d{1,2})월\s?(?:\d{1,2}일?\s?(?:,|~|-|–|및|과|부터|에서)\s?)*$/u;
const HALF_DAY = /(오전|오후|아침|새벽|낮|점심|저녁|밤)\s?$/u;
const SPECIAL: readonly (readonly [RegExp, Reading[]])[] = [
  [/하루/uy, [days(1)]],
  [/이틀/uy, [days(2)]],
  [/사흘/uy, [days(3)]],
  [/나흘/uy, [days(4)]],
  [/닷새/uy, [days(5)]],
  [/엿새/uy, [days(6)]],
  [/열흘/uy, [days(10)]],
  [/보름/uy, [days(15), { kind: 'date', day: 15 }]],
  [/일주일/uy, [days(7)]],
  [/반년/uy, [{ kind: 'amount', value: 6, unit: 'month' }]],
  [/절반/uy, [{ kind: 'amount', value: 50, unit: 'percent' }]],
  [/정오/uy, [{ kind: 'time', minutes: [720] }]],
  [/자정/uy, [{ kind: 'time', minutes: [0, 1440] }]],
];

/** Every number, date and time of a text, with all the ways to understand it. */
export function readQuantities(text: string): Quantity[] {
  const quantities: Quantity[] = [];
  let at = 0;
  while (at < text.length) {
    const found = quantityAt(text, at);
    if (found === null) at += 1;
    else {
      const words = !/\d/u.test(text.slice(at, found.end));
      const timed = found.readings.some(({ kind }) => kind === 'time');
      const start = timed ? at - (HALF_DAY.exec(text.slice(Math.max(0, at - 4), at))?.[0].length ?? 0) : at;
      add(quantities, text, {
        start,
        end: found.end,
        text: text.slice(start, found.end),
        readings: found.readings,
        written: words ? 'words' : 'digits',
      });
      at = found.end;
    }
  }
  return quantities;
}

/** `2026년`, `3월` and `15일` in a row are one date. */
function add(quantities: Quantity[], text: string, next: Quantity): void {
  const last = quantities.at(-1);
  const whole = last && text.slice(last.end, next.start).trim() === '' ? joinedDate(last, next) : null;
  if (last && whole) {
    quantities[quantities.length - 1] = {
      ...last,
      end: next.end,
      text: text.slice(last.start, next.end),
      readings: [whole],
    };
  } else quantities.push(next);
}

function joinedDate(first: Quantity, second: Quantity): Reading | null {
  const a = first.readings.find((reading) => reading.kind === 'date');
  const b = second.readings.find((reading) => reading.kind === 'date');
  if (!a || !b || a.day !== undefined) return null;
  const dayOfMonth = a.month !== undefined && b.day !== undefined && (b.month ?? a.month) === a.month;
  const monthOfYear = a.month === undefined && b.month !== undefined && b.year === undefined;
  return dayOfMonth || monthOfYear ? { ...a, ...b } : null;
}

function quantityAt(text: string, at: number): Found | null {
  const character = text.charAt(at);
  if (!BEGINNING.test(character)) return null;
  if (/\d/u.test(character)) {
    return (
      stamp(text, at) ??
      fullDate(text, at) ??
      clock(text, at) ??
      chain(text, at) ??
      numberAt(text, at, readNumeral(text, at))
    );
  }
  for (const [pattern, readings] of SPECIAL) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { end: at + match[0].length, readings };
  }
  const native = readNative(text, at).filter(({ end }) => unitsAt(text, end).length > 0);
  if (native.length > 0) return numberAt(text, at, native);
  const sino = readNumeral(text, at).filter(
    ({ end, value }) => unitsAt(text, end).length > 0 || (end - at > 1 && value >= 10),
  );
  return sino.length > 0 ? numberAt(text, at, sino) : null;
}

function stamp(text: string, at: number): Found | null {
  const [whole, hours, minutes, seconds] = match(STAMP, text, at);
  if (whole === undefined) return null;
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { end: at + whole.length, readings: [{ kind: 'stamp', seconds: total }] };
}

function clock(text: string, at: number): Found | null {
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
        halfDayBefore(text, at) ?? (whole.startsWith('0') ? '오전' : undefined),
      ),
    },
    { kind: 'stamp', seconds: hours * 60 + minutes },
  ];
  return { end: at + whole.length, readings };
}

function fullDate(text: string, at: number): Found | null {
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
function chain(text: string, at: number): Found | null {
  const [whole] = match(CHAIN, text, at);
  if (whole === undefined || unitsAt(text, at + whole.length).length > 0) return null;
  const [year, month, ...more] = whole.split('-').map(Number);
  const isYearMonth =
    more.length === 0 && year !== undefined && year >= 1900 && month !== undefined && isMonth(month);
  return { end: at + whole.length, readings: isYearMonth ? [{ kind: 'date', year, month }] : [] };
}

function numberAt(text: string, at: number, numerals: readonly NumeralReading[]): Found | null {
  const readings: Reading[] = [];
  let end = 0;
  for (const numeral of numerals) {
    const shared = sharedMultiplier(text, numeral);
    if (shared !== null) readings.push(shared);
    const understood = withUnit(text, at, numeral);
    readings.push(...understood.readings);
    end = Math.max(end, understood.end);
  }
  return readings.length > 0 ? { end, readings } : null;
}

function withUnit(text: string, at: number, { value, end }: NumeralReading): Found {
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
): Found {
  const amount: Reading = { kind: 'amount', value: value * unit.factor, unit: unit.kind };
  if (unit.kind === 'hour of day') return timeAt(text, at, value, end);
  if (unit.kind === 'month of year')
    return { end, readings: isMonth(value) ? [{ kind: 'date', month: value }] : [] };
  if (unit.kind === 'day' && unit.factor === 1 && isDay(value)) {
    return { end, readings: [{ kind: 'date', day: value, ...monthBefore(text.slice(0, at)) }, amount] };
  }
  if (unit.kind === 'month' && unit.factor === 12) {
    const year: Reading = { kind: 'date', year: fullYear(value) };
    return { end, readings: value >= 1900 ? [year] : [year, amount] };
  }
  if (unit.kind === 'minute' && unit.factor === 60) return hoursAt(text, value, end);
  return { end, readings: [amount] };
}

function timeAt(text: string, at: number, hours: number, end: number): Found {
  const rest = /^\s?(?:(\d{1,2})\s?분|반)/u.exec(text.slice(end, end + 6));
  const spelled = rest
    ? null
    : readNumeral(text, text.charAt(end) === ' ' ? end + 1 : end).find((one) =>
        /^\s?분/u.test(text.slice(one.end, one.end + 2)),
      );
  const minutes = rest ? Number(rest[1] ?? 30) : (spelled?.value ?? 0);
  const stop = rest ? end + rest[0].length : spelled ? text.indexOf('분', spelled.end) + 1 : end;
  if (hours > 24 || !Number.isInteger(hours))
    return { end: stop, readings: [{ kind: 'amount', value: hours, unit: null }] };
  return {
    end: stop,
    readings: [{ kind: 'time', minutes: timesOfDay(hours, minutes, halfDayBefore(text, at)) }],
  };
}

/** `1시간 30분` is one amount, and each of its parts may be named alone elsewhere. */
function hoursAt(text: string, hours: number, end: number): Found {
  const rest = /^\s?(?:(\d{1,2})\s?분|반)/u.exec(text.slice(end, end + 6));
  const more = rest ? Number(rest[1] ?? 30) : 0;
  return {
    end: rest ? end + rest[0].length : end,
    readings: [{ kind: 'amount', value: hours * 60 + more, unit: 'minute' }],
  };
}

/** `2~3천만 원`: the first number may mean as many thousands as the second. */
function sharedMultiplier(text: string, { value, end }: NumeralReading): Reading | null {
  const second = /^\s?[~\-–∼〜]\s?[\d.,]+\s?([십백천]?[만억]?)(?:\s?원)?/u.exec(text.slice(end, end + 16));
  const factors: Readonly<Record<string, number>> = {
    십: 10,
    백: 100,
    천: 1e3,
    만: 1e4,
    십만: 1e5,
    백만: 1e6,
    천만: 1e7,
    억: 1e8,
    십억: 1e9,
    백억: 1e10,
    천억: 1e11,
  };
  const factor = factors[second?.[1] ?? ''];
  return factor === undefined ? null : { kind: 'amount', value: value * factor, unit: null };
}

function monthBefore(before: string): { month?: number; year?: number } {
  const found = MONTH_BEFORE.exec(before.slice(-40));
  if (!found) return {};
  return { month: Number(found[2]), ...(found[1] ? { year: fullYear(Number(found[1])) } : {}) };
}

function halfDayBefore(text: string, at: number): string | undefined {
  return HALF_DAY.exec(text.slice(Math.max(0, at - 4), at))?.[1];
}

function timesOfDay(hours: number, minutes: number, halfDay: string | undefined): number[] {
  const at = (hour: number): number => hour * 60 + minutes;
  if (hours > 12) return [at(hours)];
  const base = hours % 12;
  if (halfDay === '오전' || halfDay === '아침') return [at(base)];
  if (halfDay === '오후' || halfDay === '저녁' || halfDay === '낮') return [at(base + 12)];
  return [at(base), at(base + 12)];
}

function match(pattern: RegExp, text: string, at: number): (string | undefined)[] {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? [];
}

function days(value: number): Reading {
  return { kind: 'amount', value, unit: 'day' };
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year;
}

function isMonth(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 12;
}

function isDay(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 31;
}
