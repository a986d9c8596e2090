import type { ExpressionProblem } from '../rubric/program/failure';
import { isComplete, type Assessment, type AssessScope } from '../rubric/program/assess';
import type { DecidedField } from '../rubric/program/decide';
import type { Json, JsonObject } from '../kit/json';
import type { Judgement, Status } from './judgement';
import type { Field, Headline, Known } from '../rubric/values';
import { valueAt, type Path } from '../rubric/path';
import { assemble, merge, project } from '../rubric/shape/shrink';
import { leaves } from '../rubric/shape/fields';
import type { ReadyRubric, CaseKnowledge, JudgeCaseOptions } from './ready-rubric';
import { makeReceipt } from './receipt';
import type { Answer, Exchange, Unscored } from './ask-model';
import { noTokens } from './spending';
import { type QuestionPlan, casePrompts, sentPrompt } from './plan-question';

/** All of a judgement that follows from the output, the facts and the rubric: nothing in it depends on who was asked when. */
type Assessed = Pick<
  Judgement,
  'status' | 'repairs' | 'output' | 'fields' | 'derived' | 'checks' | 'headline'
>;

export interface AssessContext extends Pick<AssessScope, 'input' | 'facts' | 'complete'> {
  ready: Pick<ReadyRubric, 'rubric' | 'program'>;
  by?: 'person';
  decided: readonly DecidedField[];
  broken: readonly ExpressionProblem[];
  notAsked: readonly Path[];
}

export interface GivenReply {
  output: JsonObject;
  repairs: string[];
  expected?: ReadonlyMap<Path, number>;
}

/** `reply` is null when no judge was asked. */
export function assessReply(context: AssessContext, reply: GivenReply | null): Assessed {
  const settled = settleOutput(context, reply);
  const { assessment, output } = settled;
  const isPerson = context.by === 'person';
  const fieldAt = fieldReader(settled, isPerson ? 'person' : 'model', reply?.expected);
  const fields = leaves(context.ready.rubric.output).flatMap(({ path }) => fieldAt(path) ?? []);
  const headline = isPerson ? labelledHeadline(assessment.headline) : assessment.headline;
  const open = isPerson ? isOpenHeadline(headline) : fields.some((field) => field.by === 'nobody');
  const repairs = reply?.repairs ?? [];
  return {
    status: statusOf(assessment, repairs, open, context.broken),
    repairs,
    output,
    fields,
    derived: assessment.derived,
    checks: assessment.checks,
    headline,
  };
}

/** What a person says of the total or the verdict stands where they did not give what it is computed from. */
function labelledHeadline(headline: Headline): Headline {
  const { value, verdict, statedValue, statedVerdict } = headline;
  const labelled = (known: Known, stated: Json | undefined): Known =>
    known.kind === 'value' || stated === undefined ? known : { kind: 'value', value: stated };
  return {
    ...headline,
    value: labelled(value, statedValue),
    ...(verdict && { verdict: labelled(verdict, statedVerdict) }),
  };
}

/** A person rarely labels every field: what they leave out matters where the total or the verdict needs it. */
function isOpenHeadline({ value, verdict = value }: Headline): boolean {
  return value.kind !== 'value' || verdict.kind !== 'value';
}

interface SettledOutput {
  scope: AssessScope;
  assessment: Assessment;
  output: JsonObject;
  values: ReadonlyMap<Path, Json>;
  leftOut: (path: Path) => boolean;
}

function settleOutput(
  { ready, by, input, facts, decided, notAsked, complete }: AssessContext,
  reply: Pick<GivenReply, 'output'> | null,
): SettledOutput {
  const { rubric, program } = ready;
  const unasked = new Set(notAsked);
  const settledIn = (fields: readonly DecidedField[]) =>
    fields.flatMap(({ path, known }): [Path, Json][] =>
      known.kind === 'value' && (reply === null || unasked.has(path)) ? [[path, known.value]] : [],
    );
  const put = (values: ReadonlyMap<Path, Json>) =>
    reply === null ? assemble(rubric.output, values) : merge(rubric.output, reply.output, values, notAsked);

  const before = settledIn(decided);
  const scope: AssessScope = {
    input,
    facts,
    decided,
    output: put(new Map(before)),
    comparing: reply !== null,
    notAsked,
    ...(complete !== undefined && { complete }),
    ...(by === 'person' && { asClaimed: true }),
  };
  const assessment = program.assess(scope);
  const computed = settledIn(assessment.computed);
  const values = new Map([...before, ...computed]);
  return {
    scope,
    assessment,
    output: computed.length === 0 ? scope.output : put(values),
    values,
    leftOut: (path) => reply !== null && !unasked.has(path),
  };
}

