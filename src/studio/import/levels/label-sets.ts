import type { Reading } from '../criteria';
import type { LabelLine } from './label-lines';
import { alternatives, isLabel } from '../reply/sample-value';
import type { Span } from '../proposal';
import type { Line, PromptText } from '../text-lines';

/** The labels of which the reply is one. */
export interface LabelSet {
  labels: string[];
  line: Line | undefined;
}

export type LabelRun = LabelSet & { spans: Span[] };

const REPLY_VERB =
  /\b(?:(?:response|reply|output|answer|verdict) (?:should|must|will|has to|is to) be|single word|one word|respond|reply|answer|output|return|mark|label|classify|choose|pick|select|decide|verdict|say|write|kies|geef|antwoord|wähle\p{L}*|antworte\p{L}*|choisissez|répondez|réponds|indiquez|elige|responde|clasifica)\b|중 하나|하나로|하나를|답하|출력|판정|いずれか|答え|判定|之一|输出|回答/iu;
export const CHOICE_CUE =
  /\b(?:one of|pick|choose|select|which of|labels?|verdict|categor\p{L}*|classif\p{L}*|options?|grade|letter|kies|oordeel|keuze|choisi\p{L}*|lettre|catégorie|wähl\p{L}*|kategorie|buchstabe|elige|categoría|letra)\b|중 하나|하나를|선택|등급|いずれか|区分|判定|之一|选项|类别/iu;

export function findLabelSet(reading: Reading): LabelSet | undefined {
  return lettered(reading) ?? asked(reading) ?? listed(reading);
}

/** Lines `(A) …`, `A: …` in turn. */
export function lettered({ text, labels }: Reading): LabelSet | undefined {
  const letters = labels.filter(({ at }) => /^[A-Z]$/u.test(at));
  const starts = letters.flatMap(({ at }, index) => (at === 'A' ? [letters.slice(index)] : []));
  const runs = starts.map((all) => {
    const end = all.findIndex((each, index) => index > 0 && !followsOn(all[index - 1], each));
    return end < 0 ? all : all.slice(0, end);
  });
  const run = runs.find(({ length }) => length > 1);
  return run && { labels: run.map(({ at }) => at), line: text.lines[run[0]?.line ?? 0] };
}

/** Grades have no E where they have an F. */
const followsOn = (before: LabelLine | undefined, next: LabelLine): boolean =>
  before !== undefined &&
  next.line - before.line <= 4 &&
  (next.at.codePointAt(0) === (before.at.codePointAt(0) ?? 0) + 1 || (before.at === 'D' && next.at === 'F'));

/** "Answer Yes or No", "reply with one word: `relevant` or `unrelated`", 「1」「2」「引き分け」のいずれか. */
function asked({ text, skipped }: Reading): LabelSet | undefined {
  for (const line of text.lines) {
    if (skipped.has(line.index) || line.fence || line.plain.length > 1500 || !REPLY_VERB.test(line.plain))
      continue;
    const labels = below(text, line);
    if (labels.length > 1) return { labels, line };
    // A sentence may run on in the next line.
    const next = text.lines[line.index + 1];
    const wraps = line.text.length > 40 && next?.bullet === '' && next.heading === 0;
    const words = wraps ? `${line.text} ${next.text.trim()}` : line.text;
    for (const sentence of words.split(/(?<=[.!?。])\s*/u)) {
      if (!REPLY_VERB.test(sentence)) continue;
      const found = labelsOf(sentence);
      if (found !== undefined) return { labels: found, line };
    }
  }
  return undefined;
}

/** The labels a sentence offers: quoted ones, capitals joined by "or", or a known pair. */
export function labelsOf(sentence: string): string[] | undefined {
  const quoted = [
    ...sentence.matchAll(
      /["“「『‘`]([^"”」』’`\n]{1,40})["”」』’`]|(?<![\p{L}])'([^'\n]{1,40})'(?![\p{L}])/gu,
    ),
  ].map((match) => (match[1] ?? match[2] ?? '').trim());
  const distinct = [...new Set(quoted)].filter(
    (label) =>
      (isLabel(label) && label.split(/\s+/u).length <= 3 && !/^\[|^\d+(?:\.\d+)?$/u.test(label)) ||
      /^\d$/u.test(label),
  );
  const joined =
    /["”」』’`']\s?(?:(?:if|when|si|wenn|als)\s[^"“'‘]{2,60}?[\s,])?(?:,|、|or\b|and\b|oder\b|ou\b|of\b|또는|または|或|\/|と|「|"|')/u.test(
      sentence,
    );
  if (distinct.length > 1 && joined && distinct.length === new Set(quoted).size) return distinct;
  const capitals =
    /\b([A-Z][A-Z_]{1,30}(?:(?:, | \/ |\/|, or | or | ou | oder | of )[A-Z][A-Z_]{1,30}){1,8})\b/u.exec(
      sentence,
    )?.[1];
  const pair =
    /\b((?:yes|no|true|false|pass|fail|correct|incorrect|ja|nein|nee|oui|non|good|fair|bad|safe|unsafe)(?:(?:,? or |, | ou | oder | of |\/)(?:yes|no|true|false|pass|fail|correct|incorrect|ja|nein|nee|oui|non|poor|bad|good|fair|safe|unsafe|unclear|partial|unknown)){1,4})\b/iu.exec(
      sentence,
    )?.[1];
  return alternatives(capitals ?? pair ?? '', true);
}

/** Defined labels below a line that asks to choose. */
const listed = (reading: Reading): LabelSet | undefined =>
  labelRuns(reading).find(({ line }) => line !== undefined && CHOICE_CUE.test(line.plain));

/** Capitals, one to a line, below a line that asks for one of them. */
function below({ lines }: PromptText, { index, plain }: Line): string[] {
  const next = lines.slice(index + 1, index + 20).flatMap((line) => (line.plain === '' ? [] : [line.plain]));
  const end = next.findIndex((word) => !/^[A-Z][A-Z_]{1,30}$/u.test(word));
  return /[:：]$/u.test(plain) ? next.slice(0, end < 0 ? next.length : end) : [];
}

/** Lines that stand together and each define another label in a word or two. */
export function labelRuns({ text, labels }: Reading): LabelRun[] {
  let run: LabelLine[] = [];
  const runs: LabelLine[][] = [];
  for (const each of labels) {
    if (each.description === '' || /[:：?]$/u.test(text.lines[each.line]?.plain ?? '')) continue;
    const last = run.at(-1);
    const follows =
      last !== undefined &&
      text.lines.slice(last.line + 1, each.line).every(({ plain }) => plain === '') &&
      text.lines[last.line]?.indent === text.lines[each.line]?.indent;
    if (!follows) {
      runs.push(run);
      run = [];
    }
    run.push(each);
  }
  return [...runs, run].flatMap((group) => {
    const distinct = new Set(group.map(({ at }) => at));
    const short = group.every(({ at }) => at.split(/\s+/u).length <= 2 && !/^\d/u.test(at));
    if (distinct.size < 2 || distinct.size !== group.length || !short) return [];
    const first = group[0]?.line ?? 0;
    const line = text.lines.slice(Math.max(0, first - 4), first).findLast(({ plain }) => plain !== '');
    return [{ labels: [...distinct], spans: group.map(({ span }) => span), line }];
  });
}
