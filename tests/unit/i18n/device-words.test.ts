import { describe, expect, it } from 'vitest';
import type { FileFlaw } from '../../../src/judges/device/device';
import { deviceWords } from '../../../src/i18n/device-words';
import { problemInWords, sizeInWords } from '../../../src/judges/device/form/in-words';

const flaws: FileFlaw[] = [
  { kind: 'size', came: 5, expected: 4096 },
  { kind: 'size', came: null, expected: 4096 },
  { kind: 'content' },
  { kind: 'unreadable' },
];

describe('what is wrong with a file of a model', () => {
  it.each(flaws)('%j is said in the language of the page', (flaw) => {
    const problem = { fault: 'wrong-file' as const, said: 'tensor-cache.json', flaw };
    const english = problemInWords(problem, deviceWords.en);
    expect(english).toContain('(tensor-cache.json: ');
    expect(english).not.toMatch(/undefined|null|[가-힣]/);
    const korean = problemInWords(problem, deviceWords.ko);
    expect(korean).toContain('(tensor-cache.json: ');
    // Names of files stay; every other word is Korean.
    expect(korean.replaceAll('tensor-cache.json', '')).not.toMatch(/[a-z]/i);
  });
});

describe('what the scores of a model are worth', () => {
  it.each<[number | null, 'small' | 'sizeUnknown' | null]>([
    [0.000_036, 'small'],
    [2.999, 'small'],
    [3, null],
    [8.2, null],
    [null, 'sizeUnknown'],
  ])('with %s billion parameters: %s', (parameters, key) => {
    for (const words of Object.values(deviceWords))
      expect(sizeInWords(parameters, words)).toBe(key && words[key]);
  });
});
