/** All that judging needs, in one module, so that the page can load it when the first case is judged. */
import { readCsvCases } from '../core/cases/read-csv-cases';
import { compileRubric } from '../core/check/compile-rubric';
import type { Case } from '../core/model/case';
import type { FindFacts } from '../core/model/facts';
import type { Prompt } from '../core/model/prompt';
import type { Rubric } from '../core/model/rubric';
import type { ComingQuestion, Judge } from '../judges/judge';
import { judgeCase, studyCase } from './judge-case';
import { newRunHead, rubricToStore, sameJudge } from './new-run';
import { planQuestion } from './plan-question';
import { startRun } from './run';
import type { JudgeCaseOptions, ReadyRubric } from './ready-rubric';

export { judgeCase, newRunHead, rubricToStore, sameJudge, startRun };

/** Throws when the rubric's own expressions are wrong: its author must see that before any case is judged. */
export function prepareRubric(rubric: Rubric, findFacts: FindFacts | null): ReadyRubric {
  const compiled = compileRubric(rubric);
  if (compiled.ok) return { rubric, program: compiled.program, findFacts };
  const problems = compiled.problems.map(({ where, message }) => `${where}: ${message}`);
  throw new Error(`The rubric "${rubric.id}" has errors in its expressions. ${problems.join(' ')}`);
}

export function readSamples(rubric: Rubric, csv: string): Case[] {
  return readCsvCases(
    csv,
    rubric.inputs.map(({ name }) => name),
  );
}

const nobody: Judge = {
  kind: 'model',
  id: 'preview',
  describe: () => ({ model: 'none', parameters: {} }),
  ask: () => Promise.reject(new Error('Nobody is asked.')),
};

/** What a run will ask, case by case. Cases that leave nothing to ask are left out. */
export function* comingQuestions(
  ready: ReadyRubric,
  subjects: Iterable<Case>,
  options: Pick<JudgeCaseOptions, 'mode' | 'tellFacts' | 'world'>,
): Generator<ComingQuestion> {
  for (const subject of subjects) {
    const question = questionFor(ready, subject, options);
    if (question) yield { prompt: question.prompt, shape: question.portable, exact: question.shape };
  }
}

/** What a model would be given for this case. Null when facts leave nothing to ask. */
export function previewPrompt(
  ready: ReadyRubric,
  subject: Case,
  options: Pick<JudgeCaseOptions, 'mode' | 'tellFacts' | 'world'>,
): Prompt | null {
  return questionFor(ready, subject, options)?.prompt ?? null;
}

function questionFor(
  ready: ReadyRubric,
  subject: Case,
  options: Pick<JudgeCaseOptions, 'mode' | 'tellFacts' | 'world'>,
) {
  const knowledge = studyCase(ready, subject);
  const { decided } = ready.program.decide({ input: subject.input, facts: knowledge.facts });
  return planQuestion(ready, knowledge, decided, { ...options, judge: nobody }).question;
}
