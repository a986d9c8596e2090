import { finding, type NewFinding, type ProposedInput, type Span } from './proposal';
import type { Placeholder, Template } from './placeholders';
import {
  asciiName,
  freeName,
  headingsAbove,
  lineAt,
  spelledOut,
  wordsOf,
  type PromptText,
} from './text-lines';

/** Names of what stays the same for all cases. */
const CONFIGURATION =
  /^(?:(?:score|scoring|grading|evaluation|judg(?:e|ing)|assessment|marking)_?)?(?:rubrics?|criteri(?:a|on)|steps?|scales?|guidelines?|instructions?|polic(?:y|ies)|thresholds?|max_?scores?|min_?scores?|max_?points?|score_?range|labels|categories|weights?|rules|examples|few_?shots?|format_?instructions?|language|persona|dimensions?|metrics?|levels?|기준|평가기준|루브릭|critères?|bareme|barème|criterios?|criteria|kriterien|評価基準|评分标准)(?:_?(?:description|definition|text|name|list|json|rubric|steps))?$/iu;
const LONG =
  /(?:answer|response|reply|output|context|document|text|transcript|conversation|dialog(?:ue)?|passage|article|summary|content|body|story|essay|reasoning|explanation|rationale|snippet|question|prompt|instruction|completion|submission|code|email|message|history|reference|ground_?truth|source|report|review|description|rubric|criteria|steps|réponse|reponse|texte|contexte|antwoord|antwort|respuesta|texto|질문|응답|답변|본문|문서|대화|요약|原文|回答|質問|文章|问题|答案)$/iu;
/** A "case number" is text: only what counts is a number by its name. */
const NUMBER = /(?:^|_)count$|Count$/u;
const OPTIONAL =
  /\b(?:(?:if|when|where) (?:available|given|provided|present|known|applicable|any)|optional\p{L}*|(?:may|can) be (?:empty|blank|missing|absent)|falls (?:vorhanden|bekannt)|wenn vorhanden|si (?:disponible|fourni\p{L}*)|le cas échéant|facultati\p{L}*|indien (?:beschikbaar|aanwezig|bekend)|optione\p{L}+|opcional|si (?:está|hay))(?!\p{L})|있(?:는|을) 경우|있으면|없을 수|선택 (?:사항|입력)|あれば|ある場合|任意|如有|可选|可为空/iu;
const EXISTS = /\b(?:exists|(?:is|was) (?:available|given|present|provided|known))\b/iu;
const SAME_FOR_ALL =
  /\bsame (?:for|in|across) (?:all|every|each)\b|\bidenti\p{L}+ (?:for|für|pour|voor|para) (?:all|every|tou|chaque|alle|elk|tod)|\b(?:gleich für alle|für alle \p{L}+ gleich|(?:la|le) même pour|hetzelfde voor|igual para tod)|모든 \S{1,12} (?:동일|공통|같)|(?:すべて|全て)の?.{1,10}(?:共通|同じ)|所有.{1,10}(?:相同|通用)/iu;
const LIST = /(?:_|^)(?:list|items|entities|array)$|(?:List|Items|Entities|Array)$/u;
const JSON_NAME = /(?:^|_)json(?:$|_)|Json$|JSON/u;
/** Words that name what a case is made of, for placeholders without a name. */
const CASE_WORD =
  /^(?:question|query|prompt|instruction|task|answer|response|reply|output|prediction|completion|submission|context|document|passage|reference|source|transcript|summary|text|article|conversation|dialogue|code|input|expected|claim|translation|statement|ground_truth)$/u;

export interface ReadInputs {
  inputs: ProposedInput[];
  findings: NewFinding[];
}

