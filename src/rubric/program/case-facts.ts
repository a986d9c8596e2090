import type { CaseInput, Fact, FoundFact } from '../facts';
import type { Json } from '../../kit/json';
import type { Rubric } from '../rubric';
import { toJson, failOnRead, setValue, failureOf, problemAt, type ExpressionProblem } from './failure';
import type { CompiledRubric } from './rubric-program';
import { showJson, wordsFor } from './words';

/** `facts` as expressions see it. A declared fact that could not be found fails them, even one that only asks `has()`. */
export function factScope(rubric: Rubric, facts: readonly FoundFact[]): Record<string, Json> {
  const values: Record<string, Json> = Object.fromEntries(facts.map((fact) => [fact.name, fact.value]));
  for (const name of Object.keys(rubric.facts)) {
    if (!Object.hasOwn(values, name)) failOnRead(values, name, `facts.${name} could not be computed`);
  }
  return values;
}

export function caseFacts(
  compiled: CompiledRubric,
  input: CaseInput,
  codeFacts: readonly Fact[],
): { facts: Fact[]; broken: ExpressionProblem[] } {
  const words = wordsFor(compiled.rubric.language);
  const broken: ExpressionProblem[] = [];
  const found = new Map(codeFacts.map((fact) => [fact.name, fact]));
  const values = factScope(compiled.rubric, codeFacts);

  for (const { name, expression } of compiled.facts) {
    const result = expression.evaluate({ input, facts: values, output: {}, derived: {} });
    try {
      if (!result.ok) {
        broken.push(problemAt(expression.where, expression.source, result.failure));
        continue;
      }
      const value = toJson(result.value);
      setValue(values, name, value);
      found.set(name, { name, value, text: showJson(value, words), spans: [] });
    } catch (error) {
      broken.push(problemAt(expression.where, expression.source, failureOf(error)));
    }
  }

  const declared = Object.keys(compiled.rubric.facts);
  const computed = new Set(compiled.facts.map(({ name }) => name));
  for (const name of declared) {
    if (found.has(name) || computed.has(name)) continue;
    const message = 'it has no value in the contract, and the code that finds facts did not return it';
    broken.push({ where: `facts.${name}`, expression: '', message });
  }
  for (const { name } of codeFacts) {
    if (declared.includes(name)) continue;
    const message = 'the code that finds facts returned it, but the contract does not declare it';
    broken.push({ where: `facts.${name}`, expression: '', message });
  }
  const ordered = [
    ...declared,
    ...codeFacts.map(({ name }) => name).filter((name) => !declared.includes(name)),
  ];
  return { facts: ordered.flatMap((name) => found.get(name) ?? []), broken };
}
