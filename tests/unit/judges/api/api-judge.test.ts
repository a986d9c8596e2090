import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mostConnections } from '../../../../src/judgement/connection';
import { apiJudge, type ApiSettings } from '../../../../src/judges/api/api-judge';
import { mostSends } from '../../../../src/judges/api/http/wait';
import { callFailure } from '../../../../src/judges/api/http/exchange';
import { providerById, wireFor } from '../../../../src/judges/api/providers';
import type { BusyNotice, TakenSend } from '../../../../src/judgement/judge';
import type { Fault } from '../../../support/loopback-judge/faults';
import { startLoopbackJudge, type LoopbackJudge } from '../../../support/loopback-judge/loopback-judge';
import { impatientSleep, sampleRequest } from './sample-request';

const key = 'sk-loopback-0123456789abcdef';
let server: LoopbackJudge;
let waits: number[];
let sent: [string, number][];

beforeEach(async () => {
  server = await startLoopbackJudge({ key });
  waits = [];
  sent = [];
});
afterEach(() => server.close());

function judgeWith(changes: Partial<ApiSettings> = {}) {
  return apiJudge(
    wireFor(providerById('compatible')),
    { baseUrl: server.baseUrl, model: 'judge-1', key, atOnce: 4, ...changes },
    {
      fetch,
      clock: {
        now: () => Date.UTC(2026, 0, 1),
        sleep: impatientSleep(waits),
      },
      random: () => 0.5,
      sent: (host, bytes) => sent.push([host, bytes]),
      ollamas: new Set(),
    },
  );
}

describe('a question', () => {
  it('is put as the service wants it, and its reply is read', async () => {
    const reply = await judgeWith({ temperature: 0.2 }).ask(sampleRequest({ seed: 11 }));
    expect(reply).toEqual({
      text: '{"score":3,"why":"As the case says."}',
      stop: 'complete',
      model: 'judge-1-loopback',
      usage: { promptTokens: 6, cachedTokens: 0, replyTokens: 10 },
      parameters: {
        provider: 'compatible',
        endpoint: `${server.baseUrl}/chat/completions`,
        model: 'judge-1',
        structured: 'schema',
        seed: 11,
        temperature: 0.2,
      },
    });
    expect(server.offences).toEqual([]);
    expect(server.counts.get('case-7')).toBe(1);
    expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({ seed: 11, temperature: 0.2 });
    expect(await judgeWith().ask(sampleRequest())).toMatchObject({ usage: { cachedTokens: 3 } });
  });

  it('sends no parameter that nobody set', async () => {
    await judgeWith().ask(sampleRequest());
    const body: unknown = JSON.parse(server.seen[0]?.body ?? '');
    expect(body).toEqual({
      model: 'judge-1',
      messages: expect.anything(),
      response_format: expect.anything(),
    });
  });

  it('takes the refused reply and what was wrong with it along', async () => {
    await judgeWith().ask(
      sampleRequest({ previous: { text: '{"score": 9}', problem: 'score: 9 is too much' } }),
    );
    expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({
      messages: [
        { role: 'system', content: 'Judge the text.' },
        { role: 'user', content: 'case-7: 글' },
        { role: 'assistant', content: '{"score": 9}' },
        { role: 'user', content: 'score: 9 is too much' },
      ],
    });
  });

  it('counts the bytes of case text for each send', async () => {
    server.script({ kind: 'status', status: 500 });
    await judgeWith().ask(sampleRequest());
    expect(sent).toEqual([
      [server.host, 11],
      [server.host, 11],
    ]);
  });

  it('carries the key in its header alone, and none where there is none', async () => {
    await judgeWith().ask(sampleRequest());
    const [seen] = server.seen;
    expect(seen?.headers['authorization']).toBe(`Bearer ${key}`);
    expect(JSON.stringify({ ...seen, headers: { ...seen?.headers, authorization: '' } })).not.toContain(key);
    const open = await startLoopbackJudge({ key: null });
    await judgeWith({ baseUrl: open.baseUrl, key: '' }).ask(sampleRequest());
    expect(open.seen[0]?.headers['authorization']).toBeUndefined();
    await open.close();
  });
});

