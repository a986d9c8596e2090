import { celPath, celText } from '../cel-path';
import type { FieldNames } from '../reply/field-names';
import type { FieldDraft } from '../reply/sample-shape';
import { escaped, ofKey } from '../text-lines';
import { compares, readCondition } from './conditions';
import type { AddRule, Sentence } from './rules';

export const VERDICT_KEY = ofKey(
  /(?:^|_)(?:verdict|decision|outcome|result|grade|final|publish|pass(?:ed)?|approved?|recommendation|winner|status|send|accept(?:ed)?|envoi|freigabe|veroeffentlichen|note|urteil|oordeel|akkoord|bruikbaar|judgement|판정|결정|발행|判定|結論|结论|veredicto|decisión)(?:_(?:ready|ok))?$/iu,
);
const CONDITIONAL =
  /\b(?:if|any|unless|only|otherwise|blocks?|when|wenn|ist ein|sonst|als|anders|dan is|si|sinon|requires|means that|makes|whatever|regardless|always)\b|(?:이|하|으|라|되|니)면(?!\p{L})|하나라도|の場合|なら|れば|如果|否则/iu;

/** A verdict that some sentence makes depend on the scores. */
export function statesVerdict(field: FieldDraft, sentences: readonly Sentence[], names: FieldNames): boolean {
  const choice = field.type === 'boolean' || (field.type === 'string' && (field.enum?.length ?? 0) > 1);
  if (!choice || field.path.includes('.') || !VERDICT_KEY.test(field.key)) return false;
  const stem = field.key.slice(0, Math.max(4, field.key.length - 4)).toLowerCase();
  return sentences.some(({ words }) => {
    const mentions = names.mentions(words);
    const spelled = words.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
    const comparing = compares(words);
    const named =
      mentions.some((mention) => mention.field === field) ||
      spelled.includes(stem) ||
      (field.enum ?? []).some(
        (label) => (String(label).length > 1 || comparing) && labelPattern(String(label)).test(words),
      );
    const others = mentions.filter((mention) => mention.field !== field);
    if (named)
      return (
        comparing ||
        (CONDITIONAL.test(words) &&
          (others.length > 0 || /\b(?:any|every|each|wert|sums?|scores?|total)\b|하나라도/iu.test(words)))
      );
    return comparing && names.total !== undefined && others.length === 0 && CONDITIONAL_END.test(words);
  });
}

/** "Below 2.5 the answer is not sent." */
const CONDITIONAL_END =
  /^(?:below|under|from|above|en dessous|unter|ab|onder|vanaf|por debajo)|이상이면|以上なら/iu;

interface Clause {
  /** CEL; undefined: in all other cases; null: on a condition that was not understood. */
  condition: string | undefined | null;
  label: string | boolean;
  sentence: Sentence;
}

const ELSE =
  /\b(?:otherwise|else|in all other cases|all other cases|everything (?:else|in between)|the rest|below|sonst|ansonsten|andernfalls|darunter|anders|daaronder|sinon|autrement|en otro caso|si no)\b|아니면|그 외|나머지|それ以外|否则|其他/iu;
