import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mostConnections } from '../../../../src/judgement/connection';
import { apiJudge, type ApiSettings } from '../../../../src/judges/api/api-judge';
import { callFailure, mostSends } from '../../../../src/judges/api/http/exchange';
import { providerById, wireFor } from '../../../../src/judges/api/providers';
import type { FailedSendUsage } from '../../../../src/judgement/judge';
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
  it('sends no parameter that nobody set', async () => {
    await judgeWith().ask(sampleRequest());
    const body: unknown = JSON.parse(server.seen[0]?.body ?? '');
    expect(body).toEqual({
      model: 'judge-1',
      messages: expect.anything(),
      response_format: expect.anything(),
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
  it.each([
    ['its title', '<!doctype html><title>502 Bad gateway</title><h1>Bad</h1>', '502 Bad gateway'],
    ['its words', '<html><style>p {}</style><body><p>Sign in</p> to go on</body>', 'Sign in to go on'],
    ['nothing', '<HTML><script>start()</script><!-- <p>old</p> --></HTML>', ''],
    ['all, where it is no page', 'upstream < timeout >', 'upstream < timeout >'],
  ])('tells of a page %s', (_, text, said) => {
    const answered = { response: new Response(text), text, json: undefined };
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
  it.each([429, 500])('HTTP %s, when the run lets it', async (status) => {
    server.script({ kind: 'status', status }, { kind: 'status', status });
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
});

const errorAsReply = (error: object): Fault => ({ kind: 'error-body', status: 200, body: { error } });
const tooManyAsReply = errorAsReply({ code: 429, message: 'Too many.' });

describe('what a send took that came to nothing', () => {
  const nothingCounted = { usage: {}, text: '' };

  it.each<[string, Fault, FailedSendUsage | null]>([
    ['too many requests', { kind: 'status', status: 429 }, null],
    ['a reply that broke off', { kind: 'reset' }, nothingCounted],
    ['an error in its place', errorAsReply({ message: 'Too hot.' }), nothingCounted],
    ['too many requests, said as if it were a reply', tooManyAsReply, null],
  ])('%s: each is told before the next', async (_, fault, took) => {
    server.script(fault, fault);
    const told: [number | undefined, FailedSendUsage | null][] = [];
    const onFailedSend = (taken: FailedSendUsage | null) => told.push([server.counts.get('case-7'), taken]);
    expect(await judgeWith().ask(sampleRequest({ onFailedSend }))).toMatchObject({ stop: 'complete' });
    expect(told).toEqual([
      [1, took],
      [2, took],
    ]);
  });

  it('the last is told with the failure, and not twice', async () => {
    server.script(...Array.from({ length: mostSends }, (): Fault => ({ kind: 'reset' })));
    const told: (FailedSendUsage | null)[] = [];
    const failed = await judgeWith().ask(sampleRequest({ onFailedSend: (taken) => told.push(taken) }));
    expect(failed).toMatchObject({ reason: 'failed', ...nothingCounted });
    expect(told).toEqual(Array.from({ length: mostSends - 1 }, () => nothingCounted));
  });

  it('a server that is not there took nothing', async () => {
    await server.close();
    const told: (FailedSendUsage | null)[] = [];
    const failed = await judgeWith().ask(sampleRequest({ onFailedSend: (taken) => told.push(taken) }));
    expect(failed).toMatchObject({
      reason: 'failed',
      detail: expect.stringMatching(/server is running.*CORS/),
    });
    expect(failed).not.toHaveProperty('usage');
    expect(told).toEqual([null, null, null]);
    expect(waits).toHaveLength(mostSends - 1);
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
    expect(judgeWith({ atOnce: 16 })).toMatchObject({ atOnce: mostConnections, limitedBy: 'connections' });
    const free = [judgeWith({ atOnce: 2 })];
    for (const host of ['example.com', 'localhost:8443', '127.0.0.1', '192.168.1.7'])
      free.push(judgeWith({ atOnce: 16, baseUrl: `https://${host}/v1` }));
    expect(free.map(({ atOnce }) => atOnce)).toEqual([2, 16, 16, 16, 16]);
    expect(free.map(({ limitedBy }) => limitedBy)).toEqual(free.map(() => undefined));
  });
});
