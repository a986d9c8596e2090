import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/core/model/json';
import { runFile } from '../../../../src/pipeline/run-file-bytes';
import { secretIn, SecretInRun } from '../../../../src/pipeline/run-file-secrets';
import { runFileText } from '../../../../src/pipeline/run-file-write';
import { headFor, plainRun, storeWith, type WholeRun } from './stored-run';

const marker = 'marker-of-a-key-4711';

describe('keys are never written', () => {
  it.each<[string, Record<string, Json>]>([
    ['authorization', { authorization: marker }],
    ['Authorization', { Authorization: `Bearer ${marker}` }],
    ['api_key', { api_key: marker }],
    ['apiKey', { apiKey: marker }],
    ['x-api-key', { 'x-api-key': marker }],
    ['X-Goog-Api-Key', { 'X-Goog-Api-Key': marker }],
    ['openai_api_key', { openai_api_key: marker }],
    ['token', { token: marker }],
    ['access_token', { access_token: marker }],
    ['client_secret', { client_secret: marker }],
    ['password', { password: 4711 }],
    ['inside headers', { headers: { 'api-key': marker } }],
    ['inside a list', { headers: [{ name: 'x', key: marker }] }],
    ['as a value', { extra: `Bearer ${marker}` }],
    ['inside an address', { baseUrl: `https://me:${marker}@example.org/v1` }],
    ['as a mapping', { credentials: { user: 'me', pass: marker } }],
  ])('%s', async (_, parameters) => {
    expect(secretIn(parameters)).not.toBeNull();
    const run = await plainRun();
    const [first, second, third] = run.results;
    if (!first || !second || !third) throw new Error('Expected results.');
    const receipt = { ...second.judgement.receipt, parameters };
    const attempts = second.judgement.attempts.map(({ reply }) => ({ reply: { ...reply, parameters } }));
    const inHead = { ...run, head: headFor(3, { judge: { ...run.head.judge, parameters } }) };
    const inReceipt = { ...second, judgement: { ...second.judgement, receipt } };
    const inReply = { ...second, judgement: { ...second.judgement, attempts } };
    const runs: WholeRun[] = [
      inHead,
      { ...run, results: [first, inReceipt, third] },
      { ...run, results: [first, inReply, third] },
    ];
    for (const one of runs) {
      const store = await storeWith(one);
      let written = '';
      const write = async () => {
        for await (const piece of runFileText(store, one.head.id)) written += piece;
      };
      await expect(write()).rejects.toBeInstanceOf(SecretInRun);
      expect(written).not.toContain(marker);
      const packed = new Response(runFile(store, one.head.id).bytes).arrayBuffer();
      await expect(packed).rejects.toThrow();
    }
  });

  it.each<[string, Record<string, Json>]>([
    [
      'plain settings',
      { temperature: 0, max_tokens: 100, max_completion_tokens: 5, top_k: 1, seed: 3, stop: ['x'] },
    ],
    ['an address', { baseUrl: 'https://example.org:8080/v1/chat@2' }],
    [
      'a schema with such a field',
      { response_format: { json_schema: { schema: { properties: { password: { type: 'string' } } } } } },
    ],
    ['nothing where a key could stand', { authorization: null }],
    ['keywords', { keywords: 'a', tokenizer: 'b', keyboard: 'c' }],
  ])('%s may stand there', (_, parameters) => {
    expect(secretIn(parameters)).toBeNull();
  });
});
