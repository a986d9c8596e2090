import type { RubricProgram } from '../core/check/rubric-program';
import { findInputFaults } from '../core/cases/find-input-faults';
import type { Case } from '../core/model/case';
import type { Fact, FindFacts, InputProblem } from '../core/model/facts';
import type { Judgement } from '../core/model/judgement';
import type { Mode } from '../core/model/prompt';
import type { Rubric } from '../core/model/rubric';
import type { Judge } from '../judges/judge';
import { askModel } from './ask-model';
import { composeJudgement, composeUnscored } from './compose-judgement';
import { planQuestion } from './plan-question';

/** A rubric with everything that is prepared once and used for each of its cases. */
export interface ReadyRubric {
  rubric: Rubric;
  program: RubricProgram;
  findFacts: FindFacts | null;
}

/** What the pipeline takes from the world: a source of random words, a clock, the build it belongs to. */
export interface World {
  random: () => string;
  now: () => Date;
  build: string;
}

export interface JudgeCaseOptions {
  judge: Judge;
  mode: Mode;
  /** Model alone: also give the model the facts the program found. */
  tellFacts: boolean;
  signal: AbortSignal;
  world: World;
}

/** What the program knows of a case before anyone is asked. */
export interface CaseKnowledge {
  case: Case;
  facts: Fact[];
  problems: InputProblem[];
}

export function studyCase(ready: ReadyRubric, subject: Case): CaseKnowledge {
  const faults = findInputFaults(ready.rubric.inputs, subject.input);
  const found = ready.findFacts?.(subject.input) ?? { facts: [], problems: [] };
  const { facts, broken } = ready.program.facts(subject.input, found.facts);
  const alreadyNamed = new Set(faults.map((fault) => fault.input));
  return {
    case: subject,
    facts,
    problems: [
      ...faults,
      ...found.problems.filter((problem) => !alreadyNamed.has(problem.input)),
      ...broken.map((problem) => ({
        input: '',
        message: `Rubric error in ${problem.where}: ${problem.message}`,
      })),
    ],
  };
}

/** The one way through: facts, prompt, judge, reply, checks, judgement. Rejects only when cancelled or on a bug. */
export async function judgeCase(
  ready: ReadyRubric,
  subject: Case,
  options: JudgeCaseOptions,
): Promise<Judgement> {
  const knowledge = studyCase(ready, subject);
  const { decided, broken } = ready.program.decide({ input: subject.input, facts: knowledge.facts });
  const plan = planQuestion(ready, knowledge, decided, options);
  const context = { ready, knowledge, decided, broken, plan, options };

  const missing = knowledge.problems.filter((problem) => problem.fault === 'missing');
  if (missing.length > 0) {
    const detail = missing.map((problem) => problem.message).join(' ');
    return composeUnscored(context, { reason: 'failed', detail, attempts: [] });
  }
  if (options.judge.kind === 'program' || plan.question === null) {
    return composeJudgement(context, { output: null, repairs: [], attempts: [] });
  }
  const answer = await askModel(options.judge, plan.question, ready.rubric.language, options.signal);
  return answer.ok ? composeJudgement(context, answer) : composeUnscored(context, answer);
}
