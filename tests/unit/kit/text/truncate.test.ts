import { expect, it } from 'vitest';
import { truncate } from '../../../../src/kit/text/truncate';

it.each([
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['a😀b', 3, 'a…'],
  ['a😀bc', 4, 'a😀…'],
])('%j in at most %i is %j', (text, most, short) => {
  expect(truncate(text, most)).toBe(short);
});
