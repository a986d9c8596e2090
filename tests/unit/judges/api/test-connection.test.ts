import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiSettings } from '../../../../src/judges/api/api-judge';
import { providerById, wireFor } from '../../../../src/judges/api/providers';
import { testConnection, whyNoAnswer, type TestTools } from '../../../../src/judges/api/test-connection';
import { startLoopbackJudge, type LoopbackJudge } from '../../../support/loopback-judge/loopback-judge';

const key = 'sk-loopback-0123456789abcdef';
let server: LoopbackJudge;
beforeEach(async () => {
  server = await startLoopbackJudge({ key });
});
afterEach(() => server.close());

function report(changes: Partial<ApiSettings> = {}, answers: boolean | null = null) {
  const settings = { baseUrl: server.baseUrl, model: 'judge-1', key, atOnce: 1, ...changes };
  const tools = {
    fetch,
    sleep: () => Promise.resolve(),
    probe: () => Promise.resolve(answers),
    localNetwork: () => Promise.resolve(null),
    ollamas: new Set<string>(),
  };
  return testConnection(wireFor(providerById('compatible')), settings, tools, new AbortController().signal);
}

describe('a test of the connection', () => {
  it('asks one small question and names the model that answered', async () => {
    expect(await report()).toEqual({ ok: true, model: 'judge-1-loopback', structured: 'schema' });
    expect(server.seen).toHaveLength(1);
    expect(server.offences).toEqual([]);
  });

  it('finds a wrong key, model and path', async () => {
    expect(await report({ key: 'sk-wrong-0123456789' })).toMatchObject({ ok: false, fault: 'key' });
    expect(await report({ model: 'nobody' })).toMatchObject({ ok: false, fault: 'model' });
    expect(await report({ baseUrl: `${server.origin}/v2` })).toMatchObject({ fault: 'address' });
  });

  it.each([
    ['busy', { kind: 'status', status: 429 }],
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

  it.each([
    [['schema'], 'json'],
    [['schema', 'json'], 'prompt'],
  ] as const)('says by which means the shape can be asked for, if not %s', async (refuses, structured) => {
    const weak = await startLoopbackJudge({ key, refuses });
    expect(await report({ baseUrl: weak.baseUrl })).toMatchObject({ ok: true, structured });
    expect(weak.offences).toEqual([]);
    await weak.close();
  });
});

describe('where no answer can be read', () => {
  const local = 'http://localhost:8000';
  const ollama = 'http://localhost:11434';
  const far = 'https://api.example.com';
  const encrypted = [
    'https://127.0.0.1:8443',
    'https://192.168.1.20',
    'https://100.64.0.9',
    'https://box.local',
  ];
  it.each<[object, string, Awaited<ReturnType<TestTools['localNetwork']>>, boolean | null, string]>([
    [{ the: 'browser blocks it' }, local, 'denied', true, 'local-network'],
    [{ the: 'person has not decided' }, local, 'prompt', false, 'local-network'],
    [{ the: 'server is off' }, local, 'granted', false, 'unreachable'],
    [{ the: 'browser does not tell' }, local, null, null, 'no-answer'],
    [{ the: 'server allows no page' }, local, null, true, 'cors'],
    [{ the: 'Ollama does not allow this page' }, ollama, 'granted', true, 'ollama-origins'],
    [{ the: 'permission is for this machine only' }, far, 'denied', true, 'cors'],
    ...encrypted.map((origin): [object, string, 'denied', false, string] => [
      { the: `browser blocks ${origin}` },
      origin,
      'denied',
      false,
      'local-network',
    ]),
    // Browsers do not ask about an unknown name, and it may be mistyped.
    [{ the: 'name is not found' }, 'https://gpubxo', 'prompt', false, 'unreachable'],
    [{ the: 'address only looks near' }, 'https://10.example.com', 'denied', false, 'unreachable'],
  ])('%j', async (_, address, allowed, answers, fault) => {
    const tools = { probe: () => Promise.resolve(answers), localNetwork: () => Promise.resolve(allowed) };
    expect(await whyNoAnswer(address, tools, new AbortController().signal)).toBe(fault);
  });
});