export function readInputs(text: PromptText, template: Template): ReadInputs {
  const groups = new Map<string, Placeholder[]>();
  const bareNames = template.placeholders.some(({ name }) => /^\d?$/u.test(name))
    ? namesForBare(text, template)
    : undefined;
  template.placeholders.forEach((placeholder, index) => {
    const name = bareNames?.[index] ?? placeholder.name;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [placeholder]);
    else group.push(placeholder);
  });
  const taken = new Set<string>();
  const hints = text.lines.flatMap(({ plain }) =>
    plain.length < 1500 && (EXISTS.test(plain) || OPTIONAL.test(plain) || SAME_FOR_ALL.test(plain))
      ? [plain]
      : [],
  );
  const last = (written: string): string => written.slice(written.lastIndexOf('.') + 1);
  const lasts = [...groups.keys()].map(last);
  const inputs = [...groups].map(([written, places]) =>
    input(
      text,
      template.dialect === 'dollar' && lasts.filter((other) => other === last(written)).length === 1
        ? last(written)
        : shortName(written),
      written,
      places,
      bareNames !== undefined || template.dialect === 'square',
      taken,
      hints,
    ),
  );
  // What a case brings cannot all be configuration.
  const perRun = inputs.some((one) => !one.perRun);
  return {
    inputs: perRun ? inputs : inputs.map((one) => ({ ...one, perRun: false })),
    findings: logicFindings(template),
  };
}

function input(
  text: PromptText,
  short: string,
  written: string,
  places: readonly Placeholder[],
  bare: boolean,
  taken: Set<string>,
  hints: readonly string[],
): ProposedInput {
  const own = /^[A-Za-z_]\w*$/u.test(written);
  const plain = [written, short].find((each) => /^[A-Za-z_]\w*$/u.test(each));
  const made = plain ?? asciiName(short) ?? `input_${taken.size + 1}`;
  const name = freeName(made, (each) => taken.has(each));
  taken.add(name);
  const label = own ? spelledOut(name) : written;
  const around = places.map(({ span }) => wordsAround(text, span)).join('\n');
  const perRun =
    CONFIGURATION.test(name) ||
    CONFIGURATION.test(written) ||
    SAME_FOR_ALL.test(around) ||
    hints.some((plain) => saysSame(plain, label));
  const inLogic = places.every(
    ({ role, under, filter }) => role === 'condition' || filter === 'default' || under.includes(written),
  );
  const optional = !inLogic && (OPTIONAL.test(around) || mayBeMissing(hints, label));
  return {
    key: `input:${name}`,
    certainty: bare || perRun ? 'guessed' : optional ? 'inferred' : 'stated',
    spans: places.map(({ span }) => span),
    name,
    label,
    kind: kindOf(text, written, places),
    required: !inLogic && !optional,
    perRun,
    aliases: own ? [] : [written],
    placeholders: places.flatMap(({ span, role }) => (role === 'condition' ? [] : [span])),
  };
}

/** The words that introduce a placeholder: those in its line, or the line above where it stands alone. */
function wordsAround(text: PromptText, { from, to }: Span): string {
  const { source, lines } = text;
  const line = lineAt(text, from);
  if (line === undefined) return '';
  const before = source.slice(line.from, from).replace(/^.*\}/u, '');
  const after = /^[^{\n,.;]{0,60}/u.exec(source.slice(to))?.[0] ?? '';
  if (/\p{L}/u.test(before + after)) return `${before} ${after}`;
  const above = lines.slice(Math.max(0, line.index - 3), line.index).findLast(({ plain }) => plain !== '');
  return above !== undefined && above.plain.length < 90 ? above.plain : '';
}

/** "The policy is the same for all calls.", in a sentence elsewhere. */
const saysSame = (plain: string, label: string): boolean =>
  plain.split(/(?<=[.!?。])\s*/u).some((sentence) => {
    const words = sentence.toLowerCase().replace(/^(?:the|die|der|das|la|le|de|het|el)\s/u, '');
    return SAME_FOR_ALL.test(sentence) && words.startsWith(label.toLowerCase());
  });

/** "If cited ECLI exists", "the reference (when available)": a sentence elsewhere says that it may be missing. */
function mayBeMissing(hints: readonly string[], label: string): boolean {
  const all = wordsOf(label);
  const near = hints.filter((plain) => plain.toLowerCase().includes(all[0] ?? ''));
  if (all.length === 0 || near.length === 0) return false;
  const words = all.join(String.raw`[\s_]+`);
  const said = new RegExp(
    `\\b(?:if|when) (?:the |an? |no )?${words} (?:exists|(?:is|was) (?:available|given|present|provided|known))(?=\\s*(?:[,.;:)→]|and\\b|then\\b|$))`,
    'iu',
  );
  const noted = new RegExp(`(?<!\\p{L})${words}["'\`]?\\s?[(（]([^()（）]{1,60})[)）]`, 'iu');
  return near.some((plain) => said.test(plain) || OPTIONAL.test(noted.exec(plain)?.[1] ?? ''));
}

