import { contentWords, foldName, isSameName, nameWords } from '../../../src/core/text/fold-name';
import { editDistance } from './edit-distance';

/**
 * How a listed entity stands to a name.
 * `exact`: written the same. `same`: the same but for case, accents, punctuation, spacing, or the order of its words.
 * `close`: one slip of the pen away. `akin`: shares a word, the initials or most letters; whether it is the name is for
 * the judge. `foreign`: not wholly in the same script, so perhaps its transliteration. `other`: no likeness.
 */
export type Likeness = 'exact' | 'same' | 'close' | 'akin' | 'foreign' | 'other';

/** In shorter names one letter makes another brand: Nike and Mike, Canon and Canyon. */
const lettersForASlip = 6;
const captured: ReadonlySet<Likeness> = new Set(['exact', 'same', 'close']);

/** Whether the entity captures the name: "exact or close variation". */
export function captures(entity: string, name: string): boolean {
  return captured.has(compareNames(entity, name));
}

export function compareNames(entity: string, name: string): Likeness {
  if (writtenForm(entity) === writtenForm(name)) return 'exact';
  if (isSameName(entity, name)) return 'same';
  const [one, other] = [foldName(entity), foldName(name)];
  const shorter = Math.min([...one].length, [...other].length);
  if (shorter === 0) return 'other';
  const distance = digitsOf(one) === digitsOf(other) ? editDistance(one, other) : Infinity;
  if (distance === 1 && shorter >= lettersForASlip) return 'close';
  const alike = distance <= Math.floor(shorter / 3);
  if (alike || sharesWord(entity, name) || areInitials(entity, name) || areInitials(name, entity))
    return 'akin';
  return scriptsDiffer(one, other) ? 'foreign' : 'other';
}

/** The name as written: only width, the kind of apostrophe, legal signs and doubled spaces are not part of the writing. */
export function writtenForm(name: string): string {
  return name
    .replace(/[\uFF00-\uFFEF]+/gu, (wide) => wide.normalize('NFKC'))
    .replace(/[™℠®©]/gu, '')
    .replace(/[’‘‛ʼ`´]/gu, "'")
    .replace(/\s+/gu, ' ')
    .trim()
    .normalize('NFC');
}

function sharesWord(entity: string, name: string): boolean {
  const words = contentWords(name).filter(isTelling);
  if (contentWords(entity).some((word) => isTelling(word) && words.includes(word))) return true;
  const [one, other] = [foldName(entity), foldName(name)];
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return isTelling(short) && (short.length >= 4 || !isLatin(short)) && long.includes(short);
}

/** A single letter or a bare number says nothing about kinship. */
function isTelling(word: string): boolean {
  return [...word].length > 1 && /\p{L}/u.test(word);
}

function areInitials(short: string, long: string): boolean {
  return [nameWords(long), contentWords(long)].some(
    (words) => words.length > 1 && foldName(short) === words.map((word) => [...word][0]).join(''),
  );
}

function digitsOf(folded: string): string {
  return folded.replace(/\P{N}/gu, '');
}

const scripts = [
  'Latin',
  'Hangul',
  'Han',
  'Hiragana',
  'Katakana',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Thai',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));

function isLatin(text: string): boolean {
  return /\p{Script=Latin}/u.test(text);
}

/** LG전자 is written in two scripts, so LG and 엘지전자 may both be forms of it. */
function scriptsDiffer(one: string, other: string): boolean {
  return scripts.some((script) => script.test(one) !== script.test(other));
}
