import type { ExpressionProblem } from '../core/check/failure';
import type { DecidedField } from '../core/check/rubric-program';
import type { Cause } from '../core/model/cause';
import type { Judgement, Receipt } from '../core/model/judgement';
import type { UnscoredReason, Usage } from '../core/model/reply';
import { makeReceipt } from '../core/receipt/make-receipt';
import type { Answer } from './ask-model';
import { assessReply } from './assess-reply';
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

/** The program's fields and the model's, put together, recomputed and compared. `answer` is null when nobody was asked. */
export function composeJudgement(context: Context, answer: Reply | null): Judgement {
  const { ready, knowledge, decided, broken, plan } = context;
  const { input } = knowledge.case;
  const assessed = assessReply(
    { ready, input, facts: knowledge.facts, decided, broken, notAsked: plan.notAsked },
    answer,
  );
  return { ...common(context, answer), ...assessed };
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
