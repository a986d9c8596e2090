import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { apiJudge } from '../../../../src/judges/api/api-judge';
import { wasCut } from '../../../../src/judges/api/ollama-context';
import { providerById, type ProviderId, wireFor } from '../../../../src/judges/api/providers';
import { testConnection } from '../../../../src/judges/api/test-connection';
import type { ComingQuestion, JudgeRequest } from '../../../../src/judgement/judge';
import {
  startLoopbackJudge,
  type LoopbackJudge,
  type LoopbackOptions,
} from '../../../support/loopback-judge/loopback-judge';
import type { Ollama } from '../../../support/loopback-judge/ollama';
import { sampleRequest } from './sample-request';

const key = 'sk-loopback-0123456789abcdef';
/** What the server answers. */
const replyText = '{"score":3,"why":"As the case says."}';
const servers: LoopbackJudge[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    expect(server.offences).toEqual([]);
    await server.close();
  }
});

/** As current versions do: what does not fit leaves half of the context. */
const current: Ollama = { context: 4096, cuts: 'to-half', loaded: true };

async function start(ollama: Partial<Ollama> | null = {}, options: LoopbackOptions = {}) {
  const played = ollama && { ...current, ...ollama };
  const server = await startLoopbackJudge({ key, ...options, ...(played && { ollama: played }) });
  servers.push(server);
  return { server, played };
}

function judgeAt({ baseUrl, origin }: LoopbackJudge, provider: ProviderId = 'compatible', known = true) {
  const sent: number[] = [];
  const judge = apiJudge(
    wireFor(providerById(provider)),
    { baseUrl, model: 'judge-1', key, atOnce: 4 },
    {
      fetch,
      clock: {
        now: () => performance.now(),
        sleep: (milliseconds, signal) =>
          milliseconds === 0
            ? Promise.resolve()
            : new Promise((done) => signal.addEventListener('abort', () => done())),
      },
      random: () => 0.5,
      sent: (_, bytes) => sent.push(bytes),
      ollamas: new Set(known ? [origin] : []),
    },
  );
  return { judge, sent };
}

/** Words that the server counts as so many tokens, and that are estimated as `estimate` times that. */
function question(tokens: number, estimate = 1): ComingQuestion {
  const { prompt, shape } = sampleRequest();
  const shared = 'Judge the text. ';
  const own = 'case '.repeat(Math.ceil((tokens * 4) / 5)).slice(0, tokens * 4 - shared.length);
  const estimates = { shared: Math.round(4 * estimate), own: Math.round((tokens - 4) * estimate) };
  return { prompt: { ...prompt, shared, own, estimate: estimates }, shape };
}

function request(tokens: number, estimate = 1, changes: Partial<JudgeRequest> = {}): JudgeRequest {
  return { ...question(tokens, estimate), signal: new AbortController().signal, ...changes };
}

describe('whether Ollama read a whole question', () => {
  it.each([
    // context, read, reply, estimate
    [4096, 300, 100, 310, 'no'],
    [4096, 3900, 100, 4000, 'no'],
    [4096, 2051, 100, 9000, 'perhaps'],
    [4096, 4096, 1, 4300, 'yes'],
    [4096, 4095, 1, 4300, 'yes'],
    [4096, 3900, 300, 4000, 'yes'],
    [4096, 700, 100, 5000, 'perhaps'],
    [4096, null, 0, 3000, 'perhaps'],
    [4096, null, 0, 300, 'no'],
    [null, 2050, 100, 5000, 'perhaps'],
    [null, 5000, 100, 5200, 'no'],
  ] as const)('context %s, read %s, reply %s, estimate %s: %s', (context, read, reply, estimate, told) => {
    expect(wasCut({ context, read, reply, estimate })).toBe(told);
  });

  it('is never taken for granted of one that was cut, in whichever way and however wrong the estimate', () => {
    const ways = fc.constantFrom(
      (context: number) => context / 2 + 2,
      (context: number) => context / 2 + 3,
      (context: number) => context,
      (context: number) => context / 4,
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 17 }).map((power) => 2 ** power),
        ways,
        fc.double({ min: 1.001, max: 40, noNaN: true }),
        fc.double({ min: 0.42, max: 2, noNaN: true }),
        fc.boolean(),
        (context, left, times, wrong, tells) => {
          const estimate = Math.round(context * times * wrong);
          const known = { context: tells ? context : null, read: left(context), reply: 50, estimate };
          expect(wasCut(known)).not.toBe('no');
        },
      ),
    );
  });
});

