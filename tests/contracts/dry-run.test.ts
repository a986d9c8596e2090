import { describe, expect, it } from 'vitest';
import { estimateTokens, estimateReply } from '../../src/judgement/prompt/estimate-tokens';
import type { Case } from '../../src/cases/case';
import { portable } from '../../src/rubric/shape/portable';
import { splitByCriteria } from '../../src/rubric/shape/fields';
import { estimateRun, type EstimateOptions, type RunEstimate } from '../../src/sheet/estimate/estimate-run';
import type { ReadyRubric } from '../../src/judgement/ready-rubric';
import { goldOutput, judge, scripted } from './support/judging';
import { rubricsUnderTest } from './support/rubric-cases';

const world = { random: () => `b${'0'.repeat(22)}1`, now: () => new Date(0), build: 'test' };
const modes = ['model-alone', 'assisted'] as const;

function estimate(
  ready: ReadyRubric,
  cases: readonly Case[],
  options: Pick<EstimateOptions, 'mode' | 'samples' | 'asking'>,
): RunEstimate {
  const work = estimateRun(ready, cases, { ...options, tellFacts: false, world });
  const told: number[] = [];
  for (;;) {
    const step = work.next();
    if (step.done) {
      expect(told).toEqual(cases.map((_, index) => index + 1));
      return step.value;
    }
    told.push(step.value);
  }
}

describe.each(rubricsUnderTest)('$id, told before anyone is asked', (ready) => {
  it.each(modes)('what is sent is what a run sends, %s', async (mode) => {
    const lacking: Case = { id: 'lacking', input: {} };
    const cases = [...ready.samples, lacking];
    let prompt = 0;
    let requests = 0;
    for (const subject of cases) {
      // A refusal ends a case with its first reply.
      const model = scripted('No.', 'refused');
      const { receipt } = await judge(ready, subject, model, mode);
      prompt += receipt.tokens.prompt;
      requests += model.requests.length;
    }
    const once = estimate(ready, cases, { mode, samples: 1 });
    expect(once).toMatchObject({ cases: cases.length, requests, prompt, notAsked: cases.length - requests });
    expect(once.reusable).toBeLessThan(once.prompt);
    const thrice = estimate(ready, cases, { mode, samples: 3 });
    expect(thrice).toMatchObject({ requests: 3 * requests, prompt: 3 * prompt, notAsked: once.notAsked });
    expect(thrice.reusable - 3 * once.reusable).toBe((once.reusable / (requests - 1)) * 2);
  });

  it.each(modes)('criterion by criterion: a question for each, most of it read once, %s', (mode) => {
    const { gold } = ready;
    const once = estimate(ready, gold, { mode, samples: 1 });
    const split = estimate(ready, gold, { mode, samples: 1, asking: 'criterion' });
    const parts = splitByCriteria(ready.rubric).length;
    expect(split.requests).toBeGreaterThan(once.requests);
    expect(split.requests).toBeLessThanOrEqual(parts * once.requests);
    expect(split.notAsked).toBe(once.notAsked);
    if (mode === 'model-alone') expect(split.requests).toBe(parts * once.requests);
    // A judge that keeps what it has read reads less of many questions than one that does not reads of a single one.
    expect(split.prompt - split.reusable).toBeLessThan(once.prompt);
  });

  it('a right reply is neither shorter nor longer than the guess', () => {
    const { low, high } = estimateReply(portable(ready.rubric.output));
    for (const subject of ready.gold) {
      const tokens = estimateTokens(JSON.stringify(goldOutput(ready, subject)));
      expect(tokens, subject.id).toBeGreaterThanOrEqual(low);
      expect(tokens, subject.id).toBeLessThanOrEqual(high);
    }
  });
});
