import { describe, expect, it } from 'vitest';
import type { ModelJudge } from '../../../../src/judgement/judge';
import { prepareRubric } from '../../../../src/judgement/ready-rubric';
import { forecastRun, type Measurement, measureCase } from '../../../../src/sheet/estimate/measure-judge';
import { fullReply, smallRubric, subject } from '../../judgement/small-rubric';

const ready = prepareRubric(smallRubric(), null);
const world = { random: () => 'b'.repeat(24), now: () => new Date(0), build: 'test' };
const options = { mode: 'model-alone' as const, tellFacts: false, world };
const signal = new AbortController().signal;

/** Reads for two seconds, writes for half of one. */
function timed(changes: Partial<ModelJudge> = {}) {
  let time = 1000;
  const judge: ModelJudge = {
    kind: 'model',
    id: 'timed',
    describe: () => ({ model: 'timed', parameters: {} }),
    ask: ({ onText }) => {
      time += 2000;
      onText?.('{');
      time += 500;
      const usage = { promptTokens: 700, cachedTokens: 300, replyTokens: 20 };
      const text = JSON.stringify(fullReply);
      return Promise.resolve({ text, stop: 'complete', model: 'timed', usage, parameters: {} });
    },
    ...changes,
  };
  return { judge, hooks: { signal, now: () => time } };
}

describe('one case', () => {
  it('shows how fast a judge reads and writes', async () => {
    const { judge, hooks } = timed();
    expect(
      await measureCase(ready, judge, [{ id: 'empty', input: {} }, subject], options, hooks),
    ).toMatchObject({
      read: { tokens: 400, milliseconds: 2000 },
      written: { tokens: 20, milliseconds: 500 },
      reuses: true,
    });
  });

  it('shows nothing where none can be asked', async () => {
    const { judge, hooks } = timed();
    expect(await measureCase(ready, judge, [{ id: 'empty', input: {} }], options, hooks)).toBeNull();
  });

  it.each<[string, Partial<ModelJudge>]>([
    ['asking', { ask: () => Promise.resolve({ reason: 'failed', detail: 'No memory.' }) }],
    ['making room', { prepare: () => Promise.resolve({ problem: 'No memory.' }) }],
  ])('that fails on %s says why', async (_, changes) => {
    const { judge, hooks } = timed(changes);
    expect(await measureCase(ready, judge, [subject], options, hooks)).toEqual({ problem: 'No memory.' });
  });
});

describe('what a run takes', () => {
  const estimate = { prompt: 1000, reusable: 600, reply: { low: 50, high: 150 } };
  const measured: Measurement = {
    read: { tokens: 100, milliseconds: 1000 },
    written: { tokens: 10, milliseconds: 1000 },
    reuses: true,
    promptFactor: 1,
    replyFactor: 1,
  };

  it.each<[string, Partial<Measurement>, number]>([
    ['is reading what is new and writing', {}, 4_000 + 10_000],
    ['is reading all where nothing is kept', { reuses: false }, 10_000 + 10_000],
    ['follows the model’s own count', { promptFactor: 2, replyFactor: 0.5 }, 8_000 + 5_000],
    ['is no less for a question that was at hand', { read: { tokens: 0, milliseconds: 0 } }, 10_000],
  ])('%s', (_, changes, milliseconds) => {
    expect(forecastRun(estimate, { ...measured, ...changes }).milliseconds).toBeCloseTo(milliseconds);
  });

  it('is told with the speeds', () => {
    expect(forecastRun(estimate, measured)).toMatchObject({ readPerSecond: 100, writtenPerSecond: 10 });
    const short = { ...measured, written: { tokens: 3, milliseconds: 0 } };
    expect(forecastRun(estimate, short).writtenPerSecond).toBeNull();
  });
});
