import type { CheckResult, Headline, Known } from '../values';
import { valueAt, type Path } from '../path';
import { applyRule, factScope } from './decide';
import type { CompiledCheck, CompiledRubric, AssessScope, Assessment, DecidedField } from './rubric-program';
import { isComplete, WorkingOutput } from './working-output';
import type { Expression, MessageTemplate } from './expression';
import { problemIn, type ExpressionProblem, type Failure, sameJson } from './failure';
import { fromKnown, toKnown, type Outcome } from '../range/value';
import { truthOf } from '../range/operators';
import { showKnown, wordsFor, type Words, showJson, showRange } from './words';
import type { Json, JsonObject } from '../../kit/json';
import { type Rubric, labelOf } from '../rubric';

type Answer = 'yes' | 'no' | 'open' | Failure;

function answerOf(outcome: Outcome): Answer {
  const truth = truthOf(outcome);
  if (truth.true && !truth.false && truth.failure === null) return 'yes';
  if (truth.false && !truth.true && truth.failure === null) return 'no';
  if (!truth.true && !truth.false && truth.failure !== null) return truth.failure;
  return 'open';
}

/** Everything that runs over one output, collecting what breaks on the way. */
class Assessor {
  readonly broken: ExpressionProblem[] = [];

  constructor(
    readonly run: (expression: Expression) => Outcome,
    readonly words: Words,
  ) {}

  known(expression: Expression, outcome = this.run(expression)): Known {
    const known = toKnown(outcome);
    if (known.kind === 'error')
      this.broken.push(problemIn(expression, { message: known.message, ...outcome.failure }));
    return known;
  }

  #render(template: MessageTemplate): string {
    return template
      .map((part) => (typeof part === 'string' ? part : showKnown(this.known(part), this.words)))
      .join('');
  }

  check({ rule, when, assert, message }: CompiledCheck): CheckResult {
    const { id, title, severity, about } = rule;
    const result = (outcome: CheckResult['outcome'], words = title): CheckResult => ({
      id,
      title,
      severity,
      about,
      outcome,
      message: words,
    });
    const broken = (expression: Expression, failure: Failure): CheckResult => {
      this.broken.push(problemIn(expression, failure));
      const { where } = expression;
      const place = failure.position === undefined ? where : `${where}:${failure.position}`;
      return result('broken', this.words.broken(failure.message, place));
    };
    const applies = when === undefined ? 'yes' : answerOf(this.run(when));
    if (when !== undefined && typeof applies === 'object') return broken(when, applies);
    if (applies === 'no') return result('skipped');
    const holds = answerOf(this.run(assert));
    // Behind an open condition a failing assertion may never be reached.
    if (applies === 'open' || holds === 'open') return result('undecided', this.#render(message));
    if (typeof holds === 'object') return broken(assert, holds);
    return holds === 'yes' ? result('passed') : result('failed', this.#render(message));
  }
}

function headlineOf(compiled: CompiledRubric, assessor: Assessor, { output }: AssessScope): Headline {
  const { stated_value: valuePath, stated_verdict: verdictPath } = compiled.rubric.headline;
  const { value, verdict } = compiled.headline;
  const statedValue = valuePath === undefined ? undefined : valueAt(output, valuePath);
  const statedVerdict = verdictPath === undefined ? undefined : valueAt(output, verdictPath);
  return {
    value: assessor.known(value),
    ...(verdict !== undefined && { verdict: assessor.known(verdict) }),
    ...(statedValue !== undefined && { statedValue }),
    ...(statedVerdict !== undefined && { statedVerdict }),
  };
}

export function assess(compiled: CompiledRubric, scope: AssessScope): Assessment {
  const { rubric } = compiled;
  const words = wordsFor(rubric.language);
  const variables = { input: scope.input, facts: factScope(rubric, scope.facts), output: scope.output };
  const computedPaths = compiled.steps.flatMap((step) => (step.kind === 'rule' ? [step.rule.path] : []));
  const working = new WorkingOutput(
    rubric.output,
    variables,
    isComplete(rubric.output, scope, computedPaths),
  );
  const notAsked = new Set(scope.notAsked);
  /** There the judge's own word stands, or that it left the field out, and is compared below. */
  const wasAsked = (path: Path): boolean => scope.comparing && !notAsked.has(path);
  for (const { path, known } of scope.decided) {
    const { value, failure } = fromKnown(known);
    if (value !== null && failure === null && !wasAsked(path)) working.know(path, value);
  }

  const assessor = new Assessor((expression) => working.run(expression), words);
  const derived = new Map<string, Known>();
  const after = new Map<string, DecidedField>();
  for (const step of compiled.steps) {
    if (step.kind === 'derived') {
      const outcome = assessor.run(step.expression);
      derived.set(step.name, assessor.known(step.expression, outcome));
      working.derive(step.name, outcome);
      continue;
    }
    const applied = applyRule(step.rule, assessor.run);
    assessor.broken.push(...applied.broken);
    if (applied.field !== null) after.set(step.rule.path, applied.field);
    if (applied.value !== null && !wasAsked(step.rule.path)) working.know(step.rule.path, applied.value);
  }

  const computed = Object.keys(rubric.decided).flatMap((path) => after.get(path) ?? []);
  const checks = compiled.checks.map((check) => assessor.check(check));
  const claimed = [...scope.decided, ...computed].filter(({ path }) => wasAsked(path));
  const compared = compareDecided(rubric, claimed, scope.output, words);
  return {
    derived: Object.fromEntries(
      Object.keys(rubric.derived).map((name) => [name, derived.get(name) ?? { kind: 'undecided' }]),
    ),
    computed,
    checks: [...checks, ...compared],
    headline: headlineOf(compiled, assessor, scope),
    broken: assessor.broken,
  };
}

/** An optional field that was left out says as much as null. */
function agrees(known: Known, said: Json | undefined): boolean {
  switch (known.kind) {
    case 'value':
      return sameJson(known.value, said ?? null);
    case 'range':
      return typeof said === 'number' && said >= known.min - 1e-9 && said <= known.max + 1e-9;
    case 'one-of':
      return known.values.some((value) => sameJson(value, said ?? null));
    default:
      return false;
  }
}

/** What the judge said against what the program would have said, field by field. */
function compareDecided(
  rubric: Rubric,
  fields: readonly DecidedField[],
  output: JsonObject,
  words: Words,
): CheckResult[] {
  return fields.flatMap((field): CheckResult[] => {
    const { path, known, severity, compare } = field;
    if (known.kind === 'undecided' || !compare) return [];
    const said = valueAt(output, path);
    const outcome = known.kind === 'error' ? 'broken' : agrees(known, said) ? 'passed' : 'failed';
    return [
      {
        id: `program:${path}`,
        title: words.agreement(labelOf(rubric, path)),
        severity,
        about: [path],
        outcome,
        message: sentenceOn(field, said, outcome === 'passed', words),
      },
    ];
  });
}

function sentenceOn(
  { path, known, because }: DecidedField,
  said: Json | undefined,
  passed: boolean,
  words: Words,
): string {
  const judge = said === undefined ? words.nothing : showJson(said, words);
  switch (known.kind) {
    case 'error':
      return words.broken(known.message, `decided.${path}`);
    case 'range': {
      const program = showRange(known, words);
      return passed
        ? words.withinRange(program, judge, because)
        : words.outsideRange(program, judge, because);
    }
    default:
      return passed ? words.agreed(judge, because) : words.clash(showKnown(known, words), judge, because);
  }
}
