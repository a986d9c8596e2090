import type { ExpressionProblem } from '../core/check/failure';
import type { Assessment, DecidedField } from '../core/check/rubric-program';
import type { Cause } from '../core/model/cause';
import type { Json, JsonObject } from '../core/model/json';
import type { Field, Judgement, Known, Receipt, Status } from '../core/model/judgement';
import type { ObjectSchema } from '../core/model/output-schema';
import { valueAt, type Path } from '../core/model/path';
import type { UnscoredReason, Usage } from '../core/model/reply';
import { makeReceipt } from '../core/receipt/make-receipt';
import { assemble } from '../core/shape/assemble';
import { leaves } from '../core/shape/leaves';
import { merge } from '../core/shape/shrink';
import type { Answer } from './ask-model';
import { noTokens } from './count-tokens';
import type { QuestionPlan } from './plan-question';
import type { CaseKnowledge, JudgeCaseOptions, ReadyRubric } from './ready-rubric';
import { ownsOf, sentPrompt } from './sent-prompt';

interface Context {
  ready: ReadyRubric;
  knowledge: CaseKnowledge;
  decided: DecidedField[];
  /** Expressions of the rubric that failed before anyone was asked. */
  broken: ExpressionProblem[];
  plan: QuestionPlan;
  options: Pick<JudgeCaseOptions, 'judge' | 'world'>;
}
type Reply = Extract<Answer, { ok: true }>;
type Attempts = Judgement['attempts'];

/** All of a judgement that follows from the output, the facts and the rubric: nothing in it depends on who was asked when. */
type Assessed = Pick<
  Judgement,
  'status' | 'repairs' | 'output' | 'fields' | 'derived' | 'checks' | 'headline'
>;

/** What an output is assessed by. */
export interface AssessContext {
  ready: Pick<ReadyRubric, 'rubric' | 'program'>;
  knowledge: Pick<CaseKnowledge, 'case' | 'facts'>;
  decided: DecidedField[];
  /** Expressions of the rubric that failed before anyone was asked. */
  broken: ExpressionProblem[];
  notAsked: readonly Path[];
}

/** The program's fields and the model's, put together, recomputed and compared. `answer` is null when nobody was asked. */
export function composeJudgement(context: Context, answer: Reply | null): Judgement {
  const assessed = assessReply({ ...context, notAsked: context.plan.notAsked }, answer);
  return { ...common(context, answer), ...assessed };
}

