import { unfilledInputs } from '../rubric/rubric';
import { findInputFaults } from '../cases/mapping/find-input-faults';
import type { Case } from '../cases/case';
import type { Cause } from './cause';
import { causeInEnglish, describeCause } from '../i18n/en/causes';
import type { Judgement } from './judgement';
import type { Path } from '../rubric/path';
import type { ModelJudge } from './judge';
import { askInParts, askModel, type Answer } from './ask-model';
import { composeJudgement, composeUnscored, type Failure } from './reply-to-judgement';
import { nothingToAsk, planQuestion, type Question } from './plan-question';
import type { CaseKnowledge, JudgeCaseOptions, ReadyRubric } from './ready-rubric';

export function computeFacts(ready: ReadyRubric, subject: Case): CaseKnowledge {
  const faults = findInputFaults(ready.rubric.inputs, subject.input);
  const language = ready.rubric.language.startsWith('ko') ? 'ko' : 'en';
  const found = ready.findFacts?.(subject.input, language) ?? { facts: [], problems: [] };
  const { facts, broken } = ready.program.facts(subject.input, found.facts);
  const alreadyNamed = new Set(faults.map((fault) => fault.input));
  const problems = [...faults, ...found.problems.filter((problem) => !alreadyNamed.has(problem.input))];
  return { case: subject, facts, problems, broken };
}

/** The one way through: facts, prompt, judge, reply, checks, judgement. Rejects only when cancelled or on a bug. */
export async function judgeCase(
  ready: ReadyRubric,
  subject: Case,
  options: JudgeCaseOptions,
): Promise<Judgement> {
  const opened = openCase(ready, subject, options);
  if (opened.question === null) return opened.judgement;
  const { judge, question, notAsked, close } = opened;
  if (options.noRoom) return close({ ok: false, reason: 'too-long', ...describeCause(options.noRoom) });
  return close(
    question.parts
      ? await askInParts(judge, question, question.parts, ready.rubric, notAsked, options)
      : await askModel(judge, question, ready.rubric, notAsked, options),
  );
}

export type OpenedCase =
  | { question: null; judgement: Judgement }
  | {
      question: Question;
      judge: ModelJudge;
      notAsked: readonly Path[];
      close: (answer: Answer | ({ ok: false } & Failure)) => Judgement;
    };

export function openCase(
  ready: ReadyRubric,
  subject: Case,
  options: Omit<JudgeCaseOptions, 'signal'>,
): OpenedCase {
  const knowledge = computeFacts(ready, subject);
  const { decided, broken } = ready.program.decide({ input: subject.input, facts: knowledge.facts });
  const known = { ready, knowledge, decided, broken: [...knowledge.broken, ...broken], options };

  const missing = knowledge.problems.filter((problem) => problem.fault === 'missing');
  const labels = new Map(ready.rubric.inputs.map(({ name, label }) => [name, label]));
  const causes = [
    ...missing.map(({ input }) => labels.get(input) ?? input),
    ...unfilledInputs(ready.rubric).map(({ label }) => label),
  ].map((label): Cause => ({ code: 'missing-input', label }));
  if (causes.length > 0) {
    const detail = causes.map(causeInEnglish).join(' ');
    const context = { ...known, plan: nothingToAsk(options) };
    return { question: null, judgement: composeUnscored(context, { reason: 'failed', detail, causes }) };
  }
  const plan = planQuestion(ready, knowledge, decided, options);
  const context = { ...known, plan };
  if (options.judge.kind === 'program' || plan.question === null)
    return { question: null, judgement: composeJudgement(context, null) };
  return {
    question: plan.question,
    judge: options.judge,
    notAsked: plan.notAsked,
    close: (answer) => (answer.ok ? composeJudgement(context, answer) : composeUnscored(context, answer)),
  };
}
