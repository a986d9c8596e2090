import type { Quantity, Reading } from './quantity';
import { datesMeant, type CalendarDate } from './relative-dates';

type DateReading = Extract<Reading, { kind: 'date' }>;
type AmountReading = Extract<Reading, { kind: 'amount' }>;

/** Counters that people use for one another: `두 번` for 2회, `세 분` for 3명. */
const MAY_MEAN: Readonly<Record<string, readonly string[]>> = {
  thing: ['ordinal'],
  person: ['minute', 'thing'],
};

/** Everything the question says in numbers, and whether a reading can rest on it. */
export class SaidQuantities {
  readonly #dates: DateReading[] = [];
  readonly #times = new Set<number>();
  readonly #stamps = new Set<number>();
  readonly #amounts = new Map<number, Set<string | null>>();
  readonly #vagueMonth: boolean;
  readonly #vagueYear: boolean;

  constructor(text: string, quantities: readonly Quantity[], stamps: readonly number[]) {
    for (const { readings } of quantities) for (const reading of readings) this.#add(reading);
    for (const seconds of stamps) this.#stamps.add(seconds);
    for (const day of datesMeant(text, this.#dates.filter(isCalendarDate)))
      this.#dates.push({ kind: 'date', ...day });
    this.#vagueMonth =
      /다음 ?달|이번 ?달|이달|내달|지난 ?달|월말|연말|연초|(?:올해|금년|내년|\d년) ?[말초](?![씀하했해])|연내/u.test(
        text,
      );
    this.#vagueYear =
      !this.#dates.some(({ year }) => year !== undefined) || /올해|내년|작년|지난해|후년|연말/u.test(text);
  }

  supports(reading: Reading): boolean {
    if (reading.kind === 'date') return this.#supportsDate(reading);
    if (reading.kind === 'amount') return this.#supportsAmount(reading);
    if (reading.kind === 'stamp') return this.#stamps.has(reading.seconds);
    return reading.minutes.some(
      (minutes) =>
        this.#times.has(minutes) ||
        (minutes % 60 === 0 && (this.#bare(minutes / 60) || this.#bare((minutes / 60) % 12))),
    );
  }

  /** Whether a total may have been added up, or a difference taken, from what was said. */
  supportsTotal({ value, unit }: AmountReading): boolean {
    const parts = [...this.#amounts]
      .filter(([, units]) => units.has(unit) || units.has(null))
      .map(([part]) => part);
    const known = new Set(parts);
    return parts.some(
      (a) => known.has(value - a) || known.has(a - value) || parts.some((b) => known.has(value - a - b)),
    );
  }

  #add(reading: Reading): void {
    if (reading.kind === 'amount') this.#addMeasure(reading);
    else if (reading.kind === 'stamp') this.#stamps.add(reading.seconds);
    else if (reading.kind === 'time') for (const minutes of reading.minutes) this.#addTime(minutes);
    else {
      this.#dates.push(reading);
      for (const part of [reading.year, reading.month, reading.day]) {
        if (part !== undefined) this.#addAmount(part, 'part of a date');
      }
    }
  }

  #addTime(minutes: number): void {
    this.#times.add(minutes);
    this.#addAmount(Math.floor(minutes / 60), 'part of a time');
  }

  /** Who says a year and a half also says a year, and six months. */
  #addMeasure({ value, unit }: AmountReading): void {
    this.#addAmount(value, unit);
    if (unit !== 'month' || value <= 12 || value % 12 === 0) return;
    this.#addAmount(value - (value % 12), unit);
    this.#addAmount(value % 12, unit);
  }

  #addAmount(value: number, unit: string | null): void {
    const key = rounded(value);
    const units = this.#amounts.get(key);
    if (units) units.add(unit);
    else this.#amounts.set(key, new Set([unit]));
  }

  #bare(value: number): boolean {
    return this.#said(value, null);
  }

  #said(value: number, unit: string | null): boolean {
    return this.#amounts.get(rounded(value))?.has(unit) ?? false;
  }

  #supportsAmount({ value, unit }: AmountReading): boolean {
    const units = this.#amounts.get(rounded(value));
    if (units && (unit === null || [unit, null, ...(MAY_MEAN[unit] ?? [])].some((said) => units.has(said))))
      return true;
    // People say `1200` where the minutes write `1,200만 원`.
    if (value >= 1e4 && [1e3, 1e4, 1e8].some((scale) => this.#bare(value / scale))) return true;
    if (unit === 'day') return this.#said(value / 30, 'month');
    if (unit === 'percent') return this.#said(value / 100, 'time') || this.#said(value / 100 + 1, 'time');
    if (unit === 'time')
      return this.#said(value * 100, 'percent') || this.#said((value - 1) * 100, 'percent');
    if (unit !== 'month') return false;
    const inParts = value > 12 && this.#said(value - (value % 12), unit) && this.#said(value % 12, unit);
    return inParts || this.#said(value * 30, 'day');
  }

  #supportsDate({ year, month, day }: DateReading): boolean {
    if (day !== undefined) {
      const same = this.#dates.some(
        (said) => said.day === day && agree(said.month, month) && agree(said.year, year),
      );
      return same || this.#bare(day);
    }
    if (month !== undefined) {
      return (
        this.#vagueMonth ||
        this.#bare(month) ||
        this.#dates.some((said) => said.month === month && agree(said.year, year))
      );
    }
    return this.#vagueYear || this.#dates.some((said) => said.year === year);
  }
}

function agree(a: number | undefined, b: number | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

function isCalendarDate(date: DateReading): date is DateReading & CalendarDate {
  return date.month !== undefined && date.day !== undefined;
}

/** Sums of decimals must meet their equals. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
