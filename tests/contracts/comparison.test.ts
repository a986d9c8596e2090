/** Where criteria add up to the score, the differences of the criteria add up to that of the score: both are of what is upheld. */
import { describe, expect, it } from 'vitest';
import { builtInRubrics } from '../../rubrics/built-in';
import { compareRow } from '../../src/compare/compare-row';
import { digestOf } from '../../src/judgement/digest';
import { z } from '../../src/kit/zod';
import { criterionPath, exampleReplySchema } from '../../src/rubric/rubric';
import { judge, scripted } from './support/judging';
import { ruleFor } from './support/rubric-cases';

const pools = await Promise.all(
  builtInRubrics.map(async ({ id, loadReplies }) => {
    const ready = ruleFor(id);
    const examples = z.array(exampleReplySchema).parse((await loadReplies()) ?? []);
    const digests = await Promise.all(
      ready.samples.map((subject) => {
        const replies = examples.filter((example) => example.case === subject.id);
        return Promise.all(
          replies.map(async ({ reply }) =>
            digestOf(
              ready.rubric,
              await judge(ready, subject, scripted(JSON.stringify(reply)), 'model-alone'),
            ),
          ),
        );
      }),
    );
    return { id, rubric: ready.rubric, digests };
  }),
);
const addsUp = pools.filter(
  ({ rubric }) => rubric.criteria.reduce((sum, { max }) => sum + (max ?? NaN), 0) === rubric.headline.max,
);

describe.each(addsUp)('$id', ({ rubric, digests }) => {
  it('has a difference of the score that is the sum of those of its criteria', () => {
    const criteria = rubric.criteria.map((criterion, place) => {
      const { id, min, max } = criterion;
      const path = criterionPath(criterion);
      return { id, kind: 'score' as const, path, min, max: max ?? null, place: { a: place, b: place } };
    });
    let compared = 0;
    let contradicted = 0;
    for (const [one, other] of digests) {
      const { score, criteria: changes } = compareRow({ criteria, scores: true }, one, other);
      const deltas = [score, ...changes].map((change) => {
        if (change === null) return 0;
        return change.kind === 'number' ? change.delta : NaN;
      });
      if (deltas.some(Number.isNaN) || !one || !other) continue;
      compared += 1;
      contradicted += Number([one, other].some(({ upheld }) => upheld?.some((known) => known !== null)));
      const [whole = NaN, ...parts] = deltas;
      expect(parts.reduce((sum, delta) => sum + delta, 0)).toBeCloseTo(whole);
    }
    expect([compared > 0, contradicted > 0]).toEqual([true, true]);
  });
});

it('is so in a rubric at least', () => expect(addsUp).not.toEqual([]));