describe('a failure is a value', () => {
  it.each<[string, Fault, object]>([
    ['reached its length', { kind: 'cut-off' }, { stop: 'length' }],
    ['refused', { kind: 'refusal', words: 'I cannot.' }, { stop: 'refused', text: 'I cannot.' }],
    ['other words', { kind: 'content', content: 'Fine.', finish: 'odd' }, { stop: 'unknown', text: 'Fine.' }],
    ['filtered', { kind: 'content-filter' }, { reason: 'refused', detail: /content filter/ }],
    ['a tool call', { kind: 'tool-call' }, { reason: 'failed', detail: /calling a tool/ }],
    ['no choices', { kind: 'no-choices' }, { reason: 'failed', detail: /without any choice/ }],
    ['half its JSON', { kind: 'malformed' }, { reason: 'failed', detail: /expected format/ }],
    ['a page', { kind: 'html', status: 200 }, { reason: 'failed', detail: /expected format.*Bad gateway/ }],
    ['no credit', { kind: 'status', status: 402 }, { reason: 'failed', detail: /no credit/ }],
    [
      'no quota',
      { kind: 'status', status: 429, code: 'insufficient_quota' },
      { reason: 'failed', detail: /no credit/ },
    ],
    [
      'forbidden',
      { kind: 'status', status: 403 },
      { reason: 'failed', detail: /does not accept the API key/ },
    ],
    [
      'too long',
      { kind: 'status', status: 400, code: 'context_length_exceeded' },
      { reason: 'too-long', detail: /does not fit/ },
    ],
    [
      'a bad request',
      { kind: 'status', status: 400, message: 'No such format.' },
      { reason: 'failed', detail: /refuses the question.*HTTP 400.*No such format\./ },
    ],
  ])('%s: it is not sent again', async (_, fault, expected) => {
    server.script(fault);
    const { detail, ...rest }: { detail?: RegExp } = expected;
    const outcome = await judgeWith().ask(sampleRequest());
    expect(outcome).toMatchObject(rest);
    if (detail) expect(outcome).toHaveProperty('detail', expect.stringMatching(detail));
    expect(server.counts.get('case-7')).toBe(1);
    expect(waits).toEqual([]);
  });

  it.each([
    ['a wrong key', { key: 'sk-wrong-0123456789' }, /does not accept the API key.*HTTP 401/],
    ['a missing key', { key: '' }, /does not accept the API key.*HTTP 401/],
    ['an unknown model', { model: 'nobody' }, /has no model "nobody".*HTTP 404/],
  ])('%s', async (_, changes, detail) => {
    const outcome = await judgeWith(changes).ask(sampleRequest());
    expect(outcome).toMatchObject({ reason: 'failed', detail: expect.stringMatching(detail) });
    expect(server.seen).toHaveLength(1);
  });

  it('a wrong path', async () => {
    const outcome = await judgeWith({ baseUrl: server.origin }).ask(sampleRequest());
    expect(outcome).toMatchObject({ detail: expect.stringMatching(/base URL/) });
  });

  it('never says the key, even if the server does', async () => {
    const wrong = 'sk-wrong-0123456789';
    expect(JSON.stringify(await judgeWith({ key: wrong }).ask(sampleRequest()))).not.toContain(wrong);
    server.script({ kind: 'content', content: `Your key is ${key}.` });
    expect(await judgeWith().ask(sampleRequest())).toMatchObject({ text: 'Your key is [key].' });
  });

  it.each([
    ['its title', '<!doctype html><title>502 Bad gateway</title><h1>Bad</h1>', '502 Bad gateway'],
    ['its words', '<html><style>p {}</style><body><p>Sign in</p> to go on</body>', 'Sign in to go on'],
    ['nothing', '<HTML><script>start()</script><!-- <p>old</p> --></HTML>', ''],
    ['all, where it is no page', 'upstream < timeout >', 'upstream < timeout >'],
  ])('tells of a page %s', (_, text, said) => {
    const answered = { kind: 'answered' as const, response: new Response(text), text, json: undefined };
    const wire = wireFor(providerById('compatible'));
    expect(callFailure(answered, null, { wire, key }).said).toBe(said);
  });

  it('is not led to another address', async () => {
    const other = await startLoopbackJudge({ key });
    const away: Fault = { kind: 'redirect', to: `${other.baseUrl}/chat/completions` };
    server.script(away, away, away, away);
    expect(await judgeWith().ask(sampleRequest())).toMatchObject({ reason: 'failed' });
    expect(other.seen).toEqual([]);
    await other.close();
  });
});