describe('a question that does not fit Ollama', () => {
  it.each([
    ['is cut to half', { cuts: 'to-half' }, 6000, 1],
    ['is cut to half, and estimated far too low', { cuts: 'to-half' }, 6000, 0.6],
    ['is cut to half, and the context is not told', { cuts: 'to-half', tellsContext: false }, 6000, 1],
    ['is cut to the context, by an older version', { cuts: 'to-all' }, 4200, 1],
    ['is cut by an old one that tells nothing', { cuts: 'to-all', tellsContext: false }, 6000, 1],
    ['leaves no room for the reply', { cuts: 'to-half' }, 4094, 1],
  ] as const)('%s: its reply is not used', async (_, ollama, tokens, estimate) => {
    const { server } = await start(ollama);
    const { judge } = judgeAt(server);
    const reply = await judge.ask(request(tokens, estimate));
    expect(reply).toMatchObject({
      reason: 'too-long',
      causes: [{ code: 'cut-by-ollama', sent: tokens * estimate }],
      usage: { replyTokens: 10 },
      text: replyText,
    });
    expect('detail' in reply && reply.detail).toMatch(/OLLAMA_CONTEXT_LENGTH=\d+ or set num_ctx/);
  });

  it('is found out in a stream too, and in a correction of which only the end is left', async () => {
    const { server } = await start();
    const { judge } = judgeAt(server);
    const streamed = await judge.ask(request(6000, 1, { onText: () => undefined }));
    expect(streamed).toMatchObject({ reason: 'too-long' });
    const previous = { text: 'x'.repeat(8000), problem: 'y'.repeat(800) };
    expect(await judge.ask(request(2500, 1, { previous }))).toMatchObject({ reason: 'too-long' });
  });

  it('is refused by some models, which is told as what it is', async () => {
    const { server } = await start({ cuts: 'nothing' });
    expect(await judgeAt(server).judge.ask(request(6000))).toMatchObject({
      reason: 'too-long',
      causes: [{ code: 'connection', fault: 'too-long' }],
    });
  });

  it('is told before the run, with the model loaded to find out, and again when there is more room', async () => {
    const { server, played } = await start({ loaded: false });
    const { judge } = judgeAt(server);
    const { signal } = new AbortController();
    const questions = [question(300), question(9000), question(3900), question(6144), question(6145)];
    expect(await judge.prepare?.(questions, signal)).toEqual({
      misfits: [
        { question: 1, tokens: 9064, reply: 512, context: 4096, by: 'ollama' },
        { question: 4, tokens: 6209, reply: 512, context: 4096, by: 'ollama' },
      ],
    });
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/generate',
      'GET /api/ps',
    ]);
    if (played) played.context = 16_384;
    expect(await judge.prepare?.(questions, signal)).toBeNull();
  });
});

describe('a reply that breaks off', () => {
  it.each([
    ['since the context is full', 4080, {}, 4096],
    ['for another reason', 3000, {}, undefined],
    ['where the context is not told', 4080, { tellsContext: false }, undefined],
  ])('%s', async (_, tokens, ollama, filled) => {
    const { server } = await start(ollama);
    server.script({ kind: 'cut-off' });
    const reply = await judgeAt(server).judge.ask(request(tokens, 0.9));
    expect(reply).toMatchObject({ stop: 'length', usage: { promptTokens: tokens } });
    expect('filled' in reply ? reply.filled : undefined).toBe(filled);
  });
});

/** A reply that is used. Of one that is not the text is kept as well, but not how it was asked for. */
const used = { text: replyText, parameters: { provider: 'compatible' } };

