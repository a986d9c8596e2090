import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { causeInEnglish } from '../../../../src/i18n/en/causes';
import type { Structured } from '../../../../src/judgement/connection';
import { apiJudge, type ApiSettings } from '../../../../src/judges/api/api-judge';
import { mostRefusals, mostSends } from '../../../../src/judges/api/http/wait';
import {
  baseUrlOf,
  providerById,
  providers,
  type ProviderId,
  wireFor,
} from '../../../../src/judges/api/providers';
import type { JudgeRequest, TakenSend } from '../../../../src/judgement/judge';
import type { Fault } from '../../../support/loopback-judge/faults';
import {
  startLoopbackJudge,
  type LoopbackJudge,
  type LoopbackOptions,
} from '../../../support/loopback-judge/loopback-judge';
import { impatientSleep, sampleRequest } from './sample-request';

const key = 'sk-loopback-0123456789abcdef';
const models: Partial<Record<ProviderId, string>> = {
  openrouter: 'anthropic/judge',
  groq: 'openai/gpt-oss-judge',
};
const ids = providers.map(({ id }) => id);
const servers: LoopbackJudge[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(provider: ProviderId, options: LoopbackOptions = {}) {
  const model = models[provider] ?? 'judge-1';
  const server = await startLoopbackJudge({ key, provider, models: [model], ...options });
  servers.push(server);
  const weaker: Structured[] = [];
  const waits: number[] = [];
  const judgeWith = (changes: Partial<ApiSettings> = {}) =>
    apiJudge(
      wireFor(providerById(provider)),
      { baseUrl: server.baseUrl, model, key, atOnce: 4, ...changes },
      {
        fetch,
        clock: { now: () => 0, sleep: impatientSleep(waits) },
        random: () => 0.5,
        sent: () => undefined,
        ollamas: new Set(),
        onWeaker: (structured) => weaker.push(structured),
      },
    );
  return { server, model, judgeWith, weaker, waits };
}

function request(changes: Partial<JudgeRequest> = {}): JudgeRequest {
  return sampleRequest({
    prompt: { ...sampleRequest().prompt, shared: 'Judge the text, and answer in JSON.' },
    shape: {
      type: 'object',
      properties: {
        score: { type: 'integer', enum: [3, 4] },
        why: { type: 'string', enum: ['좋은 요약 🙂'] },
      },
      required: ['score', 'why'],
      additionalProperties: false,
    },
    ...changes,
  });
}
const good = '{"score":3,"why":"좋은 요약 🙂"}';

describe.each(ids)('%s', (provider) => {
  it('is asked as it wants to be, and its reply is read', async () => {
    const { server, model, judgeWith } = await start(provider);
    const judge = judgeWith({ temperature: 0.2 });
    const reply = await judge.ask(request({ seed: 11 }));
    expect(reply).toMatchObject({
      text: good,
      stop: 'complete',
      model: `${model}-loopback`,
      usage: { promptTokens: 11, replyTokens: 7 },
      parameters: { provider, model, structured: 'schema', temperature: 0.2 },
    });
    expect(server.offences).toEqual([]);
    const endpoint = z.object({ endpoint: z.string() }).parse(judge.describe().parameters);
    expect(baseUrlOf(endpoint.endpoint)).toBe(server.baseUrl);
    // Who counts what goes into its cache is heard.
    const written = { anthropic: 8, openrouter: 8 };
    expect(reply).toMatchObject({
      usage: provider in written ? { writtenTokens: 8 } : expect.not.objectContaining({ writtenTokens: 8 }),
    });
    // The second time the shared part is at hand, and is counted apart.
    expect(await judge.ask(request())).toMatchObject({ usage: { promptTokens: 11, cachedTokens: 8 } });
  });

  it('tells the reply as it comes, and gives the same one in the end', async () => {
    const { server, judgeWith } = await start(provider);
    const told: string[] = [];
    const streamed = await judgeWith().ask(request({ onText: (soFar) => told.push(soFar) }));
    const [first] = server.seen;
    expect(first?.path.includes('stream') || first?.body.includes('"stream":true')).toBe(true);
    expect(told.length).toBeGreaterThan(1);
    expect(told.at(-1)).toBe(good);
    for (const soFar of told) expect(good.startsWith(soFar)).toBe(true);
    const { server: other, judgeWith: inOnePiece } = await start(provider);
    const whole = await inOnePiece().ask(request());
    expect(JSON.stringify(streamed).replaceAll(server.host, other.host)).toBe(JSON.stringify(whole));
    expect([...server.offences, ...other.offences]).toEqual([]);
  });

  it('is corrected in its own words', async () => {
    const { server, judgeWith } = await start(provider);
    const previous = { text: '{"score": 9}', problem: 'score: 9 is too much' };
    expect(await judgeWith().ask(request({ previous }))).toMatchObject({ text: good });
    expect(await judgeWith().ask(request({ previous: { ...previous, text: '' } }))).toMatchObject({
      text: good,
    });
    expect(server.seen[0]?.body).toContain('9 is too much');
    expect(server.offences).toEqual([]);
  });

  it('is asked without a rubric’s part too', async () => {
    const { server, judgeWith } = await start(provider);
    const { prompt } = request();
    expect(await judgeWith().ask(request({ prompt: { ...prompt, shared: '' } }))).toMatchObject({
      text: good,
    });
    expect(server.offences).toEqual([]);
  });

  it('is asked by weaker means where it refuses the stronger, once each, and from then on', async () => {
    const { means } = wireFor(providerById(provider));
    const { server, judgeWith, weaker } = await start(provider, { refuses: ['schema', 'json'] });
    const judge = judgeWith();
    expect(judge.describe().parameters).toMatchObject({ structured: 'schema' });
    expect(await judge.ask(request())).toMatchObject({ text: good, parameters: { structured: 'prompt' } });
    expect(weaker).toEqual(means.slice(1));
    expect(server.counts.get('case-7')).toBe(means.length);
    expect(await judge.ask(request())).toMatchObject({ text: good, parameters: { structured: 'prompt' } });
    expect(server.counts.get('case-7')).toBe(means.length + 1);
    expect(judge.describe().parameters).toMatchObject({ structured: 'prompt' });
    expect(weaker).toEqual(means.slice(1));
    expect(server.offences).toEqual([]);
  });

  it('gives way once for many questions that are refused at the same time', async () => {
    const { means } = wireFor(providerById(provider));
    const { server, judgeWith, weaker } = await start(provider, { refuses: ['schema'] });
    const judge = judgeWith();
    const replies = await Promise.all(Array.from({ length: 5 }, () => judge.ask(request())));
    for (const reply of replies)
      expect(reply).toMatchObject({ text: good, parameters: { structured: means[1] } });
    expect(new Set(weaker)).toEqual(new Set([means[1]]));
    expect(server.offences).toEqual([]);
  });

  it('is not sent what its model does not take, and the receipt does not say it was', async () => {
    const { server, judgeWith, weaker } = await start(provider, {
      refuses: ['temperature', 'seed', 'stream'],
    });
    const judge = judgeWith({ temperature: 0.2 });
    const told: string[] = [];
    const reply = await judge.ask(request({ seed: 11, onText: (soFar) => told.push(soFar) }));
    expect(reply).toMatchObject({ text: good, parameters: { structured: 'schema' } });
    expect(
      z.object({ parameters: z.record(z.string(), z.unknown()) }).parse(reply).parameters,
    ).not.toHaveProperty('temperature');
    expect(JSON.stringify(reply)).not.toMatch(/seed/);
    expect(told).toEqual([]);
    expect(weaker).toEqual([]);
    expect(server.offences).toEqual([]);
  });

  it('is asked in words alone where it takes nothing else: what it refuses is no failed try', async () => {
    const { means } = wireFor(providerById(provider));
    const { server, judgeWith } = await start(provider, {
      refuses: ['schema', 'json', 'temperature', 'seed', 'stream'],
    });
    const asked = request({ seed: 11, onText: () => undefined });
    const fault: Fault = { kind: 'status', status: 500 };
    server.script(...Array.from({ length: mostSends - 1 }, () => fault));
    expect(await judgeWith({ temperature: 0.2 }).ask(asked)).toMatchObject({
      text: good,
      parameters: { structured: 'prompt' },
    });
    // Anthropic is sent no seed.
    const given = means.length - 1 + (provider === 'anthropic' ? 2 : 3);
    expect(server.counts.get('case-7')).toBe(given + mostSends);
    expect(server.offences).toEqual([]);
  });
});

it.each<ProviderId>(['openai', 'groq', 'azure', 'compatible'])(
  '%s: a server that does not count streams is still heard word by word',
  async (provider) => {
    const { server, judgeWith } = await start(provider, { refuses: ['stream-count'] });
    const told: string[] = [];
    const judge = judgeWith();
    expect(await judge.ask(request({ onText: (soFar) => told.push(soFar) }))).toMatchObject({ text: good });
    expect(told.length).toBeGreaterThan(1);
    await judge.ask(request({ onText: () => undefined }));
    expect(server.seen.map(({ body }) => /"stream_options"/.test(body))).toEqual([true, false, false]);
    expect(server.offences).toEqual([]);
  },
);

describe.each<ProviderId>(['openai', 'anthropic', 'gemini'])('%s, in trouble', (provider) => {
  it.each<[string, Fault, object]>([
    ['reached its length', { kind: 'cut-off' }, { stop: 'length' }],
    ['is empty', { kind: 'content', content: '' }, { text: '', stop: 'complete' }],
    ['calls a tool', { kind: 'tool-call' }, { reason: 'failed', causes: [{ code: 'tool-call' }] }],
    ['comes under another name', { kind: 'content-type', type: 'text/plain' }, { text: good }],
    ['drips', { kind: 'drip', milliseconds: 1 }, { text: good }],
    ['is half', { kind: 'malformed' }, { reason: 'failed', causes: [{ fault: 'format' }] }],
    ['is a page', { kind: 'html', status: 200 }, { reason: 'failed', causes: [{ fault: 'format' }] }],
    [
      'is a page of an error',
      { kind: 'html', status: 404 },
      { reason: 'failed', causes: [{ fault: 'address' }] },
    ],
    ['costs too much', { kind: 'status', status: 402 }, { reason: 'failed', causes: [{ fault: 'credit' }] }],
    ['is forbidden', { kind: 'status', status: 403 }, { reason: 'failed', causes: [{ fault: 'key' }] }],
    [
      'is too large',
      { kind: 'status', status: 413 },
      { reason: 'too-long', causes: [{ fault: 'too-long' }] },
    ],
  ])('a reply that %s ends so, and is not asked for again', async (_, fault, expected) => {
    const { server, judgeWith, waits } = await start(provider);
    server.script(fault);
    const outcome = await judgeWith().ask(request());
    expect(outcome).toMatchObject(expected);
    if ('causes' in outcome) expect(outcome.causes.map(causeInEnglish).join(' ')).toBe(outcome.detail);
    expect(server.counts.get('case-7')).toBe(1);
    expect(waits).toEqual([]);
  });

  it.each<[string, Fault, 'told' | 'not told' | 'nothing']>([
    ['reached its length', { kind: 'cut-off' }, 'told'],
    ['calls a tool', { kind: 'tool-call' }, 'told'],
    ['is refused', { kind: 'refusal', words: 'I cannot.' }, 'told'],
    ['is filtered', { kind: 'content-filter' }, 'told'],
    ['has no answer', { kind: 'no-choices' }, 'told'],
    ['is half', { kind: 'malformed' }, 'not told'],
    ['is reset', { kind: 'reset' }, 'not told'],
    ['is a page', { kind: 'html', status: 200 }, 'nothing'],
    ['is forbidden', { kind: 'status', status: 403 }, 'nothing'],
    ['is an overload', { kind: 'status', status: 529 }, 'nothing'],
  ])('what a reply that %s took', async (_, fault, taken) => {
    const { server, judgeWith } = await start(provider);
    server.script(...Array.from({ length: mostRefusals }, () => fault));
    const { usage } = await judgeWith().ask(request());
    if (taken === 'told') expect(usage).toMatchObject({ promptTokens: 11 });
    else expect(usage).toEqual(taken === 'nothing' ? undefined : {});
  });

  it('a refusal and a filter are refusals', async () => {
    const { server, judgeWith } = await start(provider);
    server.script({ kind: 'refusal', words: 'I cannot.' }, { kind: 'content-filter' });
    const [refused, filtered] = [await judgeWith().ask(request()), await judgeWith().ask(request())];
    // Google's models refuse in words alone, which then are no JSON.
    expect(refused).toMatchObject({
      text: 'I cannot.',
      stop: provider === 'gemini' ? 'complete' : 'refused',
    });
    expect(filtered).toMatchObject(
      provider === 'anthropic' ? { stop: 'refused' } : { reason: 'refused', causes: [{ code: 'filtered' }] },
    );
  });

  it.each<[string, Fault, number]>([
    ['too many requests', { kind: 'status', status: 429 }, mostRefusals],
    // Google has no such status: to it that is any failure of a server.
    ['an overload', { kind: 'status', status: 529 }, provider === 'gemini' ? mostSends : mostRefusals],
    ['a server error', { kind: 'status', status: 500 }, mostSends],
    ['a page of a gateway', { kind: 'html', status: 502 }, mostSends],
    ['a broken connection', { kind: 'reset' }, mostSends],
  ])('%s is waited for, and not for ever', async (_, fault, sends) => {
    const { server, judgeWith, waits } = await start(provider);
    server.script(fault, null);
    expect(await judgeWith().ask(request())).toMatchObject({ text: good });
    expect(waits).toEqual([375]);
    server.script(...Array.from({ length: 20 }, () => fault));
    expect(await judgeWith().ask(request())).toMatchObject({
      reason: 'failed',
      causes: [{ sends }],
    });
  });

  it.each<[string, Fault]>([
    ['is reset', { kind: 'reset' }],
    ['ends too early', { kind: 'malformed' }],
    ['turns into an error', { kind: 'stream-error', message: 'Too hot.' }],
  ])('a stream that %s is never a reply', async (_, fault) => {
    const { server, judgeWith } = await start(provider);
    const said: string[] = [];
    const onText = (soFar: string) => said.push(soFar);
    const taken: (TakenSend | null)[] = [];
    const onFailedSend = (took: TakenSend | null) => taken.push(took);
    server.script(fault);
    expect(await judgeWith().ask(request({ onText, onFailedSend }))).toMatchObject({ text: good });
    expect(server.counts.get('case-7')).toBe(2);
    // What had come was paid for: what was counted by then is told, and the words for what was not.
    expect(taken).toHaveLength(1);
    const [took] = taken;
    expect(took?.text).not.toBe('');
    expect(said).toContain(took?.text);
    // One counts the prompt first, the others all at the end; none has counted the reply yet.
    expect(typeof took?.usage.promptTokens).toBe(provider === 'anthropic' ? 'number' : 'undefined');
    expect(took?.usage).not.toHaveProperty('replyTokens');
    server.script(fault, fault, fault, fault);
    const failed = await judgeWith().ask(request({ onText, onFailedSend }));
    expect(failed).toMatchObject({ reason: 'failed', text: took?.text });
    expect(taken).toHaveLength(4);
  });

  it.each(['text/plain', 'application/octet-stream', 'application/json'])(
    'a stream that comes as %s is read all the same',
    async (type) => {
      const { server, judgeWith } = await start(provider);
      server.script({ kind: 'content-type', type });
      const told: string[] = [];
      const reply = await judgeWith().ask(request({ onText: (soFar) => told.push(soFar) }));
      expect(reply).toMatchObject({ text: good, stop: 'complete', usage: { promptTokens: 11 } });
      expect(told.at(-1)).toBe(good);
      expect(server.counts.get('case-7')).toBe(1);
    },
  );

  it('a stream with an event that is none is in no format that anyone expects', async () => {
    const { server, judgeWith } = await start(provider);
    server.script({ kind: 'broken-event' });
    const outcome = await judgeWith().ask(request({ onText: () => undefined }));
    expect(outcome).toMatchObject({ reason: 'failed', causes: [{ fault: 'format' }] });
  });

  it.each<[string, Fault]>([
    ['reached its length', { kind: 'cut-off' }],
    ['calls a tool', { kind: 'tool-call' }],
    ['is refused', { kind: 'refusal', words: 'I cannot.' }],
    ['is filtered', { kind: 'content-filter' }],
    ['has no answer', { kind: 'no-choices' }],
    ['is empty', { kind: 'content', content: '' }],
    ['has an unknown end', { kind: 'content', content: 'Fine.', finish: 'odd' }],
  ])('a stream that %s says what a reply in one piece says', async (what, fault) => {
    const { server, judgeWith } = await start(provider);
    const judge = judgeWith();
    server.script(fault, fault);
    const whole = await judge.ask(request());
    // A stream without any end is one that was broken off: then it is asked for again.
    if (what === 'has no answer') server.script(fault, fault, fault);
    const streamed = await judge.ask(request({ onText: () => undefined }));
    if (what === 'has no answer' && 'reason' in whole) expect(streamed).toMatchObject({ reason: 'failed' });
    else expect({ ...streamed, usage: null }).toEqual({ ...whole, usage: null });
  });

  it.each([
    ['a wrong key', { key: 'sk-wrong-0123456789' }, 'key'],
    ['a missing key', { key: '' }, 'key'],
    ['an unknown model', { model: 'nobody' }, 'model'],
  ])('%s is told apart', async (_, changes, fault) => {
    const { server, judgeWith } = await start(provider);
    const outcome = await judgeWith(changes).ask(request());
    expect(outcome).toMatchObject({ reason: 'failed', causes: [{ fault }] });
    expect(JSON.stringify(outcome)).not.toContain('sk-wrong');
    expect(server.seen).toHaveLength(1);
  });

  it('tells who listens that it is busy, and no one who stopped listening', async () => {
    const { server, judgeWith } = await start(provider);
    const judge = judgeWith();
    const heard: (number | null)[] = [];
    const stop = judge.onBusy?.(({ waitMilliseconds }) => heard.push(waitMilliseconds));
    server.script(
      { kind: 'status', status: 429, retryAfter: '7' },
      { kind: 'status', status: 503 },
      { kind: 'status', status: 500 },
      null,
      { kind: 'status', status: 429, retryAfter: '7' },
    );
    await judge.ask(request());
    expect(heard).toEqual([7000, null]);
    stop?.();
    await judge.ask(request());
    expect(heard).toHaveLength(2);
  });
});

it.each<ProviderId>(['openai', 'anthropic'])(
  '%s: a stream that says its end is not waited for any longer',
  async (provider) => {
    const { server, judgeWith } = await start(provider);
    server.script({ kind: 'left-open' });
    expect(await judgeWith().ask(request({ onText: () => undefined }))).toMatchObject({
      text: good,
      stop: 'complete',
      usage: { promptTokens: 11, replyTokens: 7 },
    });
    await expect.poll(() => server.inFlight().now).toBe(0);
    expect(server.counts.get('case-7')).toBe(1);
  },
);

describe('what must be asked for is asked for', () => {
  const marked = { type: 'ephemeral' };
  it.each<[string, ProviderId, object]>([
    ['a router passes on only what is taken', 'openrouter', { provider: { require_parameters: true } }],
    [
      'a shared part is marked for reuse',
      'openrouter',
      { messages: [{ role: 'system', content: [{ cache_control: marked }] }, { role: 'user' }] },
    ],
    ['a shared part is marked for reuse', 'anthropic', { system: [{ cache_control: marked }] }],
    ['a stream is counted', 'openai', { stream: true, stream_options: { include_usage: true } }],
  ])('%s: %s', async (_, provider, expected) => {
    const { server, judgeWith } = await start(provider);
    await judgeWith().ask(request({ onText: () => undefined }));
    expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject(expected);
  });

  it('the key is not told, even where the server says it piece by piece', async () => {
    const { server, judgeWith } = await start('openai');
    server.script({ kind: 'content', content: `Your key is ${key}.` });
    const told: string[] = [];
    await judgeWith().ask(request({ onText: (soFar) => told.push(soFar) }));
    expect(told.at(-1)).toBe('Your key is [key].');
    expect(told.join()).not.toContain(key);
  });
});
