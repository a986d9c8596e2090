import { ExpressionCompiler, type CompiledCheck } from '../program/expression';
import type { ExpressionProblem } from '../program/failure';
import type { Declared } from '../program/names';
import { valueAt, type Path } from '../path';
import type { Json, JsonObject } from '../../kit/json';
import type { Rubric, Statement } from '../rubric';
import { foldText, wordsAt } from './fold';
import { compileTemplate, firstMatch, TemplateError, type Template } from './template';

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
    const reads = compileTemplates(statement, where, problems);
    const stated = new Set(reads.flatMap(({ names }) => [...names]));
    const compiler = new ExpressionCompiler({ ...declared, stated });
    const when = compiler.compile(`${where}.when`, statement.when, 'bool');
    const assert = compiler.compile(`${where}.assert`, statement.assert, 'bool');
    const message = compiler.compileMessage(`${where}.message`, statement.message);
    problems.push(...compiler.problems, ...unsure(statement, where, reads));
    if (assert === undefined) return [];
    const { id, title, severity, about } = statement;
    const rule = { id: `says:${id}`, title, severity, about: [about] };
    return [{ rule, path: about, reads, when, assert, message }];
  });
}

function compileTemplates({ reads }: Statement, where: string, problems: ExpressionProblem[]): Template[] {
  return reads.flatMap((source, index): Template[] => {
    try {
      return [compileTemplate(source)];
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      problems.push({ where: `${where}.reads.${index}`, expression: source, message: error.message });
      return [];
    }
  });
}

/** A number that some template does not give would fail the expression, unless it asks `has()` first. */
function unsure(statement: Statement, where: string, reads: readonly Template[]): ExpressionProblem[] {
  const { when = '', assert, message } = statement;
  const sources = [when, assert, message].join('\n');
  const read = new Set(Array.from(sources.matchAll(/\bstated\.(\w+)/g), ([, name = '']) => name));
  return [...read].flatMap((name) => {
    const known = reads.some(({ names }) => names.has(name));
    if (!known || sources.includes(`has(stated.${name})`)) return [];
    const without = reads.findIndex(({ always }) => !always.has(name));
    if (without < 0) return [];
    const text = `it does not always give {${name}}; give it, or ask has(stated.${name}) before reading it`;
    return { where: `${where}.reads.${without}`, expression: statement.reads[without] ?? '', message: text };
  });
}

export interface StatementFound {
  statement: CompiledStatement;
  stated: Record<string, number>;
  words: string;
}

/** What the rationales state. Of each statement the first place counts. */
export function statementsIn(
  statements: readonly CompiledStatement[],
  output: JsonObject,
  wasAsked: (path: Path) => boolean,
): StatementFound[] {
  return statements.flatMap((statement) => {
    const text = wasAsked(statement.path) ? rationaleText(valueAt(output, statement.path)) : '';
    const folded = foldText(text);
    const match = firstMatch(statement.reads, folded);
    return match === null
      ? []
      : [{ statement, stated: match.stated, words: wordsAt(folded, match.start, match.end) }];
  });
}

/** A rationale is a text, or a list of them. */
export function rationaleText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').join('\n') : '';
}
