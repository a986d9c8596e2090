import { afterEach, describe, expect, it } from 'vitest';
import type { ModelList } from '../../../../src/judgement/connection';
import { listModels } from '../../../../src/judges/api/test-connection';
import { providerById, providers, type ProviderId, wireFor } from '../../../../src/judges/api/providers';
import { startLoopbackJudge, type LoopbackJudge } from '../../../support/loopback-judge/loopback-judge';

const key = 'sk-loopback-0123456789abcdef';
let server: LoopbackJudge | null = null;
afterEach(() => server?.close());

const { signal } = new AbortController();
const list = (provider: ProviderId, baseUrl: string, used = key, send: typeof fetch = fetch) =>
  listModels(wireFor(providerById(provider)), { baseUrl, key: used }, { fetch: send }, signal);
/** A network that answers with these pages, one after the other. */
const answering = (...pages: unknown[]) => {
  const asked: string[] = [];
  const send: typeof fetch = (input) => {
    asked.push(input instanceof Request ? input.url : input.toString());
    return Promise.resolve(Response.json(pages[Math.min(asked.length, pages.length) - 1]));
  };
  return { send, asked };
};

describe.each(providers.filter(({ wantsDeployment }) => !wantsDeployment))('$name', ({ id, listsPrices }) => {
  it('lists its models, with prices where it publishes them', async () => {
    server = await startLoopbackJudge({ provider: id, key, models: ['a', 'b'] });
    const found = await list(id, server.baseUrl);
    expect(found).toMatchObject({ ok: true, models: [{ id: 'a' }, { id: 'b' }] });
    const prices = found.ok ? found.models.map(({ price }) => price) : [];
    const price = { currency: 'USD', prompt: 1, reply: 2, cached: 0.1, written: 1.25 };
    expect(prices).toEqual(listsPrices ? [price, price] : [undefined, undefined]);
    expect(server.offences).toEqual([]);
  });

  it('says what is wrong', async () => {
    server = await startLoopbackJudge({ provider: id, key });
    expect(await list(id, server.baseUrl, 'sk-wrong-0123456789')).toMatchObject({ ok: false, fault: 'key' });
    expect(await list(id, `${server.origin}/else`)).toMatchObject({ ok: false, fault: 'address' });
    await server.close();
    expect(await list(id, server.baseUrl)).toMatchObject({ ok: false, fault: 'no-answer' });
  });
});

it.each<[string, ProviderId, unknown, ModelList]>([
  [
    'a free model and one whose price depends',
    'openrouter',
    {
      data: [
        { id: 'free', name: 'Free', context_length: 8192, pricing: { prompt: '0', completion: '0' } },
        { id: 'auto', name: 'auto', pricing: { prompt: '-1', completion: '-1' } },
      ],
    },
    {
      ok: true,
      models: [
        { id: 'free', name: 'Free', context: 8192, price: { currency: 'USD', prompt: 0, reply: 0 } },
        { id: 'auto' },
      ],
    },
  ],
  [
    'what cannot chat is left out',
    'mistral',
    {
      data: [
        { id: 'embed', capabilities: { completion_chat: false } },
        { id: 'chat', max_context_length: 4096, capabilities: { completion_chat: true } },
      ],
    },
    { ok: true, models: [{ id: 'chat', context: 4096 }] },
  ],
  [
    'what cannot generate is left out',
    'gemini',
    {
      models: [
        { name: 'models/embed', supportedGenerationMethods: ['embedContent'] },
        { name: 'models/chat', displayName: 'Chat', inputTokenLimit: 4096 },
      ],
    },
    { ok: true, models: [{ id: 'chat', name: 'Chat', context: 4096 }] },
  ],
  [
    'a list without a wrapper',
    'compatible',
    [{ id: 'a', context_length: 4096 }, { id: 'b' }],
    { ok: true, models: [{ id: 'a', context: 4096 }, { id: 'b' }] },
  ],
  [
    'what is listed twice, by a proxy before several servers',
    'compatible',
    { data: [{ id: 'a', owned_by: 'one' }, { id: 'b' }, { id: 'a', owned_by: 'another' }] },
    { ok: true, models: [{ id: 'a' }, { id: 'b' }] },
  ],
  ['something else', 'openai', { models: [] }, { ok: false, fault: 'format', said: '{"models":[]}' }],
])('%s', async (_, provider, page, expected) => {
  const { send } = answering(page);
  expect(await list(provider, 'https://api.example.com/v1', key, send)).toEqual(expected);
});

it.each<[ProviderId, unknown, unknown, string]>([
  [
    'anthropic',
    { data: [{ id: 'a' }], has_more: true, last_id: 'a' },
    { data: [{ id: 'b' }], has_more: false, last_id: 'b' },
    'after_id=a',
  ],
  [
    'gemini',
    { models: [{ name: 'models/a' }], nextPageToken: 't&1' },
    { models: [{ name: 'b' }] },
    'pageToken=t%261',
  ],
])('%s: the list goes on page by page, and not for ever', async (provider, first, last, next) => {
  const { send, asked } = answering(first, last);
  const found = await list(provider, 'https://api.example.com/v1', key, send);
  expect(found).toEqual({ ok: true, models: [{ id: 'a' }, { id: 'b' }] });
  expect(asked).toHaveLength(2);
  expect(asked[1]).toContain(next);
  const circle = answering(first);
  const round = await list(provider, 'https://api.example.com/v1', key, circle.send);
  expect(circle.asked).toHaveLength(20);
  expect(round).toEqual({ ok: true, models: [{ id: 'a' }] });
});
