import { expect, it } from 'vitest';
import type { BusyNotice, JudgeRequest, ModelJudge } from '../../../src/judgement/judge';
import { ReplaceableJudge } from '../../../src/judges/replaceable-judge';

const request: JudgeRequest = {
  prompt: {
    shared: 'Judge.',
    own: 'A case.',
    boundary: 'b',
    language: 'en',
    neutralised: [],
    estimate: { shared: 2, own: 2 },
  },
  shape: { type: 'object', properties: {}, required: [], additionalProperties: false },
  signal: new AbortController().signal,
};
const judgeWith = (key: string, more: Partial<ModelJudge> = {}): ModelJudge => ({
  kind: 'model',
  id: 'api',
  describe: () => ({ model: 'm', parameters: {} }),
  ask: () => Promise.resolve({ reason: 'failed', detail: key }),
  ...more,
});

it('asks whoever is in the place when the question is put', async () => {
  const judge = new ReplaceableJudge(judgeWith('old'));
  expect([judge.id, judge.atOnce, judge.retriesCutOff]).toEqual(['api', 1, false]);
  expect(await judge.ask(request)).toMatchObject({ detail: 'old' });
  expect(judge.price()).toBeNull();
  const price = { prompt: 1, cached: null, reply: 2, currency: 'USD' };
  judge.replace(judgeWith('new', { atOnce: 3, retriesCutOff: true, price: () => price }));
  expect(judge.price()).toEqual(price);
  expect(await judge.ask(request)).toMatchObject({ detail: 'new' });
  expect([judge.atOnce, judge.retriesCutOff]).toEqual([3, true]);
  expect(judge.describe()).toEqual({ model: 'm', parameters: {} });
  judge.replace({ kind: 'program', id: 'rules' });
  expect(await judge.ask(request)).toMatchObject({ detail: 'new' });
});

it('lets who listens hear whoever is in the place', () => {
  const busy: Record<string, (notice: BusyNotice) => void> = {};
  const wait = (waitMilliseconds: number | null) => ({ waitMilliseconds, outMilliseconds: 5 });
  const telling = (key: string) =>
    judgeWith(key, {
      onBusy: (listener) => {
        busy[key] = listener;
        return () => {
          busy[key] = () => undefined;
        };
      },
    });
  const judge = new ReplaceableJudge(telling('old'));
  const heard: BusyNotice[] = [];
  const stop = judge.onBusy((notice) => heard.push(notice));
  busy['old']?.(wait(1));
  judge.replace(telling('new'));
  busy['old']?.(wait(2));
  busy['new']?.(wait(null));
  stop();
  busy['new']?.(wait(3));
  expect(heard).toEqual([wait(1), wait(null)]);
});
