import type { Case } from '../../../src/cases/case';
import { judgementSchema, type Judgement } from '../../../src/judgement/judgement';
import { project } from '../../../src/rubric/shape/shrink';
import { goldOutput, judge, scripted, settledPaths } from './judging';
import type { RubricUnderTest } from './rubric-cases';

/** As a store gives it back. */
export function stored(judgement: Judgement): Judgement {
  return judgementSchema.parse(JSON.parse(JSON.stringify(judgement)));
}

/** Replies of every kind: right, contradicting, assisted, complete where a part was asked, and none at all. */
export async function judgementsOf(ready: RubricUnderTest, subject: Case): Promise<Judgement[]> {
  const gold = goldOutput(ready, subject);
  const right = JSON.stringify(gold);
  const asked = JSON.stringify(project(ready.rubric.output, gold, settledPaths(ready, subject)));
  const [other = subject] = ready.gold.filter(({ id }) => id !== subject.id);
  const wrong = JSON.stringify(goldOutput(ready, other));
  return Promise.all([
    judge(ready, subject, scripted(right), 'model-alone'),
    judge(ready, subject, scripted(wrong), 'model-alone'),
    judge(ready, subject, scripted(asked), 'assisted'),
    judge(ready, subject, scripted(wrong), 'assisted'),
    judge(ready, subject, scripted(right), 'assisted'),
    judge(ready, subject, scripted(right.slice(0, 30)), 'model-alone'),
  ]);
}
