import { describe, expect, it } from 'vitest';
import type { ConnectionReport } from '../../../../../src/judgement/connection';
import type { RunBudget } from '../../../../../src/judgement/spending';
import { lazyForm } from '../../../../../src/judges/judge-form';
import { apiForm } from './form-for-tests';
import { Browser } from '../../../sheet/tabs';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const compatible = { baseUrl: 'https://a.example/v1', model: 'm' };

describe('the form of an API judge', () => {
  it.each([
    ['compatible', { baseUrl: '', model: 'm', key: '' }, 'empty'],
    ['compatible', { baseUrl: 'http://example.com', model: 'm', key: '' }, 'insecure'],
    ['compatible', { baseUrl: 'https://a.example', model: ' ', key: '' }, 'no-model'],
    ['compatible', { baseUrl: 'https://a.example', model: 'm', key: '열쇠' }, 'key'],
    ['openai', { model: 'm', key: '' }, 'no-key'],
    ['azure', { model: 'm', key: 'k' }, 'empty'],
  ])('%s with %j cannot be used: %s', async (provider, { key, ...fields }, fault) => {
    const { judge, made } = apiForm();
    judge.chooseProvider(provider);
    Object.assign(judge, fields);
    judge.enterKey(key);
    expect(await judge.forRun()).toEqual({ problem: `fault: ${fault}` });
    await judge.testConnection();
    expect(judge.test.state).toEqual({ kind: 'incomplete', fault });
    expect(made).toEqual([]);
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('keeps a key entered %s the address for that server alone', async (_, keyFirst) => {
    const { judge, made } = apiForm();
    judge.model = 'm';
    if (keyFirst) judge.enterKey(' secret ');
    judge.baseUrl = 'https://a.example/v1/';
    if (!keyFirst) judge.enterKey('secret');
    await judge.forRun();
    expect(made).toMatchObject([{ baseUrl: 'https://a.example/v1', key: 'secret' }]);
    judge.baseUrl = 'https://b.example/v1';
    expect(judge.keys.isFor).toBe('a.example');
    expect(await judge.forRun()).toEqual({ problem: 'fault: key' });
    judge.baseUrl = 'https://a.example/v2';
    expect(judge.keys.isFor).toBeNull();
    await judge.keys.forget();
    await judge.forRun();
    expect(made.map(({ key }) => key)).toEqual(['secret', '']);
  });

  it('has a form and a key for each provider', async () => {
    const { judge, made } = apiForm();
    judge.chooseProvider('openai');
    expect(judge.baseUrl).toBe('https://api.openai.com/v1');
    Object.assign(judge, { model: 'one', temperature: 0.5 });
    judge.enterKey('key-of-openai');
    judge.chooseProvider('anthropic');
    expect([judge.model, judge.temperature, judge.keys.hasKey, judge.keys.isFor]).toEqual([
      '',
      null,
      false,
      null,
    ]);
    judge.model = 'two';
    judge.enterKey('key-of-anthropic');
    await judge.forRun();
    judge.chooseProvider('openai');
    await judge.forRun();
    expect(made).toMatchObject([
      {
        provider: 'anthropic',
        baseUrl: 'https://api.anthropic.com/v1',
        model: 'two',
        key: 'key-of-anthropic',
      },
      { provider: 'openai', model: 'one', key: 'key-of-openai', temperature: 0.5 },
    ]);
  });

  it('takes the bare address of an Azure resource', async () => {
    const { judge, made } = apiForm();
    judge.chooseProvider('azure');
    Object.assign(judge, { baseUrl: 'https://mine.openai.azure.com/', model: 'deployment' });
    judge.enterKey('k');
    await judge.forRun();
    expect(made).toMatchObject([{ baseUrl: 'https://mine.openai.azure.com/openai/v1' }]);
  });

  it('takes what it needs from the target URI that Azure shows, and keeps no more', async () => {
    const { judge, made, device } = apiForm();
    const pasted =
      'https://mine.openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21';
    const base = 'https://mine.openai.azure.com/openai/v1';
    judge.chooseProvider('azure');
    judge.model = 'other';
    judge.baseUrl = pasted;
    judge.enterKey('k');
    expect([judge.baseUrl, judge.model]).toEqual([pasted, 'gpt-4o']);
    expect(judge.target).toEqual({ baseUrl: base, model: 'gpt-4o' });
    await judge.forRun();
    expect(made).toMatchObject([{ baseUrl: base, model: 'gpt-4o', key: 'k' }]);
    const { judge: next } = apiForm({ device });
    await next.load();
    expect([next.baseUrl, next.model, next.target]).toEqual([base, 'gpt-4o', null]);
    // Whoever names another deployment after that means it.
    judge.model = 'mine';
    judge.baseUrl = `${base}/chat/completions`;
    await judge.forRun();
    expect(made[1]).toMatchObject({ baseUrl: base, model: 'mine' });
  });

  it('drops what a test finds after the form was changed', async () => {
    let settle: (report: ConnectionReport) => void = () => undefined;
    const { judge } = apiForm({ testConnection: () => new Promise((resolve) => (settle = resolve)) });
    Object.assign(judge, compatible);
    const test = judge.testConnection();
    expect(judge.test.state).toEqual({ kind: 'running' });
    judge.model = 'other';
    settle({ ok: true, model: 'm', structured: 'json' });
    await test;
    expect(judge.test.state).toEqual({ kind: 'idle' });
    expect(judge.structured).toBeNull();
  });

  it.each([
    ['anthropic', 'https://api.anthropic.com/v1/messages', 'https://api.anthropic.com/v1'],
    [
      'gemini',
      'https://generativelanguage.googleapis.com/v1beta/models/m:generateContent',
      'https://generativelanguage.googleapis.com/v1beta',
    ],
    ['compatible', 'http://localhost:8000/v1/chat/completions', 'http://localhost:8000/v1'],
  ])('is filled in as an earlier run of %s had it', (provider, endpoint, baseUrl) => {
    const { judge } = apiForm();
    judge.chooseProvider('openai');
    judge.restore({ id: 'api', kind: 'model', model: 'm', parameters: { endpoint, provider } });
    expect([judge.provider.id, judge.baseUrl, judge.model]).toEqual([provider, baseUrl, 'm']);
  });

  it('has the budget of an earlier run that has one, and else keeps its own', () => {
    const { judge } = apiForm();
    const asked = { id: 'api', kind: 'model', model: 'm', parameters: {} } as const;
    judge.restore(asked, { tokens: 700 });
    expect(judge.budget()).toEqual({ tokens: 700 });
    judge.restore(asked);
    expect(judge.budget()).toEqual({ tokens: 700 });
  });
});

it.each([
  [0.7, null],
  [0, 1.5],
  [null, 0.3],
])('a run at temperature %s is restored, whatever the form has: %s', async (was, has) => {
  const { judge, made } = apiForm();
  const parameters = {
    endpoint: 'http://localhost:8000/v1/chat/completions',
    provider: 'compatible',
    ...(was !== null && { temperature: was }),
  };
  Object.assign(judge, { ...compatible, temperature: has });
  judge.restore({ id: 'api', kind: 'model', model: 'm', parameters });
  expect(judge.temperature).toBe(was);
  await judge.forRun();
  expect(made[0]?.temperature).toBe(was ?? undefined);
});

describe('the next visit', () => {
  it.each([
    ['a provider that wants one', 'mistral', 'https://api.mistral.ai/v1', 'sk', true],
    ['a server that was sent one', 'compatible', 'https://a.example/v1', 'sk', true],
    ['a server that was sent none', 'compatible', 'https://a.example/v1', '', false],
  ])('has to enter a key again for %s', async (_, provider, url, key, wanted) => {
    const { judge, device } = apiForm();
    judge.chooseProvider(provider);
    Object.assign(judge, { baseUrl: url, model: 'm' });
    if (key !== '') judge.enterKey(key);
    await judge.forRun();
    const asked = {
      kind: 'model' as const,
      id: 'api',
      model: 'm',
      parameters: { provider, endpoint: `${url}/chat/completions` },
    };
    expect([judge.keyMissingFor(asked), judge.wantsKey(asked)]).toEqual([null, false]);
    const { judge: next } = apiForm({ device });
    await next.load();
    // Whatever the form is at now.
    next.chooseProvider('openai');
    expect(next.keyMissingFor(asked)?.host).toBe(wanted ? new URL(url).host : undefined);
    const lazy = lazyForm('api', () => Promise.resolve(next));
    expect(await lazy.wantsKey?.(asked)).toBe(wanted);
    if (!wanted) return;
    expect([next.provider.id, next.baseUrl, next.fault]).toEqual([provider, url, 'no-key']);
    // A server with an optional key is asked without one at the next press.
    expect(next.wantsKey(asked)).toBe(provider === 'mistral');
    next.enterKey('sk');
    expect(next.keyMissingFor(asked)).toBeNull();
  });

  it('finds the form as it was left, and no key', async () => {
    const { judge, device } = apiForm();
    judge.chooseProvider('mistral');
    Object.assign(judge, { model: 'large', atOnce: 9, temperature: 0.2 });
    judge.enterKey('sk-secret-0123456789');
    judge.setPrice({ prompt: 2, cached: null, reply: 6, currency: 'EUR' });
    await judge.forRun();
    expect(JSON.stringify(device.settings)).not.toContain('secret');
    const { judge: next } = apiForm({ device });
    await next.load();
    expect([next.provider.id, next.model, next.atOnce, next.temperature]).toEqual([
      'mistral',
      'large',
      9,
      0.2,
    ]);
    expect(next.price).toMatchObject({
      price: { reply: 6 },
      source: 'typed',
      date: '2026-11-16T10:00:00.000Z',
    });
    expect(next.keys.hasKey).toBe(false);
    await next.forgetAll();
    expect(device.settings).toBeNull();
  });

  it('does not find an address that held a secret', async () => {
    const { judge, device } = apiForm();
    judge.baseUrl = 'https://me:sk-secret@a.example/v1';
    await judge.keep();
    expect(JSON.stringify(device.settings)).not.toContain('sk-secret');
  });
});

describe('a price', () => {
  const price = { currency: 'USD', prompt: 2, reply: 8, cached: 0.5 } as const;
  const list = { ok: true as const, models: [{ id: 'm', price }, { id: 'free' }] };

  it('comes from the list of the provider, and gives way to what the person types', async () => {
    const { judge } = apiForm({ list });
    Object.assign(judge, compatible);
    expect(judge.price).toBeNull();
    await judge.listModels();
    expect(judge.price).toMatchObject({ price, source: 'published' });
    judge.setPrice({ ...price, reply: 9 });
    await judge.listModels();
    expect(judge.price).toMatchObject({ price: { reply: 9 }, source: 'typed' });
    judge.model = 'free';
    expect(judge.price).toBeNull();
    judge.model = 'm';
    judge.setPrice(null);
    expect(judge.price).toBeNull();
  });

  it('reaches the run that is under way', async () => {
    const { judge } = apiForm({ list });
    Object.assign(judge, compatible);
    await judge.listModels();
    const made = await judge.forRun();
    judge.setPrice({ ...price, reply: 9 });
    expect('price' in made && made.price()).toMatchObject({ reply: 9 });
  });
});

it('a list of models that fails is shown until the server changes', async () => {
  const { judge } = apiForm({ list: { ok: false, fault: 'cors', said: '' } });
  Object.assign(judge, compatible);
  await judge.listModels();
  expect(judge.listing.state).toMatchObject({ result: { fault: 'cors' }, host: 'a.example' });
  judge.baseUrl = 'https://b.example/v1';
  expect(judge.listing.state).toEqual({ kind: 'idle' });
});

describe('a run', () => {
  it('asks the judge that the form described when it started', async () => {
    const { judge, made } = apiForm();
    const workbench = new Browser().tab({ judges: [lazyForm('api', () => Promise.resolve(judge))] });
    await workbench.loadSamples();
    workbench.setup.chooseJudge('api');
    await workbench.judgeAll();
    expect(workbench.run).toEqual({ kind: 'failed', message: 'fault: empty' });
    Object.assign(judge, { baseUrl: 'https://a.example', model: 'm' });
    const run = workbench.judgeAll();
    await Promise.resolve();
    await Promise.resolve();
    judge.model = 'other';
    await run;
    expect(workbench.run).toMatchObject({ kind: 'finished', done: 3 });
    expect(made).toMatchObject([{ model: 'm' }]);
  });

  it('whose form cannot be loaded says so', async () => {
    const form = lazyForm('api', () => Promise.reject(new Error('No network.')));
    expect(await form.forRun()).toEqual({ problem: 'No network.' });
    expect(await form.budget?.()).toBeNull();
    expect(await form.wantsKey?.({ id: 'api', kind: 'model', model: 'm', parameters: {} })).toBe(false);
  });

  it.each<[string, RunBudget, { tokens: boolean; money: boolean }]>([
    ['no tokens', { tokens: 0 }, { tokens: true, money: false }],
    ['less than none', { tokens: -5, money: usd(1) }, { tokens: true, money: false }],
    ['no money', { tokens: 5, money: usd(0) }, { tokens: false, money: true }],
    ['what is no number', { tokens: NaN, money: usd(NaN) }, { tokens: true, money: true }],
  ])('does not judge with a budget of %s', async (_, budget, wrong) => {
    const { judge, made } = apiForm();
    Object.assign(judge, { ...compatible, limits: budget });
    expect(judge.wrongLimits).toEqual(wrong);
    expect(await judge.forRun()).toEqual({ problem: 'fault: budget' });
    expect(made).toEqual([]);
    judge.limits = {};
    expect(await judge.forRun()).toMatchObject({ id: 'api' });
  });
});