function fieldReader(
  { scope: { decided }, assessment: { computed, checks, opened }, output, values, leftOut }: SettledOutput,
  judge: 'model' | 'person',
  expected: ReadonlyMap<Path, number> | undefined,
): (path: Path) => Field | null {
  const ruleAt = new Map([...decided, ...computed].map((rule) => [rule.path, rule]));
  const openAt = new Map(opened.map((field) => [field.path, field.known]));
  const failed = new Set(checks.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id));
  const undecided: Known = { kind: 'undecided' };
  return (path) => {
    // A list with an open place cannot be assembled; what was settled in it is known all the same.
    const value = values.get(path) ?? valueAt(output, path);
    const rule = ruleAt.get(path);
    const because = rule?.because !== undefined && { because: rule.because };
    if (value === undefined && !leftOut(path)) {
      const known = rule && rule.known.kind !== 'value' ? rule.known : undecided;
      return { path, by: 'nobody', known, ...because };
    }
    const known: Known = value === undefined ? undecided : { kind: 'value', value };
    if (values.has(path)) return { path, by: 'program', known, ...because };
    const contradicted = failed.has(`program:${path}`);
    // An optional field the judge left out is no field of this judgement, unless the program says it should be.
    if (value === undefined && !(rule && contradicted)) return null;
    // A score of the model's own keeps the expected score beside it.
    const open = openAt.get(path);
    const mean = value === undefined ? undefined : expected?.get(path);
    return {
      path,
      by: judge,
      known,
      ...(rule && { programSays: rule.known, contradicted, ...because }),
      ...(open && { open }),
      ...(mean !== undefined && { expected: mean }),
    };
  };
}

function statusOf(
  assessment: Assessment,
  repairs: readonly string[],
  open: boolean,
  broken: readonly ExpressionProblem[],
): Status {
  const contradicted = assessment.checks.some(
    ({ severity, outcome }) => outcome === 'failed' && severity === 'error',
  );
  // A check that breaks is among the broken expressions, whatever its severity.
  if (contradicted || broken.length > 0 || assessment.broken.length > 0) return 'inconsistent';
  if (repairs.length > 0) return 'repaired';
  return open ? 'partial' : 'valid';
}

/** A person's labels as a reply. Fields without a label stay undecided; only what follows from the labels is computed. */
export function labelledReply(
  { rubric, program }: Pick<ReadyRubric, 'rubric' | 'program'>,
  decided: readonly DecidedField[],
  labels: ReadonlyMap<Path, Json>,
): { context: Pick<AssessContext, 'by' | 'decided' | 'notAsked' | 'complete'>; reply: GivenReply } {
  const output = assemble(rubric.output, labels);
  const complete = isComplete(rubric.output, { output, comparing: false }, program.computedPaths);
  const without = complete ? program.computedPaths : leaves(rubric.output).map(({ path }) => path);
  const notAsked = [...new Set([...program.computedPaths, ...without])].filter((path) => !labels.has(path));
  return {
    context: {
      by: 'person',
      decided: complete ? decided : decided.filter(({ path }) => labels.has(path)),
      notAsked,
      complete,
    },
    reply: { output: project(rubric.output, output, notAsked), repairs: [] },
  };
}

interface Context {
  ready: ReadyRubric;
  knowledge: CaseKnowledge;
  decided: DecidedField[];
  broken: ExpressionProblem[];
  plan: QuestionPlan;
  options: Pick<JudgeCaseOptions, 'judge' | 'world'>;
}

export function composeJudgement(context: Context, answer: Extract<Answer, { ok: true }> | null): Judgement {
  const { ready, knowledge, decided, broken, plan } = context;
  const { facts, case: subject } = knowledge;
  const scope = { ready, input: subject.input, facts, decided, broken, notAsked: plan.notAsked };
  return { ...common(context, answer ?? {}), ...assessReply(scope, answer) };
}

export type Failure = Unscored & Partial<Exchange>;

export function composeUnscored(context: Context, failure: Failure): Judgement {
  const { reason, detail, causes } = failure;
  return {
    ...common(context, failure),
    status: 'unscored',
    reason,
    detail,
    ...(causes && { causes }),
    repairs: [],
    output: null,
    fields: [],
    derived: {},
    checks: [],
    headline: null,
  };
}

function common(
  { ready, knowledge, plan, options: { judge, world }, broken }: Context,
  { attempts = [], tokens = noTokens, calls = 0, prompts, unanswered }: Partial<Exchange>,
) {
  const { question } = plan;
  const parts = question?.parts;
  const ruleProblems = broken.map(({ where, message }) => ({
    input: '',
    message: `Rubric error in ${where}: ${message}`,
  }));
  // A call that failed still went to a judge; a case without a question went to none.
  const asked =
    judge.kind === 'model' && question
      ? (attempts.at(-1)?.reply ?? judge.describe())
      : { model: 'none', parameters: {} };
  return {
    caseId: knowledge.case.id,
    facts: knowledge.facts,
    problems: [...knowledge.problems, ...ruleProblems],
    attempts,
    prompt: question && sentPrompt(question, prompts),
    receipt: makeReceipt({
      rubric: ready.rubric,
      question: question && { ...question.prompt, ...(parts && { parts: casePrompts(parts) }) },
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
