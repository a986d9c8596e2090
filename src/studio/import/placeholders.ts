import type { PromptChange, Span } from './proposal';

/** How a text marks what is filled in. `format`: `{x}`, with doubled braces for braces. `double`: `{{x}}`, with Jinja or Handlebars logic. */
export type Dialect = 'none' | 'format' | 'double' | 'dollar' | 'angle' | 'percent' | 'bare' | 'square';

export interface Placeholder {
  span: Span;
  /** As written, or '' for a bare `{}` or `%s`. */
  name: string;
  /** A filter such as `join` or `tojson`. */
  filter: string;
  role: 'value' | 'condition' | 'loop';
  /** The conditions it stands under. */
  under: readonly string[];
}

/** A tag of the template's logic: `{% if … %}`, `{{#each …}}`. */
export interface LogicTag {
  span: Span;
  words: string;
}

export interface Template {
  dialect: Dialect;
  placeholders: readonly Placeholder[];
  logic: readonly LogicTag[];
  /** The format has no logic: conditions go, and a loop leaves its list. */
  changes: readonly PromptChange[];
}

/** An identifier, a dotted path, or words in any script. */
const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_]*(?:[ .'’-][\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*){0,5}$/u;
const SUBSCRIPT = /^[\p{L}_][\p{L}\p{N}_.]*(?:\[['"]?[\p{L}\p{N}_ -]{1,40}['"]?\]){1,3}$/u;
const SINGLE = /(?<=(?<![{$\\])(?:\{\{){0,3})\{([^{}\n]{0,80})\}(?=(?:\}\}){0,3}(?!\}))/gu;
const DOUBLE = /\{\{\{?-?([^{}\n]{1,160})-?\}?\}\}/gu;
const DOLLAR = /\$\{([^{}\n]{1,160})\}|\{\$([\p{L}_][\p{L}\p{N}_]{0,60})\}/gu;
const ANGLE = /<<\s{0,3}([\p{L}_][\p{L}\p{N}_ -]{0,60}?)\s{0,3}>>/gu;
const PERCENT = /(?<!\d)%\(([\p{L}_][\p{L}\p{N}_]{0,60})\)[sdrf]|(?<![%\d])%[sd](?![\p{L}\p{N}])/gu;
const BARE = /(?<![{$\\:])\{\s?(\d?)\s?\}(?!\})/gu;
/** `[Insert the answer here]`, or `Answer: [THE ANSWER]`: a heading in brackets has nothing before it. */
const SQUARE =
  /\[(?:(?:please )?(?:insert|paste|put|add|enter|place)|hier(?: komt| folgt| staat)?|voeg|plak|insérer|insérez|collez|ici|inserta?r?|pega|aquí|여기에?|ここに)\s?(?:the |your |de |het |den |die |le |la |el |hier )?([\p{L}][^\]\n:]{1,50}?)(?: here| hier| ici| aquí| (?:입력|붙여넣기)|を(?:貼り付け|入力))?\]|(?<=(?:question|answer|response|context|document|text|transcript|summary|vraag|antwoord|frage|antwort|réponse|respuesta|pregunta|질문|답변|回答|質問)\s?[:：]\s{0,3})\[(?!\d|your|score|rating)([\p{L}][^\]\n:|]{2,40})\]/giu;
/** `{}` as a value that is asked for. */
const EMPTY_OBJECT = /(?:return|empty|respond|output|reply|object|dict)\W{0,8}(?:an? |with )?\W{0,4}$/iu;
const LOGIC = /\{%-?([^{}%\n]{1,200})-?%\}|\{\{([#/^!>&][^{}\n]{0,160}|else)\}\}/gu;
/** Names of what a judge writes, asked for in braces: `Score: {score}`. */
const REPLY_SLOT =
  /^(?:your[ _]|the[ _]|insert[ _])|^(?:score|rating|verdict|explanation|reason|reasoning|rationale|judg(?:e)?ment|label)$/iu;
const KEYWORDS = new Set(
  'and or not in is if else elif endif for endfor defined none true false null undefined loop this length set empty string number unless each with'.split(
    ' ',
  ),
);

/** Decides once how the text marks its inputs and finds them. */
export function readTemplate(source: string): Template {
  const singles = found(source, SINGLE).filter(({ name }) => isName(bareName(name)));
  const doubles = found(source, DOUBLE).filter(({ name }) => isName(bareName(name)));
  const logic = found(source, LOGIC).map(({ span, name }) => ({ span, words: name }));
  const escaped = /\{\{\s{0,9}["'\n]|["'\d\]\n]\s{0,9}\}\}/u.test(source.replaceAll(DOUBLE, ''));
  const dollars = found(source, DOLLAR).filter(({ name }) => isName(bareName(name)));
  if (dollars.length > 0 && doubles.length === 0 && singles.length <= dollars.length)
    return plain('dollar', dollars);
  const likelySingles = singles.filter((single) => !isReplySlot(source, single));
  const more = doubles.length > 1 && doubles.length > likelySingles.length;
  const byDouble = doubles.length > 0 && !escaped && (likelySingles.length === 0 || logic.length > 0 || more);
  if (byDouble || (logic.length > 0 && singles.length === 0))
    return { dialect: 'double', logic, ...withLogic(doubles, logic) };
  if (likelySingles.length > 0) return plain('format', likelySingles);
  const angles = found(source, ANGLE);
  if (angles.length > 0) return plain('angle', angles);
  const percents = found(source, PERCENT);
  if (percents.length > 0) return plain('percent', percents);
  const bare = found(source, BARE).filter(
    ({ span }) => !EMPTY_OBJECT.test(source.slice(Math.max(0, span.from - 40), span.from)),
  );
  if (bare.length > 0) return plain('bare', bare);
  const square = found(source, SQUARE);
  return square.length > 0
    ? plain('square', square)
    : { dialect: 'none', placeholders: [], logic: [], changes: [] };
}

/** A text with more is no judge prompt. */
const MOST_FOUND = 1000;

interface Found {
  span: Span;
  name: string;
}

function found(source: string, pattern: RegExp): Found[] {
  return [...source.matchAll(pattern)].slice(0, MOST_FOUND).map((match) => ({
    span: { from: match.index, to: match.index + match[0].length },
    name: (match[1] ?? match[2] ?? '').trim(),
  }));
}

const plain = (dialect: Dialect, all: readonly Found[]): Template => ({
  dialect,
  logic: [],
  changes: [],
  placeholders: all.map(({ span, name }) => ({
    span,
    name: bareName(name),
    filter: /\.join\(/u.test(name) ? 'join' : '',
    role: 'value',
    under: [],
  })),
});

/** Without format, conversion and filters: `x:.2f`, `x!r`, `x | join(", ")`, `JSON.stringify(x)`. */
function bareName(name: string): string {
  const call =
    /^[\p{L}\w.'"\\ ,()]{0,40}?(?:^|[.\w])\w{2,20}\(\s?([\p{L}_][\p{L}\w.]{0,60})[^()]{0,30}\)$/u.exec(name);
  return (call?.[1] ?? name)
    .replace(/\[\d{0,6}:-?\d{0,6}\]/u, '')
    .replace(/\s*\|.*$/u, '')
    .replace(/(?:\.\w{2,12}\([^()]{0,20}\)){1,3}$/u, '')
    .replace(/!\w$|:[^\p{L}\s]{0,6}\w?$/u, '')
    .replace(/\s*(?:\?\?|\|\|).*$/u, '')
    .trim();
}

const isName = (name: string): boolean => name.length <= 60 && (NAME.test(name) || SUBSCRIPT.test(name));

/** `Rating: {rating}` asks the judge for it; it is no input. */
function isReplySlot(source: string, { span, name }: Found): boolean {
  if (!REPLY_SLOT.test(name)) return false;
  const before = source.slice(Math.max(0, span.from - 60), span.from);
  const sameLine = before.slice(before.lastIndexOf('\n') + 1);
  const around = source.slice(Math.max(0, span.from - 400), span.from);
  return (
    /^your|^the|^insert/iu.test(name) ||
    (/[:："']\s*\W{0,3}$/u.test(sameLine) &&
      /format|respond|reply|return|output|answer|응답|출력|형식|réponds|antwoord|antwort|出力|输出|responde/iu.test(
        around,
      ))
  );
}

/** Takes loops and conditions into account: a loop's variable is no input, its list is one; what a condition asks for is optional. */
function withLogic(
  values: readonly Found[],
  logic: readonly LogicTag[],
): Pick<Template, 'placeholders' | 'changes'> {
  const events = [
    ...values.map((value) => ({ at: value.span.from, value })),
    ...logic.map((tag) => ({ at: tag.span.from, tag })),
  ].toSorted((a, b) => a.at - b.at);
  const placeholders: Placeholder[] = [];
  const changes: PromptChange[] = [];
  const leave = (from: number, to: number): void => {
    changes.push({ span: { from, to }, to: '', why: 'template-logic' });
  };
  const open: { conditions: string[]; variables: string[]; loopFrom?: number }[] = [];
  const local = new Set<string>(['loop', 'this', '@index', 'super', 'self']);
  const variables = (): Set<string> => new Set([...local, ...open.flatMap((scope) => scope.variables)]);
  const under = (): string[] => open.flatMap((scope) => scope.conditions);
  const add = (span: Span, name: string, role: Placeholder['role'], filter = ''): void => {
    const head = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(name)?.[0] ?? name;
    if (!variables().has(head) && isName(name) && !KEYWORDS.has(name))
      placeholders.push({ span, name, filter, role, under: under() });
  };
  for (const event of events) {
    if ('value' in event) {
      const { span, name } = event.value;
      add(span, bareName(name), 'value', /\|\s*(\w{1,20})/u.exec(name)?.[1] ?? '');
      continue;
    }
    const { span, words } = event.tag;
    const loop = /^\s*for\s+([\w, ]{1,40}?)\s+in\s+([\w.]{1,60})/u.exec(words);
    const each = /^#each\s+([\w.]{1,60})(?:\s+as\s+\|([\w ]{1,40})\|)?/u.exec(words);
    const section = /^[#^]\s*(?:(?:if|unless|with)\s+)?(.+)$/u.exec(words);
    const condition = /^\s*(?:if|elif|unless)\s+(.+)$/u.exec(words)?.[1];
    const assigned = /^\s*set\s+(\w{1,40})\s*=/u.exec(words)?.[1];
    if (loop !== null || each !== null) {
      add(span, loop?.[2] ?? each?.[1] ?? '', 'loop');
      open.push({
        conditions: [],
        loopFrom: span.to,
        variables: (loop?.[1] ?? each?.[2] ?? '').split(/[\s,]+/u).filter(Boolean),
      });
      continue;
    }
    if (/^\s*(?:end|\/)/u.test(words)) {
      leave(open.pop()?.loopFrom ?? span.from, span.to);
      continue;
    }
    leave(span.from, span.to);
    if (assigned !== undefined) local.add(assigned);
    else if (condition !== undefined || section !== null) {
      const names = namesOf(condition ?? section?.[1] ?? '');
      for (const name of names) add(span, name, 'condition');
      if (/^\s*elif/u.test(words)) open.pop();
      open.push({ conditions: names, variables: [] });
    }
  }
  return { placeholders, changes };
}

/** The names that a condition asks for, without its texts, filters and words. */
function namesOf(condition: string): string[] {
  const cleaned = condition.replaceAll(/'[^']*'|"[^"]*"/gu, ' ').replaceAll(/\|\s*\w+(?:\([^)]*\))?/gu, ' ');
  return (cleaned.match(/[\p{L}_][\p{L}\p{N}_.]*/gu) ?? []).filter((name) => !KEYWORDS.has(name));
}

/** Braces written twice mean braces, but the rubric would take them for an input. */
export function doubledBraces(source: string, { dialect, placeholders }: Template): PromptChange[] {
  if (dialect === 'double') return [];
  const changes: PromptChange[] = [];
  let depth = 0;
  let from = 0;
  for (const { span } of [...placeholders, { span: { from: source.length, to: source.length } }]) {
    for (const { index, 0: mark } of source.slice(from, span.from).matchAll(/\{\{|\}\}/gu)) {
      if (mark === '}}' && depth === 0) continue;
      depth += mark === '{{' ? 1 : -1;
      const at = from + index;
      changes.push({ span: { from: at, to: at + 2 }, to: mark.slice(1), why: 'doubled-braces' });
    }
    from = span.to;
  }
  return changes;
}
