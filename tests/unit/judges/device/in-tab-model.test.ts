// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openInTab } from '../../../../src/judges/device/in-tab-model';
import type { Answer, Order } from '../../../../src/judges/device/messages';
import { FakeClock, settled } from '../../sheet/run/fake-clock';
import { generated, opened, requestOf, ScriptedWorker, shape } from './scripted-worker';

const reply = '{"score":3}';

/** A model in engines that say what the script has for the n-th of them. A character is a token. */
async function modelWith(
  script: (order: Order<unknown>, engine: number) => (Answer | Error)[] | null,
  context: number | null = null,
) {
  const workers: ScriptedWorker[] = [];
  const startWorker = () => {
    const engine = workers.length;
    const worker = new ScriptedWorker((order) => {
      const own = script(order, engine);
      if (own) return own;
      if (order.kind === 'open') return [opened(order.settings.context)];
      if (order.kind === 'count')
        return [
          { kind: 'counted', tokens: order.messages.reduce((sum, { content }) => sum + content.length, 0) },
        ];
      return [generated(reply)];
    });
    workers.push(worker);
    return worker;
  };
  let released = false;
  const hold = () => Promise.resolve({ release: () => (released = true) });
  const clock = new FakeClock();
  const tools = { startWorker, clock, hold };
  const small = {
    runtime: 'llama.cpp' as const,
    name: 'small',
    bytes: 7,
    parameters: { response_format: 'json_schema' },
    loads: ['the file'] as const,
  };
  const settings = { context, threads: 1, mirror: { models: null, libs: null } };
  const outcome = await openInTab(small, settings, tools, new AbortController().signal);
  if (!outcome.ok) throw new Error('Expected a model.');
  const { model } = outcome;
  const judge = model.judge({
    temperature: 0,
    explain: ({ fault, said }) => `${fault}: ${said}`,
  });
  return { model, judge, workers, clock, isReleased: () => released };
}
const crash: Answer = { kind: 'broken', fault: 'crash', message: 'unreachable' };
const lost: Answer = { kind: 'broken', fault: 'device-lost', message: 'gone' };

it('a reply has its usage, the tokens that were reused among them, and the parameters of the call', async () => {
  const { judge, workers } = await modelWith(() => null, 2048);
  expect(await judge.ask({ ...requestOf(), seed: 5 })).toEqual({
    text: reply,
    stop: 'complete',
    model: 'small',
    usage: { promptTokens: 900, cachedTokens: 700, replyTokens: 40 },
    parameters: {
      runtime: 'llama.cpp',
      bytes: 7,
      temperature: 0,
      response_format: 'json_schema',
      context: 2048,
      max_tokens: 1024,
      seed: 5,
    },
  });
  const asked = workers[0]?.orders.at(-1);
  expect(asked).toMatchObject({
    kind: 'generate',
    generation: { shape, seed: 5 },
  });
});

it.each([
  [reply, 'complete'],
  ['{"score":', 'length'],
])('%s at the limit is %s', async (text, stop) => {
  const { judge } = await modelWith(({ kind }) => (kind === 'generate' ? [generated(text, 'length')] : null));
  expect(await judge.ask(requestOf())).toMatchObject({ text, stop });
});

it('a case that does not fit fails with the counts, by its own count or the engine’s', async () => {
  const { judge, workers } = await modelWith(() => null, 1024);
  expect(await judge.ask(requestOf(600))).toEqual({
    reason: 'too-long',
    detail:
      'The question takes 611 tokens and its reply up to 512; the context has 1024. Raise the context or shorten the case.',
    causes: [{ code: 'no-room', tokens: 611, reply: 512, context: 1024 }],
  });
  expect(workers[0]?.orders.map(({ kind }) => kind)).toEqual(['open', 'count']);
  const other = await modelWith(({ kind }) =>
    kind === 'generate' ? [{ kind: 'too-long', tokens: 5000 }] : null,
  );
  expect(await other.judge.ask(requestOf())).toMatchObject({ causes: [{ tokens: 5000 }] });
});

