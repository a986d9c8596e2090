import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { providerById, type ProviderId, wireFor } from '../../../../../src/judges/api/providers';
import { EventReader, readStream } from '../../../../../src/judges/api/http/read-stream';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** A stream that is never closed, and who reads it. */
function open(provider: ProviderId) {
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  let letGo = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => (source = controller),
    cancel: () => {
      letGo = true;
    },
  });
  const told: string[] = [];
  let read: unknown = null;
  const wire = wireFor(providerById(provider));
  void readStream(body, wire, { onText: (soFar) => told.push(soFar), sleep }).then(
    (outcome) => (read = 'json' in outcome ? wire.readReply(outcome.json) : outcome),
  );
  return {
    async say(...events: (object | string)[]) {
      const text = events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event)));
      source?.enqueue(new TextEncoder().encode(text.map((data) => `data: ${data}\n\n`).join('')));
      await vi.advanceTimersByTimeAsync(0);
    },
    async stayAwake() {
      source?.enqueue(new TextEncoder().encode(': awake\n\n'));
      await vi.advanceTimersByTimeAsync(0);
    },
    told,
    read: () => read,
    letGo: () => letGo,
  };
}
const chunk = (content: string, finish_reason: string | null = null) => ({
  choices: [{ delta: { content }, finish_reason }],
});
const counted = { choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } };
const content = (text: string, finishReason?: string) => ({
  candidates: [{ content: { parts: [{ text }] }, ...(finishReason !== undefined && { finishReason }) }],
});
const message = [
  { type: 'message_start', message: { model: 'm' } },
  { type: 'content_block_delta', delta: { type: 'text_delta', text: '{}' } },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
];

it.each<[ProviderId, object[], object | string, object]>([
  ['openai', [chunk('{}', 'stop'), counted], '[DONE]', { promptTokens: 5, replyTokens: 2 }],
  ['anthropic', message, { type: 'message_stop' }, { replyTokens: 2 }],
])('%s: what says that it is over is not waited with', async (provider, events, last, usage) => {
  const stream = open(provider);
  await stream.say(...events);
  expect([stream.read(), stream.letGo()]).toEqual([null, false]);
  await stream.say(last);
  expect(stream.read()).toMatchObject({ text: '{}', stop: 'complete', usage });
  expect(stream.letGo()).toBe(true);
});

it.each<[ProviderId, object]>([
  ['gemini', content('{}', 'STOP')],
  ['openai', chunk('{}', 'stop')],
])('%s: a reply that may be whole is taken when nothing more comes', async (provider, last) => {
  const stream = open(provider);
  await stream.say(last);
  await vi.advanceTimersByTimeAsync(4000);
  await stream.stayAwake();
  expect(stream.read()).toBeNull();
  await vi.advanceTimersByTimeAsync(2000);
  expect(stream.read()).toMatchObject({ text: '{}', stop: 'complete' });
  expect(stream.letGo()).toBe(true);
});

// Some models of Google, and proxies before them, say of each piece that it is the last.
it.each<[ProviderId, object[], object]>([
  ['gemini', [content('{"a"', 'STOP'), content(':1', 'STOP'), content('}', 'STOP')], { text: '{"a":1}' }],
  [
    'openai',
    [chunk('{"a":1}', 'stop'), { choices: [] }, counted],
    { text: '{"a":1}', usage: { replyTokens: 2 } },
  ],
])('%s: what comes after a first end is no less of the reply', async (provider, events, whole) => {
  const stream = open(provider);
  for (const event of events) {
    await stream.say(event);
    await vi.advanceTimersByTimeAsync(3000);
  }
  expect(stream.read()).toBeNull();
  await vi.advanceTimersByTimeAsync(3000);
  expect(stream.read()).toMatchObject({ ...whole, stop: 'complete' });
});

it.each<[ProviderId, object, string[]]>([
  ['gemini', content('{}'), ['{}']],
  ['gemini', content('', 'STOP'), []],
  ['openai', chunk('{}'), ['{}']],
  ['anthropic', { type: 'content_block_delta', delta: { type: 'text_delta', text: '{}' } }, ['{}']],
])('%s: a reply that is not whole is waited for: %j', async (provider, event, told) => {
  const stream = open(provider);
  await stream.say(event);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(stream.told).toEqual(told);
  expect([stream.read(), stream.letGo()]).toEqual([null, false]);
});

it('an error in the place of an answer ends a stream, with what there was of it', async () => {
  const stream = open('openrouter');
  const error = { code: 502, message: 'gone' };
  await stream.say(chunk('{"a"'), { choices: [{ delta: { content: '' }, finish_reason: 'error', error }] });
  expect(stream.read()).toMatchObject({ text: expect.stringContaining('gone'), came: { text: '{"a"' } });
  expect(stream.letGo()).toBe(true);
});

it.each(['', 'null'])('a piece whose reason to end is %j is not the last one', async (none) => {
  const stream = open('compatible');
  await stream.say(chunk('{"a":', none));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stream.read()).toBe(null);
  await stream.say(chunk('1}', none), '[DONE]');
  expect(stream.read(), 'a server that never says why it ended').toMatchObject({
    text: '{"a":1}',
    stop: 'unknown',
  });
});

function readAll(pieces: readonly string[]): string[] {
  const reader = new EventReader();
  return [...pieces.flatMap((piece) => reader.take(piece)), ...reader.end()];
}

describe('server-sent events', () => {
  it.each([
    ['one event', 'data: {"a":1}\n\n', ['{"a":1}']],
    ['no space after the colon', 'data:x\n\n', ['x']],
    ['only the first space is none of the data', 'data:  x\n\n', [' x']],
    ['line ends of all kinds', 'data: a\r\n\r\ndata: b\r\rdata: c\n\n', ['a', 'b', 'c']],
    ['comments and other fields', ': awake\n\nevent: ping\nid: 7\nretry: 10\ndata: a\n\n', ['a']],
    ['several lines of data', 'data: a\ndata: b\n\n', ['a\nb']],
    ['data without a value', 'data\n\ndata:\n\n', []],
    ['fields that begin alike', 'database: a\n\n', []],
    ['a last event that is not closed', 'data: a\n\ndata: b', ['a', 'b']],
    ['a last line end that is half', 'data: a\r', ['a']],
    ['nothing', '', []],
  ])('%s', (_, text, expected) => {
    expect(readAll([text])).toEqual(expected);
  });

  it('are the same however the text was cut, letters included', () => {
    const event = fc.array(fc.stringMatching(/^[^\r\n]*$/), { minLength: 1, maxLength: 3 });
    const end = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(event, end)),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (events, sizes) => {
          const text = events.map(
            ([lines, eol]) => lines.map((line) => `data: ${line}${eol}`).join('') + eol,
          );
          const bytes = new TextEncoder().encode(text.join(''));
          const decoder = new TextDecoder();
          const pieces: string[] = [];
          for (let from = 0, step = 0; from < bytes.length; step += 1) {
            const size = sizes[step % sizes.length] ?? 1;
            pieces.push(decoder.decode(bytes.subarray(from, from + size), { stream: true }));
            from += size;
          }
          expect(readAll(pieces)).toEqual(readAll([new TextDecoder().decode(bytes)]));
        },
      ),
    );
  });
});