const AFTER_LABEL =
  /^["'”」』’]?\s{0,2}(?:only )?(?:if|when|wenn|falls|als|si|cuando|from|ab|vanaf|à partir|below|under|bei|für|for|[:=(（]|lorsque|otherwise|requires)(?=[\s\d≥<>.])/iu;

/** "good = 2 points, poor = 0 points" says what labels are worth, not when they are given. */
const WORTH =
  /^["'”」]?\s{0,2}(?:[(（:=：]|is worth|gives|counts)\s{0,2}\d{1,3}(?:[.,]\d)?\s?(?:points?|pts|Punkte?|punten?|puntos?|점|点|分)(?=\s*(?:[,;.)）、/]|$))/iu;

/** What decides a label: "PASS if …", "… → FAIL", "otherwise REVIEW". */
export function readVerdicts(
  sentences: readonly Sentence[],
  names: FieldNames,
  language: string,
  add: AddRule,
): Set<Sentence> {
  const understood = new Set<Sentence>();
  const targets = names.fields.filter(
    (field) =>
      !field.path.includes('[]') &&
      !/\.\d+(?:\.|$)/u.test(field.path) &&
      ((field.type === 'string' && (field.enum?.length ?? 0) > 1) || field.type === 'boolean'),
  );
  for (const field of targets) {
    const labels = field.type === 'boolean' ? ['true', 'false'] : (field.enum ?? []).map(String);
    const clauses: Clause[] = [];
    const assigned = field.type === 'boolean' ? readAssigned(sentences, field, names) : undefined;
    if (assigned !== undefined) {
      add('verdict', field.path, assigned.condition, assigned.sentence.words, [assigned.sentence.span]);
      understood.add(assigned.sentence);
      continue;
    }
    for (const sentence of sentences) {
      if (
        field.type === 'boolean' &&
        !names.mentions(sentence.words).some((mention) => mention.field === field)
      )
        continue;
      const read = clausesOf(sentence, field, labels, names);
      clauses.push(...read);
    }
    if (addVerdict(field, labels, clauses, language, add))
      for (const { condition, sentence } of clauses) if (condition !== null) understood.add(sentence);
  }
  return understood;
}

/** "pass = overall >= 3.5", "passed is true if every score is at least 3". */
function readAssigned(sentences: readonly Sentence[], field: FieldDraft, names: FieldNames) {
  for (const sentence of sentences) {
    const { words } = sentence;
    const [first] = names.mentions(words);
    if (first?.field !== field || first.from > 4) continue;
    const right =
      /^["'`]?\s?(?:=|:=|:|(?:is|must be|=|:)\s(?:set to )?["`]?true["`]?\s(?:only )?(?:if(?: and only if)?|when|iff|exactly when)|iff|if and only if)\s(.{3,160}?)[.;]?$/iu.exec(
        words.slice(first.to),
      )?.[1];
    const condition = right === undefined ? undefined : readCondition(right, names, names.total);
    if (condition !== undefined && !condition.includes(`${celPath(field.path)} `))
      return { condition, sentence };
  }
  return undefined;
}

function clausesOf(
  sentence: Sentence,
  field: FieldDraft,
  labels: readonly string[],
  names: FieldNames,
): Clause[] {
  const { words } = sentence;
  const places = labels
    .flatMap((label) =>
      [...words.matchAll(labelPattern(label))].map((match) => ({
        label,
        from: match.index,
        to: match.index + match[0].length,
      })),
    )
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
    .filter((place, index, all) => all.slice(0, index).every((other) => place.from >= other.to));
  const distinct = new Set(places.map(({ label }) => label));
  if (places.length === 0 || distinct.size !== places.length) return [];
  return places.flatMap(({ label, from, to }, index): Clause[] => {
    const before = words.slice(places[index - 1]?.to ?? 0, from);
    const after = words.slice(to, places[index + 1]?.from ?? words.length);
    const value = field.type === 'boolean' ? label === 'true' : label;
    const follows = AFTER_LABEL.test(after);
    const side = follows ? after : before;
    const near = follows ? after.slice(0, 30) : (before.split(/[,;、，]/u).at(-1) ?? '');
    if (WORTH.test(after)) return [];
    if (ELSE.test(near) && !compares(near)) return [{ condition: undefined, label: value, sentence }];
    // "can still PASS", and a label in brackets behind something else, decide nothing.
    if (/\b(?:can|may|might|could)\b/iu.test(before.slice(-20)) || /[(（]\s?$/u.test(before)) return [];
    if (!CONDITIONAL.test(side) && !compares(side) && !/[→⇒=]|->/u.test(side)) return [];
    const condition = readCondition(conditionWords(side, follows, field, names), names, names.total);
    return [
      {
        condition: condition?.includes(`${celPath(field.path)} `) === true ? null : (condition ?? null),
        label: value,
        sentence,
      },
    ];
  });
}

/** The words of a condition, without what leads to it, the field's own name and "whatever the rest". */
function conditionWords(side: string, follows: boolean, field: FieldDraft, names: FieldNames): string {
  const part = follows
    ? (side.split(/[,;.]\s(?:whatever|regardless|ook als|even if|unless)|\.$/u)[0] ?? '')
    : (side.split(/[:：]\s|(?:^|\s)(?:anders|otherwise|sonst)[:,]?\s/iu).at(-1) ?? side).replace(
        /(?:,\s?|、|，)(?:whatever|regardless|점수와 상관없이|他の).*$/iu,
        '',
      );
  let rest = part;
  for (const { field: named, from, to } of names.mentions(part).toReversed()) {
    if (named === field) rest = `${rest.slice(0, from)} ${rest.slice(to)}`;
  }
  return rest
    .replace(/^\W*(?:if|when|wenn|falls|als|si|cuando|only if|[:=(（])(?=\s)/iu, '')
    .replaceAll(
      /[→⇒:：,.)）](?!\d)|->|=>|—|점수와 상관없이|(?:이면|인 경우|の場合|なら|判定は|판정은)/gu,
      ' ',
    );
}

function labelPattern(label: string): RegExp {
  const known = patterns.get(label);
  if (known !== undefined) {
    known.lastIndex = 0;
    return known;
  }
  if (patterns.size > 500) patterns.clear();
  const made = new RegExp(
    `(?<![${/\p{Script=Latin}|\d/u.test(label) ? String.raw`\p{L}` : String.raw`\p{Script=Latin}不未非불미`}\\p{N}_])["'“「『]?${escaped(label)}["'”」』]?(?![A-Za-z0-9_])`,
    /^\p{Lu}/u.test(label) ? 'gu' : 'giu',
  );
  patterns.set(label, made);
  return made;
}

const patterns = new Map<string, RegExp>();

function addVerdict(
  field: FieldDraft,
  labels: readonly string[],
  clauses: readonly Clause[],
  language: string,
  add: AddRule,
): boolean {
  const read = clauses.flatMap(({ condition, label, sentence }) =>
    typeof condition === 'string' ? [{ condition, label, sentence }] : [],
  );
  const distinct = read.filter(
    (clause, index) =>
      read.findIndex((other) => other.condition === clause.condition && other.label === clause.label) ===
        index &&
      !read.some(
        (other) =>
          other !== clause &&
          other.label === clause.label &&
          other.condition.includes(`(${clause.condition})`),
      ),
  );
  if (distinct.length === 0) return false;
  const own = celPath(field.path);
  const show = (label: string | boolean): string =>
    typeof label === 'boolean' ? String(label) : celText(label);
  const used = clauses.filter(({ condition }) => condition !== null);
  const spans = used.map(({ sentence }) => sentence.span);
  const covered = new Set(distinct.map(({ label }) => String(label)));
  const left = labels.filter((label) => !covered.has(label));
  const otherwise = clauses.findLast(({ condition }) => condition === undefined)?.label;
  const only = left.length === 1 && labels.length === 2 ? left[0] : undefined;
  const last =
    otherwise ??
    (only === undefined
      ? left.length === 0
        ? distinct.at(-1)?.label
        : undefined
      : field.type === 'boolean'
        ? only === 'true'
        : only);
  // A label that may also be given for a reason that was not understood is always allowed.
  const unread = clauses.filter(
    ({ condition, label }) =>
      condition === null && (left.includes(String(label)) || covered.has(String(label))),
  );
  const open = [...new Set(unread.map(({ label }) => label))];
  const notice = unread.length === 0 ? '' : ` ${notChecked(open.join(', '), unread, language)}`;
  const allowed = open.map((label) => `${own} == ${show(label)} || `).join('');
  if (last !== undefined) {
    const ordered = distinct.toSorted(
      (a, b) => severity(a) - severity(b) || threshold(b.condition) - threshold(a.condition),
    );
    const kept = ordered.filter(
      (clause, index) =>
        clause.label !== last || ordered.slice(index + 1).some((later) => later.label !== last),
    );
    // A reason of its own for the last label goes before the others: "60 is a PASS. If purpose is 0 it is a FAIL."
    const overrides = ordered.filter(
      (clause) =>
        !kept.includes(clause) &&
        fieldsIn(clause.condition).some((path) => !kept.some((other) => other.condition.includes(path))),
    );
    const chain = kept.length === 0 ? [] : [...overrides, ...kept];
    const value = `${chain.map(({ condition, label }) => `${condition} ? ${show(label)} : `).join('')}${show(last)}`;
    if (chain.length === 0) return false;
    if (open.length === 0) add('verdict', field.path, value, sentencesOf(used), spans);
    else if (open.length < labels.length) {
      const places = [...used, ...unread.slice(0, 1)].map(({ sentence }) => sentence.span);
      const title = `${sentencesOf(chain)}${notice}`;
      add('check', field.path, `${allowed}${own} == (${value})`, title, places);
    }
    return open.length < labels.length;
  }
  // Steps of a ladder say nothing each on its own; a rule that holds whatever else is the case does.
  const alone = distinct.length === 1 ? distinct : distinct.filter((clause) => severity(clause) === 0);
  for (const { condition, label, sentence } of alone) {
    if (new Set([...open, label]).size === labels.length && severity({ sentence }) > 0) continue;
    const others = severity({ sentence }) === 0 ? '' : allowed;
    const title = `${sentence.words}${others === '' ? '' : notice}`;
    add('check', field.path, `!(${condition}) || ${others}${own} == ${show(label)}`, title, [sentence.span]);
  }
  return alone.length > 0;
}

/** Why a rule lets a label pass whatever the scores are. */
function notChecked(labels: string, [first]: readonly Clause[], language: string): string {
  const why = first?.sentence.words ?? '';
  return language === 'ko'
    ? `(‘${labels}’ 판정은 검사하지 않습니다. 규칙으로 옮기지 못한 조건이 있습니다: “${why}”)`
    : `(${labels}: not checked, since no rule could be made of “${why}”)`;
}

const sentencesOf = (all: readonly Pick<Clause, 'sentence'>[]): string =>
  [...new Set(all.map(({ sentence }) => sentence.words))].reduce(
    (left, right) => `${left}${/[.。;]$/u.test(left) ? '' : ';'} ${right}`,
  );

const fieldsIn = (condition: string): readonly string[] => condition.match(/output[\w.[\]]+/gu) ?? [];

/** Rules that hold "whatever the rest" come first. */
function severity({ sentence }: Pick<Clause, 'sentence'>): number {
  return /regardless|whatever|always|automatic|straight|any case|in jedem Fall|altijd|toujours|siempre|무조건|상관없이|かかわらず|必ず|无论|一律/iu.test(
    sentence.words,
  )
    ? 0
    : 1;
}

/** The number of a lone "at least": the steps of a ladder go downwards. */
function threshold(condition: string): number {
  return Number(/^output[\w.[\]]+ >=? (-?[\d.]+)$/u.exec(condition)?.[1] ?? 0);
}
