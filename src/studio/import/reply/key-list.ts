import type { Reading } from '../criteria';
import { REASON_KEY } from '../criterion-seeds';
import type { FieldDraft } from './sample-shape';
import { readValue } from './sample-value';
import { asciiName, type Line } from '../text-lines';

const ASKED = /\bjson\b/iu;
const KEYS =
  /\b(?:keys?|fields?|properties|attributes|members|claves|campos|clés|champs|Schlüssel\p{L}*|Felder\p{L}*|sleutels|velden)\b|키|필드|キー|項目|字段|键/iu;
/** `"total" (entero)`, `score` (1-5), or a plain key. */
const NAMED = /["'`“]([\p{L}_][\p{L}\p{N}_]{1,40})["'`”](?:\s?[(（]([^()（）\n]{1,120})[)）])?/gu;

/** `JSON: correct, useful, score`. */
const LISTED = /\bjson\s?[:：]\s(?=[a-z][a-z_]+(?:, |\.))/iu;

/** A reply whose keys are only named: "JSON with the keys a, b and c", or in a list below. */
export function readKeyList({ text, skipped }: Reading): FieldDraft[] {
  for (const line of text.lines) {
    if (skipped.has(line.index) || line.fence || line.plain.length > 1500) continue;
    if (!ASKED.test(line.plain) || !(KEYS.test(line.plain) || LISTED.test(line.text))) continue;
    const named = inSentence(line);
    if (named.length > 0) return named;
    const next = text.lines.slice(line.index + 1, line.index + 3).find(({ plain }) => plain !== '');
    const keys = /[:：]$/u.test(line.plain) && next !== undefined ? plainKeys(next, next.text) : [];
    if (keys.length > 1) return keys;
    const listed = below(text.lines, line);
    if (listed.length > 0) return listed;
  }
  return [];
}

function inSentence(line: Line): FieldDraft[] {
  const start = Math.max(0, line.text.search(LISTED), line.text.search(KEYS));
  const sentence = line.text.slice(start).split(/\.(?:\s|$)/u)[0] ?? '';
  const quoted = [...sentence.matchAll(NAMED)];
  if (quoted.length > 1) {
    // "a", "b" and "c" (integers): the note counts for all before it that have none.
    let note = '';
    return quoted
      .toReversed()
      .map((match) => {
        note = match[2] ?? note;
        const from = line.from + start + match.index;
        return fieldOf(match[1] ?? '', note, { from, to: from + match[0].length });
      })
      .toReversed();
  }
  return plainKeys(line, /^\P{L}*\p{L}+[\s:：]+(.*)$/su.exec(sentence)?.[1] ?? '');
}

/** `correct, useful and score` at the start of the words. */
function plainKeys(line: Line, words: string): FieldDraft[] {
  const plain =
    /^\P{L}*((?:[a-z][a-z\d_]{2,40}(?:,\s?(?:and\s)?|\s(?:and|und|et|en|y)\s)){1,20}[a-z][a-z\d_]{2,40})/u.exec(
      words,
    )?.[1];
  if (plain === undefined) return [];
  const keys = plain.split(/,\s?(?:and\s)?|\s(?:and|und|et|en|y)\s/u).filter(Boolean);
  const from = line.from + line.text.indexOf(plain);
  return keys.map((key) =>
    fieldOf(key, '', { from: from + plain.indexOf(key), to: from + plain.indexOf(key) + key.length }),
  );
}

/** `- score: integer from 1 to 5`, one key per item. */
function below(lines: readonly Line[], head: Line): FieldDraft[] {
  const found: FieldDraft[] = [];
  for (const line of lines.slice(head.index + 1, head.index + 60)) {
    if (line.plain === '' && found.length === 0) continue;
    const match =
      /^["'`]?([A-Za-z_][\w]{1,40})["'`]?\s{0,2}(?:[(（]([^()（）]{1,120})[)）])?\s{0,2}(?:[:：=–—-]\s{0,3}(.*))?$/u.exec(
        line.plain,
      );
    if (line.bullet === '' || match === null) break;
    const [, key = '', note = '', definition = ''] = match;
    const said = note === '' ? definition : note;
    found.push(fieldOf(key, said, { from: line.from, to: line.to }, definition));
  }
  return found.length > 1 ? found : [];
}

function fieldOf(key: string, note: string, span: { from: number; to: number }, definition = ''): FieldDraft {
  // "whether it broke a rule, true or false"
  const words = /\b(true\s?(?:\/|or|ou|oder|of|o|或|か|또는)\s?false)\W?$/iu.exec(note)?.[1] ?? note;
  const value = readValue([{ text: singular(words === '' ? '...' : words), quoted: false }], '');
  const { type, nullable, vague, enum: labels, range } = value;
  const text = REASON_KEY.test(key) && type !== 'string';
  const own = /^[A-Za-z_][\w-]*$/u.test(key);
  return {
    path: own ? key : (asciiName(key) ?? `key_${span.from}`),
    key,
    ...(own ? {} : { written: key }),
    type: text ? 'string' : type,
    nullable,
    vague: vague || (labels === undefined && range === undefined),
    certainty: 'stated',
    spans: [span],
    ...(words === '' ? { bare: true } : {}),
    enum: labels,
    range: text ? undefined : range,
    description: [definition, note].find((each) => each !== ''),
  };
}

const singular = (note: string): string =>
  note.replace(/^(?:integers|enteros|entiers|ganze Zahlen|gehele getallen)\b/iu, 'integer');

/** Keys that the file around the prompt declares: `missing(array, …): string`, `grade(enum): A | B`. */
export function fieldsDeclared(reply: readonly (readonly [key: string, note: string])[]): FieldDraft[] {
  return reply.flatMap(([written, note], index) => {
    const [, key = '', kind = ''] = /^([\p{L}_][\p{L}\p{N}_-]*)\??(?:\((\w+)[^)]*\))?$/u.exec(written) ?? [];
    if (key === '') return [];
    const item = { ...fieldOf(key, note, { from: index, to: index }), spans: [] };
    if (kind !== 'array') return [item];
    return [
      { ...item, type: 'array' as const, vague: false },
      { ...item, path: `${item.path}[]` },
    ];
  });
}
