import type { Span } from './proposal';

/** A line of the prompt with what its marks say. */
export interface Line {
  index: number;
  from: number;
  to: number;
  text: string;
  /** The text without bullet, heading and emphasis marks. */
  plain: string;
  indent: number;
  /** `-` for a bullet, `1.` for a numbered item. */
  bullet: string;
  /** 0: no heading. Otherwise its depth: 1 to 6 as in Markdown, more for weaker forms. */
  heading: number;
  /** The fenced block it stands in. */
  block: number | undefined;
  /** The line opens or closes a fenced block. */
  fence: boolean;
  /** The cells of a table's row. */
  cells: readonly string[] | undefined;
  /** The heading above it; for a heading the next higher one. */
  above: number | undefined;
}

export interface Block extends Span {
  info: string;
  firstLine: number;
  lastLine: number;
}

export interface PromptText {
  source: string;
  lines: readonly Line[];
  blocks: readonly Block[];
}

const FENCE = /^\s{0,12}(?:\\?`){3,6}\s{0,4}([\w+-]{0,20})|^\s{0,12}~{3,6}\s{0,4}([\w+-]{0,20})/u;
const BULLET = /^(?:[-*+•·▪◦‣–]|\(?\d{1,2}[.)]|\(?[a-z][.)]|[①-⑳])\s{1,8}|^・\s{0,8}/u;
/** Depths of headings that are not Markdown's: a line in brackets, bold or capitals, a numbered one, one ending with a colon. */
const BRACKETED = 5;
const BOLD = 7;
const NUMBERED = 8;
const COLON = 9;
/** A title is short. */
const TITLE_LENGTH = 90;

export function readLines(source: string): PromptText {
  const lines: Line[] = [];
  const blocks: Block[] = [];
  let open: { from: number; info: string; line: number } | undefined;
  const headings: Line[] = [];
  let from = 0;
  while (from <= source.length) {
    const end = source.indexOf('\n', from);
    const to = end < 0 ? source.length : end;
    const text = source.slice(from, to).replace(/\r$/u, '');
    const index = lines.length;
    const fence = FENCE.exec(text);
    const closesItself = fence !== null && /(?:\\?`){3}/u.test(text.slice(fence[0].length));
    const isFence = fence !== null && !closesItself;
    if (isFence && open !== undefined) {
      blocks.push({ from: open.from, to: from, info: open.info, firstLine: open.line, lastLine: index });
      open = undefined;
    } else if (isFence) {
      open = {
        from: Math.min(to + 1, source.length),
        info: (fence[1] ?? fence[2] ?? '').toLowerCase(),
        line: index,
      };
    }
    const inBlock = open !== undefined && !isFence;
    const line = describe(text, from, index, isFence, inBlock ? blocks.length : undefined);
    if (line.heading > 0) {
      while ((headings.at(-1)?.heading ?? 0) >= line.heading) headings.pop();
      lines.push({ ...line, above: headings.at(-1)?.index });
      headings.push(line);
    } else lines.push({ ...line, above: headings.at(-1)?.index });
    from = to + 1;
  }
  if (open !== undefined) {
    blocks.push({
      from: open.from,
      to: source.length,
      info: open.info,
      firstLine: open.line,
      lastLine: lines.length - 1,
    });
  }
  return { source, lines, blocks };
}

function describe(
  text: string,
  from: number,
  index: number,
  fence: boolean,
  block: number | undefined,
): Line {
  const trimmed = text.trim();
  const bullet = BULLET.exec(trimmed)?.[0].trim() ?? '';
  const plain = plainText(bullet === '' ? trimmed : trimmed.slice(bullet.length).trim());
  const heading = fence || block !== undefined ? 0 : headingDepth(trimmed, plain, bullet);
  return {
    index,
    from,
    to: from + text.length,
    text,
    plain,
    indent: text.length - text.trimStart().length,
    bullet,
    heading,
    block,
    fence,
    cells: readCells(trimmed),
    above: undefined,
  };
}

/** Digits and signs of full width as those of ASCII: `５＝` is `5=`. As long as before. */
export const narrow = (text: string): string =>
  text.replaceAll(/[０-９＝]/gu, (sign) => sign.normalize('NFKC'));

