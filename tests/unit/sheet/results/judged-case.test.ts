import { expect, it } from 'vitest';
import type { Status } from '../../../../src/judgement/judgement';
import { judgedCase, samplesOf, type JudgedSample } from '../../../../src/sheet/results/judged-case';
import { digestAs } from '../judged-fixture';

function sample(number: number, status: Status, revision = 0): JudgedSample {
  const at = { run: 'run', place: number };
  return { sample: number, hash: '', revision, milliseconds: 1, digest: digestAs({ status }), at };
}
const always = () => true;

it.each<[Status[], number]>([
  [['unscored', 'valid', 'valid'], 1],
  [['valid', 'unscored', 'valid'], 0],
  [['unscored', 'unscored', 'unscored'], 0],
])('of %j the sample %d stands for the case, and all stay in order', (statuses, standing) => {
  const samples = statuses.map((status, number) => sample(number, status));
  const judged = judgedCase(samples.toReversed(), always);
  expect(judged?.sample).toBe(standing);
  expect(judged && samplesOf(judged)).toEqual(samples);
});

it('samples of the case as it reads now count, and outdated ones only where there are no others', () => {
  const samples = [sample(0, 'valid', 0), sample(1, 'valid', 1)];
  const byRevision = (revision: number) => {
    const judged = judgedCase(samples, (one) => one.revision === revision);
    return judged && [judged.outdated, samplesOf(judged).map((one) => one.sample)];
  };
  expect([byRevision(1), byRevision(2)]).toEqual([
    [false, [1]],
    [true, [0, 1]],
  ]);
  expect(judgedCase([], always)).toBeNull();
});
