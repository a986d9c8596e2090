import { describe, expect, it } from 'vitest';
import { countParameters } from '../../../../../src/judges/device/wllama/gguf-parameters';
import { billions } from '../../../../../src/judges/device/wllama/llama-session';
import { ggufBytes, type GgufValue } from '../../../../support/tiny-gguf/gguf-bytes';
import { tinyGguf } from '../../../../support/tiny-gguf/tiny-gguf';

const tensor = (...shape: number[]) => ({
  name: `t${shape.join('x')}`,
  shape,
  values: new Float32Array(1),
});
const file = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);
const every: Record<string, GgufValue> = {
  a: { type: 'uint32', value: 1 },
  b: { type: 'float32', value: 1 },
  c: { type: 'bool', value: true },
  d: { type: 'string', value: 'four billion' },
  e: { type: 'strings', value: ['x', '', 'yz'] },
  f: { type: 'floats', value: [1, 2] },
  g: { type: 'ints', value: [1, 2, 3] },
};
/** Longer than what is read at first. */
const wordy: Record<string, GgufValue> = { words: { type: 'string', value: 'x'.repeat(9_000_000) } };

function changed(at: number, to: bigint): Blob {
  const bytes = ggufBytes(every, [tensor(2)]);
  bytes.writeBigUInt64LE(to, at);
  return file(bytes);
}

describe('the weights of GGUF files', () => {
  it.each<[string, Blob[], number | null]>([
    ['one tensor', [file(ggufBytes({}, [tensor(7, 5)]))], 35],
    ['more, behind values of every kind', [file(ggufBytes(every, [tensor(3), tensor(2, 2, 2)]))], 11],
    // As large as no test can hold: only the shapes count.
    ['four billion', [file(ggufBytes(every, [tensor(4_000, 1_000_000)]))], 4e9],
    ['a long description', [file(ggufBytes(wordy, [tensor(6)]))], 6],
    [
      'parts, of which one has none',
      [[tensor(4)], [], [tensor(5)]].map((all) => file(ggufBytes({}, all))),
      9,
    ],
    ['nothing', [file(ggufBytes(every, []))], null],
    ['a file that ends too early', [file(ggufBytes(every, [tensor(4)]).subarray(0, 150))], null],
    ['a list without end of tensors', [changed(8, 2n ** 61n)], null],
    ['a list without end of entries', [changed(16, 2n ** 61n)], null],
    ['a text without end', [changed(24, 2n ** 61n)], null],
    ['an older format', [changed(4, 1n)], null],
    ['no model at all', [new Blob(['GGUF'])], null],
  ])('%s', async (_, files, expected) => {
    expect(await countParameters(files)).toBe(expected);
  });

  it('of the tiny model are what it was written with', async () => {
    // Two tables of its vocabulary, seven matrices, three norms.
    const words = 3 + 256 + 95 + 27 * 27;
    expect(await countParameters([file(tinyGguf())])).toBe(16 * (2 * words + 7 * 16 + 3));
  });

  it.each<[number | null, string | undefined, number | null]>([
    [2_900_000_000, '4B', 2.9],
    [null, '4B', 4],
    [null, '600M', 0.6],
    [null, '8x7B', null],
    [null, undefined, null],
  ])('counted %s, labelled %s: %s billion', (counted, label, expected) => {
    expect(billions(counted, label === undefined ? {} : { 'general.size_label': label })).toBe(expected);
  });
});
