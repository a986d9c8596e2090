import { parseCaseNumber } from './case-numbers';
import type { CaseNumber, CaseNumberForm } from './case-numbers';
import type { CourtType } from './court';

export type CaseNumberComparison = 'exact' | 'fuzzy' | 'different';

/** Both mean the general roll, in Dutch and in French. */
const GENERAL_ROLLS: readonly string[] = ['AR', 'RG'];

function rollsAgree(a: string | null, b: string | null): boolean {
  if (a === null || b === null || a === b) return true;
  return GENERAL_ROLLS.includes(a) && GENERAL_ROLLS.includes(b);
}

/** Forms that number something of their own: one decision bears both a roll number and a judgment's number. */
const APART: ReadonlySet<CaseNumberForm> = new Set<CaseNumberForm>(['serial-year', 'council-roll', 'plain']);

/** Two numbers of a form we don't know differ for certain only where they are built alike. */
function compareUnknownForms(a: CaseNumber, b: CaseNumber): CaseNumberComparison | null {
  const bare = (number: CaseNumber): string => number.key.replace(/[^A-Z\d]/g, '');
  if (bare(a) === bare(b)) return 'fuzzy';
  const build = (number: CaseNumber): string => number.key.replace(/\d/g, '0');
  return a.form === b.form && build(a) === build(b) ? 'different' : null;
}

/**
 * `exact`: equal but for spaces, dots, case and words such as "RG". `fuzzy`: the same year and serial on the same roll,
 * with a part missing or written otherwise: language letter, roll, zeros, short year, separators. Two rolls count
 * separately, so C.17.0234.F and P.17.0234.F are different cases, as are 2020/AB/123 and 2020/AL/123. Null: the two
 * number different things, or one is of an unknown form, so they say nothing about each other.
 */
export function compareCaseNumbers(a: CaseNumber, b: CaseNumber): CaseNumberComparison | null {
  if (a.key === b.key) return 'exact';
  if (a.form === 'other' || b.form === 'other') return compareUnknownForms(a, b);
  if (a.form !== b.form && (APART.has(a.form) || APART.has(b.form))) return null;
  return a.serial === b.serial && a.year === b.year && rollsAgree(a.roll, b.roll) ? 'fuzzy' : 'different';
}

const JOINT = /\s*(?:[;,&+]|\bet\b|\ben\b|\bund\b)\s*|(?<=[FN])\s*-\s*(?=[A-Z]\.)/iu;
const LONGEST_LIST = 1000;

/** Every case number in a text that may name several joined cases. The court tells what 34/98 is: there, a judgment of 1998. */
export function readCaseNumbers(text: string, court: CourtType | null = null): CaseNumber[] {
  const start = text.slice(0, LONGEST_LIST);
  const plain = court === 'constitutional' ? withFullYears(start) : start;
  return plain.split(JOINT).flatMap(readAroundDash);
}

function withFullYears(text: string): string {
  return text.replace(/(?<![\d/.])(\d{1,3})\/(\d{2})(?![\d/.])/g, (_, serial: string, year: string) => {
    return `${serial}/${Number(year) >= 50 ? '19' : '20'}${year}`;
  });
}

/** "2019/AR/1234 - 2019/AR/1235" is two cases, "2020 - AB - 123" is one: a dash joins what is a number on both sides. */
function readAroundDash(text: string): CaseNumber[] {
  const sides = text.split(/\s+\p{Pd}\s+/u);
  const numbers = sides.map((side) => parseCaseNumber(side)).filter((number) => number !== null);
  const areCases = numbers.every(({ form }) => form !== 'plain' && form !== 'other');
  if (sides.length > 1 && numbers.length === sides.length && areCases) return numbers;
  const single = parseCaseNumber(text);
  return single === null ? [] : [single];
}

/** The best pair of two lists counts. Null: one of them is empty, or a pair cannot be compared and no other agrees. */
export function compareCaseNumberLists(
  left: readonly CaseNumber[],
  right: readonly CaseNumber[],
): CaseNumberComparison | null {
  const results = left.flatMap((one) => right.map((other) => compareCaseNumbers(one, other)));
  if (results.includes('exact')) return 'exact';
  if (results.includes('fuzzy')) return 'fuzzy';
  return results.length === 0 || results.includes(null) ? null : 'different';
}
