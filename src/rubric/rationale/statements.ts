import { ExpressionCompiler, type CompiledCheck } from '../program/expression';
import type { ExpressionProblem } from '../program/failure';
import type { Declared } from '../program/names';
import { valueAt, type Path } from '../path';
import type { Json, JsonObject } from '../../kit/json';
import type { Rubric } from '../rubric';
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
    problems.push(...compiler.problems);
    if (assert === undefined) return [];
    const { id, title, severity, about } = statement;
    const rule = { id: `says:${id}`, title, severity, about: [about] };
    return [{ rule, path: about, reads, when, assert, message }];
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
