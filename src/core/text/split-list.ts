/** One entry of a list, and where it stands in the text (UTF-16 offsets, quotes left out). */
export interface ListItem {
  text: string;
  start: number;
  end: number;
}

export type SplitList = { ok: true; items: ListItem[] } | { ok: false; problem: string };

/** The strongest separator present divides the list; a weaker one then belongs to the entries. */
const lineBreak = /[\r\n]/u;
const comma = /[,，、]/u;
const separators = [lineBreak, /[|｜]/u, comma];
const jsonString = /"(?:[^"\\]|\\.)*"/gu;

/**
 * A list as people and models write it: a JSON array of strings, or entries separated by line breaks, pipes or commas.
 * An entry that contains its separator stands in double quotes, a quote inside it doubled. Empty entries are dropped.
 */
export function splitList(text: string): SplitList {
  const opening = text.trim().charAt(0);
  if (opening === '[') return splitJson(text);
  if (opening === '{') return { ok: false, problem: 'Expected a list, got a JSON object.' };
  return splitSeparated(text);
}

function splitJson(text: string): SplitList {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      problem: `Expected a JSON array of texts in double quotes, got text that is not JSON: ${detail}`,
    };
  }
  if (!Array.isArray(parsed)) return { ok: false, problem: 'Expected a JSON array of texts.' };
  const elements: unknown[] = parsed;
  const stranger = elements.findIndex((element) => typeof element !== 'string');
  if (stranger >= 0) {
    const got = JSON.stringify(elements[stranger]);
    return {
      ok: false,
      problem: `Expected only texts in the JSON array, got ${got} at place ${stranger + 1}.`,
    };
  }
  // All elements are strings, so the string tokens of the source are the elements, in order.
  const items = [...text.matchAll(jsonString)].map((token, index) => {
    const inner = { start: token.index + 1, end: token.index + token[0].length - 1 };
    return { text: String(elements[index]).trim(), ...inner };
  });
  return { ok: true, items: items.filter((item) => item.text !== '') };
}

function splitSeparated(text: string): SplitList {
  const bare = blankQuoted(text);
  const body = bare.trim();
  const separator = separators.find((candidate) => candidate.test(body)) ?? comma;
  const items: ListItem[] = [];
  let start = 0;
  for (let end = 0; end <= text.length; end += 1) {
    if (end < text.length && !separator.test(bare.charAt(end))) continue;
    const item = readEntry(text, start, separator === lineBreak ? endWithoutComma(text, start, end) : end);
    if (item === null) {
      const entry = text.slice(start, end).trim();
      return { ok: false, problem: `Expected a closing double quote at the end of the entry, got ${entry}` };
    }
    if (item.text !== '') items.push(item);
    start = end + 1;
  }
  return { ok: true, items };
}

/** Quoted entries overwritten with a letter, so that separators inside them are not seen. Same length as the text. */
function blankQuoted(text: string): string {
  return text.replace(
    /(^|[\r\n|｜,，、])([^\S\r\n]*)("(?:[^"]|"")*")(?=[^\S\r\n]*(?:$|[\r\n|｜,，、]))/gu,
    (_all, before: string, space: string, quoted: string) => before + space + 'x'.repeat(quoted.length),
  );
}

/** Lists over several lines often keep a comma or a pipe at the end of each line. */
function endWithoutComma(text: string, from: number, to: number): number {
  return from + text.slice(from, to).replace(/\s*[,，、|｜]\s*$/u, '').length;
}

/** Null when the entry opens a quote and does not close it. */
function readEntry(text: string, from: number, to: number): ListItem | null {
  const raw = text.slice(from, to);
  const entry = raw.trim();
  const start = from + (entry === '' ? 0 : raw.indexOf(entry));
  const end = start + entry.length;
  if (!entry.startsWith('"')) return { text: entry, start, end };
  if (entry.length < 2 || !entry.endsWith('"')) return null;
  return { text: entry.slice(1, -1).replaceAll('""', '"').trim(), start: start + 1, end: end - 1 };
}
