import type { Reading } from '../criteria';
import { REASON_KEY } from '../criterion-seeds';
import type { FieldDraft } from './sample-shape';
import { findRanges } from '../levels/ranges';
import { readValue } from './sample-value';
import { asciiName, type Line } from '../text-lines';

const ASKED = /\bjson\b/iu;
const KEYS =
  /\b(?:keys?|fields?|properties|attributes|members|claves|campos|clés|champs|Schlüssel\p{L}*|Felder\p{L}*|sleutels|velden)\b|키|필드|キー|項目|字段|键/iu;
/** `"total" (entero)`, `score` (1-5), or a plain key. */
const NAMED = /["'`“]([\p{L}_][\p{L}\p{N}_]{1,40})["'`”](?:\s?[(（]([^()（）\n]{1,120})[)）])?/gu;

/** `JSON: correct, useful, score`. */
const LISTED = /\bjson\s?[:：]\s(?=[a-z][a-z_]+(?:, |\.))/iu;

/** What one sentence says of all keys below it. */
function each(head: string): string {
  if (!/\b(?:each|all|chacune?|jeweils|cada un[oa]|elk|every)\b|각|每/iu.test(head)) return '';
  const [range] = findRanges(head);
  return range === undefined ? '' : head.slice(range.at, range.at + range.length);
}

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
    const listed = below(text.lines, line, each(line.plain));
    if (listed.length > 0) return listed;
  }
  return boldKeys(text.lines, skipped);
}

const BOLD_KEY =
  /^\s*(?:[-*•]|\d{1,2}[.)])\s+\*\*`?([a-z][a-z\d]*(?:_[a-z\d]+)*)`?\*\*\s{0,2}(?:[(（]([^()（）]{1,80})[)）])?\s{0,2}[:：]?\s{0,3}(.*)$/u;

/** `1. **checks**: for each …` with `- **met**: … (true/false)` below it, and `2. **answer_quality** (1-5)`. */
function boldKeys(lines: readonly Line[], skipped: ReadonlySet<number>): FieldDraft[] {
  const found = lines.flatMap((line) => {
    const match = skipped.has(line.index) ? null : BOLD_KEY.exec(line.text);
    return match === null
      ? []
      : [{ line, key: match[1] ?? '', note: match[2] ?? '', definition: match[3] ?? '' }];
  });
  const top = Math.min(...found.map(({ line }) => line.indent));
  const outer = found.filter(({ line }) => line.indent === top);
  if (outer.length < 2 || !outer.some(({ key }) => key.includes('_'))) return [];
  let parent = '';
  return found.flatMap(({ line, key, note, definition }, index): FieldDraft[] => {
    const said = note === '' ? (/[(（]([^()（）]{1,60})[)）]\s*$/u.exec(definition)?.[1] ?? '') : note;
    const own = fieldOf(key, said, { from: line.from, to: line.to }, definition);
    if (line.indent > top) return [{ ...own, path: `${parent}${own.path}` }];
    const next = found[index + 1];
    if (next === undefined || next.line.indent === top) return [own];
    const list = /\b(?:for each|for every|je|für jede\p{L}*|pour chaque|voor elk\p{L}*|para cada)\b/iu.test(
      definition,
    );
    parent = `${own.path}${list ? '[]' : ''}.`;
    const whole = { ...own, type: list ? ('array' as const) : ('object' as const), vague: false };
    return list ? [whole, { ...whole, path: `${own.path}[]`, type: 'object' }] : [whole];
  });
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
function below(lines: readonly Line[], head: Line, shared: string): FieldDraft[] {
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
    const typed = fieldOf(key, said, { from: line.from, to: line.to }, definition);
    const open =
      shared !== '' && typed.type === 'string' && typed.enum === undefined && !REASON_KEY.test(key);
    found.push(
      open ? { ...fieldOf(key, shared, { from: line.from, to: line.to }), description: definition } : typed,
    );
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
