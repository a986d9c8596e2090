import { expect, it } from 'vitest';
import { waitInHeaders } from '../../../../../src/judges/api/http/wait';

const requests = 'x-ratelimit-reset-requests';
const tokens = 'x-ratelimit-reset-tokens';
const remaining = 'x-ratelimit-remaining-requests';
const soon = '2026-01-01T00:00:20Z';
const later = '2026-01-01T00:01:00Z';

it.each<[string, Record<string, string>, string | null]>([
  ['nothing', {}, null],
  ['what everybody says', { 'Retry-After': '7', 'retry-after-ms': '100', [requests]: '1s' }, '7'],
  [
    'a date, as it stands',
    { 'Retry-After': 'Thu, 01 Jan 2026 00:00:20 GMT' },
    'Thu, 01 Jan 2026 00:00:20 GMT',
  ],
  ['thousandths', { 'retry-after-ms': '1250', [requests]: '6m0s' }, '1.25'],
  ['no thousandths', { 'retry-after-ms': 'soon' }, null],
  ['seconds', { [requests]: '1s' }, '1'],
  ['minutes', { [requests]: '6m0s' }, '360'],
  ['less than a second', { [tokens]: '20ms' }, '0.02'],
  ['hours', { [tokens]: '1h0m2.5s' }, '3602.5'],
  ['a bare number, as Azure has it', { [tokens]: '30' }, '30'],
  ['a word', { [tokens]: 'tomorrow' }, null],
  ['a span with more behind it', { [tokens]: '1s later' }, null],
  // Groq's limit of requests is by the day, and is far away while that of tokens is near.
  [
    'two, of which nobody says which it is: the nearer',
    { [requests]: '2m59.56s', [tokens]: '7.66s' },
    '7.66',
  ],
  ['the one that is used up', { [remaining]: '0', [requests]: '40s', [tokens]: '7s' }, '40'],
  ['the one that is not told to be left', { [remaining]: '14370', [requests]: '2s', [tokens]: '7s' }, '7'],
  [
    'both used up: the farther',
    { [remaining]: '0', [requests]: '2s', 'x-ratelimit-remaining-tokens': '0', [tokens]: '7s' },
    '7',
  ],
  ['a time, as Anthropic has it', { 'anthropic-ratelimit-requests-reset': soon }, soon],
  [
    'the time of the one that is used up',
    {
      'anthropic-ratelimit-requests-remaining': '40',
      'anthropic-ratelimit-requests-reset': soon,
      'anthropic-ratelimit-input-tokens-remaining': '0',
      'anthropic-ratelimit-input-tokens-reset': later,
      'anthropic-ratelimit-output-tokens-remaining': '8000',
      'anthropic-ratelimit-output-tokens-reset': soon,
    },
    later,
  ],
  ['no time', { 'anthropic-ratelimit-tokens-reset': 'never' }, null],
])('too many requests: %s', (_, headers, expected) => {
  expect(waitInHeaders({ status: 429, headers: new Headers(headers) }, undefined)).toBe(expected);
});

it.each<[string, number, Record<string, string>, string | undefined, string | null]>([
  ['what the body says is more exact than when a limit is full again', 429, { [tokens]: '60s' }, '2', '2'],
  ['what the server asks for comes before what it says', 429, { 'retry-after-ms': '500' }, '2', '0.5'],
  ['a server that failed has no limit to wait for', 500, { [tokens]: '60s' }, undefined, null],
  ['but may ask for a pause', 503, { 'retry-after-ms': '500' }, undefined, '0.5'],
])('%s', (_, status, headers, said, expected) => {
  expect(waitInHeaders({ status, headers: new Headers(headers) }, said)).toBe(expected);
});
