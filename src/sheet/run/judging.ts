/** All that judging needs, in one module, so that the page can load it with the first cases. */
import { readCsvCases } from '../../cases/read/csv-cases';
import type { Case } from '../../cases/case';
import type { Judgement } from '../../judgement/judgement';
import type { Rubric } from '../../rubric/rubric';
import { previewQuestion, type PromptOptions } from '../estimate/estimate-run';
import { computeFacts } from '../../judgement/judge-case';
import type { ReadyRubric } from '../../judgement/ready-rubric';
import { sentPrompt } from '../../judgement/plan-question';

export { judgeCase } from '../../judgement/judge-case';
export { prepareRubric } from '../../judgement/ready-rubric';
export { inWordsOf } from '../../judgement/reassess';
export { isCurrent } from '../../judgement/receipt';
export { askingCosts, estimateRun, tokensToSend } from '../estimate/estimate-run';
export { forecastRun, measureJudge } from '../estimate/measure-judge';
export { makeExampleRuns } from './example-runs';
export { prepareJudge } from './make-room';
export { drawCells, newRunHead, sameConfiguration, sameJudge } from './new-run';
export { RunScheduler } from './run-scheduler';

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
  const question = previewQuestion(ready, computeFacts(ready, subject), options);
  return question && sentPrompt(question);
}
