import { describe, expect, it } from 'vitest';
import { runHeadSchema, type RunSettings } from '../../../../src/sheet/run-record';
import type { RunJudge, ModelJudge } from '../../../../src/judgement/judge';
import { rulesJudge } from '../../../../src/judges/rules/rules-judge';
import {
  newRunHead,
  sameConfiguration,
  sameJudge,
  type Configuration,
  cellSeed,
  drawCells,
  resultKey,
  describeJudge,
} from '../../../../src/sheet/run/new-run';
import { orderOf } from '../../../../src/sheet/run/order';
import { smallRubric } from '../../judgement/small-rubric';
import fc from 'fast-check';

type Asked = Parameters<typeof resultKey>[0];
const unit: Asked = {
  run: 'run',
  caseId: 'case',
  sample: 0,
  judge: { id: 'api', kind: 'model', model: 'm', parameters: { b: 1, a: 2 } },
  rubricHash: 'f'.repeat(64),
};

it('is the same for the same question, however it is written down', () => {
  const { judge, ...rest } = unit;
  const other = { judge: { ...judge, parameters: { a: 2, b: 1 } }, ...rest };
  expect(resultKey(unit)).toMatch(/^[0-9a-f]{64}$/);
  expect(resultKey(other)).toBe(resultKey(unit));
});

it.each<[string, Partial<Asked>]>([
  ['run', { run: 'other' }],
  ['case', { caseId: 'other' }],
  ['sample', { sample: 1 }],
  ['judge', { judge: { ...unit.judge, model: 'other' } }],
  ['parameters', { judge: { ...unit.judge, parameters: {} } }],
  ['rubric', { rubricHash: '0'.repeat(64) }],
])('is another for another %s', (_, change) => {
  expect(resultKey({ ...unit, ...change })).not.toBe(resultKey(unit));
  expect(cellSeed(resultKey({ ...unit, ...change }))).not.toBe(cellSeed(resultKey(unit)));
});

it('gives seeds of 31 bits', () => {
  expect(cellSeed('f'.repeat(64))).toBe(2 ** 31 - 1);
  fc.assert(
    fc.property(fc.string(), fc.nat(), (caseId, sample) => {
      const seed = cellSeed(resultKey({ ...unit, caseId, sample }));
      expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31).toBe(true);
    }),
  );
});

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
const reordered = Object.fromEntries(Object.entries(parameters).toReversed());

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

  it.each<[string, Parameters<typeof sameJudge>[0], boolean]>([
    ['the same in another order', model({ parameters: reordered }), true],
    ['another model', model({ model: 'n' }), false],
    ['another temperature', model({ parameters: { ...parameters, temperature: 1 } }), false],
    ['another server', model({ parameters: { ...parameters, endpoint: 'https://b' } }), false],
    ['another backend', { ...model(), id: 'pasted' }, false],
    ['a program', rulesJudge, false],
  ])('of a run is resumed by the judge it asked: %s', (_, candidate, same) => {
    expect(sameJudge(candidate, head.judge)).toBe(same);
    expect(sameJudge(rulesJudge, describeJudge(rulesJudge))).toBe(true);
  });

  it('of a batch is not that of its model, which may go on with it', () => {
    const batch = { ...head, judge: { ...head.judge, id: 'batch' } };
    expect(sameConfiguration(batch, chosen)).toBe(false);
    expect(sameJudge(model(), batch.judge)).toBe(true);
  });
});

describe('cases that are drawn', () => {
  const keysOf = (cells: ReturnType<typeof drawCells>) => [...new Set(cells.map(({ caseKey }) => caseKey))];
  const all = Array.from({ length: 600 }, (_, place) => ({ caseKey: place >> 1, sample: place & 1 }));

  it('are the same for the same seed, with all their samples, and others for another', () => {
    const drawn = drawCells(all, 20, 'seed');
    expect(drawn).toEqual(drawCells(all.toReversed(), 20, 'seed').toReversed());
    expect([drawn.length, keysOf(drawn).length]).toEqual([40, 20]);
    expect(keysOf(drawCells(all, 20, 'other'))).not.toEqual(keysOf(drawn));
    expect(drawCells(all, 999, 'seed')).toEqual(all);
  });

  it('are followed by the next of the same ranking', () => {
    const first = drawCells(all, 20, 'seed');
    const second = drawCells(
      all.filter((cell) => !first.includes(cell)),
      20,
      'seed',
    );
    expect([...first, ...second].toSorted((a, b) => a.caseKey - b.caseKey || a.sample - b.sample)).toEqual(
      drawCells(all, 40, 'seed'),
    );
  });

  it('come from everywhere', () => {
    const counts = new Map<number, number>();
    for (let seed = 0; seed < 300; seed += 1)
      for (const key of keysOf(drawCells(all, 20, String(seed))))
        counts.set(key % 3, (counts.get(key % 3) ?? 0) + 1);
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(200);
  });
});
