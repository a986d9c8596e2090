import { expect, it } from 'vitest';
import { sha256Hex } from '../../../src/kit/hash';

it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
])('SHA-256 of %j is the published one', (text, hash) => {
  expect(sha256Hex(text)).toBe(hash);
});
