import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiSettings } from '../../../../src/judges/api/api-judge';
import { chatCompletions } from '../../../../src/judges/api/openai/chat-completions';
import { testConnection } from '../../../../src/judges/api/test-connection';
import { startLoopbackJudge, type LoopbackJudge } from '../../../support/loopback-judge/loopback-judge';

const key = 'sk-loopback-0123456789abcdef';
let server: LoopbackJudge;
beforeEach(async () => {
  server = await startLoopbackJudge({ key });
});
afterEach(() => server.close());

function report(changes: Partial<ApiSettings> = {}, answers: boolean | null = null) {
  const settings = { baseUrl: server.baseUrl, model: 'judge-1', key, atOnce: 1, ...changes };
  const tools = { fetch, probe: () => Promise.resolve(answers) };
  return testConnection(chatCompletions, settings, tools, new AbortController().signal);
}

describe('a test of the connection', () => {
  it('asks one small question and names the model that answered', async () => {
    expect(await report()).toEqual({ ok: true, model: 'judge-1-loopback' });
    expect(server.seen).toHaveLength(1);
    expect(server.offences).toEqual([]);
  });

  it.each([
    ['key', { key: 'sk-wrong-0123456789' }],
    ['model', { model: 'nobody' }],
  ])('finds what is wrong: %s', async (fault, changes) => {
    expect(await report(changes)).toMatchObject({ ok: false, fault });
  });

  it('finds a wrong path', async () => {
    expect(await report({ baseUrl: `${server.origin}/v2` })).toMatchObject({ fault: 'address' });
  });

  it.each([
    ['busy', { kind: 'status', status: 429 }],
    ['credit', { kind: 'status', status: 429, code: 'insufficient_quota' }],
    ['server', { kind: 'status', status: 500 }],
    ['format', { kind: 'html', status: 200 }],
    ['request', { kind: 'tool-call' }],
  ] as const)('finds what is wrong: %s', async (fault, scripted) => {
    server.script(scripted);
    expect(await report()).toMatchObject({ ok: false, fault });
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    [true, 'cors'],
    [false, 'unreachable'],
    [null, 'no-answer'],
  ])('tells by a probe (%s) that it is %s', async (answers, fault) => {
    await server.close();
    expect(await report({}, answers)).toEqual({ ok: false, fault, said: '' });
  });
});
