import { expect, it } from 'vitest';
import { deviceWords } from '../../../src/i18n/device-words';
import { sizeInWords } from '../../../src/judges/device/form/in-words';

it.each<[number | null, 'small' | 'sizeUnknown' | null]>([
  [0.000_036, 'small'],
  [2.999, 'small'],
  [3, null],
  [8.2, null],
  [null, 'sizeUnknown'],
])('the scores of a model with %s billion parameters: %s', (parameters, key) => {
  for (const words of Object.values(deviceWords))
    expect(sizeInWords(parameters, words)).toBe(key && words[key]);
});