describe('before a run', () => {
  const signal = new AbortController().signal;

  it('counts cases, however many questions there are about each', async () => {
    const { model, judge } = await modelWith(() => null, 1024);
    const asked = [5000, 6000, 100, 5000].map((length, at) => ({
      ...requestOf(length),
      row: at < 2 ? 4 : 9,
    }));
    const prepared = await judge.prepare?.([...asked, { ...requestOf(9), row: 11 }], signal);
    expect(prepared).toMatchObject({ misfits: [{ question: 0 }, { question: 1 }, { question: 3 }] });
    expect(model.fit).toMatchObject({ cases: 3, tooLong: 2 });
  });

  const questions = (...lengths: number[]) => lengths.map((length) => requestOf(length));

  it.each([
    ['what fits needs no more', null, [100, 200], { context: 4096, engines: 1, tooLong: [] }],
    ['the longest case decides', null, [100, 5000], { context: 5632, engines: 2, tooLong: [] }],
    [
      'not beyond what the model was made for',
      null,
      [100, 20_000],
      { context: 8192, engines: 2, tooLong: [1] },
    ],
    [
      'not beyond what the person set',
      1024,
      [5000, 100, 6000],
      { context: 1024, engines: 1, tooLong: [0, 2] },
    ],
    [
      'all that may be too long are counted, however many',
      1024,
      [...Array<number>(150).fill(450), 600, 100],
      { context: 1024, engines: 1, tooLong: [150] },
    ],
  ])('%s', async (_, context, lengths, expected) => {
    const { model, judge, workers } = await modelWith(() => null, context);
    const prepared = await judge.prepare?.(questions(...lengths), signal);
    const misfits = prepared && 'misfits' in prepared ? prepared.misfits : [];
    expect({
      context: model.loaded.context,
      engines: workers.length,
      tooLong: misfits.map(({ question }) => question),
    }).toEqual(expected);
    expect(model.fit?.tooLong).toBe(expected.tooLong.length);
    for (const { tokens, reply: room, context: there } of misfits) {
      expect(there).toBe(expected.context);
      expect(tokens + room).toBeGreaterThan(there);
    }
  });

  it('it is known how much is enough for all that fit, and not much more', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4000 }),
        fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(1024, 4096, 8192),
        async (rubric, lengths, context) => {
          const { model, judge } = await modelWith(() => null, context);
          const shared = 'r'.repeat(rubric);
          const all = lengths.map((length) => requestOf(length, shared));
          await judge.prepare?.(all, signal);
          const fitting = lengths.map((length) => rubric + length + 512).filter((need) => need <= context);
          const longest = fitting.reduce((most, need) => Math.max(most, need), 0);
          const needs = model.fit?.needs ?? -1;
          expect(needs).toBeGreaterThanOrEqual(longest);
          expect(needs).toBeLessThanOrEqual(Math.max(longest + 65, 1024));
        },
      ),
    );
  });

  it('a rubric in fewer tokens than bytes is counted once, not taken for its bytes', async () => {
    const { model, judge, workers } = await modelWith(
      ({ kind }) => (kind === 'count' ? [{ kind: 'counted', tokens: 700 }] : null),
      8192,
    );
    const shared = 'r'.repeat(3000);
    const own = [100, 300, 200].map((length) => requestOf(length, shared));
    await judge.prepare?.(own, signal);
    expect(model.fit).toMatchObject({ longest: 0, needs: 700 + 300 + 64 + 512 });
    expect(workers[0]?.orders.filter(({ kind }) => kind === 'count')).toHaveLength(1);
  });

  it('counting tells how far it is, and ends when it is called off', async () => {
    const { judge, workers } = await modelWith(() => null, 1024);
    const controller = new AbortController();
    const told: number[][] = [];
    const prepared = judge.prepare?.(questions(500, 600, 700, 9), controller.signal, (...counted) => {
      told.push(counted);
      if (told.length === 2) controller.abort();
    });
    await expect(prepared).rejects.toThrow();
    expect(told).toEqual([
      [0, 3],
      [1, 3],
    ]);
    expect(workers[0]?.orders.filter(({ kind }) => kind === 'count')).toHaveLength(3);
  });

  it('memory that does not suffice for them is said', async () => {
    const { judge } = await modelWith(({ kind }, engine) =>
      kind === 'open' && engine > 0 ? [{ kind: 'broken', fault: 'memory', message: 'OOM' }] : null,
    );
    expect(await judge.prepare?.(questions(5000), signal)).toEqual({ problem: 'memory: OOM' });
    expect(await judge.ask(requestOf()), 'until there is some again').toMatchObject({ putBack: true });
  });

  it('memory that does not suffice for the longest leaves the others their context, and is not asked for again', async () => {
    const opened: number[] = [];
    const { judge, model } = await modelWith((order) => {
      if (order.kind !== 'open') return null;
      opened.push(order.settings.context);
      return order.settings.context > 4096 ? [{ kind: 'broken', fault: 'memory', message: 'OOM' }] : null;
    });
    for (const _ of ['first run', 'second run']) {
      const prepared = await judge.prepare?.(questions(5000, 9), signal);
      expect(prepared).toMatchObject({ misfits: [{ question: 0, context: 4096 }] });
      expect(model.fit).toMatchObject({ cases: 2, tooLong: 1 });
    }
    expect(opened.filter((context) => context > 4096)).toHaveLength(1);
    expect(await judge.ask(requestOf())).toMatchObject({ text: reply });
  });

  it('what was kept of another rubric is let go', async () => {
    const { judge, workers } = await modelWith(() => null);
    for (const shared of ['one', 'one', 'two']) await judge.prepare?.([requestOf(9, shared)], signal);
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
  });
});