/** `item.question` and `row["question"]` are the column `question`; another path is joined. */
function shortName(written: string): string {
  const subscript = /\[['"]?([\p{L}\p{N}_ -]{1,40})['"]?\]$/u.exec(written)?.[1];
  if (subscript !== undefined) return subscript;
  return (
    /^(?:item|sample|row|data|example|inputs?|case|record|vars|self|state|kwargs|params)\.(.+)$/u.exec(
      written,
    )?.[1] ?? written
  );
}

/** By the place of its placeholders first, then by its name. */
function kindOf(text: PromptText, written: string, places: readonly Placeholder[]): ProposedInput['kind'] {
  const inFence = (json: boolean): boolean =>
    places.some(({ span }) => {
      const line = lineAt(text, span.from);
      const block = line?.block === undefined ? undefined : text.blocks[line.block];
      return (
        block !== undefined &&
        (block.info === 'json') === json &&
        text.source.slice(block.from, block.to).trim().length <= span.to - span.from
      );
    });
  if (
    inFence(true) ||
    JSON_NAME.test(written) ||
    places.some(({ filter }) => /^(?:tojson|json|dump)$/u.test(filter))
  )
    return 'json';
  if (LIST.test(written) || places.some(({ role, filter }) => role === 'loop' || filter === 'join'))
    return 'list';
  if (NUMBER.test(written)) return 'number';
  if (inFence(false) || LONG.test(written)) return 'long';
  return places.some(({ span }) => standsAlone(text, span)) ? 'long' : 'text';
}

/** Alone on its line, or between a tag and its end. */
function standsAlone({ source }: PromptText, { from, to }: Span): boolean {
  const before = source.slice(Math.max(0, from - 80), from);
  const after = source.slice(to, to + 80);
  const left = before.slice(before.lastIndexOf('\n') + 1).trim();
  const right = (after.split('\n')[0] ?? '').trim();
  return (
    (/^["'`\\]*$/u.test(left) && /^["'`\\]*$/u.test(right)) ||
    (/<[\w-]+>$/u.test(left) && right.startsWith('</'))
  );
}

/** Names for `{}` and `%s`: the label before it, its heading, or the words the text gives in brackets: "the question(question)". */
function namesForBare(text: PromptText, { placeholders }: Template): string[] {
  const numbered = placeholders.map(({ name }) => name);
  const announced = [...text.source.matchAll(/[(（`]([a-z_]{3,20})[)）`]/gu)]
    .map((match) => match[1] ?? '')
    .filter((word) => CASE_WORD.test(word));
  const spare = [...new Set(announced)];
  const used = new Map<string, string>();
  const taken = new Set<string>();
  return placeholders.map(({ span }, index) => {
    const number = numbered[index] ?? '';
    const before = number === '' ? undefined : used.get(number);
    if (before !== undefined) return before;
    const near = labelBefore(text, span);
    const name =
      (near !== undefined && !taken.has(near) ? near : spare.find((word) => !taken.has(word))) ??
      `input_${index + 1}`;
    taken.add(name);
    if (number !== '') used.set(number, name);
    return name;
  });
}

function labelBefore(text: PromptText, span: Span): string | undefined {
  const line = lineAt(text, span.from);
  if (line === undefined) return undefined;
  const before = text.source.slice(line.from, span.from);
  const label = /([\p{L}][\p{L}\p{N} _'’-]{1,40})\W{0,6}[:：=>]\s{0,3}["'`*\\]*$/u.exec(before)?.[1];
  const heading =
    before.trim() === ''
      ? text.lines[line.index - 1]?.plain || headingsAbove(text, line, 1)[0]?.plain
      : undefined;
  const words = wordsOf(label ?? heading ?? '').filter(
    (word) => !/^(?:the|a|an|of|le|la|les|de|der|die|das|het)$/u.test(word),
  );
  if (words.length === 0 || words.length > 4) return undefined;
  return asciiName(words.join('_'));
}

function logicFindings({ logic }: Template): NewFinding[] {
  return logic
    .filter(({ words }) => /^\s*(?:if|for|unless|elif|set|macro|include|#|\^|>)/u.test(words))
    .map(({ span, words }) => finding('template-logic', [words.trim()], [span]));
}
