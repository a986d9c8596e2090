import type { Step } from './compiled-rubric';
import type { Expression } from './expression';
import { problemAt, type ExpressionProblem } from './failure';
import { overlaps } from './range/gaps';

function stepName(step: Step): string {
  return step.kind === 'derived' ? `derived.${step.name}` : `decided.${step.rule.path}`;
}

function expressionsOf(step: Step): Expression[] {
  if (step.kind === 'derived') return [step.expression];
  const { when, value, range, because } = step.rule;
  return [when, value, range, because].filter((expression) => expression !== undefined);
}

function needs(step: Step, other: Step): boolean {
  return expressionsOf(step).some(({ names }) =>
    other.kind === 'derived'
      ? names.derived.has(other.name)
      : [...names.output].some((path) => overlaps(path, other.rule.path)),
  );
}

/** Puts every step after those it needs; a circle is the author's mistake. */
export function orderSteps(steps: readonly Step[]): { steps: Step[]; problems: ExpressionProblem[] } {
  const ordered: Step[] = [];
  const problems: ExpressionProblem[] = [];
  const done = new Set<Step>();

  const visit = (step: Step, trail: readonly Step[]): void => {
    if (done.has(step)) return;
    const circle = trail.indexOf(step);
    if (circle !== -1) {
      const names = [...trail.slice(circle), step].map(stepName).join(' → ');
      const source = expressionsOf(step)[0]?.source ?? '';
      problems.push(problemAt(stepName(step), source, { message: `it depends on itself: ${names}` }));
      return;
    }
    for (const other of steps) {
      if (problems.length > 0) return;
      if (needs(step, other)) visit(other, [...trail, step]);
    }
    done.add(step);
    ordered.push(step);
  };

  for (const step of steps) visit(step, []);
  return { steps: ordered, problems };
}
