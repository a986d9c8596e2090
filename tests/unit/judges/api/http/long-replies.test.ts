import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiJudge } from '../../../../../src/judges/api/api-judge';
import { endsEarly } from '../../../../../src/judges/api/http/read-body';
import { EventReader } from '../../../../../src/judges/api/http/read-stream';
import { listModels } from '../../../../../src/judges/api/test-connection';
import { providerById, wireFor } from '../../../../../src/judges/api/providers';
import type { Fault } from '../../../../support/loopback-judge/faults';
import { startLoopbackJudge, type LoopbackJudge } from '../../../../support/loopback-judge/loopback-judge';
import { impatientSleep, sampleRequest } from '../sample-request';

const key = 'sk-loopback-0123456789abcdef';
const wire = wireFor(providerById('compatible'));
let server: LoopbackJudge;
beforeEach(async () => {
  server = await startLoopbackJudge({ key });
});
afterEach(() => server.close());

function judge() {
  return apiJudge(
    wire,
    { baseUrl: server.baseUrl, model: 'judge-1', key, atOnce: 4 },
    {
      fetch,
      clock: { now: () => 0, sleep: impatientSleep([]) },
      random: () => 0.5,
      sent: () => undefined,
      ollamas: new Set(),
    },
  );
}
const tooLong = {
  reason: 'truncated',
  detail: expect.stringContaining('reply too long'),
  causes: [{ code: 'connection', fault: 'reply-too-long' }],
};

describe('a reply without end', () => {
  it.each<[string, Fault, boolean]>([
    ['in one piece', { kind: 'flood', bytes: 5e8, as: 'json' }, false],
    ['of words', { kind: 'flood', bytes: Infinity, as: 'words' }, true],
    ['of one line', { kind: 'flood', bytes: Infinity, as: 'line' }, true],
    ['of lines', { kind: 'flood', bytes: Infinity, as: 'lines' }, true],
    ['of comments', { kind: 'flood', bytes: Infinity, as: 'comments' }, true],
    ['of events that nobody asked for', { kind: 'flood', bytes: Infinity, as: 'words' }, false],
  ])('%s is cut off, and is not asked for again', async (_, fault, stream) => {
    server.script(fault);
    const request = sampleRequest(stream ? { onText: () => undefined } : {});
    expect(await judge().ask(request)).toMatchObject({ ...tooLong, usage: {} });
    expect(server.counts.get('case-7')).toBe(1);
    await expect.poll(() => server.inFlight().now).toBe(0);
  });

  it('that says that it is an error ends as that error', async () => {
    server.script({ kind: 'flood', bytes: Infinity, as: 'json', status: 404 });
    expect(await judge().ask(sampleRequest())).toMatchObject({ causes: [{ fault: 'address' }] });
  });

  it('whose words are too many is none, however it came', async () => {
    server.script({ kind: 'content', content: 'word '.repeat(60_000) });
    expect(await judge().ask(sampleRequest())).toMatchObject(tooLong);
  });

  it('in the place of a list of models is no list', async () => {
    const endless = () =>
      Promise.resolve(
        new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1e6).fill(32)) })),
      );
    const { signal } = new AbortController();
    const server = { baseUrl: 'https://example.com/v1', key };
    expect(await listModels(wire, server, { fetch: endless }, signal)).toMatchObject({
      ok: false,
      fault: 'reply-too-long',
    });
  });
});

it('a line in very many pieces is read, however many they are', () => {
  // Looked at again with each piece, it would take longer than any test may.
  const reader = new EventReader();
  expect(reader.take('data: ')).toEqual([]);
  for (let count = 0; count < 200_000; count += 1) reader.take('x'.repeat(64));
  expect(reader.end().map(({ length }) => length)).toEqual([64 * 200_000]);
});

describe('JSON that ends early', () => {
  it.each(['{', '{"a', '{"a":"}', '{"a":"\\"}', '{"a":[1,{"b":2}', '[', ' \n{"a":1'])('%j does', (text) => {
    expect(endsEarly(text)).toBe(true);
  });
  it.each(['', 'no', '<html>{', '{a}', '{"a":1}', '{"a":1}}', '{"a":"\\\\"}', 'data: {', '{oops'])(
    '%j does not',
    (text) => {
      expect(endsEarly(text)).toBe(false);
    },
  );
});
