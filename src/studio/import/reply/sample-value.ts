import type { SampleWord } from './json-like';
import type { FieldType } from '../proposal';
import { toNumber, findMaxima, findRanges, wholeByWords, wholeRange, type Range } from '../levels/ranges';

/** What a sample says about one value. */
export interface ValueShape {
  type: FieldType;
  nullable: boolean;
  enum?: (string | number)[] | undefined;
  range?: Range | undefined;
  description?: string | undefined;
  /** The sample does not tell a score from a text: `<score>`, `...`, a word. */
  vague: boolean;
  /** A text that stands for itself in the sample, such as a name or an example's value. */
  literal?: string | undefined;
}

const NULL = /\bnull\b|\bNone\b|\bN\/A\b|\bnil\b/u;
const TRUE_FALSE = /^(?:true|false)$/iu;
/** Between alternatives: `A | B`, `A/B`, `A or B`. */
const OR = /\s*(?:\|{1,2}|｜|또는|または|或者?|혹은)\s*|\s+(?:or|ou|oder|of|o|eller)\s+/u;
const SLASH = /\s*[/／]\s*/u;
const COMMON_LABEL =
  /^(?:yes|no|true|false|pass|fail|good|bad|correct|incorrect|wrong|right|high|medium|low|none|null|ja|nein|nee|oui|non|s[ií]|예|아니오|はい|いいえ|是|否|unclear|partial(?:ly)?|safe|unsafe|relevant|irrelevant|unrelated|factual|hallucinated|positive|negative|neutral|tie|\d+)$/iu;
