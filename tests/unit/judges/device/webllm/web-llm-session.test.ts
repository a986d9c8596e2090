import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { Answer, Generation, WebllmLoad } from '../../../../../src/judges/device/messages';
import { replyGrammar } from '../../../../../src/judges/device/reply-grammar';
import {
  type EngineHooks,
  type OpenEngine,
  type Piece,
  type Question,
  templateText,
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
const text = (words: string): Piece => ({ text: words, finish: null, usage: null, options: null });
const end = (finish: string): Piece => ({ text: '', finish, usage: null, options: null });
const usage: Piece = { text: '', finish: null, usage: { promptTokens: 30, replyTokens: 9 }, options: null };

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
        ...changes,
      });
    },
  );
  await session.take({ kind: 'open', load, settings: { context: 2048, threads: 4 } });
  const opened = said.splice(0);
  const given = (): EngineHooks => {
    if (!hooks) throw new Error('Expected the engine to be opened.');
    return hooks;
  };
  return { session, said, questions, opened, hooks: given, interrupted: () => interrupted };
}

it('opens, and generates within the grammar of the shape, with what else a score might have been', async () => {
  const options = ['3', '4'].map((token) => ({ text: token, logprob: Math.log(0.5) }));
  const { session, said, questions, opened } = await sessionWith(() => [
    text('<think>\n\n</think>\n\n{"score":'),
    { ...text('3'), options },
    text('}'),
    end('stop'),
    usage,
  ]);
  expect(opened).toEqual([
    {
      kind: 'opened',
      opened: { context: 2048, trainedContext: 8192, threads: 1, parameters: 0.6, bytesPerToken: 9 },
    },
  ]);
  await session.take({ kind: 'generate', generation });
  expect(said).toEqual([
    { kind: 'text', soFar: '{"score":' },
    { kind: 'text', soFar: '{"score":3' },
    { kind: 'text', soFar: '{"score":3}' },
    {
      kind: 'generated',
      generated: {
        text: '{"score":3}',
        stop: 'complete',
        promptTokens: 430,
        choices: [{ at: 9, options, untold: Math.log(0.5) }],
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

it('counts by what the library says of a prompt that is too long', async () => {
  // A word is a token, and the template has three.
  const words = ({ messages }: Question) =>
    messages.reduce((sum, { content }) => sum + content.trim().split(/\s+/).length, 3);
  const { session, said } = await sessionWith((question) => [tooLong(words(question))]);
  await session.take({ kind: 'count', messages: generation.messages, context: 2048 });
  expect(said).toEqual([{ kind: 'counted', tokens: 9 }]);
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
  await session.take({ kind: 'generate', generation });
  expect(said.at(-1)).toMatchObject(expected);
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
  await session.take({ kind: 'open', load, settings: { context: 2048, threads: 1 } });
  expect(said).toEqual([{ kind: 'broken', fault, message }]);
});

it('a lost device ends what runs, once', async () => {
  let go = () => {};
  const { session, said, hooks } = await sessionWith(async function* () {
    yield text('{');
    await new Promise<void>((resolve) => (go = resolve));
    yield new Error('Object has already been disposed');
  });
  const asked = session.take({ kind: 'generate', generation });
  await vi.waitFor(() => expect(said).toHaveLength(1));
  hooks().onLost('taken away');
  const lost = { kind: 'broken', fault: 'device-lost', message: 'taken away' };
  expect(said.slice(1), 'at once').toEqual([lost]);
  go();
  await asked;
  expect(said.slice(1)).toEqual([lost]);
});

it('stops when told to, also when told before the first word', async () => {
  const { session, said, interrupted } = await sessionWith(async function* () {
    await Promise.resolve();
    yield text('{');
    yield end('abort');
  });
  const asked = session.take({ kind: 'generate', generation });
  await session.take({ kind: 'stop' });
  await asked;
  expect(said.at(-1)).toEqual({ kind: 'stopped' });
  expect(interrupted(), 'at once, and with each word that comes all the same').toBe(3);
});

it('takes a text that is too long for a call of WebLLM for a prompt that is too long', async () => {
  const { session, said } = await sessionWith(() => [new RangeError('Maximum call stack size exceeded')]);
  await session.take({ kind: 'generate', generation });
  expect(said).toEqual([{ kind: 'too-long', tokens: 60_000 }]);
});

it('gives a sign of life while it reads, and says where a reply is cut off', async () => {
  const { session, said, hooks } = await sessionWith(function* () {
    hooks().onRead();
    yield text('{}');
    yield end('length');
  });
  await session.take({ kind: 'generate', generation });
  expect(said.map(({ kind }) => kind)).toEqual(['alive', 'text', 'generated']);
  expect(said.at(-1)).toMatchObject({ generated: { stop: 'length' } });
});

/** As WebLLM puts a text into a template. */
function inTemplate(template: string | null, given: string): string {
  if (template === null) return given;
  return template.replace('{user_message}', given).replace('{function_string}', '');
}
const marks = ['$', '$$', '$&', "$'", '$`', '$1', '{function_string}', '{user_message}', 'a', ' ', '한'];

it('a model reads what was written, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...marks)).map((pieces) => pieces.join('')),
      fc.boolean(),
      (written, user) => {
        const templates = { system: true as const, user, assistant: false };
        const given = templateText(written, 'user', templates);
        expect(inTemplate(user ? '<|user|>{user_message}<|end|>' : null, given)).toBe(
          user ? `<|user|>${written}<|end|>` : written,
        );
        const system = templateText(written, 'system', templates);
        expect('<s>{system_message}</s>'.replace('{system_message}', system)).toBe(`<s>${written}</s>`);
      },
    ),
  );
});
