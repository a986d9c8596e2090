import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shellWord } from '../../../../src/ui/batch/shell-word';

it.each([
  ['Qwen/Qwen3-8B', 'Qwen/Qwen3-8B'],
  ['gpt-4o:latest@v1', 'gpt-4o:latest@v1'],
  ['회의록-batch.jsonl', '회의록-batch.jsonl'],
  ['my model', "'my model'"],
  ['m; touch /tmp/x', "'m; touch /tmp/x'"],
  ["it's $(id)", String.raw`'it'\''s $(id)'`],
  ['', "''"],
])('%j is written %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});

it('a shell reads the very text out of it, whatever it is', () => {
  // What no argument of a program can hold is left out.
  const texts = fc.array(fc.stringMatching(/^[^\0\ud800-\udfff]*$/), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(texts, (words) => {
      const command = `printf '%s\\0' ${words.map(shellWord).join(' ')}`;
      const read = execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' });
      expect(read.split('\0').slice(0, -1)).toEqual(words);
    }),
    { numRuns: 20 },
  );
});
