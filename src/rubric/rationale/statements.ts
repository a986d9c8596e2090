import { ExpressionCompiler, type CompiledCheck } from '../program/expression';
import type { ExpressionProblem } from '../program/failure';
import type { Declared } from '../program/names';
import { valueAt, type Path } from '../path';
import type { Json, JsonObject } from '../../kit/json';
import type { Rubric } from '../rubric';
import { foldText, isHangul, isLatin, wordsAt } from './fold';
import { isHedged } from './hedges';
import { numberAt } from './numbers';

export interface CompiledStatement extends CompiledCheck {
  path: Path;
  reads: Template[];
}

export function compileStatements(
  { statements }: Pick<Rubric, 'statements'>,
  declared: Declared,
  problems: ExpressionProblem[],
): CompiledStatement[] {
  return statements.flatMap((statement): CompiledStatement[] => {
    const where = `statements.${statement.id}`;
    const reads = statement.reads.flatMap((source, index): Template[] => {
      try {
        return [compileTemplate(source)];
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        problems.push({ where: `${where}.reads.${index}`, expression: source, message: error.message });
        return [];
      }
    });
    const stated = new Set(reads.flatMap(({ names }) => [...names]));
    const compiler = new ExpressionCompiler({ ...declared, stated });
    const when = compiler.compile(`${where}.when`, statement.when, 'bool');
    const assert = compiler.compile(`${where}.assert`, statement.assert, 'bool');
    const message = compiler.compileMessage(`${where}.message`, statement.message);
    const allows = compiler.compileAllowed(`${where}.allows`, statement.allows);
    problems.push(...compiler.problems);
    if (assert === undefined) return [];
    const { id, title, severity, about } = statement;
    const rule = { id: `says:${id}`, title, severity, about: [about] };
    return [{ rule, path: about, reads, when, assert, message, allows }];
  });
}

/** What the rationales state. Of each statement the first place counts. */
export function statementsIn(
  statements: readonly CompiledStatement[],
  output: JsonObject,
  wasAsked: (path: Path) => boolean,
) {
  return statements.flatMap((statement) => {
    const text = wasAsked(statement.path) ? rationaleText(valueAt(output, statement.path)) : '';
    const match = firstMatch(statement.reads, text);
    return match === null ? [] : [{ statement, ...match }];
  });
}

/** A rationale is a text, or a list of them. */
export function rationaleText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').join('\n') : '';
}

interface Found {
  end: number;
  stated: [name: string, value: number][];
}

/** What is read from a place on. */
type Match = (place: number) => Found | null;
/** One part of a template, in a text and before what follows it. */
type Part = (text: string, next: Match) => Match;

/**
 * How a rationale states something: plain text, `{name}` for a number, `(a|b)`, `[optional]`, `*` for at most a few other words of the
 * same sentence, and `^` and `$` for where a clause begins and ends. A backslash takes the next character as it is.
 */
interface Template {
  whole: Part;
  names: ReadonlySet<string>;
}

const widestGap = 24;
const longestTemplate = 500;

class TemplateError extends Error {}

/** A place that failed is not tried again, so the time never explodes, whatever an author writes. */
function remembering(attempt: Match): Match {
  const failed = new Set<number>();
  return (place) => {
    const found = failed.has(place) ? null : attempt(place);
    if (found === null) failed.add(place);
    return found;
  };
}

function inTurn(parts: readonly Part[]): Part {
  return (text, next) => parts.reduceRight((after, part) => part(text, after), next);
}

function oneOf(options: readonly Part[]): Part {
  return (text, next) => {
    const ways = options.map((option) => option(text, next));
    return remembering((place) => firstOf(ways, (way) => way(place)));
  };
}

const blank: Part = (text, next) => (place) => {
  if (text[place] === ' ' || text[place] === '\n') return next(place + 1);
  return isInWord(text, place) ? null : next(place);
};

const gap: Part = (text, next) =>
  remembering((place) => {
    for (let end = place; end <= Math.min(place + widestGap, text.length); end += 1) {
      const rest = next(end);
      if (rest !== null || endsSentence(text, end)) return rest;
    }
    return null;
  });

