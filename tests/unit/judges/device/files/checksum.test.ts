import { expect, it } from 'vitest';
import { checksumOf } from '../../../../../src/judges/device/files/download.browser';

const long = new Uint8Array(2 ** 22 + 1000).map((_, index) => index % 251);
const checksum = (bytes: Uint8Array<ArrayBuffer>) => checksumOf(new Blob([bytes]), () => {});

it.each([0, 2 ** 22 - 1, 2 ** 22, long.length - 1])('a checksum changes with the byte at %i', async (at) => {
  const other = long.slice();
  other[at] = (other[at] ?? 0) ^ 1;
  expect(await checksum(other)).not.toBe(await checksum(long));
});

it('a checksum changes with the length', async () => {
  const all = [0, 1, 2 ** 22 - 1, 2 ** 22, long.length].map((length) => checksum(new Uint8Array(length)));
  expect(new Set(await Promise.all(all)).size).toBe(all.length);
});
