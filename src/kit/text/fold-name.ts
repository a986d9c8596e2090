/** Signs of law, not letters of the name. Removed before NFKC, which would turn ™ into "TM". */
const legalSigns = /[™℠®©]/gu;
const apostrophes = /['’‘‛ʼʻ`´＇]/gu;
/** What may differ between two spellings of a name: punctuation, spacing, invisible characters. */
const separators = /[\p{P}\p{Z}\p{Cc}\p{Cf}\p{Sk}\s]+/gu;
/**
 * Only Latin and Greek letters lose their marks. In Japanese and Cyrillic a mark makes another letter: ガ is not カ, й is not и.
 */
const marksOnLetters = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
const letterForms = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['ς', 'σ'],
]);
/** `Black+Decker` is joined; the plus of `Disney+` belongs to the name. */
const plusBetweenLetters = /(?<=[\p{L}\p{N}])\++(?=[\p{L}\p{N}])/gu;
/** What a joiner may stand for. */
const joiners = /and|[&+]/;
// eslint-disable-next-line no-control-regex
const plainLetters = /^[\u0000-\u007f]*$/;
/** Words that come and go in a name without changing which name it is. */
const smallWords = new Set(['and', 'by', 'for', 'from', 'of', 'the', 'with']);

/**
 * A name without case, width, accents, punctuation, spacing and legal signs: `L’ORÉAL®` and `loreal` fold alike.
 * `joiner` stands for `&`, `+` between letters and the word "and", which some people write, some drop.
 */
export function foldName(name: string, joiner: '' | 'and' = ''): string {
  return foldFrom(foldLetters(name), joiner);
}

function foldFrom(letters: string, joiner: '' | 'and'): string {
  const joined = letters.includes('and') ? letters.replace(/(^|\s)and(?=\s+\S)/gu, '$1&') : letters;
  const compact = withJoiner(dropMarks(joined.replace(/&/gu, joiner).replace(separators, '')), joiner);
  // A name made of punctuation alone ("!!!") is still a name.
  return compact === '' ? dropMarks(letters.replace(/\s+/gu, '')) : compact;
}

function withJoiner(text: string, joiner: string): string {
  return text.includes('+') ? text.replace(plusBetweenLetters, joiner) : text;
}

/** The folded words of a name, in order. Apostrophes stay inside words: `Levi's` is one word. */
export function nameWords(name: string): string[] {
  return withJoiner(foldLetters(name.replace(apostrophes, '')), ' ')
    .split(separators)
    .map((word) => dropMarks(word))
    .filter((word) => word !== '');
}

/** The words that make the name: small words left out unless there are no others. */
export function contentWords(name: string): string[] {
  return contentOf(nameWords(name));
}

function contentOf(words: string[]): string[] {
  const content = words.filter((word) => !smallWords.has(word));
  return content.length > 0 ? content : words;
}

/** All that comparing needs to know of a name, worked out once. */
export interface NameForms {
  name: string;
  /** Folded with the joiner dropped, and with it written out. */
  folded: string;
  joined: string;
  words: string[];
  content: string[];
}

export function nameForms(name: string): NameForms {
  const words = nameWords(name);
  const letters = foldLetters(name);
  const folded = foldFrom(letters, '');
  const joined = joiners.test(letters) ? foldFrom(letters, 'and') : folded;
  return { name, folded, joined, words, content: contentOf(words) };
}

/**
 * The same name by form: folded alike, with the joiner written or dropped, or made of the same words in another order
 * ("water bottle", "bottle for water").
 */
export function isSameName(one: NameForms, other: NameForms): boolean {
  const keys = [other.folded, other.joined];
  if (keys.includes(one.folded) || keys.includes(one.joined)) return true;
  if (one.content.length === 0) return false;
  return (
    one.content.join('') === other.content.join('') || inAnyOrder(one.content) === inAnyOrder(other.content)
  );
}

function inAnyOrder(words: readonly string[]): string {
  // Single letters are initials, and H&M is not M&H.
  return (words.every((word) => word.length > 1) ? words.toSorted() : words).join(' ');
}

function foldLetters(name: string): string {
  if (plainLetters.test(name)) return name.toLowerCase();
  return name.replace(legalSigns, ' ').normalize('NFKD').toLowerCase();
}

function dropMarks(text: string): string {
  // Most names, and thousands of them in a run.
  if (plainLetters.test(text)) return text;
  const bare = text.normalize('NFKD').replace(marksOnLetters, '$1');
  return [...bare]
    .map((letter) => letterForms.get(letter) ?? letter)
    .join('')
    .normalize('NFC');
}
