import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Checksum } from '../../../../../src/judges/device/files/download.browser';

async function checksumOf(...pieces: readonly Uint8Array[]): Promise<string> {
  const checksum = new Checksum();
  for (const piece of pieces) await checksum.add(piece);
  return checksum.end();
}

describe('a checksum', () => {
  const long = new Uint8Array(2 ** 22 + 1000).map((_, index) => index % 251);

  it('is the same in whatever pieces the bytes come', async () => {
    const whole = await checksumOf(long);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(long.length), { maxLength: 4 }), async (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), long.length];
        const pieces = places.slice(1).map((end, index) => long.subarray(places[index], end));
        expect(await checksumOf(...pieces)).toBe(whole);
      }),
      { numRuns: 10 },
    );
  });

  it.each([0, 2 ** 22 - 1, 2 ** 22, long.length - 1])('changes with the byte at %i', async (at) => {
    const other = long.slice();
    other[at] = (other[at] ?? 0) ^ 1;
    expect(await checksumOf(other)).not.toBe(await checksumOf(long));
  });

  it('changes with the length', async () => {
    const all = [0, 1, 2 ** 22 - 1, 2 ** 22, long.length].map((length) => checksumOf(new Uint8Array(length)));
    expect(new Set(await Promise.all(all)).size).toBe(all.length);
  });
});
