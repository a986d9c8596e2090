import { isSameName, nameForms, type NameForms } from '../../../src/kit/text/fold-name';
import { editDistance } from './edit-distance';

/**
 * How a listed entity stands to a name.
 * `exact`: written the same. `same`: the same but for case, accents, punctuation, spacing, or the order of its words.
 * `akin`: shares a word, the initials or most letters. One letter may be a slip or another brand (Philips and Phillips,
 * Marvel and Marvell), so whether it is the name is for the judge. `foreign`: not wholly in the same script, so perhaps
 * its transliteration. `other`: no likeness.
 */
export type Likeness = 'exact' | 'same' | 'akin' | 'foreign' | 'other';

const captured: ReadonlySet<Likeness> = new Set(['exact', 'same']);
const perhapsCaptured: ReadonlySet<Likeness> = new Set(['akin', 'foreign']);

/** A name ready to be compared with others. */
export interface Name extends NameForms {
  written: string;
  digits: string;
  length: number;
}

export function readName(name: string): Name {
  const forms = nameForms(name);
  const digits = forms.folded.replace(/\P{N}/gu, '');
  return { ...forms, written: writtenForm(name), digits, length: [...forms.folded].length };
}

/** Whether the entity is the name for certain. */
export function captures(entity: Name, name: Name): boolean {
  return captured.has(compareNames(entity, name));
}

/** Whether the entity is not the name for certain, but a judge may find that it stands for it. */
export function mayCapture(entity: Name, name: Name): boolean {
  return perhapsCaptured.has(compareNames(entity, name));
}

export function compareNames(entity: Name, name: Name): Likeness {
  if (entity.written === name.written) return 'exact';
  if (isSameName(entity, name)) return 'same';
  const shorter = Math.min(entity.length, name.length);
  if (shorter === 0) return 'other';
  const mostSlips = Math.max(1, Math.floor(shorter / 3));
  const comparable = Math.abs(entity.length - name.length) <= mostSlips && entity.digits === name.digits;
  const slips = comparable ? editDistance(entity.folded, name.folded) : Infinity;
  const alike = shorter >= 3 && slips <= mostSlips;
  const akin = alike || sharesWord(entity, name) || areInitials(entity, name) || areInitials(name, entity);
  if (akin) return 'akin';
  return scriptsDiffer(entity.folded, name.folded) ? 'foreign' : 'other';
}

/** The name as written: only width, the kind of apostrophe, legal signs and doubled spaces are not part of the writing. */
function writtenForm(name: string): string {
  return name
    .replace(/[\uFF00-\uFFEF]+/gu, (wide) => wide.normalize('NFKC'))
    .replace(/[™℠®©]/gu, '')
    .replace(/[’‘‛ʼ`´]/gu, "'")
    .replace(/\s+/gu, ' ')
    .trim()
    .normalize('NFC');
}

function sharesWord(entity: Name, name: Name): boolean {
  if (entity.content.some((word) => isTelling(word) && name.content.includes(word))) return true;
  const [short, long] =
    entity.length < name.length ? [entity.folded, name.folded] : [name.folded, entity.folded];
  return isTelling(short) && (short.length >= 4 || !isLatin(short)) && long.includes(short);
}

/** A single letter or a bare number says nothing about kinship. */
function isTelling(word: string): boolean {
  return [...word].length > 1 && /\p{L}/u.test(word);
}

function areInitials(short: Name, long: Name): boolean {
  return [long.words, long.content].some(
    (words) => words.length > 1 && short.folded === words.map((word) => [...word][0]).join(''),
  );
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
