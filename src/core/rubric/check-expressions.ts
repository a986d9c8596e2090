import type { Rubric } from '../model/rubric';
import { inWords, keyName, problemAt, type ContractPath, type PlacedProblem } from './rubric-problem';

/** What a compiler of CEL says of one expression. `where` is its own way to name a place: `checks.total-adds-up.assert`. */
export interface ExpressionMistake {
  where: string;
  expression: string;
  message: string;
  /** Offset in the expression. */
  position?: number;
}

/** Handed in by whoever has a compiler: reading a rubric needs none. */
export type CompileExpressions = (rubric: Rubric) => readonly ExpressionMistake[];

export function checkExpressions(rubric: Rubric, compile: CompileExpressions): PlacedProblem[] {
  return compile(rubric).map(({ where, expression, message, position }) => {
    const path = contractPath(where, rubric);
    const at = position === undefined || position === 0 ? '' : ` (at character ${position + 1})`;
    return problemAt(path, {
      expected: 'CEL without mistakes',
      got: expression === '' ? 'a rule that cannot be' : inWords(expression),
      message: `The expression at ${keyName(path)} cannot be used: ${message}${at}.`,
    });
  });
}

/** From the compiler's name of a place to the keys under which it stands in the file. */
function contractPath(where: string, rubric: Rubric): ContractPath {
  const [section = '', ...rest] = where.split('.');
  const name = rest.join('.');
  switch (section) {
    case 'facts':
      return ['facts', name, ...valueKey(rubric.facts[name])];
    case 'derived':
      return ['derived', name, ...valueKey(rubric.derived[name])];
    case 'decided': {
      if (Object.hasOwn(rubric.decided, name)) return ['decided', name];
      const key = rest.at(-1) ?? '';
      return ['decided', name.slice(0, -key.length - 1), key];
    }
    case 'checks': {
      const [id, ...keys] = rest;
      return ['checks', rubric.checks.findIndex((check) => check.id === id), ...keys];
    }
    default:
      return [section, ...rest];
  }
}

/** Where a fact or a derived value has a label, its expression stands under `value`. */
function valueKey(entry: string | object | undefined): ContractPath {
  return typeof entry === 'object' ? ['value'] : [];
}
