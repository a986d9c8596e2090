import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { takeLongPrompts } from '../../../../../src/judges/device/webllm/web-llm-prefix';

/** As many arguments as a call in a worker of Chromium has room for; here there may be more. */
const mostArguments = 60_000;

/** How WebLLM 0.2.85 puts a prompt together: a word is a token, numbered by its length. */
class Pipeline {
  prompts: string[] = [];
  contextWindowSize = Infinity;
  readonly tokenizer = {
    encode: (text: string) => Int32Array.from(text.split(' '), ({ length }) => length),
  };

  getInputData(): Promise<[number[][], number, () => number]> {
    const tokens = [7];
    let count = 0;
    for (const prompt of this.prompts) {
      const encoded = this.tokenizer.encode(prompt);
      count += encoded.length;
      const given = [...encoded];
      if (given.length > mostArguments)
        return Promise.reject(new RangeError('Maximum call stack size exceeded'));
      tokens.push(...given);
    }
    if (count > this.contextWindowSize)
      return Promise.reject(new Error(`number of prompt tokens: ${count}; context window size: 1`));
    return Promise.resolve([[tokens], count, () => 0]);
  }
}

const prompts = fc.array(
  fc.record({ word: fc.constantFrom('a', 'bb', 'ccc'), times: fc.integer({ min: 1, max: 90_000 }) }),
  { minLength: 1, maxLength: 4 },
);

it('texts of any length are one prompt, token by token', async () => {
  await fc.assert(
    fc.asyncProperty(prompts, async (texts) => {
      const pipeline = new Pipeline();
      takeLongPrompts(pipeline, '0.2.85');
      pipeline.prompts = texts.map(({ word, times }) => Array(times).fill(word).join(' '));
      const [[tokens = []], count] = await pipeline.getInputData();
      const all = texts.reduce((sum, { times }) => sum + times, 0);
      expect([tokens.length, count]).toEqual([all + 1, all]);
      let at = 1;
      for (const { word, times } of texts) {
        const own = tokens.slice(at, at + times);
        expect(own.every((token) => token === word.length)).toBe(true);
        at += times;
      }
      pipeline.contextWindowSize = all - 1;
      await expect(pipeline.getInputData()).rejects.toThrow(`number of prompt tokens: ${all};`);
    }),
    { numRuns: 10 },
  );
});

it('another version is left as it is', async () => {
  const pipeline = new Pipeline();
  takeLongPrompts(pipeline, '0.2.86');
  pipeline.prompts = [
    Array(mostArguments + 1)
      .fill('a')
      .join(' '),
  ];
  await expect(pipeline.getInputData()).rejects.toThrow(RangeError);
});
