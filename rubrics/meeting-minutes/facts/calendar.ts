const HALF_DAY = /(오전|오후|아침|새벽|낮|점심|저녁|밤)\s?$/u;
const MONTH_BEFORE = /(?:(\d{2,4})년\s?)?(\d{1,2})월\s?(?:\d{1,2}일?\s?(?:,|~|-|–|및|과|부터|에서)\s?)*$/u;

/** The half of the day named right before `at`, and how many characters that takes. */
export function halfDayBefore(text: string, at: number): { name: string; length: number } | null {
  const found = HALF_DAY.exec(text.slice(Math.max(0, at - 4), at));
  return found ? { name: found[1] ?? '', length: found[0].length } : null;
}

/** Minutes since midnight that an hour may mean. */
export function timesOfDay(hours: number, minutes: number, halfDay: string | null): number[] {
  const at = (hour: number): number => hour * 60 + minutes;
  if (hours > 12) return [at(hours)];
  const base = hours % 12;
  if (halfDay === '오전' || halfDay === '아침') return [at(base)];
  if (halfDay === '오후' || halfDay === '저녁' || halfDay === '낮') return [at(base + 12)];
  return [at(base), at(base + 12)];
}

/** The month, and the year if there is one, to which a day named at the end of `before` belongs. */
export function monthBefore(before: string): { month?: number; year?: number } {
  const found = MONTH_BEFORE.exec(before.slice(-40));
  if (!found) return {};
  return { month: Number(found[2]), ...(found[1] ? { year: fullYear(Number(found[1])) } : {}) };
}

export function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year;
}

export function isMonth(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 12;
}

export function isDay(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 31;
}
