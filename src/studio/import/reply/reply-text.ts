import type { Reading } from '../criteria';
import { CONFIDENCE_KEY, type CriterionSeed } from '../criterion-seeds';
import { findLabelSet, lettered } from '../levels/label-sets';
import type { Template } from '../placeholders';
import type { Certainty, FieldType, PromptChange, Span } from '../proposal';
import type { FieldDraft } from './sample-shape';
import { wholeByWords } from '../levels/ranges';
import { REASON, readSlots, type Slot } from './text-slots';
import { asciiName, freeName, spanOf, type Line } from '../text-lines';
import { criteriaOfText } from '../text-criteria';

/** A reply that is no JSON, asked for as JSON instead. */
export interface TextReply {
  fields: FieldDraft[];
  seeds: CriterionSeed[];
  changes: PromptChange[];
  /** The text asks for some form. */
  hasFormat: boolean;
  /** Whether the verdict is asked for before the reason. */
  verdictFirst: boolean;
}

const NO_REASON =
  /\b(?:without|no|not|don't|do not|never|nothing else|sans|pas d|zonder|geen|ohne|keine?|sin)\b[^.;\n]{0,24}(?:expla|reason|justif|comment|rationale|uitleg|toelicht|begründ|erklär|expli)|(?:설명|이유|근거)\s?(?:없이|은 쓰지|은 생략)|(?:理由|説明|解释)(?:は不要|なし|は書かない)|only the (?:number|score|letter|label|word|rating)/iu;

export function readTextReply(reading: Reading, template: Template): TextReply {
  const slots = readSlots(reading, template);
  const known = uniqueSlots(slots);
  const asksReason = known.some(({ kind }) => kind === 'rationale') || reasonLine(reading) !== undefined;
  const graded = known.filter(({ kind }) => kind === 'score' || kind === 'label');
  const scaled = reading.scales.length > 0 || reading.groups.length > 0;
  const certainty: Certainty =
    graded.length > 0 || scaled || replyLine(reading) !== undefined ? 'inferred' : 'guessed';
  const made =
    graded.length > 1 ? fromSlots(known) : fromText(reading, graded[0], known, asksReason, certainty);
  return {
    ...made,
    changes: changesFor(reading, slots, made.fields),
    hasFormat: known.length > 0 || replyLine(reading) !== undefined,
    verdictFirst: verdictFirst(reading, known),
  };
}

const MARKS =
  /((?:by |in )?(?:strictly )?(?:following |using )?(?:this|the following|exactly this) format[:：]?\s{0,2})?["“]?\[\[([^[\]\n]{1,40})\]\]["”]?(?:,?\s?(?:for example|for instance|e\.g\.)[:,]?\s?["“][^"“”\n]{0,40}\[\[[^[\]\n]{1,40}\]\]["”])?/giu;

/** Only the words that fix another form are changed: a slot becomes the field's name. */
function changesFor(reading: Reading, slots: readonly Slot[], fields: readonly FieldDraft[]): PromptChange[] {
  const { source } = reading.text;
  const change = (span: Span, to: string): PromptChange => ({ span, to, why: 'reply-as-json' });
  const leaves = fields.filter(({ type }) => type !== 'object');
  const fieldOf = ({ key, kind }: Slot): FieldDraft | undefined =>
    leaves.find((field) => field.path === asciiName(key) || field.key === key) ??
    (leaves.length > 3
      ? undefined
      : leaves.find(({ path }) =>
          (kind === 'score' || kind === 'label' ? /(?:^|\.)(?:score|label)$/u : /(?:^|\.)rationale$/u).test(
            path,
          ),
        ));
  const marks = [...source.matchAll(MARKS)].map(({ 0: all, 1: led, 2: mark = '', index }) => {
    const own = leaves.find(({ path }) => path === asciiName(mark))?.path ?? leaves.at(-1)?.path;
    const named = /^\p{L}{2,}/u.test(mark) && !leaves.some(({ enum: labels }) => labels?.includes(mark));
    // "… following this format: "[[rating]]", for example …" asks for it in the field.
    const shown = led === undefined ? `\`${own ?? ''}\`` : `in \`${own ?? ''}\``;
    return change({ from: index, to: index + all.length }, named ? shown : all.replaceAll(/\[\[|\]\]/gu, ''));
  });
  const marked = slots.flatMap((slot) => {
    const field = source.startsWith('[[', slot.span.from) ? undefined : fieldOf(slot);
    if (field === undefined) return [];
    const own = source.slice(slot.span.from, slot.span.to);
    const words = /[:：>]\s{0,4}([^<>\n]{1,160}?)\s{0,2}(?:<\/|$)/u.exec(own)?.[1];
    if (/^\p{L}/u.test(own) && /<[\w-]+>(?: tags?)?$/u.test(own))
      return [change(slot.span, `in \`${field.path}\``)];
    return [change(slot.span, words === undefined ? `\`${field.path}\`` : `\`${field.path}\`: ${words}`)];
  });
  const changes = [...marks, ...marked].toSorted((a, b) => a.span.from - b.span.from);
  if (changes.length > 0 || leaves.length === 0)
    return changes.filter(
      ({ span }, index) => index === 0 || span.from >= (changes[index - 1]?.span.to ?? 0),
    );
  // A sentence keeps its words: they may say more than the form.
  const line = replyLine(reading);
  const asked =
    line === undefined
      ? []
      : sentenceSpans(line).filter(({ from, to }) => REPLY_FORM.test(source.slice(from, to)));
  const named = leaves.map(({ path }) => `\`${path}\``).join(', ');
  return asked
    .slice(0, 1)
    .map(({ from, to }) => change({ from, to }, `${source.slice(from, to)} (JSON: ${named})`));
}

function sentenceSpans(line: Line): Span[] {
  let at = line.from;
  return line.text.split(/(?<=[.!?。])\s*/u).map((part) => {
    const from = line.from + line.text.indexOf(part, at - line.from);
    at = from + part.length;
    return { from, to: at };
  });
}

function uniqueSlots(slots: readonly Slot[]): Slot[] {
  const seen = new Set<string>();
  return slots.filter(
    ({ key, kind }) => !seen.has(`${kind} ${key.toLowerCase()}`) && seen.add(`${kind} ${key.toLowerCase()}`),
  );
}

/** Where the text asks for a reason. */
function reasonLine({ text, skipped }: Reading): Line | undefined {
  return text.lines.find((line) => {
    if (skipped.has(line.index) || (line.heading > 0 && line.plain.length < 40) || !REASON.test(line.plain))
      return false;
    const kept = line.plain
      .split(/(?<=[.!?。;])\s*/u)
      .filter((sentence) => REASON.test(sentence) && !NO_REASON.test(sentence));
    return kept.some((sentence) =>
      /\b(?:explain|write|give|provide|add|state|say|then|first|before|begin|start|your|brief|in (?:a|one|two|at most)|feedback|schreib\p{L}*|begründe\p{L}*|geef|motiveer|justifie[rz]?|explique[rz]?|justifica|phrases de|Begründung|toelichting|explica|da una)\b|간단|쓰|적|달|제시|설명한|書|述|提供|示し|给出|说明|写/iu.test(
        sentence,
      ),
    );
  });
}

const REPLY_FORM =
  /\b(?:respond|reply|answer|output|return|write|mark|give|geef|antwoord|antworte\p{L}*|schreibe?|répondez|réponds|écrivez|responde)\b[^.\n]{0,80}\b(?:only|alone|just|single|one word|exactly|letter|number|with|alleen|nur|seule?|uniquement|solo)\b|\[\[|마지막 줄|형식으로|만 출력|だけ|形式で|のみ|仅输出|只输出/iu;

/** A sentence that says what the reply consists of. */
export function replyLine({ text, skipped, groups }: Reading): Line | undefined {
  const ofLevels = new Set(groups.flatMap(({ levels }) => levels.map(({ line }) => line)));
  return text.lines.find(
    ({ index, plain }) => !skipped.has(index) && !ofLevels.has(index) && REPLY_FORM.test(plain),
  );
}

/** The text names several values: each is a field of its own name. */
function fromSlots(slots: readonly Slot[]): { fields: FieldDraft[]; seeds: CriterionSeed[] } {
  const fields: FieldDraft[] = [];
  for (const each of slots) {
    const field = draftOf(each.key, each);
    fields.push({ ...field, path: uniquePath(field.path, fields) });
  }
  const seeds = slots.flatMap((each, index): CriterionSeed[] => {
    const field = fields[index];
    if (field === undefined || (each.kind !== 'score' && each.kind !== 'label')) return [];
    if (CONFIDENCE_KEY.test(each.key.trim())) return [];
    const reason = slots.findIndex(
      (other) => other.kind === 'rationale' && other.key.toLowerCase().startsWith(each.key.toLowerCase()),
    );
    return [
      {
        names: [each.key],
        field,
        kind: each.kind === 'score' ? 'score' : 'choice',
        rationale: fields[reason]?.path,
        parts: [],
      },
    ];
  });
  return { fields, seeds };
}

function draftOf(name: string, { value, kind, span, key }: Slot): FieldDraft {
  const { enum: labels, range, vague } = value;
  const type: FieldType = kind === 'score' && value.type === 'string' ? 'number' : value.type;
  const path = asciiName(name) ?? kind;
  return {
    path,
    key,
    type,
    nullable: false,
    vague,
    enum: labels,
    range,
    certainty: 'inferred',
    spans: [span],
  };
}

/** One value, or several that the text only scores: a reason and a score or label for each. */
function fromText(
  reading: Reading,
  main: Slot | undefined,
  slots: readonly Slot[],
  reason: boolean,
  certainty: Certainty,
): { fields: FieldDraft[]; seeds: CriterionSeed[] } {
  const several = criteriaOfText(reading);
  const reasonSpan = reasonLine(reading);
  const spans = (line: Line | undefined): Span[] => (line === undefined ? [] : [spanOf(line)]);
  const plain = { nullable: false, vague: false, certainty };
  const nameOf = (slot: Slot | undefined, other: string): string =>
    (slot?.tag === true ? asciiName(slot.key) : undefined) ?? other;
  const reasons = slots.filter(({ kind }) => kind === 'rationale');
  const reasonPath = nameOf(reasons[0], 'rationale');
  const { description } = reasons[0]?.value ?? {};
  const rationale = (path: string): FieldDraft => ({
    ...plain,
    path,
    key: 'rationale',
    type: 'string',
    spans: reasonSpan === undefined ? reasons.slice(0, 1).map(({ span }) => span) : spans(reasonSpan),
  });
  if (several.length > 1) {
    const fields: FieldDraft[] = [];
    const seeds = several.map(({ name, line }): CriterionSeed => {
      const object = uniquePath(asciiName(name) ?? 'criterion', fields);
      fields.push({ ...plain, path: object, key: name, type: 'object', spans: spans(line) });
      if (reason) fields.push(rationale(`${object}.rationale`));
      const field = gradedField(`${object}.score`, undefined, certainty, spans(line));
      fields.push(field);
      const own = reason ? `${object}.rationale` : undefined;
      return { names: [name], field, kind: 'score', rationale: own, parts: [] };
    });
    return { fields, seeds };
  }
  // "a grade in <grade> tags" may be a letter.
  const grade =
    main?.kind === 'score' && main.value.range === undefined && /grade|note|mark/iu.test(main.key);
  const set = grade ? lettered(reading) : main?.kind === 'score' ? undefined : findLabelSet(reading);
  const scaled = reading.scales.some(({ range }) => range.min !== undefined) || reading.groups.length > 0;
  const labels =
    main?.kind === 'label'
      ? (main.value.enum?.map(String) ?? set?.labels)
      : (main === undefined || grade) && set !== undefined
        ? set.labels
        : undefined;
  const score = reading.text.lines.find(
    ({ index, plain }) => !reading.skipped.has(index) && SCORE_ASKED.test(plain) && !NOT_ASKED.test(plain),
  );
  if (main === undefined && labels === undefined && !scaled && score === undefined)
    return { fields: [], seeds: [] };
  const line = set?.line ?? replyLine(reading) ?? score;
  const fromZero = labels === undefined && !scaled && FROM_ZERO.test(reading.text.source);
  const place =
    main === undefined ? (spans(line).length > 0 ? spans(line) : groupSpans(reading)) : [main.span];
  const field =
    labels === undefined && main !== undefined
      ? { ...draftOf(nameOf(main, 'score'), { ...main, kind: 'score' }), certainty }
      : {
          ...gradedField(nameOf(main, labels === undefined ? 'score' : 'label'), labels, certainty, place),
          ...(fromZero && { range: { min: 0 } }),
          ...(fromZero && wholeByWords(reading.text.source) === true && { type: 'integer' as const }),
        };
  const name = several[0]?.name;
  const extra = [...reasons.slice(1), ...slots.filter(({ kind }) => kind === 'text')].map((each) =>
    draftOf(each.key, each),
  );
  return {
    fields: [
      ...(reason ? [{ ...rationale(reasonPath), key: reasonPath, description }] : []),
      field,
      ...extra,
    ],
    seeds: [
      {
        names: name === undefined ? [] : [name],
        field,
        kind: labels === undefined ? 'score' : 'choice',
        rationale: reason ? reasonPath : undefined,
        parts: [],
      },
    ],
  };
}

/** A score is asked for, and nothing says on what scale. */
const SCORE_ASKED =
  /\b(?:give|assign|provide|return|award|output|calculate)\s(?:it |them )?(?:an? |the |your )?(?:\p{L}+ ){0,2}(?:score|grade|rating)\b|\b(?:attribue[zr]?|donne[zr]?) (?:une |la )?note\b|\bvergib (?:eine )?(?:Note|Punkt)|\bgeef (?:een )?(?:cijfer|score)\b|(?:スコア|点数|得点).{0,30}(?:提供|算出|付け|つけ|出力|返)|점수.{0,12}(?:매기|매겨|부여|출력|주세요|제시)|(?:给出|打出|输出).{0,8}(?:分数|评分|得分)|\b(?:asigna|otorga|da) (?:una )?(?:puntuación|nota|calificación)\b/iu;
const NOT_ASKED = /\b(?:not|don't|never|pas|nicht|niet|no)\b|않|마세요|ない|不要/iu;
/** "Between 0 and {max}": only the lower end is a number. */
const FROM_ZERO =
  /(?<![\d.])0\s?(?:to|and|bis|und|à|et|a|y|tot|en|[-–~]|から|到|부터)\s?(?:満点|满分|만점|full marks|(?:the )?max\p{L}*|\{)/iu;

const groupSpans = ({ groups, scales }: Reading): Span[] =>
  groups[0]?.levels.map(({ span }) => span) ?? scales.slice(0, 1).map(({ span }) => span);

function gradedField(
  path: string,
  labels: readonly string[] | undefined,
  certainty: Certainty,
  spans: Span[],
): FieldDraft {
  const base = { path, key: path, nullable: false, certainty, spans };
  return labels === undefined
    ? { ...base, type: 'number', vague: true }
    : { ...base, type: 'string', vague: false, enum: [...labels] };
}

const uniquePath = (base: string, fields: readonly FieldDraft[]): string =>
  freeName(base, (path) => fields.some((field) => field.path === path));

const verdictThenReason = [
  /(?:first line[^.]{0,40}then|première ligne[^.]{0,40}puis|erste Zeile[^.]{0,40}dann)/iu,
  /<label>\s?:\s?<reason/iu,
  /followed by (?:a|your|an) (?:short |brief )?(?:explanation|reason|justification)/iu,
];

/** "The letter on the first line, then two sentences": the judge is asked to decide first. */
function verdictFirst(reading: Reading, slots: readonly Slot[]): boolean {
  const reason = slots.findIndex(({ kind }) => kind === 'rationale');
  const verdict = slots.findIndex(({ kind }) => kind === 'score' || kind === 'label');
  if (reason >= 0 && verdict >= 0) return verdict < reason;
  const line = reasonLine(reading)?.plain ?? '';
  return verdictThenReason.some((form) => form.test(line));
}
