import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readResultLine,
  type BatchErrorKind,
  type ResultLine,
} from '../../../../src/export/batch/read-result-line';

const completion = { id: 'c', choices: [{ message: { content: 'x' } }] };
const message = { id: 'm', content: [{ type: 'text', text: 'x' }] };
const openAi = { engine: 'openai', id: 'one' } as const;
const anthropic = { engine: 'anthropic', id: 'one' } as const;

const said = (what: BatchErrorKind, text: string, body: unknown) =>
  ({ kind: 'error', what, said: text, body }) as const;
const refusal = { error: { message: 'Too long.\nReally.', code: 'x' } };
const ofVllm = { object: 'error', message: 'No.', code: 400 };
const nested = { type: 'error', error: { type: 'invalid', message: 'No.' } };
const damaged: ResultLine = { kind: 'damaged', fault: 'shape' };

const lines: [name: string, line: object, read: ResultLine][] = [
  [
    'a reply from OpenAI',
    { id: 'b', response: { status_code: 200, request_id: 'r', body: completion }, error: null },
    { kind: 'reply', ...openAi, body: completion },
  ],
  [
    'a reply from vLLM without a wrapper',
    { id: 'b', response: completion, error: null },
    { kind: 'reply', ...openAi, body: completion },
  ],
  [
    'a question that OpenAI refused',
    { response: { status_code: 400, body: refusal }, error: null },
    { ...said('error', 'Too long. Really.', refusal), ...openAi },
  ],
  ...(
    [
      ['batch_expired', 'expired'],
      ['batch_cancelled', 'cancelled'],
      ['request_timeout', 'timeout'],
      ['server_error', 'error'],
    ] as const
  ).map(([code, what]): [string, object, ResultLine] => {
    const error = { code, message: 'So it is.' };
    return [
      `${code} from OpenAI`,
      { response: null, error },
      { ...said(what, 'So it is.', error), ...openAi },
    ];
  }),
  [
    'an error of vLLM beside an empty response',
    { response: { status_code: 400, request_id: 'r', body: null }, error: ofVllm },
    { ...said('error', 'No.', ofVllm), ...openAi },
  ],
  [
    'a reply from Anthropic',
    { result: { type: 'succeeded', message } },
    { kind: 'reply', ...anthropic, body: message },
  ],
  [
    'an error from Anthropic',
    { result: { type: 'errored', error: nested } },
    { ...said('error', 'No.', nested), ...anthropic },
  ],
  [
    'a request that Anthropic cancelled',
    { result: { type: 'canceled' } },
    { ...said('cancelled', '', null), ...anthropic },
  ],
  [
    'a request that expired at Anthropic',
    { result: { type: 'expired' } },
    { ...said('expired', '', null), ...anthropic },
  ],
  [
    'a line of a file for OpenAI',
    { method: 'POST', url: '/v1/chat/completions', body: {} },
    { kind: 'request' },
  ],
  ['neither a response nor an error', { response: null }, damaged],
  ['no id', { custom_id: undefined, response: { status_code: 200, body: completion } }, damaged],
  ['an unknown ending', { result: { type: 'lost' } }, damaged],
];

describe('a line of a result file', () => {
  it.each(lines)('%s', (_, line, read) => {
    expect(readResultLine(JSON.stringify({ custom_id: 'one', ...line }))).toEqual(read);
  });

  it.each(['{"requests":[', '{"custom_id":"one","params":{"model":"m"}},', ']}'])(
    'knows a line of a file for Anthropic: %s',
    (text) => {
      expect(readResultLine(text)).toEqual({ kind: 'request' });
    },
  );

  it('that was cut off is damaged, wherever it was cut', () => {
    const whole = JSON.stringify({ custom_id: 'one', ...lines[0]?.[1] });
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