/** `answer` holds what the model was asked for and nothing else. */
export function assessReply(
  { ready, knowledge, decided, broken, notAsked }: AssessContext,
  answer: Pick<Reply, 'output' | 'repairs' | 'expected'> | null,
): Assessed {
  const { rubric, program } = ready;
  const unasked = new Set(notAsked);
  const settledIn = (fields: readonly DecidedField[]) =>
    fields.flatMap(({ path, known }): [Path, Json][] =>
      known.kind === 'value' && (answer === null || unasked.has(path)) ? [[path, known.value]] : [],
    );
  const put = (settled: ReadonlyMap<Path, Json>) =>
    answer === null
      ? assemble(rubric.output, settled)
      : merge(rubric.output, answer.output, settled, notAsked);

  const before = new Map(settledIn(decided));
  const assessment = program.assess({
    input: knowledge.case.input,
    facts: knowledge.facts,
    decided,
    output: put(before),
    comparing: answer !== null,
    notAsked,
  });
  const settled = new Map([...before, ...settledIn(assessment.computed)]);
  const output = put(settled);
  const leftOut = (path: Path) => answer !== null && !unasked.has(path);
  const described = describeFields({ shape: rubric.output, output, settled, decided, assessment, leftOut });
  const fields = withExpected(described, answer?.expected);
  const repairs = answer?.repairs ?? [];
  return {
    status: statusOf(assessment, repairs, fields, broken),
    repairs,
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
  failure: {
    reason: UnscoredReason;
    detail: string;
    causes?: Cause[];
    attempts?: Attempts;
    tokens?: Receipt['tokens'];
    calls?: number;
    prompts?: readonly string[];
    unanswered?: Usage;
  },
): Judgement {
  const { reason, detail, causes, attempts = [], tokens = noTokens, ...sent } = failure;
  return {
    ...common(context, { attempts, tokens, ...sent }),
    status: 'unscored',
    reason,
    detail,
    ...(causes ? { causes } : {}),
    repairs: [],
    output: null,
    fields: [],
    derived: {},
    checks: [],
    headline: null,
  };
}

function common(
  { ready, knowledge, plan, options, broken }: Context,
  exchange: {
    attempts: Attempts;
    tokens: Receipt['tokens'];
    calls?: number;
    prompts?: readonly string[];
    unanswered?: Usage;
  } | null,
) {
  const { attempts, tokens, calls = 0, prompts, unanswered } = exchange ?? { attempts: [], tokens: noTokens };
  const prompt = plan.question?.prompt ?? null;
  const parts = plan.question?.parts;
  const { judge, world } = options;
  const ruleProblems = broken.map((problem) => ({
    input: '',
    message: `Rubric error in ${problem.where}: ${problem.message}`,
  }));
  // A call that failed was still put to someone; a case without a question was put to nobody.
  const asked =
    judge.kind === 'model' && prompt !== null
      ? (attempts.at(-1)?.reply ?? judge.describe())
      : { model: 'none', parameters: {} };
  return {
    caseId: knowledge.case.id,
    facts: knowledge.facts,
    problems: [...knowledge.problems, ...ruleProblems],
    attempts,
    prompt: plan.question && sentPrompt(plan.question, prompts),
    receipt: makeReceipt({
      rubric: ready.rubric,
      question: prompt && { ...prompt, ...(parts && { parts: ownsOf(parts) }) },
      case: knowledge.case,
      judge: judge.id,
      model: asked.model,
      mode: plan.mode,
      parameters: asked.parameters,
      build: world.build,
      time: world.now().toISOString(),
      tokens,
      ...((parts || calls > 1) && { calls }),
      ...(unanswered && { unanswered }),
    }),
  };
}

/** A score of the model's own keeps beside it what was to be expected. */
function withExpected(fields: Field[], expected: ReadonlyMap<Path, number> | undefined): Field[] {
  if (!expected || expected.size === 0) return fields;
  return fields.map((field) => {
    const mean = field.by === 'model' && field.known.kind === 'value' ? expected.get(field.path) : undefined;
    return mean === undefined ? field : { ...field, expected: mean };
  });
}

function describeFields({
  shape,
  output,
  settled,
  decided,
  assessment: { computed, checks },
  leftOut,
}: {
  shape: ObjectSchema;
  output: JsonObject;
  settled: ReadonlyMap<Path, Json>;
  decided: readonly DecidedField[];
  assessment: Assessment;
  /** Whether a place without a value was left out by the model on purpose. */
  leftOut: (path: Path) => boolean;
}): Field[] {
  const ruleAt = new Map([...decided, ...computed].map((rule) => [rule.path, rule]));
  const failed = new Set(checks.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id));
  return leaves(shape).flatMap(({ path }): Field[] => {
    // A list with an open place cannot be assembled; what was settled in it is known all the same.
    const value = settled.get(path) ?? valueAt(output, path);
    const rule = ruleAt.get(path);
    const because = rule?.because === undefined ? {} : { because: rule.because };
    const contradicted = failed.has(`program:${path}`);
    if (value === undefined) {
      const says = rule && rule.known.kind !== 'value' ? rule.known : { kind: 'undecided' as const };
      if (!leftOut(path)) return [{ path, by: 'nobody', known: says, ...because }];
      // An optional field the model left out is no field of this judgement, unless the program says it should be.
      if (!rule || !contradicted) return [];
      const known = { kind: 'undecided' as const };
      return [{ path, by: 'model', known, programSays: rule.known, contradicted, ...because }];
    }
    const known: Known = { kind: 'value', value };
    if (settled.has(path)) return [{ path, by: 'program', known, ...because }];
    if (!rule) return [{ path, by: 'model', known }];
    return [{ path, by: 'model', known, programSays: rule.known, contradicted, ...because }];
  });
}

function statusOf(
  assessment: Assessment,
  repairs: readonly string[],
  fields: readonly Field[],
  broken: readonly ExpressionProblem[],
): Status {
  const contradicted = assessment.checks.some(
    ({ severity, outcome }) => outcome === 'failed' && severity === 'error',
  );
  // A check that breaks is among the broken expressions, whatever its severity.
  if (contradicted || broken.length > 0 || assessment.broken.length > 0) return 'inconsistent';
  if (repairs.length > 0) return 'repaired';
  return fields.some((field) => field.by === 'nobody') ? 'partial' : 'valid';
}
