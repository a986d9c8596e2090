/**
 * `cassation`: C.17.0234.F, since 2026 also 26/CAS/0418. `year-code-serial`: 2020/AB/123. `year-serial`: 19/1234/A.
 * `code-year-serial`: A/20/00123. `serial-year`: the Constitutional Court's 45/2019. `council-roll`: A. 231.456/VI-21.234.
 * `plain`: a bare number, such as a judgment of the Council of State. `other`: a form we don't know, compared as it stands.
 */
export type CaseNumberForm =
  | 'cassation'
  | 'year-code-serial'
  | 'year-serial'
  | 'code-year-serial'
  | 'serial-year'
  | 'council-roll'
  | 'plain'
  | 'other';

export interface CaseNumber {
  readonly form: CaseNumberForm;
  /** Without words such as "RG" or "n°", without spaces and dots, in capitals: what makes two numbers exactly equal. */
  readonly key: string;
  readonly year: number | null;
  readonly serial: number | null;
  /** The roll: C or P at the Court of Cassation, AB or AR at a court, A at a tribunal. */
  readonly roll: string | null;
  readonly language: 'F' | 'N' | null;
  /** What follows the slash of a Council of State number: chamber and the chamber's own number. */
  readonly chamber: string | null;
}

const PREFIX =
  /^(?:(?:ARR[EÊ]T|ARREST|JUGEMENT|VONNIS|NUM[EÉ]RO DE R[OÔ]LE|R[OÔ]LE G[EÉ]N[EÉ]RAL|ALGEMENE ROL|NUM[EÉ]RO|NUMMER|ROLNUMMER|ROLNR|R[OÔ]LE|ROL|R\.? ?G|A\.? ?R|G\.? ?R|NRS?|N°S?|NOS?|N)(?![A-Z])[ .:°º]*)+(?=[A-Z\d])/;
const ROLL_PREFIX = /^(?:[^\d]*[^A-Z\d])?(?:R\.? ?G|A\.? ?R|R[OÔ]LE?|ROLNR|ROLNUMMER)(?![A-Z])/;

const SEPARATOR = '[ ./-]*';
const CASSATION = /^([CPSFDGHA])[ .-]*(\d{2}|\d{4})[ .-]*(\d{4,5})(?:[ .-]*([FN]))?$/;
/** The zeros of the serial lost; the language letter still shows what it is. */
const CASSATION_SHORT = /^([CPSFDGHA])[ .-]+(\d{2}|\d{4})[ .-]+(\d{1,3})[ .-]*([FN])$/;
const CASSATION_SINCE_2026 = /^(\d{2}|\d{4})[ ./-]*(CAS)[ ./-]*(\d{1,6})$/;
const YEAR_CODE_SERIAL = new RegExp(`^(\\d{4}|\\d{2})${SEPARATOR}([A-Z]{1,3})${SEPARATOR}(\\d{1,6})$`);
const YEAR_SERIAL_CODE = new RegExp(`^(\\d{4}|\\d{2})[ ./-]+(\\d{1,6})${SEPARATOR}([A-Z]{1,3})$`);
const YEAR_SERIAL = /^(\d{4}|\d{2})[/-](\d{1,6})$/;
const CODE_YEAR_SERIAL = /^([A-Z]{1,2})[ ./-]+(\d{4}|\d{2})[ ./-]+(\d{1,6})$/;
const SERIAL_YEAR = /^(\d{1,4})[/-]((?:19|20)\d{2})$/;
const COUNCIL_ROLL =
  /^(?:G[ ./]*)?A[ ./]*(\d{2,3}[ .]?\d{3})(?:[ ]*\/[ ]*([IVX]+(?:[ -]*(?:BIS)?[ -]*[\d.]+)?))?$/;
const PLAIN = /^\d{1,3}(?:[ .]?\d{3})*$|^\d+$/;
/** A long word, or one that stands alone in the middle, means a sentence or a date, not a number. */
const OTHER = /^(?=.*\d)(?!.*[A-Z]{7})(?!.* [A-Z]{2,} )[A-Z\d ./()-]{2,40}$/;

/** "n° 247.123 du 20 février 2020": the day is no part of the number. */
const TRAILING_DATE =
  /[ ,]+(?:DU|VAN|VOM|DE|DD\.?|D\.D\.) ?(?:\d{1,2}(?:ER|STE|DE|E|\.)? \p{L}+\.? \d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d{2}-\d{2})$/u;

const LONGEST = 100;

function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year >= 50 ? 1900 + year : 2000 + year;
}

type Parts = Partial<Omit<CaseNumber, 'form' | 'key'>>;

function readParts(text: string, fromRoll: boolean): { form: CaseNumberForm; parts: Parts } | null {
  let found = COUNCIL_ROLL.exec(text);
  if (found !== null) {
    const chamber = found[2]?.replace(/[ .]/g, '') ?? null;
    return {
      form: 'council-roll',
      parts: { serial: Number(found[1]?.replace(/\D/g, '')), roll: 'A', chamber },
    };
  }
  found = CASSATION.exec(text) ?? CASSATION_SHORT.exec(text);
  if (found !== null) {
    const [, roll = '', year = '', serial = '', letter] = found;
    const language = letter === 'F' || letter === 'N' ? letter : null;
    return { form: 'cassation', parts: { roll, year: fullYear(year), serial: Number(serial), language } };
  }
  found = CASSATION_SINCE_2026.exec(text);
  if (found !== null) {
    const [, year = '', roll = '', serial = ''] = found;
    return { form: 'cassation', parts: { roll, year: fullYear(year), serial: Number(serial) } };
  }
  found = fromRoll ? null : SERIAL_YEAR.exec(text);
  // 2019/2020 can only be a year and its serial: no court numbers its judgments of one year so high.
  if (found !== null && !/^(?:19|20)\d{2}$/.test(found[1] ?? '')) {
    return { form: 'serial-year', parts: { serial: Number(found[1]), year: Number(found[2]) } };
  }
  found = YEAR_CODE_SERIAL.exec(text);
  if (found !== null) {
    const [, year = '', roll = '', serial = ''] = found;
    return { form: 'year-code-serial', parts: { year: fullYear(year), roll, serial: Number(serial) } };
  }
  found = YEAR_SERIAL_CODE.exec(text) ?? YEAR_SERIAL.exec(text);
  if (found !== null) {
    const [, year = '', serial = '', roll] = found;
    return {
      form: 'year-serial',
      parts: { year: fullYear(year), serial: Number(serial), roll: roll ?? null },
    };
  }
  found = CODE_YEAR_SERIAL.exec(text);
  if (found !== null) {
    const [, roll = '', year = '', serial = ''] = found;
    return { form: 'code-year-serial', parts: { roll, year: fullYear(year), serial: Number(serial) } };
  }
  if (PLAIN.test(text)) return { form: 'plain', parts: { serial: Number(text.replace(/\D/g, '')) } };
  return OTHER.test(text) ? { form: 'other', parts: {} } : null;
}

/** Reads one case number; null when the text holds none, or more than one. */
export function parseCaseNumber(text: string): CaseNumber | null {
  if (text.length > LONGEST) return null;
  const folded = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\p{Pd}|−/gu, '-')
    .replace(/\s+/gu, ' ')
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
    .replace(TRAILING_DATE, '');
  const bare = folded.replace(PREFIX, '');
  const read = readParts(bare, ROLL_PREFIX.test(folded));
  if (read === null) return null;
  const none = { year: null, serial: null, roll: null, language: null, chamber: null };
  return { ...none, ...read.parts, form: read.form, key: bare.replace(/[ .]/g, '') };
}
