import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Answer, Generation, WebllmLoad } from '../../../../../src/judges/device/messages';
import { replyGrammar } from '../../../../../src/judges/device/webllm/reply-grammar';
import {
  type EngineHooks,
  type OpenEngine,
  type Piece,
  type Question,
  WebllmSession,
} from '../../../../../src/judges/device/webllm/web-llm-session';

const load: WebllmLoad = {
  id: 'tiny',
  model: 'https://models.assay.invalid/tiny/resolve/main/',
  lib: 'https://models.assay.invalid/tiny/resolve/main/lib.wasm',
  f16: false,
  trainedContext: 8192,
  parameters: 0.6,
  bytesPerToken: 9,
  thinks: true,
  templates: { system: true, user: true, assistant: false },
};
const generation: Generation = {
  messages: [
    { role: 'system', content: 'The rubric costs $5.' },
    { role: 'user', content: 'Judge this.' },
  ],
  shape: { type: 'object', properties: { score: { type: 'integer', minimum: 0, maximum: 5 } } },
  mostTokens: 100,
  temperature: 0,
  seed: 7,
};
const text = (words: string): Piece => ({ text: words, finish: null, usage: null, said: null });
const end = (finish: string): Piece => ({ text: '', finish, usage: null, said: null });
const usage: Piece = { text: '', finish: null, usage: { promptTokens: 30, replyTokens: 9 }, said: null };

class Named extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}
const tooLong = (tokens: number) =>
  new Named(
    'ContextWindowSizeExceededError',
    `Prompt tokens exceed: number of prompt tokens: ${tokens}; context`,
  );

/** A session around an engine that says these pieces. */
async function sessionWith(
  pieces: (question: Question) => Iterable<Piece | Error> | AsyncIterable<Piece | Error>,
  changes: Partial<OpenEngine> = {},
) {
  const said: Answer[] = [];
  const questions: Question[] = [];
  let hooks: EngineHooks | null = null;
  let interrupted = 0;
  const session = new WebllmSession(
    (answer) => said.push(answer),
    (_, __, given) => {
      hooks = given;
      return Promise.resolve({
        async *ask(question) {
          questions.push(question);
          for await (const piece of pieces(question)) {
            if (piece instanceof Error) throw piece;
            yield piece;
          }
        },
        interrupt: () => (interrupted += 1),
        reused: () => 400,
        isReady: () => true,
        ...changes,
      });
    },
  );
  await session.take({ id: 1, kind: 'open', load, settings: { context: 2048, threads: 4 } });
  const opened = said.splice(0);
  const given = (): EngineHooks => {
    if (!hooks) throw new Error('Expected the engine to be opened.');
    return hooks;
  };
  return { session, said, questions, opened, hooks: given, interrupted: () => interrupted };
}

it('tells what else the scores might have been, at their places in the reply', async () => {
  const option = (token: string, probability: number) => ({ text: token, logprob: Math.log(probability) });
  const score: Piece = { ...text('3'), said: { token: '3', options: [option('3', 0.5), option('4', 0.5)] } };
  const { session, said } = await sessionWith(() => [
    text('<think>\n\n</think>\n\n{"score":'),
    score,
    text('}'),
    end('stop'),
    usage,
  ]);
  await session.take({ id: 2, kind: 'generate', generation });
  expect(said.at(-1)).toMatchObject({
    generated: {
      text: '{"score":3}',
      choices: [{ at: 9, options: [{ text: '3' }, { text: '4' }] }],
      sent: { sent_temperature: 1, top_p: 0.00001 },
    },
  });
});

afterEach(() => {
  vi.useRealTimers();
});

it('opens, and generates within the grammar of the shape', async () => {
  const { session, said, questions, opened } = await sessionWith(() => [
    text('<think>\n\n</think>\n\n{'),
    text('"score":3}'),
    end('stop'),
    usage,
  ]);
  expect(opened).toEqual([
    {
      id: 1,
      kind: 'opened',
      opened: { context: 2048, trainedContext: 8192, threads: 1, parameters: 0.6, bytesPerToken: 9 },
    },
  ]);
  await session.take({ id: 2, kind: 'generate', generation });
  expect(said).toEqual([
    { id: 2, kind: 'text', soFar: '{' },
    { id: 2, kind: 'text', soFar: '{"score":3}' },
    {
      id: 2,
      kind: 'generated',
      generated: {
        text: '{"score":3}',
        stop: 'complete',
        promptTokens: 430,
        choices: [],
        sent: { sent_temperature: 1, top_p: 0.00001 },
        cachedTokens: 400,
        replyTokens: 9,
      },
    },
  ]);
  expect(questions).toEqual([
    {
      messages: [
        { role: 'system', content: 'The rubric costs $$5.' },
        { role: 'user', content: 'Judge this.' },
      ],
      grammar: replyGrammar(generation.shape),
      mostTokens: 100,
      temperature: 0,
      seed: 7,
      thinks: true,
    },
  ]);
});

it.each([
  ['length', 'length'],
  ['stop', 'complete'],
])('an end by %s is %s', async (finish, stop) => {
  const { session, said } = await sessionWith(() => [text('{'), end(finish), usage]);
  await session.take({ id: 2, kind: 'generate', generation });
  expect(said.at(-1)).toMatchObject({ kind: 'generated', generated: { stop } });
});

it('counts by what the library says of a prompt that is too long', async () => {
  // A word is a token, and the template has three.
  const words = ({ messages }: Question) =>
    messages.reduce((sum, { content }) => sum + content.trim().split(/\s+/).length, 3);
  const { session, said } = await sessionWith((question) => [tooLong(words(question))]);
  await session.take({ id: 2, kind: 'count', messages: generation.messages, context: 2048 });
  expect(said).toEqual([{ id: 2, kind: 'counted', tokens: 9 }]);
});

