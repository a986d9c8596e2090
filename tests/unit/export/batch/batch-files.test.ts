import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchForms, BatchFileSet, requestText, shellWord } from '../../../../src/export/batch/batch-files';

const frames = fc.constantFrom(batchForms.openai, batchForms.anthropic);

describe('batch files', () => {
  it('stay within both limits, are not cut sooner than they must, and leave out what fits none', async () => {
    await fc.assert(
      fc.asyncProperty(
        frames,
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 40, max: 200 }),
        fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 40 }),
        async (frame, mostRequests, mostBytes, texts) => {
          const form = { ...frame, mostRequests, mostBytes };
          const whole = (requests: readonly string[]) => form.open + requests.join(form.between) + form.close;
          const size = (requests: readonly string[]) => Buffer.byteLength(whole(requests));
          const files = new BatchFileSet(form);
          const kept: string[] = [];
          for (const text of texts) {
            const tooLarge = size([text]) > mostBytes;
            expect(files.add(text)).toBe(!tooLarge);
            if (!tooLarge) kept.push(text);
          }
          let from = 0;
          for (const { blob, requests } of files.finish('f')) {
            const own = kept.slice(from, (from += requests));
            expect(await blob.text()).toBe(whole(own));
            expect(requests).toBeLessThanOrEqual(mostRequests);
            expect(size(own)).toBeLessThanOrEqual(mostBytes);
            const next = kept[from];
            if (next !== undefined && requests < mostRequests)
              expect(size([...own, next])).toBeGreaterThan(mostBytes);
          }
          expect(from).toBe(kept.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('have a number each where there are several', () => {
    const files = new BatchFileSet({ ...batchForms.anthropic, mostRequests: 2 });
    for (const text of ['1', '2', '3']) files.add(text);
    expect(files.finish('run').map(({ name, requests }) => [name, requests])).toEqual([
      ['run-1-of-2.json', 2],
      ['run-2-of-2.json', 1],
    ]);
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

it('a shell reads the very text out of it, whatever it is', () => {
  // What no argument of a program can hold is left out.
  const texts = fc.array(fc.stringMatching(/^[^\0\ud800-\udfff]*$/), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(texts, (words) => {
      expect(shellWord('Qwen/회의록-8B:v1')).toBe('Qwen/회의록-8B:v1');
      const command = `printf '%s\\0' ${words.map(shellWord).join(' ')}`;
      const read = execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' });
      expect(read.split('\0').slice(0, -1)).toEqual(words);
    }),
    { numRuns: 20 },
  );
});