describe('what may pass is tried again', () => {
  it.each<[string, Fault]>([
    ['too many requests', { kind: 'status', status: 429 }],
    ['a server error', { kind: 'status', status: 500 }],
    ['a gateway’s page', { kind: 'html', status: 502 }],
    ['a broken connection', { kind: 'reset' }],
  ])('%s', async (_, fault) => {
    server.script(fault, fault);
    // How often it had been sent when it asked whether it may go again.
    const turns: (number | undefined)[] = [];
    const mayGoAgain = async (first?: () => Promise<void>) => {
      await first?.();
      turns.push(server.counts.get('case-7'));
    };
    expect(await judgeWith().ask(sampleRequest({ mayGoAgain }))).toMatchObject({ stop: 'complete' });
    expect(server.counts.get('case-7')).toBe(3);
    expect(waits).toEqual([375, 750]);
    expect(turns).toEqual([1, 2]);
  });

  it('but only so often', async () => {
    const fault: Fault = { kind: 'status', status: 503 };
    server.script(...Array.from({ length: 20 }, () => fault));
    const outcome = await judgeWith().ask(sampleRequest());
    expect(outcome).toMatchObject({
      reason: 'failed',
      detail: expect.stringMatching(/failed \(sent 4 times\)/),
    });
    expect(server.counts.get('case-7')).toBe(mostSends);
  });

  it('after the time the server asks for', async () => {
    server.script(
      { kind: 'status', status: 429, retryAfter: '7' },
      { kind: 'status', status: 503, retryAfter: 'Thu, 01 Jan 2026 00:00:20 GMT' },
    );
    await judgeWith().ask(sampleRequest());
    expect(waits).toEqual([7250, 20_250]);
  });

  it('and not at all when that is too long to wait for', async () => {
    server.script({ kind: 'status', status: 429, retryAfter: '3600' });
    expect(await judgeWith().ask(sampleRequest())).toMatchObject({
      detail: expect.stringMatching(/Retry-After: 3600/),
    });
    expect(waits).toEqual([]);
  });

  it('a server that is not there says what to check', async () => {
    await server.close();
    const outcome = await judgeWith().ask(sampleRequest());
    expect(outcome).toMatchObject({ reason: 'failed', detail: expect.stringMatching(/server runs.*CORS/) });
    expect(waits).toHaveLength(mostSends - 1);
  });
});

it.each<[string, Fault, number]>([
  ['too many requests', { kind: 'status', status: 429 }, 1],
  [
    'too many requests, said as if it were a reply',
    { kind: 'error-body', status: 200, body: { error: { code: 429, message: 'Too many.' } } },
    1,
  ],
  [
    'more under way than the account has for it',
    {
      kind: 'error-body',
      status: 402,
      body: {
        error: { code: 402, message: 'Wait.', metadata: { limit_source: 'openrouter_in_flight_budget' } },
      },
    },
    1,
  ],
  ['a server error', { kind: 'status', status: 500 }, 0],
])('whoever asks less at once is told of it: %s', async (_, fault, times) => {
  server.script(fault);
  const judge = judgeWith();
  const notices: BusyNotice[] = [];
  judge.onBusy?.((notice) => notices.push(notice));
  expect(await judge.ask(sampleRequest())).toMatchObject({ stop: 'complete' });
  expect(notices).toHaveLength(times);
});

