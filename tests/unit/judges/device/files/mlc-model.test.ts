import { expect, it } from 'vitest';
import { countMlcParameters, shardListSchema } from '../../../../../src/judges/device/files/mlc-model';

interface Tensor {
  name?: string;
  shape?: number[];
  dtype?: string;
}
const shard = (tensors: Tensor[] | undefined) => ({
  dataPath: 'params_shard_0.bin',
  nbytes: 8,
  ...(tensors && { records: tensors.map((tensor) => ({ nbytes: 8, byteOffset: 0, ...tensor })) }),
});
const norm = { name: 'model.norm.weight', shape: [2560], dtype: 'float16' };
const packed = (dtype: string, columns: number) => [
  { name: 'model.embed_tokens.q_weight', shape: [1000, columns], dtype },
  { name: 'model.embed_tokens.q_scale', shape: [1000, 80], dtype: 'float16' },
];

it.each<[string, string | undefined, object | undefined, (Tensor[] | undefined)[], number | null]>([
  ['as it says', 'q4f16_1', { ParamBytes: 900, BitsPerParam: 4.5 }, [[norm]], 1600],
  ['eight in one number', 'q4f16_1', { ParamBytes: 900 }, [[...packed('uint32', 320), norm]], 2_562_560],
  ['ten in one number', 'q3f16_1', undefined, [packed('uint32', 256)], 2_560_000],
  ['two in one byte', 'q4f16_ft', undefined, [packed('int8', 1280)], 2_560_000],
  ['short numbers, one by one', 'e4m3_e4m3_f16', undefined, [packed('float8_e4m3fn', 2560)], 2_560_000],
  ['not packed', 'q0f16', undefined, [[norm], [norm]], 5120],
  ['packed in an unknown way', undefined, undefined, [packed('uint32', 320)], null],
  ['a tensor without a shape', 'q4f16_1', undefined, [[norm, { name: 'x' }]], null],
  ['a shard without its tensors', 'q4f16_1', undefined, [[norm], undefined], null],
  ['no tensors', 'q4f16_1', undefined, [[]], null],
])('weights by a model’s own list: %s', (_, quantization, metadata, shards, expected) => {
  const list = shardListSchema.parse({ ...(metadata && { metadata }), records: shards.map(shard) });
  expect(countMlcParameters(list, quantization)).toBe(expected);
});
