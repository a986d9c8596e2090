import type { Reading } from '../criteria';
import { REASON_KEY } from '../criterion-seeds';
import type { Template } from '../placeholders';
import type { Span } from '../proposal';
import { lineAt, spanOf, type Line } from '../text-lines';
import { FORMAT_WORDS } from './reply-samples';
import { readValue, type ValueShape } from './sample-value';

/** A place of the reply that the text marks: a tag, a line `Score: …`, `[[5]]`. */
export interface Slot {
  key: string;
  kind: 'score' | 'label' | 'rationale' | 'text';
  value: ValueShape;
  span: Span;
  /** Marked as a slot, and no value of an example. */
  open: boolean;
  /** A tag of this name: the field keeps it. */
  tag?: boolean;
}

export const REASON =
  /\b(?:explain\p{L}*|explanation|reason(?:s|ing)?|rationale|justif\p{L}*|feedback\p{L}*|why|think(?:ing)? (?:it (?:through|over)|step|first|aloud)|thoughts|comparison of|assess(?:ment)? in|expliqu\p{L}*|explication|motive\p{L}*|uitleg|toelicht\p{L}*|begründ\p{L}*|erklär\p{L}*|explica\p{L}*|razon\p{L}*)\b|근거|이유|설명|理由|根拠|説明|解释|说明理由|原因/iu;
/** All places of a reply in text, in order. */
export function readSlots(reading: Reading, template: Template): Slot[] {
  return [...tagSlots(reading, template), ...bracketSlots(reading), ...lineSlots(reading, template)].toSorted(
    (a, b) => a.span.from - b.span.from,
  );
}

const VALUE_WORDS =
  /^(?:score|rating|grade|note|bewertung|punkte?|punktzahl|points?|cijfer|beoordeling|puntuación|점수|평점|点数|スコア|評価点|得分|评分|分数|result|total)s?$/iu;
const LABEL_WORDS =
  /^(?:verdict|label|decision|judg(?:e)?ment|mark|answer|choice|grade|winner|urteil|oordeel|jugement|판정|결론|判定|結論|结论|veredicto)$/iu;

const isGraded = (key: string): boolean =>
  VALUE_WORDS.test(key) || LABEL_WORDS.test(key) || REASON_KEY.test(key) || REASON.test(key);

function kindOf(key: string, value: ValueShape): Slot['kind'] {
  if (value.type === 'integer' || value.type === 'number') return 'score';
  if (value.enum !== undefined || value.type === 'boolean') return 'label';
  if (REASON_KEY.test(key.trim().replaceAll(/\s+/gu, '_')) || REASON.test(key)) return 'rationale';
  if (VALUE_WORDS.test(key.trim())) return 'score';
  return LABEL_WORDS.test(key.trim()) ? 'label' : 'text';
}

