import type { RubricContract } from '../rubric';
import { problemAt, say, type PlacedProblem } from './rubric-problem';

/** More than any rubric needs. What is longer could keep the page busy for minutes, and a rubric may come from a stranger. */
export const longestFile = 500_000;
export const longestYaml = 200_000;
const mostExpressions = 300;

type Expressive = Pick<
  RubricContract,
  'facts' | 'decided' | 'derived' | 'checks' | 'statements' | 'headline'
>;

/** How many expressions a rubric has, those within messages included. */
export function countExpressions(contract: Expressive): number {
  const { facts, decided, derived, checks, statements, headline } = contract;
  const rules = Object.values(decided).map((rule) =>
    typeof rule === 'string' ? [rule] : [rule.when, rule.value, rule.range, rule.because],
  );
  const sources = [
    ...Object.values(facts).map((fact) => (typeof fact === 'string' ? fact : fact.value)),
    ...rules.flat(),
    ...Object.values(derived),
    ...[...checks, ...statements].flatMap(({ when, assert, message }) => [
      when,
      assert,
      ...message.split('{{').slice(1),
    ]),
    headline.value,
    headline.verdict,
  ];
  return sources.filter((source) => source !== undefined).length;
}

export function checkLimits(contract: Expressive): PlacedProblem[] {
  const count = countExpressions(contract);
  if (count <= mostExpressions) return [];
  const most = Object.entries({
    checks: contract.checks.length,
    statements: contract.statements.length,
    decided: Object.keys(contract.decided).length,
    facts: Object.keys(contract.facts).length,
    derived: Object.keys(contract.derived).length,
  }).toSorted(([, a], [, b]) => b - a);
  const words = say`A rubric has at most ${mostExpressions} expressions, but this one has ${count}.`;
  return [problemAt([most[0]?.[0] ?? 'checks'], words, 'key')];
}
