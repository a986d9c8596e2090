import { levelOf, type ReadLevel } from './level-forms';
import { escaped, spanOf, type Line, type PromptText } from '../text-lines';

/** A line that defines a label: `- **PASS**: …`, `"yes" if …`, `A = …`, a table's row. */
export interface LabelLine extends ReadLevel {
  at: string;
}

const DEFINED =
  /^["'“‘`([<]{0,2}([\p{L}\p{N}][^:：=→"”'’`()（）\][<>|]{0,48}?)["'”’`)\]>]{0,2}\s{0,2}(?:[(（]([^()（）]{1,80})[)）])?\s{0,2}(?:[:：=→⇒]|->|=>|–|—|-(?=\s)|,?\s(?:if|when|wenn|si|als|falls|cuando|means|otherwise)(?=[\s.])|（)\s{0,3}(.*)$/iu;
const TOLD =
  /^(?:(?:respond|answer|reply|output|return|choose|use|label|give|say|write|mark|select)\s(?:it )?(?:with |as )?(?:the (?:word|label) )?)["'“‘`]?([\p{L}\p{N}_][\p{L}\p{N}_ -]{0,40}?)["'”’`]?[,:]?\s(?:only )?(?:if|when|for|where)\s(.+)$/iu;

function readLabelLine(line: Line): LabelLine | undefined {
  if (line.plain === '' || line.plain.length > 1500 || line.fence) return undefined;
  const made = (at = '', description = ''): LabelLine => levelOf(line, at.trim(), description);
  if (line.cells !== undefined) {
    const [label = '', ...rest] = line.cells;
    return rest.length === 0 || label === '' ? undefined : made(unquoted(label), rest.join(' — '));
  }
  const lettered = /^\(?([A-Za-z])[.)]$/u.exec(line.bullet)?.[1];
  if (lettered !== undefined) return made(lettered, line.plain);
  const letter = /^\(([A-Z])\)\s+(.+)$/u.exec(line.plain);
  if (letter !== null) return made(letter[1], letter[2]);
  const quoted = /^["“「]([^"”」\n]{1,30})["”」]\s+(?!(?:if|when|wenn|si|als)\s)(\p{L}.*)$/iu.exec(
    line.plain,
  );
  if (quoted !== null) return made(quoted[1], quoted[2]);
  const told = TOLD.exec(line.plain);
  if (told !== null) return made(told[1], told[2]);
  const match = DEFINED.exec(line.plain);
  return match === null ? undefined : made(match[1], [match[2], match[3]].filter(Boolean).join(': '));
}

const unquoted = (text: string): string => text.replaceAll(/^["'“‘`]+|["'”’`]+$/gu, '').trim();

/** `A: {answer_a}` holds what is judged and defines no label. */
const ONLY_INPUT = /^\W*(?:\$?\{+[^{}]*\}+|<<[^<>]*>>|%(?:\(\w+\))?[sd])\W*$/u;
const IN_BRACKETS =
  /\[\[([\p{L}\p{N}]{1,20})\]\]["'”’`]?,?\s(?:if|when|for|wenn|falls|si|als|für|pour|voor)\s([^,;.\n[\]"“]{2,120})/gu;

/** All lines that define a label, read once. */
export function findLabelLines(text: PromptText, skipped: ReadonlySet<number>): LabelLine[] {
  return text.lines.flatMap((line) => {
    if (skipped.has(line.index)) return [];
    const inSentence = [...line.text.matchAll(IN_BRACKETS)].map(
      ({ 0: all, 1: at = '', 2: words = '', index }) => ({
        at,
        name: '',
        description: words.replace(/\s(?:and|or|und|et|en)$/u, ''),
        span: { from: line.from + index, to: line.from + index + all.trimEnd().length },
        line: line.index,
      }),
    );
    if (inSentence.length > 1) return inSentence;
    const read = readLabelLine(line);
    return read === undefined || ONLY_INPUT.test(read.description) ? [] : [read];
  });
}

/** "TOXIC if it insults someone, CLEAN otherwise": what stands behind a label in a sentence, up to the next one. */
export function definedWithin({ lines }: PromptText, labels: readonly string[], label: string) {
  const [own = '', ...others] = [label, ...labels].map(escaped);
  const quote = `["'“”‘’\`]?`;
  const defined = new RegExp(
    `(?<![\\p{L}\\p{N}_])${own}${quote}\\s(?:(?:only )?(?:if and only if|if|when|where|wenn|falls|si|als|cuando)\\s((?:(?!"[,}\\]]|\\|).){2,300}?)|(otherwise|sonst|sinon|anders))(?=[,;]?\\s(?:(?:and|or|otherwise|else|und|oder|sonst|et|ou|sinon|en|of|anders),?\\s)?${quote}(?:${others.join('|')})(?![\\p{L}\\p{N}_])|[.;](?:\\s|$)|$)`,
    'u',
  );
  for (const line of lines) {
    const [, condition, rest] = (!line.fence && defined.exec(line.text)) || [];
    const description = condition ?? rest;
    if (description !== undefined) return { description, span: spanOf(line), line: line.index };
  }
  return undefined;
}

/** The levels of a known set of labels, in its order; a label that is nowhere defined has no description. */
export function levelsOfLabels(
  labels: readonly string[],
  lines: readonly LabelLine[],
  near: (line: number) => number,
): ReadLevel[] {
  return labels.map((label) => {
    const own = lines.filter(({ at }) => at === label);
    const folded = own.length > 0 ? own : lines.filter(({ at }) => at.toLowerCase() === label.toLowerCase());
    const best = folded.toSorted(
      (a, b) =>
        near(a.line) - near(b.line) ||
        Number(b.description !== '') - Number(a.description !== '') ||
        a.line - b.line,
    )[0];
    return best === undefined
      ? { at: label, name: label, description: '', span: { from: 0, to: 0 }, line: -1 }
      : { ...best, at: label, name: label };
  });
}

const isListed = (line: Line | undefined): boolean =>
  line !== undefined && (line.bullet !== '' || line.cells !== undefined || /^["“`]/u.test(line.text.trim()));

/** A list of labels with definitions below one title, of which the sample gives only invented names. */
export function labelListBelow(
  text: PromptText,
  lines: readonly LabelLine[],
  from: number,
  to: number,
): LabelLine[] {
  const within = lines.filter(
    ({ line, at }) => line > from && line < to && isListed(text.lines[line]) && at.length <= 48,
  );
  const constants = within.filter(({ at }) => /^[\p{Lu}][\p{Lu}\d]*(?:_[\p{Lu}\d]+)*$/u.test(at));
  const chosen =
    constants.length > 1
      ? constants
      : within.filter(
          ({ line, at }) =>
            at.split(/\s+/u).length <= 3 && /["'“`]|\*\*/u.test(text.lines[line]?.text.slice(0, 12) ?? ''),
        );
  const seen = new Set<string>();
  return chosen.filter(({ at }) => !seen.has(at) && seen.add(at));
}
