import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readResultLine, type ResultLine } from '../../../../src/export/batch/read-result-line';

const completion = { id: 'c', choices: [{ message: { content: 'x' } }] };
const message = { id: 'm', content: [{ type: 'text', text: 'x' }] };
const openAi = { engine: 'openai', id: 'one' } as const;
const anthropic = { engine: 'anthropic', id: 'one' } as const;

const lines: [name: string, line: unknown, read: ResultLine][] = [
  [
    'a reply from OpenAI',
    {
      id: 'b',
      custom_id: 'one',
      response: { status_code: 200, request_id: 'r', body: completion },
      error: null,
    },
    { kind: 'reply', ...openAi, body: completion },
  ],
  [
    'a reply from vLLM without a wrapper',
    { id: 'b', custom_id: 'one', response: completion, error: null },
    { kind: 'reply', ...openAi, body: completion },
  ],
  [
    'a question that OpenAI refused',
    {
      custom_id: 'one',
      response: { status_code: 400, body: { error: { message: 'Too long.\nReally.', code: 'x' } } },
      error: null,
    },
    {
      kind: 'error',
      ...openAi,
      what: 'error',
      said: 'Too long. Really.',
      body: { error: { message: 'Too long.\nReally.', code: 'x' } },
    },
  ],
  ...(
    [
      ['batch_expired', 'expired'],
      ['batch_cancelled', 'cancelled'],
      ['request_timeout', 'timeout'],
      ['server_error', 'error'],
    ] as const
  ).map(([code, what]): [string, unknown, ResultLine] => [
    `${code} from OpenAI`,
    { custom_id: 'one', response: null, error: { code, message: 'So it is.' } },
    { kind: 'error', ...openAi, what, said: 'So it is.', body: { code, message: 'So it is.' } },
  ]),
  [
    'an error of vLLM beside an empty response',
    {
      custom_id: 'one',
      response: { status_code: 400, request_id: 'r', body: null },
      error: { object: 'error', message: 'No.', code: 400 },
    },
    {
      kind: 'error',
      ...openAi,
      what: 'error',
      said: 'No.',
      body: { object: 'error', message: 'No.', code: 400 },
    },
  ],
  [
    'a reply from Anthropic',
    { custom_id: 'one', result: { type: 'succeeded', message } },
    { kind: 'reply', ...anthropic, body: message },
  ],
  [
    'an error from Anthropic',
    {
      custom_id: 'one',
      result: { type: 'errored', error: { type: 'error', error: { type: 'invalid', message: 'No.' } } },
    },
    {
      kind: 'error',
      ...anthropic,
      what: 'error',
      said: 'No.',
      body: { type: 'error', error: { type: 'invalid', message: 'No.' } },
    },
  ],
  [
    'a request that Anthropic cancelled',
    { custom_id: 'one', result: { type: 'canceled' } },
    { kind: 'error', ...anthropic, what: 'cancelled', said: '', body: null },
  ],
  [
    'a request that expired at Anthropic',
    { custom_id: 'one', result: { type: 'expired' } },
    { kind: 'error', ...anthropic, what: 'expired', said: '', body: null },
  ],
  [
    'a line of a file for OpenAI',
    { custom_id: 'one', method: 'POST', url: '/v1/chat/completions', body: {} },
    { kind: 'request' },
  ],
  [
    'neither a response nor an error',
    { custom_id: 'one', response: null },
    { kind: 'damaged', fault: 'shape' },
  ],
  ['no id', { response: { status_code: 200, body: completion } }, { kind: 'damaged', fault: 'shape' }],
  ['an unknown ending', { custom_id: 'one', result: { type: 'lost' } }, { kind: 'damaged', fault: 'shape' }],
];

describe('a line of a result file', () => {
  it.each(lines)('%s', (_, line, read) => {
    expect(readResultLine(JSON.stringify(line))).toEqual(read);
  });

  it.each(['{"requests":[', '{"custom_id":"one","params":{"model":"m"}},', ']}'])(
    'knows a line of a file for Anthropic: %s',
    (text) => {
      expect(readResultLine(text)).toEqual({ kind: 'request' });
    },
  );

  it('that was cut off is damaged, wherever it was cut', () => {
    const whole = JSON.stringify(lines[0]?.[1]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: whole.length - 1 }), (length) => {
        expect(readResultLine(whole.slice(0, length))).toEqual({ kind: 'damaged', fault: 'not-json' });
      }),
    );
  });

  it('never throws, whatever it holds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(['reply', 'error', 'request', 'damaged']).toContain(readResultLine(text).kind);
      }),
    );
  });
});
