import type { Reading } from './criteria';
import { labelListBelow } from './label-lines';
import { labelsOf } from './label-sets';
import type { FieldDraft } from './sample-shape';
import { alternatives, readValue } from './sample-value';
import { spanOf } from './text-lines';
import type { Line } from './text-lines';
import { titleMatch } from './titles';

/** What the text says about a field outside of the sample, where the sample leaves it open. */
export function describeFields(reading: Reading, fields: FieldDraft[]): void {
  for (const field of fields) {
    if (field.type === 'object' || field.type === 'array' || field.enum !== undefined) continue;
    if (field.type === 'boolean' || (field.range !== undefined && !field.vague)) continue;
    if (field.path.endsWith('[]')) labelsOfList(reading, field, fields);
    else fromDefinition(reading, field);
  }
}

/** A line that starts with the key: `- score: integer from 1 to 5`, "`tone`: polite, neutral or rude". */
function fromDefinition({ text, skipped }: Reading, field: FieldDraft): void {
  for (const line of text.lines) {
    if (skipped.has(line.index) || line.fence || !startsWith(line, field.key)) continue;
    const rest = line.plain
      .slice(line.plain.indexOf(field.key) + field.key.length)
      .replace(/^["'`”]?\s*/u, '')
      .trim();
    if (rest !== '' && take(field, rest, line)) return;
  }
}

function startsWith(line: Line, key: string): boolean {
  const words = line.plain.replace(/^["'`“]/u, '');
  return words.startsWith(key) && !/^[\p{L}\p{N}_]/u.test(words.slice(key.length));
}

function take(field: FieldDraft, rest: string, line: Line): boolean {
  const bracketed = /^[(（]([^()（）]{1,80})[)）]/u.exec(rest)?.[1];
  const definition = rest
    .replace(/^[(（][^()（）]{1,80}[)）]/u, '')
    .replace(/^\s*[:：=–—-]\s*/u, '')
    .trim();
  const sentence = definition.split(/(?<=[.!?。])\s/u)[0]?.replace(/[.。]$/u, '') ?? '';
  const numeric = field.type === 'integer' || field.type === 'number';
  for (const words of [bracketed ?? '', sentence]) {
    if (words === '') continue;
    const shape = readValue([{ text: words, quoted: false }], '');
    if (shape.range !== undefined && (numeric || field.vague || field.type === 'string')) {
      field.range = shape.range;
      field.type = numeric && field.literal?.includes('.') === true ? 'number' : shape.type;
      field.spans.push(spanOf(line));
      return true;
    }
  }
  if (field.type !== 'string') return false;
  const labels =
    spoken(sentence) ??
    quotedConditions(definition) ??
    (bracketed === undefined ? undefined : alternatives(bracketed, true));
  if (labels === undefined) return false;
  field.enum = labels;
  field.vague = false;
  field.spans.push(spanOf(line));
  if (field.certainty === 'stated') field.certainty = 'inferred';
  return true;
}

/** "yes, no or debatable": short words only, the last joined by "or". */
function spoken(sentence: string): string[] | undefined {
  const before = (sentence.split(/\s*[:：?]\s/u)[0] ?? '').replace(
    /^(?:exactly |either )?one of\s*[:：]?\s*/iu,
    '',
  );
  const said = before.length < (sentence.split(/\s*[:：?]\s/u)[0] ?? '').length;
  const parts = before
    .split(/\s*,\s*|\s+(?:or|ou|oder|of|o)\s+/u)
    .map((part) => part.replaceAll(/^["'`“]|["'`”]$/gu, '').replace(/^(?:or|ou|oder|of) /u, ''));
  const joined = /\s(?:or|ou|oder|of|o)\s/u.test(before);
  return (joined || said) && parts.length > 1 && parts.every((part) => /^[\p{L}\p{N}_-]{1,24}$/u.test(part))
    ? parts
    : (labelsOf(before) ?? alternatives(before, false));
}

/** `"right" if …, "wrong" if …`. */
function quotedConditions(definition: string): string[] | undefined {
  const labels = [
    ...definition.matchAll(/["“'`]([^"”'`\n]{1,40})["”'`]\s(?:if|when|wenn|si|als|for)\s/gu),
  ].map((match) => match[1] ?? '');
  return labels.length > 1 && new Set(labels).size === labels.length ? labels : undefined;
}

/** A list whose sample makes up its values takes the labels that the text defines for it. */
function labelsOfList(
  { text, labels, skipped }: Reading,
  field: FieldDraft,
  fields: readonly FieldDraft[],
): void {
  if (field.type !== 'string') return;
  const key = fields.find(({ path }) => path === field.path.slice(0, -2))?.key ?? field.key;
  for (const line of text.lines) {
    if (skipped.has(line.index) || line.heading === 0 || titleMatch(line.plain, key) < 0.55) continue;
    const next = text.lines.find(
      (other) => other.index > line.index && other.heading > 0 && other.heading <= line.heading,
    );
    const found = labelListBelow(text, labels, line.index, next?.index ?? text.lines.length);
    if (found.length < 2) continue;
    field.enum = found.map(({ at }) => at);
    field.spans.push(...found.map(({ span }) => span));
    field.certainty = 'inferred';
    return;
  }
}
