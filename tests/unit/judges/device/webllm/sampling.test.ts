import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedScore } from '../../../../../src/judgement/reply/expected-scores';
import { numberChoice, tokenOptions } from '../../../../../src/judges/device/session';
import { samplingFor, unscaled } from '../../../../../src/judges/device/webllm/web-llm-session';

/** As the library lists them: of what the grammar allows, by softmax at a temperature, the five likeliest. */
function listed(logits: readonly number[], temperature: number) {
  const weights = logits.map((logit) => Math.exp(logit / temperature));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const all = weights.map((weight, score) => ({ token: String(score), logprob: Math.log(weight / sum) }));
  const top = all.toSorted((a, b) => b.logprob - a.logprob).slice(0, 5);
  return { token: top[0]?.token ?? '', logprob: top[0]?.logprob ?? 0, top_logprobs: top };
}

/** What comes of it, through all that stands between the library and the score. */
function expectedOf(logits: readonly number[], set: number): number | null {
  const sampling = samplingFor(set);
  const said = listed(logits, sampling.temperature);
  const options = unscaled(tokenOptions(said), sampling.temperature);
  const choice = numberChoice(said.token, `{"score":${said.token}`, options);
  if (!choice) throw new Error('Expected the place of the score.');
  return expectedScore(choice, [...logits.keys()]);
}
function trueMean(logits: readonly number[]): number {
  const weights = logits.map((each) => Math.exp(each));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.reduce((total, weight, score) => total + score * weight, 0) / sum;
}
const logitsOf = (scores: number) =>
  fc.array(fc.double({ min: -8, max: 8, noNaN: true }), { minLength: scores, maxLength: scores });
const temperature = fc.oneof(fc.constant(0), fc.double({ min: 0.1, max: 2, noNaN: true }));

describe('how WebLLM chooses', () => {
  it('tells the same expected score at every temperature', () => {
    fc.assert(
      fc.property(logitsOf(5), temperature, (logits, set) => {
        expect(expectedOf(logits, set)).toBeCloseTo(trueMean(logits), 6);
      }),
    );
  });

  it('of six scores tells five: the expected one is near the true one, or is not told', () => {
    fc.assert(
      fc.property(logitsOf(6), temperature, (logits, set) => {
        const mean = expectedOf(logits, set);
        if (mean === null) return;
        expect(Math.abs(mean - trueMean(logits))).toBeLessThan(0.051);
      }),
    );
    const wavering = [-2, 0, 3, 5, 4.5, -5];
    expect(expectedOf(wavering, 0)).toBeCloseTo(trueMean(wavering), 2);
    expect(expectedOf([1, 1, 1, 1, 1, 1], 0), 'nobody knows').toBeNull();
  });

  it('is sure where nothing else is possible', () => {
    expect(expectedOf([-9999, -9999, -9999, 0, -9999, -9999], 0)).toBe(3);
  });
});