function slot(key: string, words: string, span: Span): Slot {
  const value = readValue([{ text: words === '' ? '...' : words, quoted: false }], '');
  return {
    key,
    kind: kindOf(key, value),
    value,
    span,
    open: words === '' || /^(?:[[<(（{]|\.{2}|…)/u.test(words),
  };
}

const SLOT =
  /^(?:\.{2,}|…|[[<(（{][^\n]{0,160}[\])>）}]|[-\d.,]{1,8}|[XxNn]{1,2}(?:\s?\/\s?\d{1,3})?|[^\n]{1,60}(?:[|／/][^\n]{1,60}){1,8}|\d{1,3}\s?[-–~]\s?\d{1,3})?$/u;

/** What stands between tags without a meaning of their own: `<S1>explanation</S1>`. */
const NAMED = /^(?:thoughts?|explanation|reason(?:ing)?|rationale|score|rating|verdict|label)$/iu;

/** The tag that an input stands in, also behind other words: `<answer>Text: {answer}</answer>`. */
function tagAround(source: string, { from, to }: Span): string | undefined {
  const before = source.slice(Math.max(0, from - 400), from);
  const [, tag, between = ''] = /^[^]*<([A-Za-z][\w-]{1,40})>((?:(?!<\/\1>)[^])*)$/u.exec(before) ?? [];
  const after = source.slice(to, to + 2000);
  const closed = after.includes(`</${tag}>`) && !after.split(`</${tag}>`)[0]?.includes(`<${tag}>`);
  return between.trim() === '' || closed ? tag : undefined;
}

/** `<score>1-5</score>`, "inside <score> tags"; a tag around an input is none of the reply's. */
function tagSlots({ text }: Reading, { placeholders }: Template): Slot[] {
  const { source } = text;
  const holdsInput = (from: number, to: number): boolean =>
    placeholders.some(({ span }) => span.from >= from && span.to <= to);
  const inputTags = new Set(placeholders.map(({ span }) => tagAround(source, span)));
  const found: Slot[] = [];
  const taken = new Set<string>();
  for (const match of source.matchAll(/<([A-Za-z][\w-]{1,40})>\s{0,20}([^<>\n]{0,200})\s{0,20}<\/\1>/gu)) {
    const [all, tag = '', inner = ''] = match;
    const words = inner.trim();
    const named = NAMED.test(words);
    // `<why>at most two sentences</why>` alone in its line asks for it, whatever stands in it.
    const line = lineAt(text, match.index);
    const asks = line?.text.trim() === all && isGraded(tag);
    if (
      inputTags.has(tag) ||
      holdsInput(match.index, match.index + all.length) ||
      !(named || asks || SLOT.test(words))
    )
      continue;
    taken.add(tag);
    const span = { from: match.index, to: match.index + all.length };
    found.push({ ...slot(named ? words : tag, named ? '' : words, span), tag: !named });
  }
  for (const match of source.matchAll(
    /\b(?:in|inside|within|between|using|dans|in den|tussen)\s(?:the |your |les |de )?<([A-Za-z][\w-]{1,40})>(?: tags?)?/giu,
  )) {
    const tag = match[1] ?? '';
    if (taken.has(tag) || inputTags.has(tag)) continue;
    taken.add(tag);
    found.push({ ...slot(tag, '', { from: match.index, to: match.index + match[0].length }), tag: true });
  }
  return found;
}

/** `[[5]]`, `[[rating]]`, `[[A]]`. */
function bracketSlots({ text: { source } }: Reading): Slot[] {
  const marks = [...source.matchAll(/\[\[([^[\]\n]{1,40})\]\]/gu)];
  const first = marks[0];
  if (first === undefined) return [];
  const inner = [...new Set(marks.map((match) => (match[1] ?? '').trim()))];
  const span = { from: first.index, to: first.index + first[0].length };
  const letters = inner.filter(
    (label) => /^[A-Z]$/u.test(label) || /^(?:tie|draw|yes|no|pass|fail)$/iu.test(label),
  );
  if (letters.length > 1)
    return [
      {
        key: 'verdict',
        kind: 'label',
        value: { type: 'string', nullable: false, enum: letters, vague: false },
        span,
        open: true,
      },
    ];
  return [slot('score', inner.every((mark) => /^\d/u.test(mark)) ? '5' : 'score', span)];
}

/** Two or more in one line: `Clear: [Yes/No], Polite: [Yes/No]`, `score=<1-5>, found=<number>`. */
function slotsInTurn({ text, from }: Line): Slot[] {
  const found = [...text.matchAll(IN_TURN)].map(({ 0: all, 1: key = '', 2: words = '', index }) =>
    slot(key.trim(), words, { from: from + index, to: from + index + all.length }),
  );
  return found.length > 1 ? found : [];
}
const IN_TURN =
  /(?<![\p{L}\p{N}_])(\p{L}[\p{L}\p{N}_ -]{0,30})\s?[:：=]\s?([<[][^<>[\]\n]{1,60}[>\]])(?=\s?(?:[,，;；|、`"'.。]|$))/gu;

/** Lines `Score: <1-5>` that follow a sentence about the form of the reply. */
function lineSlots({ text, skipped }: Reading, { placeholders }: Template): Slot[] {
  const filled = new Set(placeholders.map(({ span }) => lineAt(text, span.from)?.index));
  const found: Slot[] = [];
  let asked = -10;
  for (const line of text.lines) {
    if (skipped.has(line.index) || line.fence || line.plain === '' || filled.has(line.index)) continue;
    const inTurn = slotsInTurn(line);
    found.push(...inTurn);
    const match =
      inTurn.length > 0 || /<([\w-]+)>.{0,80}<\/\1>/u.test(line.plain)
        ? null
        : /^([\p{L}][\p{L}\p{N} _-]{0,40}?)\s?[:：]\s{0,4}([^\n]{0,200})$/u.exec(line.plain);
    const key = match?.[1] ?? '';
    const words = (match?.[2] ?? '').trim();
    const graded = isGraded(key);
    const fits =
      match !== null &&
      (SLOT.test(words) || REASON_KEY.test(key)) &&
      (words !== '' || (line.index >= text.lines.length - 3 && line.heading !== 1));
    if (
      fits &&
      line.index - asked <= 4 &&
      (graded || words !== '' || /form/iu.test(text.lines[asked]?.plain ?? ''))
    ) {
      found.push(
        slot(
          key,
          words === '' && !graded ? 'score' : words.replace(/^[(（]([^()（）]*)[)）]$/u, '$1'),
          spanOf(line),
        ),
      );
      asked = line.index;
    } else if (
      FORMAT_WORDS.test(line.plain) ||
      /\blike this|as follows|last line|letzte Zeile|dernière ligne|laatste regel|마지막 줄|次の形式|form\b/iu.test(
        line.plain,
      )
    )
      asked = line.index;
  }
  const explicit = found.filter(({ kind, open }) => kind !== 'text' || open);
  return explicit.some(({ kind }) => kind === 'score' || kind === 'label') ? explicit : [];
}
