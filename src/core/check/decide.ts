import type { CaseInput } from '../model/case';
import type { FoundFact } from '../model/facts';
import { applyRule } from './apply-rule';
import { factScope } from './case-facts';
import type { CompiledRubric } from './compiled-rubric';
import type { ExpressionProblem } from './failure';
import { exactly, failed } from './range/abstract';
import type { DecidedField } from './rubric-program';

export function decide(
  compiled: CompiledRubric,
  scope: { input: CaseInput; facts: readonly FoundFact[] },
): { decided: DecidedField[]; broken: ExpressionProblem[] } {
  const variables = {
    input: scope.input,
    facts: factScope(compiled.rubric, scope.facts),
    output: {},
    derived: {},
  };
  const decided: DecidedField[] = [];
  const broken: ExpressionProblem[] = [];
  for (const rule of compiled.before) {
    const applied = applyRule(rule, (expression) => {
      const result = expression.evaluate(variables);
      return result.ok ? exactly(result.value) : failed(result.failure);
    });
    broken.push(...applied.broken);
    // A rule that fails decides nothing; its author is told.
    if (applied.field !== null && applied.field.known.kind !== 'error') decided.push(applied.field);
  }
  return { decided, broken };
}
