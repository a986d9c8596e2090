import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchForms, requestText } from '../../../../../src/core/export/batch/batch-engine';
import { BatchSplit, filesFor } from '../../../../../src/core/export/batch/batch-split';

const frames = fc.constantFrom(batchForms.openai, batchForms.anthropic);

describe('splitting requests over files', () => {
  it('keeps every file within both limits, no file is cut sooner than it must, and what fits none is in none', () => {
    fc.assert(
      fc.property(
        frames,
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 40, max: 200 }),
        fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 40 }),
        (frame, mostRequests, mostBytes, texts) => {
          const form = { ...frame, mostRequests, mostBytes };
          const size = (file: readonly string[]) =>
            Buffer.byteLength(form.open + file.join(form.between) + form.close);
          const split = new BatchSplit(form);
          const files: string[][] = [];
          const fits = (text: string) => size([text]) <= mostBytes;
          for (const text of texts) {
            const place = split.place(Buffer.byteLength(text));
            expect(place !== null).toBe(fits(text));
            if (place !== null) (files[place] ??= []).push(text);
          }
          expect(files.flat()).toEqual(texts.filter(fits));
          expect(split.files).toBe(files.length);
          for (const [index, file] of files.entries()) {
            expect(file.length).toBeLessThanOrEqual(mostRequests);
            expect(size(file)).toBeLessThanOrEqual(mostBytes);
            const next = files[index + 1]?.[0];
            if (next !== undefined && file.length < mostRequests)
              expect(size([...file, next])).toBeGreaterThan(mostBytes);
          }
        },
      ),
    );
  });

  it.each([
    ['openai' as const, 50_000, 1_000, 1],
    ['openai' as const, 50_001, 1_000, 2],
    ['openai' as const, 50_000, 10_000, 6],
    ['anthropic' as const, 100_000, 1_000, 1],
    ['anthropic' as const, 100_001, 1_000, 2],
    ['openai' as const, 0, 0, 0],
  ])('%s: %i requests of %i bytes take %i files', (engine, requests, bytes, files) => {
    expect(filesFor(batchForms[engine], requests, bytes)).toBe(files);
  });
});

describe('a request', () => {
  const body = { model: 'm', messages: ['line\nbreak 한글'] };
  it('is one line of the form that each engine reads', () => {
    const openAi = requestText('openai', 'an-id', body);
    expect(openAi).not.toContain('\n');
    expect(JSON.parse(openAi)).toEqual({
      custom_id: 'an-id',
      method: 'POST',
      url: '/v1/chat/completions',
      body,
    });
    const { open, between, close } = batchForms.anthropic;
    const text = requestText('anthropic', 'an-id', body);
    expect(JSON.parse(`${open}${text}${between}${text}${close}`)).toEqual({
      requests: [
        { custom_id: 'an-id', params: body },
        { custom_id: 'an-id', params: body },
      ],
    });
  });
});
