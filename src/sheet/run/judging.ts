/** All that judging needs, in one module, so that the page can load it when the first case is judged. */
import { readCsvCases } from '../../cases/read/csv-cases';
import type { Case } from '../../cases/case';
import type { Judgement } from '../../judgement/judgement';
import type { Rubric } from '../../rubric/rubric';
import { isCurrent } from '../../judgement/receipt';
import {
  askingCosts,
  tokensToSend,
  estimateRun,
  previewQuestion,
  type PromptOptions,
} from '../estimate/estimate-run';
import { judgeCase, studyCase } from '../../judgement/judge-case';
import { forecastRun, measureCase } from '../estimate/measure-judge';
import { makeRoom, prepareJudge } from './make-room';
import { newRunHead, sameConfiguration, sameJudge } from './new-run';
import { prepareRubric, type ReadyRubric } from '../../judgement/ready-rubric';
import { RunScheduler } from './run-scheduler';
import { sentPrompt } from '../../judgement/plan-question';

export {
  askingCosts,
  estimateRun,
  forecastRun,
  isCurrent,
  makeRoom,
  measureCase,
  judgeCase,
  newRunHead,
  prepareJudge,
  prepareRubric,
  RunScheduler,
  sameConfiguration,
  sameJudge,
  tokensToSend,
};

export function readSamples(rubric: Rubric, csv: string): Case[] {
  return readCsvCases(
    csv,
    rubric.inputs.map(({ name }) => name),
  );
}

/** What a model would be given for this case. Null when facts leave nothing to ask. */
export function previewPrompt(
  ready: ReadyRubric,
  subject: Case,
  options: PromptOptions,
): Judgement['prompt'] {
  const question = previewQuestion(ready, studyCase(ready, subject), options);
  return question && sentPrompt(question);
}
