import { headingsAbove, wordsOf, type Line, type PromptText } from './text-lines';

/** What a title says besides the name: "Section 2:", "(40 points)", "weight 30%". */
const NUMBERING =
  /^(?:(?:section|part|step|criterion|dimension|rule|tier|partie|critère|teil|kriterium|deel|onderdeel|parte|criterio|항목|기준|観点|維度|维度|標準)\s{0,2}(?:\d{1,2}[a-z]?|[A-Z]\b)?|\p{L}{3,12}\s\d{1,2}|\(?\d{1,2}[a-z]?|[A-Z]\d{0,2})\s{0,2}[.:)：–—-]\s{0,2}|^[■①-⑳□◆●○▶※]\s{0,2}/iu;
const FILLER = new Set(
  'the a an of and or for to is in score scoring scores rating points pts quality level labels label scale le la les de du des et der die das und het van en el los las y 점수 평가 기준'.split(
    ' ',
  ),
);

/** The name in a title: without numbering, points and what follows a colon. */
export function titleName(title: string): string {
  let name = title.trim();
  for (let turn = 0; turn < 2; turn += 1) name = name.replace(NUMBERING, '').trim();
  return name
    .replace(/\s{0,2}[(（[][^()（）[\]]{0,40}\d[^()（）[\]]{0,40}[)）\]]/gu, '')
    .replace(
      /\s{0,2}[(（](?:bool(?:ean)?|str(?:ing)?|int(?:eger)?|float|number|true\s?\/\s?false)[)）]/giu,
      '',
    )
    .replace(/^[[【<](.{1,80})[\]】>]$/u, '$1')
    .replace(/\s{0,2}[(（][^()（）]{24,200}[)）]|\s{0,2}[(（][^()（）]{0,200}\?\s?[)）]/gu, '')
    .replace(/\s{0,2}[:：].{0,400}$/su, '')
    .replace(/\s[–—-]\s.{0,400}$/su, '')
    .replaceAll(/^["“”]|["“”]$/gu, '')
    .trim();
}

/** Spellings that differ only in how a letter is written are one word: `vollstaendig`, `vollständig`. */
const folded = (word: string): string =>
  word.replaceAll(/ae/gu, 'a').replaceAll(/oe/gu, 'o').replaceAll(/ue/gu, 'u').replaceAll(/ß/gu, 'ss');

const alike = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 4) return one === other;
  return (
    long.startsWith(short) ||
    long.slice(0, Math.ceil(long.length * 0.7)) === short.slice(0, Math.ceil(long.length * 0.7))
  );
};

/** Keeps what was made of a text: the same line is held against each name. */
function remembered<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= 4000) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

interface Words {
  all: readonly string[];
  joined: string;
  /** Those that name something, where any does. */
  own: readonly string[];
}

const foldedWords = remembered((text): Words => {
  const all = wordsOf(text).map(folded);
  const own = all.filter((word) => !FILLER.has(word));
  return { all, joined: all.join(''), own: own.length > 0 ? own : all };
});

const knownTitle = remembered((line) =>
  titleName(line.startsWith('|') ? (line.split('|')[1] ?? '').trim() : line),
);

/** Names that share the first letters of a word with a line: no other can match it. */
export class NameIndex<T> {
  private readonly byStem = new Map<string, Set<T>>();
  private readonly whole = new Map<string, T[]>();
  private readonly always: T[] = [];

  constructor(all: readonly T[], namesOf: (one: T) => readonly string[]) {
    for (const one of all) {
      // A name without blanks may stand within a word.
      if (namesOf(one).some((name) => /[^\p{Script=Latin}\p{N}\p{P}\s]/u.test(name))) this.always.push(one);
      for (const name of namesOf(one)) {
        const own = foldedWords(name).joined;
        this.whole.set(own, [...(this.whole.get(own) ?? []), one]);
      }
      for (const stem of namesOf(one).flatMap(stemsOf))
        this.byStem.set(stem, (this.byStem.get(stem) ?? new Set()).add(one));
    }
  }

  /** A line that is one's whole name is no other's. */
  near(line: string): Iterable<T> {
    const own = this.whole.get(foldedWords(knownTitle(line)).joined);
    if (own !== undefined) return own;
    const found = new Set(this.always);
    for (const stem of stemsOf(knownTitle(line)))
      for (const one of this.byStem.get(stem) ?? []) found.add(one);
    return found;
  }
}

const stemsOf = (text: string): string[] => [
  ...new Set(foldedWords(text).all.map((word) => word.slice(0, 3))),
];

/** How well a title names a thing: 1 is all words of both, 0 is nothing. */
export function titleMatch(line: string, name: string): number {
  const title = knownTitle(line);
  const wanted = foldedWords(name);
  const given = foldedWords(title);
  if (wanted.all.length === 0 || given.all.length === 0 || given.all.length > 14) return 0;
  if (wanted.joined === given.joined) return 1;
  const hits = wanted.own.filter((word) => given.own.some((other) => alike(word, other))).length;
  const back = given.own.filter((word) => wanted.own.some((other) => alike(word, other))).length;
  if (hits === 0) return title.includes(name) && name.length > 1 ? 0.8 : 0;
  return (hits / wanted.own.length) * 0.7 + (back / given.own.length) * 0.3;
}

/** Whether a title has a word of a name as such, and no other word of its stem. */
export function namesWord(title: string, all: readonly string[]): boolean {
  const words = foldedWords(title).all;
  return all.some((name) =>
    foldedWords(name).all.some((own) => words.some((word) => word.startsWith(own) || own.startsWith(word))),
  );
}

export const GOOD_MATCH = 0.55;

/** Lines that may name a group of levels, the nearest first: the lines right above it and the headings. */
export function titlesAbove(text: PromptText, line: number, skipped: ReadonlySet<number>): Line[] {
  const found: Line[] = [];
  const own = text.lines[line];
  for (let at = line - 1; at >= Math.max(0, line - 10) && found.length < 4; at -= 1) {
    const each = text.lines[at];
    if (
      each === undefined ||
      each.plain === '' ||
      (each.cells !== undefined && at !== line - 1) ||
      each.fence ||
      skipped.has(at)
    )
      continue;
    found.push(each);
    if (each.heading > 0) break;
  }
  const headings = own === undefined ? [] : headingsAbove(text, own);
  return [...found, ...headings.filter((heading) => !found.includes(heading))];
}

/** Lines that look like the title of something judged: headings, `**Name**: …`, `1. Name (1-5)`, `- Name: …`. */
export function titleLines({ lines }: PromptText, skipped: ReadonlySet<number>): Line[] {
  return lines.filter(
    (line) =>
      !skipped.has(line.index) &&
      line.block === undefined &&
      line.plain !== '' &&
      line.cells === undefined &&
      !/\s(?:[<>]=?|[≥≤=])\s/u.test(line.plain) &&
      (line.heading > 0 || !/[.!?。]$/u.test(line.plain) || /[:：]/u.test(line.plain)) &&
      (line.heading > 0 ||
        /^(?:[-*+•]\s{1,4}|\(?\d{1,2}[.)]\s{1,4}|■\s?|\*\*)?[^:：()（）]{2,60}(?:[(（][^()（）]{1,60}[)）])?\s{0,2}(?:[:：–—-]|$)/u.test(
          line.text.trim(),
        )),
  );
}