it.each<[string, Error, object]>([
  ['a prompt without room', tooLong(5000), { kind: 'too-long', tokens: 5000 }],
  [
    'a grammar that is refused',
    new Named('GrammarMatcherInitError', 'no'),
    { kind: 'broken', fault: 'grammar' },
  ],
  ['a lack of memory', new Error('createBuffer failed'), { kind: 'broken', fault: 'memory' }],
  ['anything else', new Error('unreachable'), { kind: 'broken', fault: 'crash', message: 'unreachable' }],
])('%s is told', async (_, error, expected) => {
  const { session, said } = await sessionWith(() => [text('{'), error]);
  await session.take({ id: 2, kind: 'generate', generation });
  expect(said.at(-1)).toMatchObject({ id: 2, ...expected });
});

it.each([
  ['WebGPUNotAvailableError', '', 'no-webgpu'],
  ['ShaderF16SupportError', '', 'no-f16'],
  ['DeviceLostError', '', 'memory'],
  ['Error', 'Unable to find a compatible GPU.', 'no-webgpu'],
  ['CompileError', 'WebAssembly.instantiate(): expected magic word', 'crash'],
])('%s %s while it opens is %s', async (name, message, fault) => {
  const said: Answer[] = [];
  const session = new WebllmSession(
    (answer) => said.push(answer),
    () => Promise.reject(new Named(name, message)),
  );
  await session.take({ id: 1, kind: 'open', load, settings: { context: 2048, threads: 1 } });
  expect(said).toEqual([{ id: 1, kind: 'broken', fault, message }]);
});

describe('a lost device', () => {
  it('ends what runs, once', async () => {
    let go = () => {};
    const { session, said, hooks } = await sessionWith(async function* () {
      yield text('{');
      await new Promise<void>((resolve) => (go = resolve));
      yield new Error('Object has already been disposed');
    });
    const asked = session.take({ id: 2, kind: 'generate', generation });
    await vi.waitFor(() => expect(said).toHaveLength(1));
    hooks().onLost('taken away');
    go();
    await asked;
    expect(said.slice(1)).toEqual([{ id: 2, kind: 'broken', fault: 'device-lost', message: 'taken away' }]);
  });

  it('that nobody waited for is told to whoever comes next', async () => {
    const { session, said, questions, hooks } = await sessionWith(() => [text('{}'), end('stop'), usage]);
    hooks().onLost('taken away');
    await session.take({ id: 2, kind: 'generate', generation });
    expect(said).toEqual([{ id: 2, kind: 'broken', fault: 'device-lost', message: 'taken away' }]);
    expect(questions).toEqual([]);
  });
});

it('stops when told to, also when told before the first word', async () => {
  const { session, said, interrupted } = await sessionWith(async function* () {
    await Promise.resolve();
    yield text('{');
    yield end('abort');
  });
  const asked = session.take({ id: 2, kind: 'generate', generation });
  await session.take({ id: 9, kind: 'stop' });
  expect(interrupted()).toBe(0);
  await session.take({ id: 2, kind: 'stop' });
  await asked;
  expect(said.at(-1)).toEqual({ id: 2, kind: 'stopped' });
  expect(interrupted(), 'at once, and with each word that comes all the same').toBe(3);
});

it('works on nothing else while a reply is still being stopped', async () => {
  let go = () => {};
  const { session, said, questions, interrupted } = await sessionWith(async function* ({ grammar }) {
    if (grammar === null) yield tooLong(9);
    yield text('{');
    await new Promise<void>((resolve) => (go = resolve));
    yield end('abort');
  });
  const orders = [
    session.take({ id: 2, kind: 'generate', generation }),
    session.take({ id: 2, kind: 'stop' }),
    session.take({ id: 3, kind: 'count', messages: generation.messages, context: 2048 }),
    session.take({ id: 4, kind: 'generate', generation }),
    session.take({ id: 4, kind: 'stop' }),
  ];
  await vi.waitFor(() => expect(said.at(-1)).toEqual({ id: 2, kind: 'text', soFar: '{' }));
  expect(said[0], 'it never began').toEqual({ id: 4, kind: 'stopped' });
  expect(questions).toHaveLength(1);
  const before = interrupted();
  go();
  await Promise.all(orders);
  expect(said.slice(2)).toEqual([
    { id: 2, kind: 'stopped' },
    { id: 3, kind: 'counted', tokens: 9 },
  ]);
  expect(interrupted() - before, 'the last word of the first').toBe(1);
});

it('says while the grammar is being made, and when it is ready', async () => {
  vi.useFakeTimers();
  let ready = false;
  let go = () => {};
  const { session, said, hooks } = await sessionWith(
    async function* () {
      await new Promise<void>((resolve) => (go = resolve));
      yield text('{}');
      yield end('stop');
    },
    { isReady: () => ready },
  );
  const asked = session.take({ id: 2, kind: 'generate', generation });
  await vi.advanceTimersByTimeAsync(5000);
  expect(said).toEqual([{ id: 2, kind: 'alive', compiling: true }]);
  hooks().onRead();
  expect(said.at(-1), 'the prompt is read meanwhile').toEqual({ id: 2, kind: 'alive', compiling: true });
  ready = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(said.at(-1)).toEqual({ id: 2, kind: 'alive' });
  const before = said.length;
  go();
  await asked;
  hooks().onRead();
  expect(said.slice(before).map(({ kind }) => kind)).toEqual(['text', 'generated']);
});