const ONE_OF =
  /^(?:(?:must be |exactly |either |strictly )?(?:one of|any of|choose from|choice of|select from|enum)|l'un de|un de|eine[rs]? von|één van(?: (?:deze|de) (?:opties|labels))?|una? de|다음 중(?: 하나)?)\s*[:：]?\s*/iu;
const TYPE_WORDS: readonly [RegExp, FieldType][] = [
  [/^(?:bool(?:ean)?|true ?\/ ?false|booléen|boolesch|불리언|真偽値|布尔值?)\b/iu, 'boolean'],
  [/^(?:an? )?(?:int(?:eger)?|whole number|entier|ganze ?zahl|geheel getal|entero|정수|整数)/iu, 'integer'],
  [
    /^(?:an? )?(?:float|double|decimal|number|numeric|nombre|nummer|zahl|getal|número|숫자|실수|数値?|数字)(?![\p{L}])/iu,
    'number',
  ],
  [/^(?:an? )?(?:(?:list|array)(?: of\b|$)|array\b)/iu, 'array'],
  [
    /^(?:str(?:ing)?|text|chaîne|texte|zeichenkette|tekst|texto|cadena|문자열|文字列|字符串)(?![\p{L}])/iu,
    'string',
  ],
];
/** A description that only repeats the type. */
export const TYPE_ONLY =
  /^(?:bool(?:ean)?|str(?:ing)?|text|int(?:eger)?|float|double|number|n|x|nombre|entier|zahl|getal|número|entero|정수|숫자|실수|문자열|整数|数値|数字|文字列)$/iu;
/** Words such as these in a sample's brackets stand for a number. */
const NUMBER_SLOT =
  /^(?:your |final )*(?:score|rating|points?|number|n+|x+|\d[.,][xn_?]+|grade|note|punkte|punten|cijfer|poäng|점수|点数|スコア|分数|puntuación|pontuação|nota|voto|punteggio|total|sum)$/iu;

export function readValue(words: readonly SampleWord[], comment: string): ValueShape {
  const quoted = words.filter((word) => word.quoted);
  const loose = words
    .filter((word) => !word.quoted)
    .map(({ text }) => text)
    .join(' ');
  const raw = words
    .map(({ text }) => text)
    .join(' ')
    .trim();
  if (quoted.length > 1 || (quoted.length === 1 && /^\s*(?:\||\/|or\b)/u.test(loose)))
    return severalQuoted(quoted, loose, comment);
  const inner = unwrapped(raw);
  const shape = quoted.length === 1 ? quotedValue(inner, raw) : bareValue(inner, raw);
  return withComment(shape, comment);
}

/** `"A" | "B" | null`. */
function severalQuoted(quoted: readonly SampleWord[], loose: string, comment: string): ValueShape {
  const labels = [...new Set(quoted.map(({ text }) => text.trim()))];
  const open = /\.{3}|…/u.test(loose);
  const nullable = NULL.test(loose) || labels.includes('null');
  const given = labels.filter((label) => label !== 'null');
  const shape: ValueShape = { type: 'string', nullable, vague: false };
  if (open || !given.every(isLabel)) return withComment({ ...shape, vague: true }, comment);
  return withComment(
    given.every((label) => TRUE_FALSE.test(label))
      ? { ...shape, type: 'boolean' }
      : { ...shape, enum: given },
    comment,
  );
}

/** Without the brackets that mark a slot: `<1-5>`, `[PASS/FAIL]`, `（A/B）`. */
function unwrapped(raw: string): string {
  const inner = /^<([^<>]*)>$|^\[([^[\]]*)\]$|^\{\{?([^{}]*)\}?\}$|^[(（]([^()（）]*)[)）]$/u.exec(raw);
  return (inner?.[1] ?? inner?.[2] ?? inner?.[3] ?? inner?.[4] ?? raw).trim();
}

function quotedValue(inner: string, raw: string): ValueShape {
  const range = wholeRange(inner);
  if (range !== undefined)
    return { type: range.whole === false ? 'number' : 'integer', nullable: false, range, vague: false };
  const typed = typedWords(inner);
  if (typed !== undefined) return typed;
  const nullable = saysNull(inner);
  const labels = alternatives(inner, raw !== inner);
  if (labels !== undefined) return { ...labelShape(labels), nullable: nullable || labels.includes('null') };
  if (/^(?:\.{2,}|…)?$/u.test(inner)) return { type: 'string', nullable: false, vague: true };
  const literal = raw === inner && !nullable ? { literal: inner } : {};
  return { type: 'string', nullable, description: inner, vague: NUMBER_SLOT.test(inner), ...literal };
}

function bareValue(inner: string, raw: string): ValueShape {
  const nullable = saysNull(inner);
  const text = inner
    .replace(/\s*(?:\||\/|,|\bor\b|\bou\b|\boder\b|\bof\b|또는)?\s*["']?\b(?:null|None)\b["']?.*$/u, '')
    .trim();
  if (text === '' && nullable) return { type: 'string', nullable: true, vague: true };
  const range = wholeRange(text);
  if (range !== undefined)
    return { type: range.whole === false ? 'number' : 'integer', nullable, range, vague: false };
  if (/^[-+]?\d+(?:[.,]\d+)?$/u.test(text))
    return { type: /[.,]/u.test(text) ? 'number' : 'integer', nullable, vague: true, literal: text };
  if (TRUE_FALSE.test(text)) return { type: 'boolean', nullable, vague: false, literal: text };
  const labels = alternatives(text, true);
  if (labels !== undefined) return { ...labelShape(labels), nullable: nullable || labels.includes('null') };
  const typed = typedWords(text);
  if (typed !== undefined) return { ...typed, nullable };
  if (NUMBER_SLOT.test(text)) return { type: 'number', nullable, vague: true, description: text };
  if (/^(?:\.{2,}|…)$/u.test(text) || text === '') return { type: 'string', nullable, vague: true };
  return { type: 'string', nullable, description: text, vague: raw === inner };
}

/** Labels of which all are numbers make a list of numbers, `true` and `false` make a boolean. */
function labelShape(all: readonly string[]): ValueShape {
  const labels = all.filter((label) => label !== 'null');
  if (labels.length > 0 && labels.every((label) => TRUE_FALSE.test(label)))
    return { type: 'boolean', nullable: false, vague: false };
  const numbers = labels.map((label) =>
    /^[-+]?\d+(?:[.,]\d+)?$/u.test(label) ? toNumber(label) : Number.NaN,
  );
  if (numbers.some((number) => Number.isNaN(number)))
    return { type: 'string', nullable: false, enum: labels, vague: false };
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low = 0] = sorted;
  if (sorted.length > 2 && sorted.every((number, index) => number === low + index)) {
    return {
      type: 'integer',
      nullable: false,
      range: { min: low, max: low + sorted.length - 1, whole: true },
      vague: false,
    };
  }
  return {
    type: sorted.every((number) => Number.isInteger(number)) ? 'integer' : 'number',
    nullable: false,
    enum: sorted,
    vague: false,
  };
}

/** "integer from 1 to 5", "float 0-1", "list of strings", `number`. */
function typedWords(text: string): ValueShape | undefined {
  const type = TYPE_WORDS.find(([pattern]) => pattern.test(text))?.[1];
  const numeric = type === 'integer' || type === 'number';
  const range = findRanges(text)[0] ?? (numeric ? findMaxima(text)[0] : undefined);
  if (type === undefined && range === undefined) return undefined;
  if (type === 'boolean' || type === 'array' || type === 'string') {
    const one = type === 'string' ? /(?:one of|\()[:：]?\s*(.+?)\)?$/iu.exec(text)?.[1] : undefined;
    const labels = one === undefined ? undefined : alternatives(one, true);
    return {
      type,
      nullable: saysNull(text),
      vague: false,
      description: text,
      enum: labels?.filter((label) => label !== 'null'),
    };
  }
  // "Score from 1 to 5 and why" is a text: the range must come early.
  if (type === undefined && (range === undefined || range.at > 60 || text.length > 160)) return undefined;
  const whole = range?.whole ?? wholeByWords(text);
  const kind =
    whole === true || type === 'integer'
      ? 'integer'
      : whole === false || type === 'number'
        ? 'number'
        : 'integer';
  return {
    type: kind,
    nullable: saysNull(text),
    vague: range === undefined,
    description: text,
    range: range && { ...range },
  };
}

/** The labels of `A | B`, `<A/B>`, "one of: A, B or C"; undefined where the text is no list of labels. */
export function alternatives(text: string, inBrackets: boolean): string[] | undefined {
  const list = text.replace(ONE_OF, '');
  const said = list !== text;
  if (list.length > 1200) return undefined;
  const cut = list
    .replace(/\s*[,;(—–-]?\s*(?:or )?null (?:if|when|where|wenn|si|als).*$/iu, '')
    .replace(/\s*\((?:choose|pick|exactly|select) [^)]*\)$/iu, '');
  const strip = (part: string): string => part.replaceAll(/^["'“‘`<[(]+|["'”’`>\])]+$/gu, '').trim();
  const barred = cut.split(/\s*[|｜]{1,2}\s*/u);
  const slashed = cut.split(SLASH);
  const spoken = cut.split(OR).flatMap((part) => part.split(/\s*[,、，]\s*(?:or |ou |oder |of |o )?/u));
  const parts = barred.length > 1 ? barred : slashed.length > 1 && spoken.length < 3 ? slashed : spoken;
  const labels = parts.map(strip).filter((part) => part !== '');
  // Behind "one of" a label may be a sentence.
  const sentences = said && parts === barred && labels.every((label) => label.length <= 80);
  if (labels.length < 2 || labels.length > 60 || !(sentences || labels.every(isLabel))) return undefined;
  if (labels.some((label) => /^(?:\.{2,}|…|etc\.?)$/u.test(label))) return undefined;
  const sure =
    said || labels.every((label) => /^[\p{Lu}\d][\p{Lu}\d_]*$/u.test(label) || COMMON_LABEL.test(label));
  // `input/output text` and "your reason, in two sentences" are prose; `PASS/FAIL` and `yes or no` are labels.
  const slashLabels = labels.every((label) => !/\s/u.test(label)) && (inBrackets || labels.length > 2);
  const trusted =
    sure ||
    parts === barred ||
    (parts === slashed ? slashLabels : parts.every((part) => isQuoted(part.trim())));
  return trusted ? [...new Set(labels)] : undefined;
}

const isQuoted = (part: string): boolean => /^["'“‘`].*["'”’`]$/u.test(part);

/** A label is short and has no end of a sentence in it. */
export function isLabel(label: string): boolean {
  return (
    label.length > 0 &&
    label.length <= 60 &&
    label.split(/\s+/u).length <= 6 &&
    !/[.!?:;]\s|[.!?]$|[{}<>]/u.test(label) &&
    !/[–~-]\d/u.test(label)
  );
}

function saysNull(text: string): boolean {
  return NULL.test(text) && !/\b(?:not|never|no) null\b/iu.test(text);
}

/** A comment may give what the value leaves open. */
function withComment(shape: ValueShape, comment: string): ValueShape {
  if (comment === '') return shape;
  const nullable = shape.nullable || saysNull(comment);
  const described = {
    ...shape,
    nullable,
    description:
      shape.description === undefined || shape.literal !== undefined || TYPE_ONLY.test(shape.description)
        ? comment
        : shape.description,
  };
  if (!shape.vague && shape.literal === undefined) return described;
  const range = wholeRange(comment) ?? wholeRange(comment.replace(/\s.*$/u, '')) ?? findRanges(comment)[0];
  const typed = typedWords(comment);
  if (
    typed !== undefined &&
    typed.type !== 'string' &&
    (shape.type === 'number' || shape.type === 'integer' || shape.description === undefined)
  ) {
    return {
      ...described,
      ...(typed.range === undefined ? {} : { range: typed.range }),
      type: shape.type === 'number' && typed.range === undefined ? 'number' : typed.type,
      vague: typed.vague,
    };
  }
  if (range !== undefined && shape.type !== 'string')
    return { ...described, range: { ...range }, vague: false };
  const labels = shape.type === 'string' ? alternatives(comment, false) : undefined;
  return labels === undefined ? described : { ...described, ...labelShape(labels), nullable };
}
