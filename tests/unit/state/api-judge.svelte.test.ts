import { describe, expect, it } from 'vitest';
import type { ConnectionReport } from '../../../src/core/model/connection';
import type { ApiSettings } from '../../../src/judges/api/api-judge';
import { readAddress } from '../../../src/judges/api/read-address';
import { ApiJudge } from '../../../src/state/api-judge.svelte';
import { workbenchWith } from './shelf-for-tests';

function form(testConnection?: (signal: AbortSignal) => Promise<ConnectionReport>) {
  const made: ApiSettings[] = [];
  const judge = new ApiJudge({
    readAddress,
    makeJudge: (settings) => {
      made.push(settings);
      return Promise.resolve({
        kind: 'model',
        id: 'api',
        describe: () => ({ model: settings.model, parameters: {} }),
        ask: () =>
          Promise.resolve({
            text: '{"quality": {"rationale": "fine", "score": 4}}',
            stop: 'complete',
            model: settings.model,
            parameters: {},
          }),
      });
    },
    testConnection: (_, signal) => testConnection?.(signal) ?? Promise.resolve({ ok: true, model: 'm' }),
    explain: (fault) => Promise.resolve(`fault: ${fault}`),
  });
  return { judge, made };
}

describe('the form of an API judge', () => {
  it.each([
    [{ baseUrl: '', model: 'm', key: '' }, 'empty'],
    [{ baseUrl: 'http://example.com', model: 'm', key: '' }, 'insecure'],
    [{ baseUrl: 'https://a.example', model: ' ', key: '' }, 'no-model'],
    [{ baseUrl: 'https://a.example', model: 'm', key: '열쇠' }, 'key'],
  ])('%j cannot be used: %s', async ({ baseUrl, model, key }, fault) => {
    const { judge, made } = form();
    Object.assign(judge, { baseUrl, model });
    judge.setKey(key);
    expect(await judge.forRun()).toEqual({ problem: `fault: ${fault}` });
    await judge.testConnection();
    expect(judge.test).toEqual({ kind: 'incomplete', fault });
    expect(made).toEqual([]);
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('keeps a key entered %s the address for that server alone', async (_, keyFirst) => {
    const { judge, made } = form();
    judge.model = 'm';
    if (keyFirst) judge.setKey(' secret ');
    judge.baseUrl = 'https://a.example/v1/';
    if (!keyFirst) judge.setKey('secret');
    await judge.forRun();
    expect(made).toMatchObject([{ baseUrl: 'https://a.example/v1', key: 'secret' }]);
    judge.baseUrl = 'https://b.example/v1';
    expect(judge.keyIsFor).toBe('a.example');
    expect(await judge.forRun()).toEqual({ problem: 'fault: key' });
    judge.baseUrl = 'https://a.example/v2';
    expect(judge.keyIsFor).toBeNull();
    judge.forgetKey();
    await judge.forRun();
    expect(made.map(({ key }) => key)).toEqual(['secret', '']);
  });

  it.each([
    [0, 1],
    [2.4, 2],
    [1000, 256],
    [Number.NaN, 4],
  ])('%s at once becomes %s', (given, kept) => {
    const { judge } = form();
    judge.atOnce = given;
    expect(judge.atOnce).toBe(kept);
  });

  it('drops what a test finds after the form was changed', async () => {
    let settle: (report: ConnectionReport) => void = () => undefined;
    const { judge } = form(() => new Promise((resolve) => (settle = resolve)));
    Object.assign(judge, { baseUrl: 'https://a.example', model: 'm' });
    const test = judge.testConnection();
    expect(judge.test).toEqual({ kind: 'testing' });
    judge.model = 'other';
    settle({ ok: true, model: 'm' });
    await test;
    expect(judge.test).toEqual({ kind: 'idle' });
  });
});

describe('a run', () => {
  it('asks the judge that the form described when it started', async () => {
    const { judge, made } = form();
    const workbench = workbenchWith([judge]);
    await workbench.loadSamples();
    workbench.chooseJudge('api');
    await workbench.judgeAll();
    expect(workbench.run).toEqual({ kind: 'failed', message: 'fault: empty' });
    Object.assign(judge, { baseUrl: 'https://a.example', model: 'm' });
    const run = workbench.judgeAll();
    judge.model = 'other';
    await run;
    expect(workbench.run).toMatchObject({ kind: 'finished', done: 3 });
    expect(made).toMatchObject([{ model: 'm' }]);
  });
});
