import { describe, expect, it } from 'vitest';
import { headlineFigures } from '../../../../src/sheet/figures/tally';

describe('headline numbers of a stored run', () => {
  it.each([
    ['nothing scored', null, null, { score: null, passed: null }],
    [
      'too few for a mean or a share',
      { mean: 4.3, count: 3 },
      { share: 2 / 3, count: 3 },
      {
        score: { count: 3, value: null, decimals: 0 },
        passed: { met: 2, count: 3, value: null, decimals: 0 },
      },
    ],
    [
      'points to a hundred earn no decimal soon',
      { mean: 81.234, count: 1152 },
      { share: 856 / 1152, count: 1152 },
      { score: { count: 1152, value: 81.234, decimals: 0 }, passed: { met: 856, count: 1152 } },
    ],
    [
      'a scale of five earns one',
      { mean: 3.9, count: 40 },
      null,
      { score: { count: 40, value: 3.9, decimals: 1 }, passed: null },
    ],
  ])('%s', (_, score, passed, expected) => {
    expect(headlineFigures({ score, passed })).toMatchObject(expected);
  });
});
