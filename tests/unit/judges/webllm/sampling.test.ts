import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedScore } from '../../../../src/core/reply/expected-score';
import { optionsOf, samplingFor, sentFor } from '../../../../src/judges/webllm/sampling';

/** As the library lists them: of what the grammar allows, by softmax at a temperature, the five likeliest. */
function listed(logits: readonly number[], temperature: number) {
  const weights = logits.map((logit) => Math.exp(logit / temperature));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const all = weights.map((weight, score) => ({ token: String(score), logprob: Math.log(weight / sum) }));
  const top = all.toSorted((a, b) => b.logprob - a.logprob).slice(0, 5);
  return { token: top[0]?.token ?? '', logprob: top[0]?.logprob ?? 0, top_logprobs: top };
}

const allowed = [0, 1, 2, 3, 4];

describe('how WebLLM chooses', () => {
  it.each([
    [0, { temperature: 1, top_p: 0.00001 }, { sent_temperature: 1, top_p: 0.00001 }],
    [0.7, { temperature: 0.7 }, {}],
  ])('at temperature %s', (temperature, sampling, sent) => {
    expect(samplingFor(temperature)).toEqual(sampling);
    expect(sentFor(temperature)).toEqual(sent);
  });

  it('tells the same expected score at every temperature', () => {
    const logit = fc.double({ min: -8, max: 8, noNaN: true });
    const temperature = fc.oneof(fc.constant(0), fc.double({ min: 0.1, max: 2, noNaN: true }));
    fc.assert(
      fc.property(fc.array(logit, { minLength: 5, maxLength: 5 }), temperature, (logits, set) => {
        const sampling = samplingFor(set);
        const mean = expectedScore(optionsOf(listed(logits, sampling.temperature), sampling), allowed);
        const weights = logits.map((each) => Math.exp(each));
        const sum = weights.reduce((total, weight) => total + weight, 0);
        const right = weights.reduce((total, weight, score) => total + score * weight, 0) / sum;
        expect(mean).toBeCloseTo(right, 6);
      }),
    );
  });

  it('leaves out what is impossible', () => {
    const said = { token: '3', logprob: 0, top_logprobs: [{ token: '2', logprob: -Infinity }] };
    expect(optionsOf(said, { temperature: 1 })).toEqual([{ text: '3', logprob: 0 }]);
  });
});
