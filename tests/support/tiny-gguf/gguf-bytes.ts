/** Values as the GGUF format numbers their types. */
export type GgufValue =
  | { type: 'uint16'; value: number }
  | { type: 'uint32'; value: number }
  | { type: 'int32'; value: number }
  | { type: 'float32'; value: number }
  | { type: 'bool'; value: boolean }
  | { type: 'string'; value: string }
  | { type: 'strings'; value: readonly string[] }
  | { type: 'floats'; value: readonly number[] }
  | { type: 'ints'; value: readonly number[] };

export interface Tensor {
  name: string;
  /** The fastest running dimension first. */
  shape: readonly number[];
  values: Float32Array;
}

const typeCodes = { uint16: 2, uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 };
const float32Tensor = 0;
const alignment = 32;

/** A GGUF file, version 3, with all tensors as 32-bit floats. */
export function ggufBytes(metadata: Readonly<Record<string, GgufValue>>, tensors: readonly Tensor[]): Buffer {
  const entries = Object.entries(metadata);
  const head = [Buffer.from('GGUF'), uint32(3), uint64(tensors.length), uint64(entries.length)];
  for (const [key, value] of entries) head.push(text(key), encode(value));
  let offset = 0;
  for (const { name, shape, values } of tensors) {
    head.push(text(name), uint32(shape.length), ...shape.map(uint64), uint32(float32Tensor), uint64(offset));
    offset += padded(values.byteLength);
  }
  const start = Buffer.concat(head);
  const data = tensors.map(({ values }) =>
    pad(Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
  );
  return Buffer.concat([pad(start), ...data]);
}

function encode(entry: GgufValue): Buffer {
  switch (entry.type) {
    case 'uint16':
      return Buffer.concat([uint32(typeCodes.uint16), uint32(entry.value).subarray(0, 2)]);
    case 'int32':
      return Buffer.concat([uint32(typeCodes.int32), uint32(entry.value)]);
    case 'uint32':
      return Buffer.concat([uint32(typeCodes.uint32), uint32(entry.value)]);
    case 'float32':
      return Buffer.concat([uint32(typeCodes.float32), float32(entry.value)]);
    case 'bool':
      return Buffer.concat([uint32(typeCodes.bool), Buffer.from([entry.value ? 1 : 0])]);
    case 'string':
      return Buffer.concat([uint32(typeCodes.string), text(entry.value)]);
    case 'strings':
      return list(typeCodes.string, entry.value.map(text));
    case 'floats':
      return list(typeCodes.float32, entry.value.map(float32));
    case 'ints':
      return list(typeCodes.int32, entry.value.map(uint32));
  }
}

function list(code: number, items: readonly Buffer[]): Buffer {
  return Buffer.concat([uint32(typeCodes.array), uint32(code), uint64(items.length), ...items]);
}
function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([uint64(bytes.length), bytes]);
}
function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
function float32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}
function padded(length: number): number {
  return Math.ceil(length / alignment) * alignment;
}
function pad(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(padded(bytes.length) - bytes.length)]);
}
