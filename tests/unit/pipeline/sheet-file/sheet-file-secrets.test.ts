import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/core/model/json';
import { secretIn, SecretInSheet } from '../../../../src/pipeline/sheet-file-secrets';
import { sheetFileBlob, SheetFileWriter } from '../../../../src/pipeline/sheet-file-write';
import { plainSheet, storeWith, writing } from './stored-sheet';

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
    const sheet = await plainSheet();
    const [run] = sheet.runs;
    const [first, second, third] = run?.results ?? [];
    if (!run || !first || !second || !third) throw new Error('Expected results.');
    const receipt = { ...second.judgement.receipt, parameters };
    const attempts = second.judgement.attempts.map(({ reply }) => ({ reply: { ...reply, parameters } }));
    const inReceipt = { ...second, judgement: { ...second.judgement, receipt } };
    const inReply = { ...second, judgement: { ...second.judgement, attempts } };
    const heads = { ...run, head: { ...run.head, judge: { ...run.head.judge, parameters } } };
    const stored = [
      heads,
      { ...run, results: [first, inReceipt, third] },
      { ...run, results: [first, inReply, third] },
    ].map((one) => ({ run: one, unwritten: [inReceipt].slice(1) }));
    for (const { run: one, unwritten } of [
      ...stored,
      { run, unwritten: [{ ...inReceipt, milliseconds: 77 }] },
    ]) {
      const store = await storeWith({ ...sheet, runs: [one] });
      const options = { ...writing, unwritten: () => unwritten };
      let written = '';
      const write = async () => {
        for await (const piece of new SheetFileWriter(store, 'sheet-1', options).text()) written += piece;
      };
      await expect(write()).rejects.toBeInstanceOf(SecretInSheet);
      expect(written).not.toContain(marker);
      await expect(sheetFileBlob(store, 'sheet-1', options)).rejects.toBeInstanceOf(SecretInSheet);
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
