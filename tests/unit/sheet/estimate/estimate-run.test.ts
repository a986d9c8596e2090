import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareRubric } from '../../../../src/judgement/ready-rubric';
import { askingCosts, tokensToSend, estimateRun } from '../../../../src/sheet/estimate/estimate-run';
import { smallRubric, subject } from '../../judgement/small-rubric';

const ready = prepareRubric(smallRubric(), null);
const world = { random: () => 'b'.repeat(24), now: () => new Date(0), build: 'test' };
const options = { mode: 'model-alone' as const, tellFacts: false, world };

function promptOfAll(cases: readonly (typeof subject)[], samples: number): number {
  const work = estimateRun(ready, cases, { ...options, samples });
  for (;;) {
    const step = work.next();
    if (step.done) return step.value.prompt;
  }
}

describe('told from a few cases', () => {
  it('tokens are about those of all prompts where cases are of very different lengths', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 12 }), (lengths) => {
        const cases = lengths.map((words, place) => ({
          id: `case-${place}`,
          input: { text: 'a text '.repeat(words) },
        }));
        const share = tokensToSend(ready, cases, { ...options, samples: 2 }) / promptOfAll(cases, 2);
        expect(Math.abs(share - 1)).toBeLessThan(0.02);
      }),
    );
  });

  it('cases that are put to nobody, since they are empty, take nothing and change nothing', () => {
    const full = ['a text', 'a text '.repeat(400)].map((text, place) => ({
      id: `case-${place}`,
      input: { text },
    }));
    const empty = [
      { id: 'none', input: {} },
      { id: 'blank', input: { text: '  ' } },
    ];
    const tokens = (cases: readonly (typeof subject)[]) =>
      tokensToSend(ready, cases, { ...options, samples: 1 });
    expect(tokens([...empty, ...full])).toBe(tokens(full));
    expect(promptOfAll([...empty, ...full], 1)).toBe(promptOfAll(full, 1));
    expect(tokens(empty)).toBe(0);
  });

  it('one question for each criterion is told beside one for the case', () => {
    const { parts, of } = askingCosts(ready, [subject], options);
    expect(of?.case.requests).toBe(1);
    expect(of?.criterion.requests).toBe(parts);
    expect(of?.criterion.prompt).toBeGreaterThanOrEqual(of?.case.prompt ?? Infinity);
    expect(askingCosts(ready, [], options)).toEqual({ parts, of: null });
  });
});