describe('no alarm', () => {
  it.each([
    ['a question that fits', {}, 300, 1],
    ['one that fills most of the context', {}, 3900, 1.2],
    ['one that fills most of the context, with an estimate that is far too high', {}, 4000, 1.5],
    ['one that happens to have half of it', {}, 2050, 1.3],
    ['one whose estimate is far too high', {}, 2500, 1.9],
    ['one of a model whose context is not told', { tellsContext: false }, 4096, 1.2],
    ['one that happens to have half of it, while it is too busy to count', { busy: true }, 2050, 1.1],
    ['one that happens to have half of it, of an older version', { cuts: 'to-all' }, 2050, 1.1],
  ] as const)('for %s', async (_, ollama, tokens, estimate) => {
    const { server } = await start({ context: tokens === 4096 ? 65_536 : 4096, ...ollama });
    const { judge } = judgeAt(server);
    expect(await judge.prepare?.([question(tokens, estimate)], new AbortController().signal)).toBeNull();
    expect(await judge.ask(request(tokens, estimate))).toMatchObject(used);
  });

  it('for other servers, however odd their counts: nothing more is asked of them', async () => {
    const { server } = await start(null);
    const { judge } = judgeAt(server, 'compatible', false);
    expect(judge).not.toHaveProperty('prepare');
    expect(await judge.ask(request(4096, 9))).toMatchObject(used);
    expect(server.seen.map(({ path }) => path)).toEqual(['/v1/chat/completions']);
  });

  it('where another server has taken the place of an Ollama', async () => {
    const { server } = await start(null);
    const { judge } = judgeAt(server);
    expect(await judge.prepare?.([question(90_000)], new AbortController().signal)).toBeNull();
  });
});

it('counts the case text of a question that is sent once more to be counted', async () => {
  const { server } = await start();
  const { judge, sent } = judgeAt(server);
  await judge.ask(request(300));
  expect(sent).toHaveLength(1);
  await judge.ask(request(6000));
  expect(sent).toHaveLength(3);
  expect(sent[1]).toBe(sent[2]);
});

it.each([
  ['it is too old to name its context', { tellsContext: false }],
  ['its own interface is not to be reached', { hidden: true }],
])('counts no case text that was not sent, since %s', async (_, ollama) => {
  const { server } = await start(ollama);
  const { judge, sent } = judgeAt(server);
  await judge.ask(request(6000));
  expect(sent).toHaveLength(1);
  expect(server.seen.map(({ path }) => path)).not.toContain('/api/chat');
});

describe('an Ollama whose context is less than it seemed', () => {
  const { signal } = new AbortController();

  it('since someone else had loaded the model with more: what a question finds is asked for', async () => {
    const { server } = await start({ loadedElsewhere: 32_768 });
    const { judge } = judgeAt(server);
    expect(await judge.prepare?.([question(9000)], signal)).toMatchObject({ misfits: [{ context: 4096 }] });
    const reply = await judge.ask(request(6000));
    expect(reply).toMatchObject({ reason: 'too-long', causes: [{ read: 2050, context: 4096 }] });
  });

  it.each([
    ['cut to half', { cuts: 'to-half' }, 6000, 2050],
    ['cut to all, by an older version, and hardly longer than that', { cuts: 'to-all' }, 5200, 4096],
  ] as const)(
    'since it was started anew in mid-run: what is %s is not used',
    async (_, ollama, tokens, read) => {
      const { server, played } = await start({ ...ollama, context: 32_768 });
      const { judge, sent } = judgeAt(server);
      expect(await judge.prepare?.([question(tokens)], signal)).toBeNull();
      expect(await judge.ask(request(tokens))).toMatchObject(used);
      if (played) played.context = 4096;
      const reply = await judge.ask(request(tokens));
      expect(reply).toMatchObject({ reason: 'too-long', causes: [{ read, context: 4096 }] });
      sent.splice(0);
      expect(await judge.ask(request(300, 1.9))).toMatchObject(used);
      // To look again takes no case text.
      expect(sent).toHaveLength(1);
    },
  );
});

it('tells the context when the connection is tested', async () => {
  const nothing = () => Promise.resolve(null);
  const ollamas = new Set<string>();
  const tools = { fetch, sleep: () => Promise.resolve(), probe: nothing, localNetwork: nothing, ollamas };
  const tested = async (ollama: Partial<Ollama> | null) => {
    const { server } = await start(ollama);
    const settings = { baseUrl: server.baseUrl, model: 'judge-1', key };
    return testConnection(wireFor(providerById('compatible')), settings, tools, new AbortController().signal);
  };
  expect(await tested(null)).not.toHaveProperty('ollama');
  expect(ollamas.size).toBe(0);
  expect(await tested({})).toMatchObject({ ok: true, model: 'judge-1', ollama: { context: 4096 } });
  expect(await tested({ tellsContext: false })).toMatchObject({ ok: true, ollama: { context: null } });
  expect(ollamas.size).toBe(2);
});
