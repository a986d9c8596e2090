import { findInputFaults } from '../cases/mapping/find-input-faults';
import type { Case } from '../cases/case';
import type { Cause, NoRoom } from './cause';
import { causeInEnglish, describeCause } from '../i18n/en/causes';
import type { Judgement } from './judgement';
import type { Path } from '../rubric/path';
import type { ModelJudge } from './judge';
import { askInParts, askModel, type Answer } from './ask-model';
import { composeJudgement, composeUnscored } from './reply-to-judgement';
import { noTokens } from './spending';
import { expectedScores } from './reply/expected-scores';
import { nothingToAsk, planQuestion, type Question } from './plan-question';
import type { CaseKnowledge, JudgeCaseOptions, ReadyRubric } from './ready-rubric';

export type { ReadyRubric, World } from './ready-rubric';

export function studyCase(ready: ReadyRubric, subject: Case): CaseKnowledge {
  const faults = findInputFaults(ready.rubric.inputs, subject.input);
  const found = ready.findFacts?.(subject.input) ?? { facts: [], problems: [] };
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
  if (options.noRoom) return opened.close(withoutRoom(options.noRoom));
  return opened.close(await ask(opened, ready, options));
}

async function ask(
  { judge, question, notAsked }: Extract<OpenedCase, { judge: ModelJudge }>,
  { rubric }: ReadyRubric,
  options: JudgeCaseOptions,
): Promise<Answer> {
  if (!question.parts) {
    const answer = await askModel(judge, question, rubric.language, options);
    if (!answer.ok || !answer.taken) return answer;
    return { ...answer, expected: expectedScores(rubric.output, notAsked, answer.taken) };
  }
  return askInParts(judge, question, question.parts, { ...rubric, notAsked }, options);
}

/** A case up to the moment when somebody is asked: its judgement where nobody need be, and how to come by it where one must. */
export type OpenedCase =
  | { question: null; judgement: Judgement }
  | {
      question: Question;
      judge: ModelJudge;
      notAsked: readonly Path[];
      close: (answer: Answer) => Judgement;
    };

export function openCase(
  ready: ReadyRubric,
  subject: Case,
  options: Omit<JudgeCaseOptions, 'signal'>,
): OpenedCase {
  const knowledge = studyCase(ready, subject);
  const { decided, broken } = ready.program.decide({ input: subject.input, facts: knowledge.facts });
  const context = { ready, knowledge, decided, broken: [...knowledge.broken, ...broken], options };

  const missing = knowledge.problems.filter((problem) => problem.fault === 'missing');
  if (missing.length > 0) {
    const causes = missing.map(({ input }): Cause => ({
      code: 'missing-input',
      label: labelOf(ready, input),
    }));
    const detail = causes.map(causeInEnglish).join(' ');
    const judgement = composeUnscored(
      { ...context, plan: nothingToAsk(options) },
      { reason: 'failed', detail, causes },
    );
    return { question: null, judgement };
  }
  const plan = planQuestion(ready, knowledge, decided, options);
  if (options.judge.kind === 'program' || plan.question === null) {
    return { question: null, judgement: composeJudgement({ ...context, plan }, null) };
  }
  return {
    question: plan.question,
    judge: options.judge,
    notAsked: plan.notAsked,
    close: (answer) =>
      answer.ok
        ? composeJudgement({ ...context, plan }, answer)
        : composeUnscored({ ...context, plan }, answer),
  };
}

function withoutRoom(noRoom: NoRoom): Answer {
  return {
    ok: false,
    reason: 'too-long',
    ...describeCause(noRoom),
    attempts: [],
    tokens: noTokens,
    calls: 0,
  };
}

function labelOf({ rubric }: ReadyRubric, input: string): string {
  return rubric.inputs.find(({ name }) => name === input)?.label ?? input;
}
