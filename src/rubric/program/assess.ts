import type { CheckResult, Headline, Known } from '../values';
import { beginCase } from './budget';
import { valueAt, type Path } from '../path';
import { applyRule, factScope, valueOrRange, type DecidedField } from './decide';
import type { CompiledCheck, CompiledRubric, Expression, MessageTemplate } from './expression';
import { problemIn, type ExpressionProblem, type Failure } from './failure';
import { agrees, openScores, type Allowed } from './open-scores';
import { gapsIn, overlaps } from '../range/from-schema';
import { fromKnown, toKnown, type Outcome } from '../range/value';
import { truthOf } from '../range/operators';
import { showKnown, wordsFor, type Words, showJson, showRange } from './words';
import type { Json, JsonObject } from '../../kit/json';
import type { CaseInput, FoundFact } from '../facts';
import type { ObjectSchema } from '../output-schema';
import { checkRationales } from '../rationale/check-rationales';
import { statementsIn } from '../rationale/statements';
import { fieldLabel, type Rubric } from '../rubric';
import { merge, project } from '../shape/shrink';
import { WorkingOutput } from './working-output';

export interface Assessment {
  derived: Record<string, Known>;
  computed: DecidedField[];
  /** What is left of fields whose reason states something that does not hold. */
  opened: DecidedField[];
  checks: CheckResult[];
  headline: Headline;
  broken: ExpressionProblem[];
}

export interface AssessScope {
  input: CaseInput;
  facts: readonly FoundFact[];
  output: JsonObject;
  /** All that `decide` gave: its ranges bound the undecided numbers. */
  decided: readonly DecidedField[];
  /** A model has answered: what it was asked for is compared with what the program says of it. */
  comparing: boolean;
  notAsked?: readonly Path[];
  /** Whether missing optional fields were left out on purpose. Absent: when comparing, or when all required ones are there. */
  complete?: boolean;
  /** What was found out about the rationales before. Given, they are not searched again. */
  unfound?: readonly CheckResult[];
  /** A person's word stands against the facts. */
  asClaimed?: boolean;
}

type Answer = 'yes' | 'no' | 'open' | Failure;

function answerOf(outcome: Outcome): Answer {
  const truth = truthOf(outcome);
  if (truth.true && !truth.false && truth.failure === null) return 'yes';
  if (truth.false && !truth.true && truth.failure === null) return 'no';
  if (!truth.true && !truth.false && truth.failure !== null) return truth.failure;
  return 'open';
}

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

interface Computed {
  working: WorkingOutput;
  assessor: Assessor;
  derived: Map<string, Known>;
  computed: DecidedField[];
  /** Where the judge's own word stands, or that it left the field out. */
  wasAsked: (path: Path) => boolean;
}

