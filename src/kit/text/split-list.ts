import { foldName } from './fold-name';
import { parseJson } from '../json';
import { jsonFault } from './json-text';

interface TextRange {
  start: number;
  end: number;
}

/** One entry of a list, and where it stands in the text (UTF-16 offsets, quotes left out). */
export interface ListItem extends TextRange {
  text: string;
}

type Failed = { ok: false; problem: string };
export type SplitList = { ok: true; items: ListItem[] } | Failed;

function failed(problem: string): Failed {
  return { ok: false, problem };
}

/** The strongest separator present divides the list; a weaker one then belongs to the entries. */
const lineBreak = /[\r\n]/u;
const comma = /[,，、]/u;
const separators = [lineBreak, /[|｜]/u, /[;；]/u, comma];
const anySeparator = '[\\r\\n|｜;；,，、]';
const jsonString = /"(?:[^"\\]|\\.)*"/gu;
const characterEntity =
  /&(?:amp|quot|apos|nbsp|lt|gt|reg|trade|[aeiouAEIOU](?:acute|grave|circ|uml)|[cC]cedil|[nN]tilde|szlig|#\d{1,6}|#x[\da-fA-F]{1,6});/gu;
/** What people and models write for a list without entries. */
const nothing = /^(?:none|n\/a|null|[-–—])$/iu;

/**
 * A list as people and models write it: a JSON array of strings, or entries separated by line breaks, pipes, semicolons or
 * commas, with or without bullets or numbering. An entry that contains its separator stands in double quotes, a quote
 * inside it doubled, or is one of the `known` names. Empty entries are dropped; a word such as `None` is an empty list.
 */
export function splitList(text: string, known: readonly string[] = []): SplitList {
  const body = text.trim();
  const opening = body.charAt(0);
  if (opening === '[') return splitJson(text);
  if (opening === '{') return failed('Expected a list, got a JSON object.');
  const names = known.map((name) => name.trim()).filter((name) => name !== '');
  if (nothing.test(body) && !names.includes(body)) return { ok: true, items: [] };
  return splitSeparated(text, names);
}

function splitJson(text: string): SplitList {
  const parsed = parseJson(text);
  if (parsed === undefined) {
    const { line, column } = jsonFault(text);
    return failed(
      `Expected a JSON array of texts in double quotes, got text that is not JSON: see line ${line}, column ${column}.`,
    );
  }
  const elements: unknown[] = Array.isArray(parsed) ? parsed : [];
  const stranger = elements.findIndex((element) => typeof element !== 'string');
  if (stranger >= 0) {
    const got = JSON.stringify(elements[stranger]);
    return failed(`Expected only texts in the JSON array, got ${got} at place ${stranger + 1}.`);
  }
  // All elements are strings, so the string tokens of the source are the elements, in order.
  const items = [...text.matchAll(jsonString)].map(({ 0: token, index }, place) => ({
    text: String(elements[place]).trim(),
    start: index + 1,
    end: index + token.length - 1,
  }));
  return { ok: true, items: items.filter((item) => item.text !== '') };
}

function splitSeparated(text: string, known: readonly string[]): SplitList {
  const masked = maskSeparators(text, known);
  const body = masked.trim();
  const separator = separators.find((candidate) => candidate.test(body)) ?? comma;
  const read = withoutMarkers(text, divide(text, masked, separator), (entry) => known.includes(entry));
  if (!read.ok) return read;
  const items: ListItem[] = [];
  for (const entry of read.entries) {
    const item = readEntry(text, entry);
    if (item === null) {
      const written = text.slice(entry.start, entry.end);
      return failed(`Expected a closing double quote at the end of the entry, got ${written}`);
    }
    if (item.text !== '') items.push(item);
  }
  const torn = known.find((name) => isTorn(name, separator, text, items));
  if (torn === undefined) return { ok: true, items };
  return failed(
    `Expected “${torn}” to be told from a list, got it in a form that the separator cuts. Put the name in double quotes or write the list as a JSON array.`,
  );
}

/** The places between separators, without the white space around them. */
function divide(text: string, bare: string, separator: RegExp): TextRange[] {
  const entries: TextRange[] = [];
  let from = 0;
  for (let to = 0; to <= text.length; to += 1) {
    if (to < text.length && !separator.test(bare.charAt(to))) continue;
    const raw = text.slice(from, separator === lineBreak ? endWithoutSeparator(text, from, to) : to);
    const start = from + raw.length - raw.trimStart().length;
    if (raw.trim() !== '') entries.push({ start, end: start + raw.trim().length });
    from = to + 1;
  }
  return entries;
}

/**
 * The text with letters in place of quoted entries and of known names that contain a separator, so that the separators inside
 * them are not seen. The semicolon of `H&amp;M` separates nothing either. Same length as the text.
 */
function maskSeparators(text: string, known: readonly string[]): string {
  const patterns = known
    .filter((name) => separators.some((separator) => separator.test(name)))
    .toSorted((one, other) => other.length - one.length)
    .map((name) =>
      name
        .replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`)
        .replace(/\s+/gu, String.raw`\s*`)
        .replace(/\\\.$/u, String.raw`\.?`),
    );
  return ['"(?:[^"]|"")*"', ...patterns].reduce(
    (rest, entry) => rest.replace(entryPattern(entry), (found) => 'x'.repeat(found.length)),
    text.replace(characterEntity, (entity) => 'x'.repeat(entity.length)),
  );
}

/** An entry between separators, or between the ends of the text. */
function entryPattern(entry: string): RegExp {
  const space = String.raw`[^\S\r\n]*`;
  // No entry begins with white space: without the first look, a long run of it would be searched again at each place.
  return new RegExp(
    `(?!\\s)(?<=(?:^|${anySeparator})${space})${entry}(?=${space}(?:$|${anySeparator}))`,
    'giu',
  );
}

/** Whether two neighbouring entries look like a known name cut at its own separator: `Smith` and `Jones and Co.`. */
function isTorn(name: string, separator: RegExp, text: string, items: readonly ListItem[]): boolean {
  const parts = name.split(separator).map((part) => part.trim());
  return items.some((item, index) => {
    const next = items[index + 1];
    if (next === undefined || text.charAt(item.start - 1) === '"') return false;
    return parts.some((part, at) => {
      const rest = parts[at + 1];
      return (
        rest !== undefined &&
        foldName(part) === foldName(item.text) &&
        firstWord(rest) === firstWord(next.text)
      );
    });
  });
}

function firstWord(name: string): string {
  return foldName(name.split(/\s/u)[0] ?? '');
}

/** Lists over several lines often keep a comma or another separator at the end of each line. */
function endWithoutSeparator(text: string, from: number, to: number): number {
  return from + text.slice(from, to).replace(/\s*[,，、;；|｜]\s*$/u, '').length;
}

/** Null when the entry opens a quote and does not close it. */
function readEntry(text: string, { start, end }: TextRange): ListItem | null {
  const entry = text.slice(start, end);
  if (!entry.startsWith('"')) return { text: entry, start, end };
  if (entry.length < 2 || !entry.endsWith('"')) return null;
  return { text: entry.slice(1, -1).replaceAll('""', '"').trim(), start: start + 1, end: end - 1 };
}

const bullet = /^(?:[-–—*]\s+|[•·‣▪◦●○■□►➤]\s*)(?=\S)/u;
const numbering = /^(?:\(?(\d{1,3})[.)](\s*)(?=\P{N})|([①-⑳])(\s*)(?=\S))/u;
const beforeCircledOne = 0x245f;

/**
 * Entries without the bullets and numbers that stand before them. A name may begin with a number too (`1. FC Köln`), so
 * numbers are taken for numbering only where they count the whole list from 1, and never in a name that `isKnown`.
 */
function withoutMarkers(
  text: string,
  entries: readonly TextRange[],
  isKnown: (entry: string) => boolean,
): { ok: true; entries: TextRange[] } | Failed {
  const bare = entries.map((entry) => {
    const written = text.slice(entry.start, entry.end);
    const length = isKnown(written) ? 0 : (bullet.exec(written)?.[0].length ?? 0);
    return { start: entry.start + length, end: entry.end };
  });
  const written = bare.map(({ start, end }) => text.slice(start, end));
  const marks = written.flatMap((entry) => numberingOf(entry) ?? []);
  const numbered = marks.length > 0 && marks.length === bare.length && !written.some(isKnown);
  if (!numbered) return { ok: true, entries: bare };
  if (marks.length > 1 && marks.every(({ number }, index) => number === index + 1)) {
    const stripped = bare.map(({ start, end }, index) => ({
      start: start + (marks[index]?.length ?? 0),
      end,
    }));
    return { ok: true, entries: stripped };
  }
  if (!marks.every(({ spaced }) => spaced)) return { ok: true, entries: bare };
  return failed(
    `Expected names, or names numbered from 1, got ${written[0]}: the number may belong to the name. Write the list as a JSON array.`,
  );
}

function numberingOf(entry: string): { number: number; length: number; spaced: boolean } | null {
  const found = numbering.exec(entry);
  if (!found) return null;
  const [mark, digits, space, circled, circledSpace] = found;
  const number =
    circled === undefined ? Number(digits) : (circled.codePointAt(0) ?? beforeCircledOne) - beforeCircledOne;
  return { number, length: mark.length, spaced: (space ?? circledSpace ?? '') !== '' };
}
