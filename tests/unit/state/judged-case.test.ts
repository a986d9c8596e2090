import { expect, it } from 'vitest';
import type { Status } from '../../../src/core/model/judgement';
import { judgedOnce, samplesOf, withSample, type RunOrigin } from '../../../src/state/judged-case';
import { digestAs, originOf } from './judged-fixture';

const subject = { id: 'a', input: { text: 'x' } };

const origin: RunOrigin = { ...originOf('run'), settings: { ...originOf('run').settings, samples: 3 } };

function sample(number: number, status: Status) {
  const receipt = `question ${number}`;
  const digest = { ...digestAs({ status }), receipt };
  return { sample: number, digest, at: { run: 'run', place: number }, receipt };
}

it.each<[Status[], number]>([
  [['unscored', 'valid', 'valid'], 1],
  [['valid', 'unscored', 'valid'], 0],
  [['unscored', 'unscored', 'unscored'], 0],
])('of %j the sample %d stands for the case, and all stay in order', (statuses, standing) => {
  const [first = sample(0, 'unscored'), ...rest] = statuses.map((status, number) => sample(number, status));
  const before = judgedOnce(subject, origin, first);
  const judged = [...rest].reverse().reduce(withSample, before);
  expect(judged.sample).toBe(standing);
  expect(samplesOf(judged)).toEqual(statuses.map((status, number) => sample(number, status)));
});

it('a failed sample that is asked again and has a score then takes the place of later ones', () => {
  const failed = judgedOnce(subject, origin, sample(0, 'unscored'));
  const judged = withSample(withSample(failed, sample(1, 'valid')), sample(0, 'valid'));
  expect([judged.sample, judged.others.map((other) => other.sample)]).toEqual([0, [1]]);
});

it('only a run that asks several times keeps which question each answers', () => {
  const one = judgedOnce(subject, originOf('run'), sample(0, 'valid'));
  expect([one.receipt, judgedOnce(subject, origin, sample(0, 'valid')).receipt]).toEqual([
    null,
    'question 0',
  ]);
});