describe('what a send took that came to nothing', () => {
  const nothingCounted = { usage: {}, text: '' };

  it.each<[string, Fault, TakenSend | null]>([
    ['too many requests', { kind: 'status', status: 429 }, null],
    ['a server error', { kind: 'status', status: 500 }, null],
    ['a gateway’s page', { kind: 'html', status: 502 }, null],
    ['a reply that broke off', { kind: 'reset' }, nothingCounted],
    [
      'an error in its place',
      { kind: 'error-body', status: 200, body: { error: { message: 'Too hot.' } } },
      nothingCounted,
    ],
    [
      'too many requests, said as if it were a reply',
      { kind: 'error-body', status: 200, body: { error: { code: 429, message: 'Too many.' } } },
      null,
    ],
  ])('%s: each is told before the next', async (_, fault, took) => {
    server.script(fault, fault);
    const told: [number | undefined, TakenSend | null][] = [];
    const onFailedSend = (taken: TakenSend | null) => told.push([server.counts.get('case-7'), taken]);
    expect(await judgeWith().ask(sampleRequest({ onFailedSend }))).toMatchObject({ stop: 'complete' });
    expect(told).toEqual([
      [1, took],
      [2, took],
    ]);
  });

  it('the last is told with the failure, and not twice', async () => {
    server.script(...Array.from({ length: mostSends }, (): Fault => ({ kind: 'reset' })));
    const told: (TakenSend | null)[] = [];
    const failed = await judgeWith().ask(sampleRequest({ onFailedSend: (taken) => told.push(taken) }));
    expect(failed).toMatchObject({ reason: 'failed', ...nothingCounted });
    expect(told).toEqual(Array.from({ length: mostSends - 1 }, () => nothingCounted));
  });

  it('a server that is not there took nothing', async () => {
    await server.close();
    const told: (TakenSend | null)[] = [];
    const failed = await judgeWith().ask(sampleRequest({ onFailedSend: (taken) => told.push(taken) }));
    expect(failed).not.toHaveProperty('usage');
    expect(told).toEqual([null, null, null]);
  });
});

describe('cancelling', () => {
  it('ends a call that hangs, at once', async () => {
    server.script({ kind: 'hang' });
    const controller = new AbortController();
    const asked = judgeWith().ask(sampleRequest({ signal: controller.signal }));
    await expect.poll(() => server.inFlight().now).toBe(1);
    controller.abort(new Error('cancelled'));
    await expect(asked).rejects.toThrow('cancelled');
    await expect.poll(() => server.inFlight().now).toBe(0);
  });

  it('sends nothing when it came first', async () => {
    const signal = AbortSignal.abort(new Error('cancelled'));
    await expect(judgeWith().ask(sampleRequest({ signal }))).rejects.toThrow('cancelled');
    expect(server.seen).toEqual([]);
    expect(sent).toEqual([]);
  });
});

describe('what it says of itself', () => {
  it('names whom it asks, without the key', () => {
    const judge = judgeWith();
    expect(judge.describe()).toEqual({
      model: 'judge-1',
      parameters: {
        provider: 'compatible',
        endpoint: `${server.baseUrl}/chat/completions`,
        model: 'judge-1',
        structured: 'schema',
      },
    });
    expect(JSON.stringify(judge)).not.toContain(key);
  });

  it('asks a plain server no more at once than a browser has connections', () => {
    expect(judgeWith({ atOnce: 16 }).atOnce).toBe(mostConnections);
    expect(judgeWith({ atOnce: 16, baseUrl: 'https://example.com/v1' }).atOnce).toBe(16);
    expect(judgeWith({ atOnce: 2 }).atOnce).toBe(2);
  });
});
