import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { exchange } from '../../../../src/judges/api/http/exchange';
import { maskUnfinished } from '../../../../src/judges/api/http/send';
import { listModels } from '../../../../src/judges/api/test-connection';
import { providerById, type ProviderId, wireFor } from '../../../../src/judges/api/providers';

const key = 'sk-said/back-0123456789"abc';
const { signal } = new AbortController();
const choice = { finish_reason: 'stop', message: { content: 'Fine.' } };
const completion = { model: 'm', choices: [choice] };

/** A server that gives this answer whatever it is asked. */
const answering =
  (body: string, init: ResponseInit = {}): typeof fetch =>
  () =>
    Promise.resolve(new Response(body, init));
const ask = (provider: ProviderId, fetcher: typeof fetch, onText?: (soFar: string) => void, used = key) => {
  const wire = wireFor(providerById(provider));
  return exchange(
    { fetch: fetcher, sleep: () => Promise.resolve() },
    { wire, url: 'https://a.example/', key: used, body: {}, onText, signal },
  );
};
/** No more of the key than anyone might write. */
const expectUnsaid = (said: unknown) => {
  const text = JSON.stringify(said);
  expect(text).toContain('[key]');
  expect(text).not.toContain('0123456789');
};

describe('a key that the server says back is not passed on', () => {
  it.each<[string, ProviderId, unknown, ResponseInit?]>([
    ['the reply', 'openai', { ...completion, choices: [{ ...choice, message: { content: key } }] }],
    ['a refusal', 'openai', { ...completion, choices: [{ ...choice, message: { refusal: key } }] }],
    ['the name of the model', 'openai', { ...completion, model: `m-${key}` }],
    [
      'why it broke off',
      'openrouter',
      { ...completion, choices: [{ ...choice, finish_reason: 'error', error: { message: `for ${key}` } }] },
    ],
    ['an error', 'openai', { error: { message: `No such key: ${key}` } }, { status: 401 }],
    ['an error of no known form', 'openai', { odd: { [key]: [key] } }, { status: 500 }],
    [
      'a reply that did not fit',
      'groq',
      { error: { message: 'x', code: 'json_validate_failed', failed_generation: key } },
      { status: 400 },
    ],
    [
      'when to come again',
      'openai',
      { error: { message: '' } },
      { status: 429, headers: { 'Retry-After': key } },
    ],
    ['why it ended', 'gemini', { candidates: [{ finishReason: `ODD ${key}` }] }],
    ['why it was blocked', 'gemini', { promptFeedback: { blockReason: key } }],
    ['the version of the model', 'gemini', { candidates: [{ finishReason: 'STOP' }], modelVersion: key }],
    [
      'a turn that was paused',
      'anthropic',
      { type: 'message', model: key, content: [], stop_reason: 'end_turn' },
    ],
  ])('%s (%s)', async (_, provider, body, init) => {
    const text = JSON.stringify(body);
    expectUnsaid(await ask(provider, answering(text, init)));
    // Any letter may be written by its number.
    const written = text.replaceAll('0123456789', '\\u0030123456789');
    expectUnsaid(await ask(provider, answering(written, init)));
  });

  it('a page', async () => {
    expectUnsaid(await ask('openai', answering(`<p>${key}</p>`, { status: 502 })));
  });

  it('names of models', async () => {
    const body = JSON.stringify({ data: [{ id: `m-${key}`, name: key }] });
    const listed = await listModels(
      wireFor(providerById('openrouter')),
      { baseUrl: 'https://a.example/v1', key },
      { fetch: answering(body) },
      signal,
    );
    expect(listed).toMatchObject({ ok: true, models: [{ id: 'm-[key]', name: '[key]' }] });
  });

  it('not even its beginning, where it comes piece by piece', async () => {
    const deltas = Array.from(`It is ${key}, is it not?`);
    const events = [
      ...deltas.map((content) => ({ model: `m-${key}`, choices: [{ delta: { content } }] })),
      { choices: [{ delta: {}, finish_reason: 'stop' }] },
    ];
    const chunks = events.map((event) => new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = chunks.shift();
        if (next) controller.enqueue(next);
        else controller.close();
      },
    });
    const told: string[] = [];
    const fetcher: typeof fetch = () =>
      Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
    const outcome = await ask('openai', fetcher, (soFar) => told.push(soFar));
    expect(outcome).toMatchObject({ reply: { text: 'It is [key], is it not?', model: 'm-[key]' } });
    expect(told.at(-1)).toBe('It is [key], is it not?');
    expect(told.join()).not.toContain('sk');
  });
});

it('a short key is left in a reply, where it is a word', async () => {
  const said = { ...completion, model: 'lm-studio' };
  const fetcher = answering(JSON.stringify(said));
  expect(await ask('openai', fetcher, undefined, 'lm-studio')).toMatchObject({
    reply: { model: 'lm-studio' },
  });
});

it('no part of the key stays at the end of a text that goes on', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat({ max: key.length }), (before, length) => {
      const begun = maskUnfinished(before + key.slice(0, length), key);
      expect(before.startsWith(begun) || begun === `${before}[key]`).toBe(true);
    }),
  );
});
