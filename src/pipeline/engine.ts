/** All that judging needs, in one module, so that the page can load it when the first case is judged. */
import { readCsvCases } from '../core/cases/read-csv-cases';
import type { Case } from '../core/model/case';
import type { Judgement } from '../core/model/judgement';
import type { Rubric } from '../core/model/rubric';
import { isCurrent } from '../sheet/cells';
import { askingCosts, tokensToSend } from './estimate-from-first';
import { estimateRun, previewQuestion, type PromptOptions } from './estimate-run';
import { judgeCase, studyCase } from './judge-case';
import { forecastRun } from './forecast';
import { makeRoom } from './make-room';
import { measureCase } from './measure-case';
import { newRunHead, sameConfiguration, sameJudge } from './new-run';
import { prepareJudge } from './prepare-judge';
import { prepareRubric } from './prepare-rubric';
import { startRun } from './run';
import type { ReadyRubric } from './ready-rubric';
import { sentPrompt } from './sent-prompt';

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
  sameConfiguration,
  sameJudge,
  startRun,
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