describe('an engine that breaks', () => {
  it.each<[string, number, (Answer | Error)[]]>([
    ['once', 1, [crash]],
    ['twice', 2, [crash]],
    ['as its device is lost', 1, [{ kind: 'text', soFar: '{' }, lost]],
    ['as its worker is killed', 1, [new Error('killed')]],
    ['as it says no more', 1, [{ kind: 'text', soFar: '{' }]],
  ])('on a case %s is started again, and the case is answered', async (_, times, said) => {
    const { judge, workers, clock } = await modelWith(({ kind }, engine) =>
      kind === 'generate' && engine < times ? said : null,
    );
    const asked = judge.ask(requestOf());
    await settled();
    await clock.advance(400_000);
    expect(await asked).toMatchObject({ text: reply });
    expect(workers.map(({ ended }) => ended)).toEqual([...Array<boolean>(times).fill(true), false]);
  });

  it('on one case only is that case’s failure; on the next as well, the run waits', async () => {
    const { judge } = await modelWith(({ kind }) => (kind === 'generate' ? [crash] : null));
    const failure = { reason: 'failed', detail: 'crash: unreachable' };
    expect(await judge.ask(requestOf())).toEqual(failure);
    expect(await judge.ask(requestOf())).toEqual({ ...failure, putBack: true });
  });

  it('and cannot be started again puts the case back', async () => {
    const { judge } = await modelWith(({ kind }, engine) =>
      kind === 'generate' || (kind === 'open' && engine > 0) ? [crash] : null,
    );
    expect(await judge.ask(requestOf())).toEqual({
      reason: 'failed',
      detail: 'load: unreachable',
      putBack: true,
    });
  });

  it('by the person’s hand is not started again', async () => {
    const { judge, model, isReleased, workers } = await modelWith(() => null);
    model.close();
    expect(isReleased()).toBe(true);
    expect(await judge.ask(requestOf())).toMatchObject({ detail: 'unloaded: ', putBack: true });
    expect(workers).toHaveLength(1);
  });
});

describe('a model that is loaded anew', () => {
  const changed = (context: number) => ({ context, threads: 1, mirror: { models: null, libs: null } });

  it('twice at once leaves one engine', async () => {
    const { model, workers } = await modelWith(() => null);
    await Promise.all([model.change(changed(1024)), model.change(changed(2048))]);
    expect(workers.map(({ ended }) => ended)).toEqual([true, true, false]);
  });

  it('and unloaded meanwhile leaves none', async () => {
    const { model, workers, isReleased } = await modelWith(() => null);
    const changing = model.change(changed(2048));
    await Promise.resolve();
    await Promise.resolve();
    model.close();
    expect(await changing).toEqual({ fault: 'unloaded', said: '' });
    expect(workers.filter(({ ended }) => !ended)).toEqual([]);
    expect(isReleased()).toBe(true);
  });
});
