import type { ShardList, Tensor } from './model-files';

/** Numbers beside packed weights: how far apart they lie, and where zero is. */
const besideWeights = /(?:^|[._])(?:q_?scales?|scales|q_?zeros?)$/;
const packedWeights = /(?:^|[._])q_?weight$/;

/**
 * How many weights a model has by its own list: as the list says it, or summed over its tensors, of which several weights may be
 * packed into one number. Null where the list says too little.
 */
export function countParameters({ metadata, records }: ShardList, quantization = ''): number | null {
  const { ParamBytes: bytes = 0, BitsPerParam: bits = 0 } = metadata ?? {};
  if (bytes > 0 && bits > 0) return Math.round((bytes * 8) / bits);
  const weightBits = Number(/^q(\d+)/.exec(quantization)?.[1] ?? 0);
  let sum = 0;
  for (const { records: tensors } of records) {
    if (!tensors) return null;
    for (const tensor of tensors) {
      const count = weightsOf(tensor, weightBits);
      if (count === null) return null;
      sum += count;
    }
  }
  return sum > 0 ? sum : null;
}

function weightsOf({ name, shape, dtype = '' }: Tensor, weightBits: number): number | null {
  if (name === undefined || !shape) return null;
  if (besideWeights.test(name)) return 0;
  const numbers = shape.reduce((product, size) => product * size, 1);
  const packedInto = Number(/^u?int(\d+)$/.exec(dtype)?.[1] ?? 0);
  if (!packedWeights.test(name) || packedInto === 0) return numbers;
  return weightBits > 0 ? numbers * Math.floor(packedInto / weightBits) : null;
}
