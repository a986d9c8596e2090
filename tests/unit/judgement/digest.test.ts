import { describe, expect, it } from 'vitest';
import type { Known } from '../../../src/rubric/values';
import { digestOf } from '../../../src/judgement/digest';
import { digestSchema } from '../../../src/judgement/judgement';
import { judged, modelSaying, saying, fullReply, smallRubric } from './small-rubric';

const changes = {
  criteria: [
    { id: 'grade', label: 'Grade', choice: 'grade' },
    { id: 'score', label: 'Score', score: 'score', max: 10 },
    { id: 'hint', label: 'Hint', choice: 'hint' },
  ],
  checks: [{ id: 'high', title: 'High', severity: 'error', message: 'Low.', assert: 'output.score > 8' }],
  derived: { verdict: 'output.score > 5 ? "PASS" : "FAIL"' },
  headline: { value: 'output.score', verdict: 'derived.verdict' },
};
const rubric = smallRubric(changes);
const value = (of: string | number): Known => ({ kind: 'value', value: of });

describe('digest', () => {
  it('holds what tables need, by place of the criteria', async () => {
    const judgement = await judged({ rubric: changes, judge: modelSaying(saying(fullReply)) });
    expect(digestOf(rubric, judgement)).toEqual({
      status: 'inconsistent',
      score: value(7),
      verdict: value('PASS'),
      // The model left the hint out.
      criteria: [value('HIGH'), value(7), null],
      facts: ['silent', 'silent', null],
      failedChecks: ['high'],
      failedErrors: 1,
      problems: false,
      mode: 'model-alone',
      receipt: judgement.receipt.id,
    });
  });

  it('says where facts agree with the judge, and where they differ', async () => {
    const decided = { grade: '"HIGH"', score: '5' };
    const judgement = await judged({
      rubric: { ...changes, decided },
      judge: modelSaying(saying(fullReply)),
    });
    expect(digestOf(smallRubric({ ...changes, decided }), judgement).facts).toEqual([
      'agree',
      'differ',
      null,
    ]);
    const byRules = await judged({ rubric: { ...changes, decided } });
    expect(digestOf(smallRubric({ ...changes, decided }), byRules)).not.toHaveProperty('facts');
  });

  it('keeps the reason of a judgement without a score', async () => {
    const judge = modelSaying({ reason: 'refused', detail: 'no' });
    const digest = digestOf(rubric, await judged({ rubric: changes, judge }));
    expect(digest).toMatchObject({ status: 'unscored', reason: 'refused', criteria: [null, null, null] });
    expect(digest).not.toHaveProperty('score');
  });

  it.each([
    ['a model', modelSaying(saying(fullReply))],
    ['a refusal', modelSaying({ reason: 'refused' as const, detail: 'no' })],
    ['the rules', undefined],
  ])('fits its schema: %s', async (_, judge) => {
    const judgement = await judged({ rubric: changes, ...(judge ? { judge } : {}) });
    const digest = digestOf(rubric, judgement);
    expect(digestSchema.parse(digest)).toEqual(digest);
  });
});