/** Where a sentence begins, or a part of one that a comma or a bracket sets off. */
const clauseStart: Part = (text, next) => (place) =>
  /(?:^|[.,;:!?(\n-]) ?$/u.test(text.slice(Math.max(0, place - 2), place)) ? next(place) : null;

const clauseEnd: Part = (text, next) => (place) =>
  /^(?:$|[\n,;:!?)]| ?[-(]|\.(?!\d))/u.test(text.slice(place, place + 2)) ? next(place) : null;

const literal =
  (character: string): Part =>
  (text, next) =>
  (place) => {
    if (text[place] === character) return next(place + 1);
    // Korean is spaced freely.
    const skips = text[place] === ' ' && (isHangul(character) || character === '%');
    return skips && text[place + 1] === character ? next(place + 2) : null;
  };

const number =
  (name: string, isShare: boolean): Part =>
  (text, next) =>
  (place) => {
    const read = numberAt(text, place);
    if (read === null || (isShare && !read.percent)) return null;
    const rest = next(read.end);
    return rest && { ...rest, stated: [[name, read.value], ...rest.stated] };
  };

export function compileTemplate(source: string): Template {
  const text = foldText(source.trim()).text.replaceAll('\n', ' ');
  if (text.length > longestTemplate)
    throw new TemplateError(`expected at most ${longestTemplate} characters, got ${text.length}`);
  const names = new Set<string>();
  let place = 0;
  let literals = 0;

  /** Up to the end, or up to one of the characters in `until`, which is not consumed. */
  const readSequence = (until: string): Part => {
    const parts: Part[] = [];
    while (place < text.length && !until.includes(text.charAt(place))) {
      const character = text.charAt(place);
      place += 1;
      if (character === '(') parts.push(oneOf(readOptions(')')));
      else if (character === '[') parts.push(oneOf([...readOptions(']'), inTurn([])]));
      else if (character === '{') parts.push(readNumber());
      else if (character === '*') parts.push(gap);
      else if (character === '^') parts.push(clauseStart);
      else if (character === '$') parts.push(clauseEnd);
      else if (character === ' ') parts.push(blank);
      else if (')]}|'.includes(character))
        throw new TemplateError(
          `found ${character} without its opening; write \\${character} for the character`,
        );
      else {
        parts.push(literal(character === '\\' ? text.charAt(place++) : character));
        literals += 1;
      }
    }
    return inTurn(parts);
  };
  const readOptions = (close: ')' | ']'): Part[] => {
    const opening = place - 1;
    const options = [readSequence(`|${close}`)];
    while (text[place] === '|') {
      place += 1;
      options.push(readSequence(`|${close}`));
    }
    if (text[place] !== close) throw new TemplateError(`expected ${close} after "${text.slice(opening)}"`);
    place += 1;
    return options;
  };
  const readNumber = (): Part => {
    const read = /^([a-z_]\w*)\}( ?(?:%|per ?cent|퍼센트))?/u.exec(text.slice(place));
    const [written = '', name, share] = read ?? [];
    if (name === undefined)
      throw new TemplateError('expected a name of small letters, digits and _ in {}, such as {found}');
    names.add(name);
    place += written.length;
    if (share !== undefined) literals += 1;
    return number(name, share !== undefined);
  };

  const whole = readSequence('');
  if (literals === 0) throw new TemplateError('expected some plain text besides numbers and gaps');
  return { whole, names };
}

/** The first place of the text at which one of the templates matches, and that is neither negated nor only supposed. */
export function firstMatch(
  templates: readonly Template[],
  given: string,
): { words: string; stated: Record<string, number> } | null {
  const folded = foldText(given);
  const { text } = folded;
  const end: Match = (place) => (isInWord(text, place) ? null : { end: place, stated: [] });
  const matches = templates.map(({ whole }) => whole(text, end));
  for (let start = 0; start < text.length; start += 1) {
    const found = isInWord(text, start) ? null : firstOf(matches, (match) => match(start));
    if (found !== null && !isHedged(text, start, found.end))
      return { words: wordsAt(folded, start, found.end), stated: Object.fromEntries(found.stated) };
  }
  return null;
}

function isInWord(text: string, place: number): boolean {
  return isLatin(text[place - 1]) && isLatin(text[place]);
}

function firstOf<T, R>(items: readonly T[], attempt: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = attempt(item);
    if (found !== null) return found;
  }
  return null;
}

function endsSentence(text: string, place: number): boolean {
  const character = text[place] ?? '\n';
  return character === '\n' || (/[.!?。]/u.test(character) && /[\s"')]|^$/u.test(text[place + 1] ?? ''));
}