/** Without heading marks, emphasis and code marks; `0.5*score` is a product. */
export function plainText(text: string): string {
  return narrow(text)
    .replace(/^#{1,6}\s+/u, '')
    .replaceAll(/((?<=[\d)])\*(?=[\p{L}(])|(?<=[\p{L})])\*(?=\d))|\*{1,3}|\\?`|__/gu, '$1')
    .trim();
}

function headingDepth(trimmed: string, plain: string, bullet: string): number {
  if (trimmed === '' || plain === '') return 0;
  const marks = /^#{1,6}(?=\s)/u.exec(trimmed)?.[0].length;
  if (marks !== undefined) return marks;
  if (trimmed.length > TITLE_LENGTH) return 0;
  if (
    /^\[[^\]]{1,80}\]$|^【[^】]{1,80}】$|^[=-]{2,20}\s?[^=\s-][^=]{0,60}[=-]{2,20}$|^<[\p{L}_][\p{L}\w -]{0,40}>$/u.test(
      trimmed,
    )
  )
    return BRACKETED;
  if (/^[*+•·-]$/u.test(bullet)) return 0;
  if (/^(?:\d{1,2}[.)]\s{0,3})?\*\*[^*]{1,80}\*\*\s{0,2}(?:\([^)]{0,40}\))?\s{0,2}[:：]?$/u.test(trimmed))
    return BOLD;
  if (/[:：]$/u.test(plain) && bullet === '') return COLON;
  if (/\p{Lu}{3}/u.test(plain) && !/\p{Ll}/u.test(plain) && !/[.!?]$/u.test(plain)) return BOLD;
  if (
    /\d/u.test(bullet) &&
    !/[.!?。;,]$/u.test(plain) &&
    plain.split(/\s+/u).length <= 8 &&
    !/[:：]\s*\S/u.test(plain)
  )
    return NUMBERED;
  return 0;
}

function readCells(trimmed: string): readonly string[] | undefined {
  if (!trimmed.startsWith('|') || trimmed.length > 4000) return undefined;
  const cells = trimmed
    .replace(/^\|/u, '')
    .replace(/\|\s{0,4}$/u, '')
    .split('|');
  return cells.length < 2 ? undefined : cells.map((cell) => plainText(cell.trim()));
}

/** A rule between the head and the body of a table. */
export function isTableRule(line: Line): boolean {
  return line.cells?.every((cell) => /^:?-{2,}:?$/u.test(cell)) ?? false;
}

/** The headings above a line, the nearest first. */
export function headingsAbove(text: PromptText, line: Line, most = 6): Line[] {
  const found: Line[] = [];
  for (let at = line.above; at !== undefined && found.length < most;) {
    const heading = text.lines[at];
    if (heading === undefined) break;
    found.push(heading);
    at = heading.above;
  }
  return found;
}

/** The line a character stands in. */
export function lineAt(text: PromptText, offset: number): Line | undefined {
  let low = 0;
  let high = text.lines.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((text.lines[middle]?.from ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return text.lines[low];
}

export const spanOf = (line: Line): Span => ({
  from: line.from + line.indent,
  to: Math.max(line.from + line.indent, line.from + line.text.trimEnd().length),
});

/** Words in lower case, for comparing a heading with a key: `RULE COMPLIANCE`, `rule_compliance` and `ruleCompliance` are alike. */
export function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, 200)
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/\p{Mn}/gu, '')
      .normalize('NFC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** A pattern for keys, however their words are joined: `totalScore` is `total_Score` to it. */
export const ofKey = (pattern: RegExp): Pick<RegExp, 'test'> => ({
  test: (key) => pattern.test(key.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1_$2')),
});

/** A text as a part of a pattern. */
export const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);

/** The first of `name`, `name_2`, `name_3` … that is free. */
export function freeName(name: string, isTaken: (name: string) => boolean, joint = '_'): string {
  let free = name;
  for (let next = 2; isTaken(free); next += 1) free = `${name}${joint}${next}`;
  return free;
}

/** A name as words: `answerText` and `answer_text` are "Answer text". */
export function spelledOut(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_-]+/gu, ' ')
    .trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

const LEADS = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const TAILS = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');

/** 친절 is `chinjeol`: the sounds of a name, never what it means. */
export function romanized(syllable: string): string {
  const at = (syllable.codePointAt(0) ?? 0) - 0xac_00;
  const lead = Math.floor(at / 588);
  return `${LEADS[lead] ?? ''}${VOWELS[Math.floor((at % 588) / 28)] ?? ''}${TAILS[at % 28] ?? ''}`;
}

/** A name of letters, digits and `_`, or undefined where no ASCII letter is left. */
export function asciiName(text: string): string | undefined {
  const latin = /\p{Script=Latin}/u.test(text) ? text : text.replaceAll(/[가-힣]/gu, romanized);
  const name = latin
    .replaceAll(/ß/gu, 'ss')
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9_]+/gu, (gap) => (/[\s.\-/'’]/u.test(gap) ? '_' : ''))
    .replaceAll(/_{2,}/gu, '_')
    .replaceAll(/^_+(?=\w)|_+$/gu, '')
    .toLowerCase();
  if (!/[a-z]/u.test(name)) return undefined;
  return /^\d/u.test(name) ? `n_${name}` : name;
}
