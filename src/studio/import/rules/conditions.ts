import { celPath, celText } from '../cel-path';
import type { FieldNames, Mention } from '../reply/field-names';
import type { FieldDraft } from '../reply/sample-shape';
import { escaped } from '../text-lines';

const N = String.raw`([-−]?\d{1,4}(?:[.,]\d{1,2})?)`;
const UNIT = String.raw`\s?(?:점|点|分|%|points?|pts|Punkten?|punten|puntos)?`;
const before = (sign: string, words: string): readonly [RegExp, string] => [
  new RegExp(`(?:${words}) ?${N}${UNIT}(?: (?:upwards?|up|onwards))?`, 'giu'),
  ` ⟦${sign}⟧$1 `,
];
const after = (sign: string, words: string): readonly [RegExp, string] => [
  new RegExp(`${N}${UNIT} ?(?:${words})`, 'giu'),
  ` ⟦${sign}⟧$1 `,
];
/** Words of comparison in many languages, made into signs. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${N}\\s?[-–~～〜]\\s?${N}\\s?(?:점|点|分|points?|pts)`, 'giu'), ' ⟦in⟧$1..$2 '],
  [
    new RegExp(
      `(?:between|from|von|van|de|entre) ${N}${UNIT} (?:to|and|bis|tot|à|et|a|y) ${N}${UNIT}`,
      'giu',
    ),
    ' ⟦in⟧$1..$2 ',
  ],
  [
    new RegExp(
      `${N}${UNIT}\\s?(?:[-–~]|to|bis|tot|à|a)\\s?${N}${UNIT}(?=\\s?(?:is|ist|est|es|means|=|:|→|->|$))`,
      'giu',
    ),
    ' ⟦in⟧$1..$2 ',
  ],
  before(
    '>=',
    '≥|>=|⩾|at least|minimum|minstens|mindestens|au moins|al menos|not below|no less than|from|ab|vanaf|à partir de|a partir de|desde',
  ),
  after(
    '>=',
    'or more|or higher|or above|or better|and above|and up|upwards|of hoger|of meer|oder mehr|oder höher|ou plus|o más|이상|以上|及以上',
  ),
  before(
    '<=',
    '≤|<=|⩽|at most|maximum|no more than|(?:can(?:not| never)|may not|must not|never) (?:exceed|be (?:above|over|higher than|more than))|capped at|limited to|최대|最大|höchstens|darf nicht über|hooguit|hoogstens|maximaal|mag niet (?:hoger zijn dan|boven)|au plus|ne (?:peut|doit) pas dépasser|no puede (?:pasar de|superar|exceder|ser mayor que)|como máximo',
  ),
  after(
    '<=',
    'or less|or lower|or below|or fewer|of lager|of minder|oder weniger|oder niedriger|ou moins|o menos|이하|以下',
  ),
  before(
    '<',
    '<|below|under|less than|lower than|lager (?:is )?dan|minder dan|onder|unter|kleiner als|weniger als|en dessous de|inférieure? à|moins de|menos de|por debajo de',
  ),
  after(
    '<=',
    '(?:을|를)? ?(?:넘을 수 없|초과할 수 없|넘지 않)[가-힣]*|(?:が|を)?(?:上限|超えない|超えてはならない)',
  ),
  after('<', '미만|未満|に満たない'),
  before(
    '>',
    '>|above|over|more than|greater than|exceeds|hoger dan|meer dan|über|größer als|mehr als|supérieure? à|plus de|más de',
  ),
  after('>', '초과|を超える|超'),
  [
    new RegExp(
      `(?:==?|equals?|is exactly|is|are|be|ist|beträgt|est|vaut|es) ?${N}(?!\\d|[.,]\\d|\\s?(?:of|out|-))${UNIT}`,
      'giu',
    ),
    ' ⟦==⟧$1 ',
  ],
];
const OR = /\s(?:OR|or|oder|ou|of|o|또는|または|或)\s|\|\|/u;
const AND = /\s(?:AND|and|und|et|en|y|e|그리고|かつ|且|sowie)\s|\s?(?:&&|\+)\s?|,\s|(?:와|과|이고)\s|、/u;
const ALL =
  /\b(?:all|every|each|both|jede[rs]?|alle|beide|elk|ieder|tous|toutes|chaque|todos|todas|cada)\b|모든|모두|각|すべて|全て|各|所有/iu;
const ANY =
  /\b(?:any|one of|either|some|a single|irgendein\p{L}*|ein(?:e[rs]?)? (?:wert|kriterium|score)|een van|één|l'un|une? (?:seule )?note|algun[oa]?)\b|하나라도|어느|いずれか|一つでも|任何|任一/iu;
/** What is left of these when comparisons are read turns the meaning round. */
const NEGATION =
  /\b(?:not|no|none|never|nicht|kein\p{L}*|niet|geen|pas|aucun\p{L}*|ning[uú]n\p{L}*)\b|n['’]t\b|않|없|아니|ない|不|没/iu;
const NO_SCORE = /\b(?:no|none of|kein\p{L}*|geen|aucun\p{L}*|ning[uú]n\p{L}*)\b/iu;
/** Words that a condition may hold without changing what it asks. */
const FILLER = new Set(
  'if then the a an is are be of for its it so when where score scores rating mark marks value points point level grade both all any every each one either than and or that only result field sections section criteria criterion dimension dimensions part parts gates gate notes note total overall final as must wenn der die das ist dann wert werte punkte falls ein eine als is dan de het een onderdeel scoort elk si la le les une un est alors nota el las los en case whatever regardless otherwise 이면 이 가 은 는 점수 점 모두 경우 면 が は の 場合 点 点数 なら'.split(
    ' ',
  ),
);
const MOST_UNKNOWN = 1;

/** Whether words compare something with a number. */
export const compares = (words: string): boolean => SIGNS.some(([pattern]) => words.search(pattern) >= 0);

/** A condition as CEL over the reply, or undefined where some of its words are not understood. */
export function readCondition(words: string, names: FieldNames, subject?: FieldDraft): string | undefined {
  let text = ` ${words.replaceAll(/[*`"“”「」『』]/gu, ' ').replaceAll('−', '-')} `;
  for (const [pattern, sign] of SIGNS) text = text.replaceAll(pattern, sign);
  const either = text
    .split(OR)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const read = either.map((part) => readAll(part, names, subject));
  // What is left out, what counts twice and what an exception says is no plain condition.
  if (NOT_PLAIN.test(words) || read.length === 0 || read.some((part) => part === undefined)) return undefined;
  return read.length === 1 ? read[0] : read.map((part) => `(${part ?? ''})`).join(' || ');
}

const NOT_PLAIN =
  /\b(?:unless|except|double|twice|half|halved|excluding|es sei denn|außer|tenzij|behalve|sauf|à moins|salvo|excepto)\b|제외|예외|除く|除外|を除/iu;

function readAll(text: string, names: FieldNames, subject?: FieldDraft): string | undefined {
  const atoms: string[] = [];
  let waiting: FieldDraft[] = [];
  for (const part of text.split(AND)) {
    if (part.trim() === '') continue;
    const mentions = names.mentions(part);
    if (mentions.length === 0 && /^\P{N}*$/u.test(part) && onlyFilling(part)) continue;
    const sign = /⟦(>=|<=|==|<|>|in)⟧(-?\d+(?:[.,]\d+)?)(?:\.\.(-?\d+(?:[.,]\d+)?))?/u.exec(part);
    const atom =
      sign === null
        ? equality(part, mentions, names)
        : compared(part, sign, mentions, waiting, names, subject);
    if (atom === undefined) {
      if (mentions.length !== 1 || unknownWords(part, mentions) > 0) return undefined;
      waiting.push(...mentions.map(({ field }) => field));
      continue;
    }
    waiting = [];
    atoms.push(atom);
  }
  return waiting.length > 0 || atoms.length === 0 ? undefined : atoms.join(' && ');
}

function compared(
  part: string,
  sign: RegExpExecArray,
  mentions: readonly Mention[],
  waiting: readonly FieldDraft[],
  names: FieldNames,
  subject: FieldDraft | undefined,
): string | undefined {
  if (unknownWords(part, mentions) > MOST_UNKNOWN) return undefined;
  const fields = [...waiting, ...mentions.map(({ field }) => field)];
  const test = (field: FieldDraft): string => {
    const [, operator = '', low = '', high] = sign;
    const value = low.replace(',', '.');
    return high === undefined
      ? `${celPath(field.path)} ${operator} ${value}`
      : `${celPath(field.path)} >= ${value} && ${celPath(field.path)} <= ${high.replace(',', '.')}`;
  };
  if (fields.some((field) => field.type !== 'integer' && field.type !== 'number')) return undefined;
  if (NEGATION.test(part)) {
    const none = fields.length === 0 && NO_SCORE.test(part) ? names.scores() : [];
    return none.length > 1 ? none.map((field) => `!(${test(field)})`).join(' && ') : undefined;
  }
  if (fields.length > 0) return fields.map(test).join(ANY.test(part) && fields.length > 1 ? ' || ' : ' && ');
  const scores = names.scores();
  if (ANY.test(part) && scores.length > 1) return `(${scores.map(test).join(' || ')})`;
  if (ALL.test(part) && scores.length > 1) return scores.map(test).join(' && ');
  return subject === undefined ? undefined : test(subject);
}

/** `tone is RUDE`, `compliant = false`, or a label alone that only one field has. */
function equality(part: string, mentions: readonly Mention[], names: FieldNames): string | undefined {
  const words = part
    .trim()
    .replace(/^(?:if|when|wenn|als|si)\s/iu, '')
    .replace(/[.。]$/u, '')
    .trim();
  const alone = names.byLabel(words);
  if (alone !== undefined) return `${celPath(alone.path)} == ${celText(words)}`;
  const mention = mentions[0];
  if (mention === undefined || mentions.length !== 1) return undefined;
  const rest = `${part.slice(0, mention.from)} ${part.slice(mention.to)}`;
  if (/\bnull\b/u.test(rest))
    return unknownWords(rest.replace('null', ''), []) > 0
      ? undefined
      : `${celPath(mention.field.path)} ${/\bnot\b/iu.test(rest) ? '!=' : '=='} null`;
  if (mention.field.type === 'boolean') {
    // "and safe", "if it is not safe"
    const alone = NEGATION.test(rest) ? 'false' : 'true';
    const value =
      /\b(?:true|false)\b/iu.exec(rest)?.[0].toLowerCase() ??
      (!/[=:：]/u.test(rest) && onlyFilling(rest.replace(NEGATION, '')) ? alone : undefined);
    return value === undefined || unknownWords(rest.replace(/true|false/iu, ''), []) > MOST_UNKNOWN
      ? undefined
      : `${celPath(mention.field.path)} == ${value}`;
  }
  const label = mention.field.enum
    ?.map(String)
    .find((each) => new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(each)}(?![\\p{L}\\p{N}_])`, 'u').test(rest));
  if (
    label === undefined ||
    mention.field.type !== 'string' ||
    unknownWords(rest.replace(label, ''), []) > MOST_UNKNOWN
  )
    return undefined;
  return `${celPath(mention.field.path)} ${/\b(?:not|nicht|niet|pas|no es)\b|!=|≠/iu.test(rest) ? '!=' : '=='} ${celText(label)}`;
}

const onlyFilling = (words: string): boolean =>
  unknownWords(words, []) === 0 && !ALL.test(words) && !ANY.test(words);

/** Words that are neither a name nor a comparison nor filling. */
function unknownWords(part: string, mentions: readonly Mention[]): number {
  let rest = part;
  for (const { from, to } of mentions.toReversed()) rest = `${rest.slice(0, from)} ${rest.slice(to)}`;
  const words = rest.toLowerCase().match(/[\p{L}]{2,}/gu) ?? [];
  return words.filter((word) => !FILLER.has(word) && !ALL.test(word) && !ANY.test(word)).length;
}
