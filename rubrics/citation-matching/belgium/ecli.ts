import type { Court } from './court';
import { courtOfEcliCode } from './ecli-courts';

export interface Ecli {
  /** The identifier in its one official spelling. */
  readonly ecli: string;
  readonly country: string;
  readonly courtCode: string;
  readonly year: number;
  readonly ordinal: string;
  /** What the court code says; null when it is in no table. */
  readonly court: Court | null;
  /** ARR judgment, CONC advocate general's opinion, ORD order…; null outside Belgium or when the ordinal has none. */
  readonly document: string | null;
  /** The decision's date, where the ordinal holds one, as 2018-03-15. */
  readonly date: string | null;
}

const ECLI = /^ECLI:([A-Z]{2}):([A-Z][A-Z0-9]{0,6}):(\d{4}):([A-Z0-9][A-Z0-9.]{0,24})$/;
const DOCUMENT = /^([A-Z]{3,4})\./;
const DATE = /^[A-Z]{3,4}\.(\d{4})(\d{2})(\d{2})(?:\.|$)/;

/** Capitals, no white space, no brackets or full stop around; null when the text is not one ECLI. */
export function normaliseEcli(text: string): string | null {
  const plain = text
    .normalize('NFKC')
    .replace(/\s+/gu, '')
    .toUpperCase()
    .replace(/^[("'«[]+|[)"'»\],;.]+$/gu, '');
  return ECLI.test(plain) ? plain : null;
}

function calendarDate(year: string, month: string, day: string): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const iso = `${year}-${month}-${day}`;
  return date.toISOString().startsWith(iso) ? iso : null;
}

export function parseEcli(text: string): Ecli | null {
  const ecli = normaliseEcli(text);
  const parts = ecli === null ? null : ECLI.exec(ecli);
  if (ecli === null || parts === null) return null;
  const [, country = '', courtCode = '', year = '', ordinal = ''] = parts;
  const date = country === 'BE' ? DATE.exec(ordinal) : null;
  return {
    ecli,
    country,
    courtCode,
    year: Number(year),
    ordinal,
    court: courtOfEcliCode(country, courtCode),
    document: country === 'BE' ? (DOCUMENT.exec(ordinal)?.[1] ?? null) : null,
    date: date === null ? null : calendarDate(date[1] ?? '', date[2] ?? '', date[3] ?? ''),
  };
}

/**
 * The number of the judgment, where the court counts its ECLIs by it: 22/2019 in GHCC:2019:ARR.022 of the Constitutional
 * Court, 247.123 in RVSCE:2020:ARR.247.123 of the Council of State.
 */
export function judgmentNumber({ court, ordinal, year }: Ecli): string | null {
  if (court?.type === 'constitutional') {
    const serial = /^ARR\.(\d{1,4})$/.exec(ordinal)?.[1];
    return serial === undefined ? null : `${Number(serial)}/${year}`;
  }
  if (court?.type !== 'council-of-state') return null;
  const [, thousands, rest] = /^ARR\.(\d{2,3})\.?(\d{3})$/.exec(ordinal) ?? [];
  return thousands === undefined || rest === undefined ? null : `${thousands}.${rest}`;
}

/** True when both are well formed and the same but for case and spaces. */
export function eclisEqual(a: string, b: string): boolean {
  const normal = normaliseEcli(a);
  return normal !== null && normal === normaliseEcli(b);
}
