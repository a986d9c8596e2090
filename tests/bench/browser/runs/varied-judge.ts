import { repeatableRandom } from '../large-file';
import { answerSchema } from '../../../support/loopback-judge/answer-schema';
import type { LoopbackOptions } from '../../../support/loopback-judge/loopback-judge';

/** Answers at random, the same in each run: replies that are all alike would be held, and told, more cheaply than real ones. */
export function variedAnswers(): Pick<LoopbackOptions, 'decide'> {
  const random = repeatableRandom();
  const pick = (count: number) => Math.floor(random() * count);
  return {
    decide: ({ schema }) => ({ kind: 'content', content: JSON.stringify(answerSchema(schema, pick)) }),
  };
}
