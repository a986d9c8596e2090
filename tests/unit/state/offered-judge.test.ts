import { expect, it } from 'vitest';
import type { Json } from '../../../src/core/model/json';
import type { ModelJudge } from '../../../src/judges/judge';
import { rulesJudge } from '../../../src/judges/rules/rules-judge';
import { describeJudge, sameJudge } from '../../../src/pipeline/new-run';

const judge = (model: string, parameters: Record<string, Json>, id = 'api'): ModelJudge => ({
  kind: 'model',
  id,
  describe: () => ({ model, parameters }),
  ask: () => Promise.reject(new Error('Nobody is asked here.')),
});
const asked = describeJudge(judge('m', { temperature: 0, endpoint: 'https://a' }));

it.each<[string, Parameters<typeof sameJudge>[0], boolean]>([
  ['the same in another order', judge('m', { endpoint: 'https://a', temperature: 0 }), true],
  ['another model', judge('n', { temperature: 0, endpoint: 'https://a' }), false],
  ['another temperature', judge('m', { temperature: 1, endpoint: 'https://a' }), false],
  ['another server', judge('m', { temperature: 0, endpoint: 'https://b' }), false],
  ['another backend', judge('m', { temperature: 0, endpoint: 'https://a' }, 'pasted'), false],
  ['a program', rulesJudge, false],
])('a run is gone on with by the judge it asked: %s', (_, candidate, same) => {
  expect(sameJudge(candidate, asked)).toBe(same);
});

it('the rules are always the same judge', () => {
  expect(sameJudge(rulesJudge, describeJudge(rulesJudge))).toBe(true);
});
