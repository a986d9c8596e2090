import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../../src/judgement/prompt/estimate-tokens';

describe('estimateTokens', () => {
  it.each([
    ['', 0, 0],
    ['I refactored the agent loop to cut token usage.', 10, 15],
    ['토큰 사용량을 줄이려고 에이전트 루프를 다시 짰다.', 18, 30],
    ['本判决的理由不够充分。', 8, 14],
    ['La cour d’appel de Liège a confirmé la décision.', 12, 20],
    ['2024-03-15 14:30', 6, 14],
    ['😀', 2, 4],
  ])('counts %j between %d and %d', (text, least, most) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(least);
    expect(estimateTokens(text)).toBeLessThanOrEqual(most);
  });

  it('never counts less for more text, and parts never less than the whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        const whole = estimateTokens(one + other);
        expect(whole).toBeGreaterThanOrEqual(estimateTokens(one));
        expect(whole).toBeGreaterThanOrEqual(estimateTokens(other));
        expect(estimateTokens(one) + estimateTokens(other)).toBeGreaterThanOrEqual(whole);
      }),
    );
  });
});
