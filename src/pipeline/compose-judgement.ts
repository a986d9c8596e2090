import type { ExpressionProblem } from '../core/check/failure';
import type { Assessment, DecidedField } from '../core/check/rubric-program';
import type { Json, JsonObject } from '../core/model/json';
import type { Field, Judgement, Known, Status } from '../core/model/judgement';
import { valueAt, type Path } from '../core/model/path';
import type { UnscoredReason } from '../core/model/reply';
import { makeReceipt } from '../core/receipt/make-receipt';
import { assemble } from '../core/shape/assemble';
import { leaves } from '../core/shape/leaves';
import { merge } from '../core/shape/shrink';
import type { CaseKnowledge, JudgeCaseOptions, ReadyRubric } from './judge-case';
import type { QuestionPlan } from './plan-question';

interface Context {
  ready: ReadyRubric;
  knowledge: CaseKnowledge;
  decided: DecidedField[];
  broken: ExpressionProblem[];
  plan: QuestionPlan;
  options: JudgeCaseOptions;
}
type Attempts = Judgement['attempts'];

/** The program's fields and the model's, put together, recomputed and compared. */
export function composeJudgement(
  context: Context,
  answer: { output: JsonObject | null; repairs: string[]; attempts: Attempts },
): Judgement {
  const { ready, knowledge, decided, plan } = context;
  const { rubric, program } = ready;
  const alone = plan.mode === 'model-alone' && answer.output !== null;
  const settled = alone ? new Map<Path, Json>() : settledValues(decided);
  const scope = { input: knowledge.case.input, facts: knowledge.facts, decided };

  const put = () => {
    if (answer.output === null) return assemble(rubric.output, settled);
    return alone ? answer.output : merge(rubric.output, answer.output, settled, plan.notAsked);
  };
  const stated = put();
  const assessment = program.assess({ ...scope, output: stated, comparing: alone });
  if (!alone) for (const [path, value] of settledValues(assessment.computed)) settled.set(path, value);
  const output = put();
  const fields = describeFields(rubric.output, output, settled, decided, assessment);
  return {
    ...common(context, answer.attempts),
    status: statusOf(assessment, answer.repairs, fields, context.broken),
    repairs: answer.repairs,
    output,
    fields,
    derived: assessment.derived,
    checks: assessment.checks,
    headline: assessment.headline,
  };
}

/** A failure keeps its reason and everything that was said, and no score. */
export function composeUnscored(
  context: Context,
  failure: { reason: UnscoredReason; detail: string; attempts: Attempts },
): Judgement {
  return {
    ...common(context, failure.attempts),
    status: 'unscored',
    reason: failure.reason,
    detail: failure.detail,
    repairs: [],
    output: null,
    fields: [],
    derived: {},
    checks: [],
    headline: null,
  };
}

function common({ ready, knowledge, plan, options, broken }: Context, attempts: Attempts) {
  const last = attempts.at(-1)?.reply;
  const prompt = plan.question?.prompt ?? null;
  const tokens = {
    prompt: last?.usage?.promptTokens ?? (prompt ? prompt.estimate.shared + prompt.estimate.own : 0),
    reply: last?.usage?.replyTokens ?? 0,
    estimated: last !== undefined && last.usage === undefined,
  };
  const ruleProblems = broken.map((problem) => ({
    input: '',
    message: `Rubric error in ${problem.where}: ${problem.message}`,
  }));
  return {
    caseId: knowledge.case.id,
    facts: knowledge.facts,
    problems: [...knowledge.problems, ...ruleProblems],
    attempts,
    prompt: prompt && { shared: prompt.shared, own: prompt.own },
    receipt: makeReceipt({
      rubric: ready.rubric,
      question: prompt,
      case: knowledge.case,
      judge: options.judge.id,
      model: last?.model ?? (options.judge.kind === 'program' ? 'none' : 'unknown'),
      mode: plan.mode,
      parameters: last?.parameters ?? {},
      build: options.world.build,
      time: options.world.now().toISOString(),
      tokens,
    }),
  };
}

function settledValues(decided: readonly DecidedField[]): Map<Path, Json> {
  const values = new Map<Path, Json>();
  for (const field of decided) if (field.known.kind === 'value') values.set(field.path, field.known.value);
  return values;
}

function describeFields(
  shape: ReadyRubric['rubric']['output'],
  output: JsonObject,
  settled: ReadonlyMap<Path, Json>,
  decided: readonly DecidedField[],
  { computed, checks }: Assessment,
): Field[] {
  const ruleAt = new Map([...decided, ...computed].map((rule) => [rule.path, rule]));
  const failed = new Set(checks.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id));
  return leaves(shape).map(({ path }): Field => {
    const value = valueAt(output, path);
    const rule = ruleAt.get(path);
    const because = rule?.because === undefined ? {} : { because: rule.because };
    if (value === undefined) {
      const bounded: Known = rule && rule.known.kind !== 'value' ? rule.known : { kind: 'undecided' };
      return { path, by: 'nobody', known: bounded, ...because };
    }
    const known: Known = { kind: 'value', value };
    if (settled.has(path)) return { path, by: 'program', known, ...because };
    if (!rule) return { path, by: 'model', known };
    const contradicted = failed.has(`program:${path}`);
    return { path, by: 'model', known, programSays: rule.known, contradicted, ...because };
  });
}

function statusOf(
  assessment: Assessment,
  repairs: readonly string[],
  fields: readonly Field[],
  broken: readonly ExpressionProblem[],
): Status {
  const contradicted = assessment.checks.some(
    ({ severity, outcome }) => (outcome === 'failed' && severity === 'error') || outcome === 'broken',
  );
  if (contradicted || broken.length > 0 || assessment.broken.length > 0) return 'inconsistent';
  if (repairs.length > 0) return 'repaired';
  return fields.some((field) => field.by === 'nobody') ? 'partial' : 'valid';
}
