import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { causeInEnglish } from '../../../../src/i18n/en/causes';
import type { Structured } from '../../../../src/judgement/connection';
import { apiJudge, type ApiSettings } from '../../../../src/judges/api/api-judge';
import { mostRefusals, mostSends } from '../../../../src/judges/api/http/exchange';
import {
  baseUrlOf,
  providerById,
  providers,
  type ProviderId,
  wireFor,
} from '../../../../src/judges/api/providers';
import type { JudgeRequest, FailedSendUsage } from '../../../../src/judgement/judge';
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

  it('is told the length of a list that has a fixed one, unless it refuses to be', async () => {
    const { server, judgeWith, weaker } = await start(provider);
    const { shape } = request();
    const pair = { type: 'array' as const, items: { type: 'boolean' as const }, minItems: 2, maxItems: 2 };
    const required = ['score', 'why', 'pair'];
    const withPair = { ...shape, properties: { ...shape.properties, pair }, required };
    const reply = await judgeWith().ask(request({ shape: withPair }));
    expect(reply).toMatchObject({ parameters: { structured: 'schema' } });
    expect(server.seen[0]?.body.includes('"maxItems":2')).toBe(provider !== 'anthropic');
    expect([server.offences, weaker]).toEqual([[], []]);
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

  it('is corrected in its own words, and asked without a rubric’s part', async () => {
    const { server, judgeWith } = await start(provider);
    const prompt = { ...request().prompt, shared: '' };
    expect(await judgeWith().ask(request({ prompt }))).toMatchObject({ text: good });
    const previous = { text: '{"score": 9}', problem: 'score: 9 is too much' };
    expect(await judgeWith().ask(request({ previous }))).toMatchObject({ text: good });
    const wordless = { ...previous, text: '' };
    expect(await judgeWith().ask(request({ previous: wordless }))).toMatchObject({ text: good });
    expect(server.seen[1]?.body).toContain('9 is too much');
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

  it('is asked in words alone where it takes nothing else: what it refuses is no failed try', async () => {
    const { means } = wireFor(providerById(provider));
    const { server, judgeWith } = await start(provider, {
      refuses: ['schema', 'json', 'temperature', 'seed', 'stream'],
    });
    const asked = request({ seed: 11, onText: () => undefined });
    const fault: Fault = { kind: 'status', status: 500 };
    server.script(...Array.from({ length: mostSends - 1 }, () => fault));
    const reply = await judgeWith({ temperature: 0.2 }).ask(asked);
    expect(reply).toMatchObject({ text: good, parameters: { structured: 'prompt' } });
    // The receipt does not name what was not sent.
    expect(JSON.stringify(reply)).not.toMatch(/seed|temperature/);
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
  const refusal = { text: 'I cannot.', stop: provider === 'gemini' ? 'complete' : 'refused' };
  const filtered =
    provider === 'anthropic' ? { stop: 'refused' } : { reason: 'refused', causes: [{ code: 'filtered' }] };
  const counted = { promptTokens: 11 };
  const fails = (fault: string) => ({ reason: 'failed', causes: [{ fault }] });
  it.each<[string, Fault, object, object?]>([
    ['reached its length', { kind: 'cut-off' }, { stop: 'length' }, counted],
    ['is empty', { kind: 'content', content: '' }, { text: '', stop: 'complete' }, counted],
    ['has an unknown end', { kind: 'content', content: 'Fine.', finish: 'odd' }, {}, counted],
    ['calls a tool', { kind: 'tool-call' }, { reason: 'failed', causes: [{ code: 'tool-call' }] }, counted],
    // Google's models refuse in words alone, which then are no JSON.
    ['is refused', { kind: 'refusal', words: 'I cannot.' }, refusal, counted],
    ['is filtered', { kind: 'content-filter' }, filtered, counted],
    ['has no answer', { kind: 'no-choices' }, {}, counted],
    ['comes under another name', { kind: 'content-type', type: 'text/plain' }, { text: good }, counted],
    ['drips', { kind: 'drip', milliseconds: 1 }, { text: good }, counted],
    ['is a page', { kind: 'html', status: 200 }, fails('format')],
    ['is a page of an error', { kind: 'html', status: 404 }, fails('address')],
    ['costs too much', { kind: 'status', status: 402 }, fails('credit')],
    ['is forbidden', { kind: 'status', status: 403 }, fails('key')],
    ['is too large', { kind: 'status', status: 413 }, { reason: 'too-long' }],
  ])('a reply that %s ends so, and is not asked for again', async (_, fault, expected, usage) => {
    const { server, judgeWith, waits } = await start(provider);
    server.script(fault);
    const judge = judgeWith();
    const outcome = await judge.ask(request());
    expect(outcome).toMatchObject(expected);
    if (usage === undefined) expect(outcome.usage).toBeUndefined();
    else expect(outcome.usage).toMatchObject(usage);
    if ('causes' in outcome) expect(outcome.causes.map(causeInEnglish).join(' ')).toBe(outcome.detail);
    expect(server.counts.get('case-7')).toBe(1);
    expect(waits).toEqual([]);
    // A stream says the same, with other counts. One without an end is asked for again.
    if (fault.kind === 'no-choices') return;
    server.script(fault);
    const streamed = await judge.ask(request({ onText: () => undefined }));
    expect({ ...streamed, usage: null }).toEqual({ ...outcome, usage: null });
  });

  it.each<[string, Fault, number]>([
    ['too many requests', { kind: 'status', status: 429 }, mostRefusals],
    ['an overload', { kind: 'status', status: 529 }, mostRefusals],
    ['a server error', { kind: 'status', status: 500 }, mostSends],
    ['a page of a gateway', { kind: 'html', status: 502 }, mostSends],
    ['a broken connection', { kind: 'reset' }, mostSends],
    ['a reply that ends early', { kind: 'malformed' }, mostSends],
    ['a reply shorter than its length', { kind: 'cut', by: 'length' }, mostSends],
    ['half a reply of gzip', { kind: 'cut', by: 'gzip' }, mostSends],
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
    const taken: (FailedSendUsage | null)[] = [];
    const onFailedSend = (took: FailedSendUsage | null) => taken.push(took);
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

  it('a stream with an event that is none is in no format that anyone expects', async () => {
    const { server, judgeWith } = await start(provider);
    server.script({ kind: 'broken-event' });
    const outcome = await judgeWith().ask(request({ onText: () => undefined }));
    expect(outcome).toMatchObject({ reason: 'failed', causes: [{ fault: 'format' }] });
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
});
