import type { Rubric } from '../model/rubric';
import { compileExpression, type Expression } from './expression';
import type { ExpressionProblem } from './failure';
import type { Declared } from './names';

/** Text with the expressions whose values go into it. */
export type MessageTemplate = readonly (string | Expression)[];

type Piece = { ok: true; expression: Expression; end: number } | { ok: false; problems: ExpressionProblem[] };

/** Tries each closing `}}` in turn, since an expression may itself contain one in a map or a text. */
function expressionAt(where: string, text: string, start: number, declared: Declared): Piece {
  let first: ExpressionProblem[] | undefined;
  for (let end = text.indexOf('}}', start); end !== -1; end = text.indexOf('}}', end + 1)) {
    const compiled = compileExpression(where, text.slice(start, end).trim(), declared, 'any');
    if (compiled.ok) return { ok: true, expression: compiled.expression, end: end + 2 };
    first ??= compiled.problems;
  }
  const message = 'expected }} after the expression that {{ opens';
  return { ok: false, problems: first ?? [{ where, expression: text.slice(start), message }] };
}

export function compileMessage(
  where: string,
  text: string,
  declared: Declared,
): { ok: true; template: MessageTemplate } | { ok: false; problems: ExpressionProblem[] } {
  const template: (string | Expression)[] = [];
  let from = 0;
  for (let open = text.indexOf('{{'); open !== -1; open = text.indexOf('{{', from)) {
    template.push(text.slice(from, open));
    const piece = expressionAt(where, text, open + 2, declared);
    if (!piece.ok) return piece;
    template.push(piece.expression);
    from = piece.end;
  }
  template.push(text.slice(from));
  return { ok: true, template };
}

/** The expressions in a message of a rubric that compiles. */
export function messageExpressions(where: string, text: string, rubric: Rubric): string[] {
  const compiled = compileMessage(where, text, {
    input: new Set(rubric.inputs.map(({ name }) => name)),
    facts: new Set(Object.keys(rubric.facts)),
    derived: new Set(Object.keys(rubric.derived)),
    output: rubric.output,
  });
  if (!compiled.ok) throw new Error(`Expected a message that compiles at ${where}.`);
  return compiled.template.flatMap((part) => (typeof part === 'string' ? [] : [part.source]));
}
