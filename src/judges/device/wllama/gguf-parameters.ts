/** Enough for most headers; a large vocabulary takes more. No model's own description is longer than the second. */
const headerBytes = [2 ** 23, 2 ** 28];
/** The formats with lengths of 64 bits. llama.cpp reads no other. */
const versions: readonly number[] = [2, 3];

const types = { string: 8, array: 9 };
/** Of values of fixed size, by the number of their type: how many bytes. */
const sizes: readonly (number | undefined)[] = [1, 1, 2, 2, 4, 4, 4, 1, undefined, undefined, 8, 8, 8];

/**
 * How many weights GGUF files hold, all parts of a model together: the sum over the shapes of their tensors, which say it however
 * the weights are packed. Null where the files cannot be understood.
 */
export async function countParameters(files: readonly Blob[]): Promise<number | null> {
  let sum = 0;
  for (const file of files) {
    const count = await countIn(file);
    if (count === null) return null;
    sum += count;
  }
  return sum > 0 ? sum : null;
}

async function countIn(file: Blob): Promise<number | null> {
  for (const length of headerBytes) {
    try {
      return countWeights(new DataView(await file.slice(0, length).arrayBuffer()));
    } catch (error) {
      // It is cut short, or of another kind.
      if (!(error instanceof RangeError)) throw error;
      if (length >= file.size) return null;
    }
  }
  return null;
}

/** Reads a header from front to back. Each step reads some bytes, so whatever the counts say it ends with a `RangeError` at the latest. */
function countWeights(bytes: DataView): number {
  let at = 4;
  const uint32 = () => {
    at += 4;
    return bytes.getUint32(at - 4, true);
  };
  const uint64 = () => {
    at += 8;
    return Number(bytes.getBigUint64(at - 8, true));
  };
  const skipText = () => {
    const length = uint64();
    at += length;
  };
  const skipValues = (type: number, count: number) => {
    const size = sizes[type];
    if (size !== undefined) at += size * count;
    else if (type !== types.string) throw new RangeError(`Expected a known type of value, got ${type}.`);
    else for (let item = 0; item < count; item += 1) skipText();
  };
  if (!versions.includes(uint32())) throw new RangeError('Expected a known version of GGUF.');
  const tensors = uint64();
  const entries = uint64();
  for (let entry = 0; entry < entries; entry += 1) {
    skipText();
    const type = uint32();
    // Lists of lists there are none.
    if (type === types.array) skipValues(uint32(), uint64());
    else skipValues(type, 1);
  }
  let sum = 0;
  for (let tensor = 0; tensor < tensors; tensor += 1) {
    skipText();
    const dimensions = uint32();
    let weights = 1;
    for (let dimension = 0; dimension < dimensions; dimension += 1) weights *= uint64();
    sum += weights;
    // Its type, and where it lies.
    at += 4 + 8;
  }
  return sum;
}