function compute(compiled: CompiledRubric, scope: AssessScope, words: Words): Computed {
  const { rubric } = compiled;
  beginCase();
  const variables = { input: scope.input, facts: factScope(rubric, scope.facts), output: scope.output };
  const computedPaths = compiled.steps.flatMap((step) => (step.kind === 'rule' ? [step.rule.path] : []));
  const working = new WorkingOutput(
    rubric.output,
    variables,
    isComplete(rubric.output, scope, computedPaths),
  );
  const notAsked = new Set(scope.notAsked);
  const wasAsked = (path: Path): boolean => scope.comparing && !notAsked.has(path);
  for (const { path, known } of scope.decided) {
    const value = fromKnown(known);
    if (value !== null && !wasAsked(path)) working.know(path, value);
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
  return { working, assessor, derived, computed, wasAsked };
}

export function assess(compiled: CompiledRubric, scope: AssessScope): Assessment {
  const { rubric } = compiled;
  const words = wordsFor(rubric.language, rubric);
  const first = compute(compiled, scope, words);
  const { working, assessor, derived, computed, wasAsked } = first;
  const allowed: Allowed[] = [];
  const check = (one: Assessor, compiledCheck: CompiledCheck): CheckResult => {
    const result = one.check(compiledCheck);
    const isWrong = result.outcome === 'failed' && result.severity === 'error';
    for (const { path, schemas, expression } of isWrong ? compiledCheck.allows : [])
      if (wasAsked(path))
        allowed.push({ path, known: one.known(expression, valueOrRange(one.run(expression), schemas)) });
    return result;
  };
  const checks = compiled.checks.map((one) => check(assessor, one));
  const statements = statementsIn(compiled.statements, scope.output, wasAsked).map((found): CheckResult => {
    const one = new Assessor((expression) => working.run(expression, found.stated), words);
    const result = check(one, found.statement);
    assessor.broken.push(...one.broken);
    return { ...result, words: [found.words] };
  });
  const asked = compiled.rationales.filter(wasAsked);
  const unfound =
    scope.unfound ?? checkRationales(rubric, asked, { ...scope, derived: derived.values() }, words);
  const claimed = [...scope.decided, ...computed].filter(({ path }) => wasAsked(path));
  const compared = compareDecided(rubric, claimed, scope.output, words);
  const headline = headlineOf(compiled, assessor, scope);
  const opened = scope.asClaimed ? [] : openScores(allowed, scope.output, [...scope.decided, ...computed]);
  return {
    derived: Object.fromEntries(
      Object.keys(rubric.derived).map((name) => [name, derived.get(name) ?? { kind: 'undecided' }]),
    ),
    computed,
    opened,
    checks: [...checks, ...compared, ...statements, ...unfound],
    headline: scope.asClaimed ? headline : { ...headline, ...upheld(compiled, scope, first, words, opened) },
    broken: assessor.broken,
  };
}

/** What is left of the headline where facts take the place of the judge's word: the program's value, or its range. */
function upheld(
  compiled: CompiledRubric,
  scope: AssessScope,
  { computed, wasAsked }: Computed,
  words: Words,
  opened: readonly DecidedField[] = [],
): Pick<Headline, 'value' | 'verdict'> | null {
  const refuted = [...scope.decided, ...computed].flatMap(({ path, known, severity, compare }) => {
    const settled = known.kind === 'value' || known.kind === 'range' || known.kind === 'one-of';
    const holds = !settled || !compare || severity !== 'error' || !wasAsked(path);
    return holds || agrees(known, valueAt(scope.output, path)) ? [] : [path];
  });
  const gone = [...refuted, ...opened.map(({ path }) => path)];
  if (gone.length === 0) return null;
  const { output: shape } = compiled.rubric;
  const output = merge(shape, project(shape, scope.output, gone), new Map(), gone);
  const next = {
    ...scope,
    output,
    decided: [...scope.decided, ...opened],
    notAsked: [...(scope.notAsked ?? []), ...gone],
  };
  const again = compute(compiled, next, words);
  // A sum that was right for the judge's own parts may be wrong for those that stand.
  const further = upheld(compiled, next, again, words);
  if (further !== null) return further;
  const { value, verdict } = headlineOf(compiled, again.assessor, next);
  return { value, ...(verdict && { verdict }) };
}

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
        title: titleOf(fieldLabel(rubric, path), field, outcome === 'passed', words),
        severity,
        about: [path],
        outcome,
        message: sentenceOn(field, said, outcome === 'passed', words),
      },
    ];
  });
}

function titleOf(label: string, field: DecidedField, passed: boolean, words: Words): string {
  if (passed) return words.fits(label);
  return field.severity === 'error' && field.known.kind === 'value'
    ? words.isWrong(label)
    : words.differs(label);
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

export function isComplete(
  shape: ObjectSchema,
  scope: Pick<AssessScope, 'output' | 'comparing' | 'complete'>,
  computed: readonly Path[],
): boolean {
  if (scope.complete !== undefined) return scope.complete;
  if (scope.comparing) return true;
  return gapsIn(shape, scope.output).every(
    (gap) => !gap.required || computed.some((path) => overlaps(path, gap.path)),
  );
}
