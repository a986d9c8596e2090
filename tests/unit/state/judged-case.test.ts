import { expect, it } from 'vitest';
import type { Status } from '../../../src/core/model/judgement';
import { judgedOnce, samplesOf, withSample } from '../../../src/state/judged-case';
import { judgedAs, originOf } from './judged-fixture';

const subject = { id: 'a', input: { text: 'x' } };

function sample(number: number, status: Status) {
  const { digest } = judgedAs(subject, { status });
  return { sample: number, digest, at: { run: 'run', place: number } };
}

it.each<[Status[], number]>([
  [['unscored', 'valid', 'valid'], 1],
  [['valid', 'unscored', 'valid'], 0],
  [['unscored', 'unscored', 'unscored'], 0],
])('of %j the sample %d stands for the case, and all stay in order', (statuses, standing) => {
  const [first = sample(0, 'unscored'), ...rest] = statuses.map((status, number) => sample(number, status));
  const before = judgedOnce(subject, originOf('run'), first);
  const judged = [...rest].reverse().reduce(withSample, before);
  expect(judged.sample).toBe(standing);
  expect(samplesOf(judged)).toEqual(statuses.map((status, number) => sample(number, status)));
});

it('a failed sample that is asked again and has a score then takes the place of later ones', () => {
  const failed = judgedOnce(subject, originOf('run'), sample(0, 'unscored'));
  const judged = withSample(withSample(failed, sample(1, 'valid')), sample(0, 'valid'));
  expect([judged.sample, judged.others.map((other) => other.sample)]).toEqual([0, [1]]);
});
