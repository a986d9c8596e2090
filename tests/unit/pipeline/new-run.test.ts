import { describe, expect, it } from 'vitest';
import { runHeadSchema, type RunJudge, type RunSettings } from '../../../src/core/model/run';
import type { ModelJudge } from '../../../src/judges/judge';
import { rulesJudge } from '../../../src/judges/rules/rules-judge';
import { newRunHead, sameConfiguration, sameJudge, type Configuration } from '../../../src/pipeline/new-run';
import { orderOf } from '../../../src/sheet/cells';
import { smallRubric } from './small-rubric';

const rubric = smallRubric();
const settings: RunSettings = {
  mode: 'model-alone',
  tellFacts: false,
  samples: 1,
  atOnce: 4,
  timeoutSeconds: 60,
};
const world = { random: () => 'id', now: () => new Date(0), build: 'test' };
const parameters = {
  provider: 'openai',
  endpoint: 'https://a.example/v1',
  temperature: 0,
  structured: 'schema',
};

function model(described: Partial<ReturnType<ModelJudge['describe']>> = {}): ModelJudge {
  return {
    kind: 'model',
    id: 'api',
    describe: () => ({ model: 'm', parameters, ...described }),
    ask: () => Promise.reject(new Error('Nobody is asked.')),
  };
}

const order = orderOf(
  [0, 1, 2].map((caseKey) => ({ caseKey, sample: 0 })),
  0,
);
const chosen: Configuration = { rubric, judge: model(), settings };
const head = newRunHead({ sheet: 'sheet', rubric, judge: model(), settings, order }, world);

describe('the head of a new run', () => {
  it('has what is ordered', () => {
    expect(runHeadSchema.parse(head)).toEqual(head);
    expect(head).toMatchObject({ state: 'running', orders: [order], progress: { done: 0, total: 3 } });
  });

  it('of a person has nothing to ask', () => {
    const judge: RunJudge = { id: 'person', kind: 'person', model: 'Mina', parameters: {} };
    const imported = '2026-01-02T03:04:05.000Z';
    const own = newRunHead({ sheet: 'sheet', rubric, judge, settings, order: null, imported }, world);
    expect(runHeadSchema.parse(own)).toEqual(own);
    expect(own).toMatchObject({ state: 'finished', orders: [], judge, imported });
  });
});

describe('a configuration', () => {
  it.each<[string, boolean, Partial<Configuration>]>([
    ['nothing', true, {}],
    ['the rubric', false, { rubric: { ...rubric, prompt: 'Judge {{text}} well.' } }],
    ['the model', false, { judge: model({ model: 'other' }) }],
    [
      'the endpoint',
      false,
      { judge: model({ parameters: { ...parameters, endpoint: 'https://b.example' } }) },
    ],
    ['the temperature', false, { judge: model({ parameters: { ...parameters, temperature: 1 } }) }],
    [
      'how the shape is asked for',
      true,
      { judge: model({ parameters: { ...parameters, structured: 'prompt' } }) },
    ],
    [
      'the context size',
      true,
      { judge: model({ parameters: { ...parameters, context: 4096, max_tokens: 9 } }) },
    ],
    ['the mode', false, { settings: { ...settings, mode: 'assisted' } }],
    ['whether facts are told', false, { settings: { ...settings, tellFacts: true } }],
    ['one question per criterion', false, { settings: { ...settings, asking: 'criterion' } }],
    ['one question per case, said', true, { settings: { ...settings, asking: 'case' } }],
    ['the judge', false, { judge: rulesJudge }],
  ])('that differs by %s is the same: %s', (_, same, change) => {
    expect(sameConfiguration(head, { ...chosen, ...change })).toBe(same);
  });

  it('of samples, budget, timeout and parallel requests is none', () => {
    const other = { ...settings, samples: 3, atOnce: 9, timeoutSeconds: null, budget: { tokens: 5 } };
    expect(sameConfiguration({ ...head, settings: other }, chosen)).toBe(true);
  });

  it('of rules alone has no mode', () => {
    const rules = newRunHead({ sheet: 'sheet', rubric, judge: rulesJudge, settings, order }, world);
    const other: Configuration = { rubric, judge: rulesJudge, settings: { ...settings, mode: 'assisted' } };
    expect(sameConfiguration(rules, other)).toBe(true);
  });

  it('of a batch is not that of its model, which may go on with it', () => {
    const batch = { ...head, judge: { ...head.judge, id: 'batch' } };
    expect(sameConfiguration(batch, chosen)).toBe(false);
    expect(sameJudge(model(), batch.judge)).toBe(true);
  });
});
