/** Enough for most headers; a large vocabulary takes more. */
const firstBytes = 2 ** 23;
/** No model's own description is as long as this. */
const mostBytes = 2 ** 28;
/** The formats with lengths of 64 bits. llama.cpp reads no other. */
const versions: readonly number[] = [2, 3];
const mostEntries = 1_000_000;
const mostDimensions = 8;

const types = { string: 8, array: 9 };
/** Of values of fixed size, by the number of their type: how many bytes. */
const sizes = new Map([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 4],
  [5, 4],
  [6, 4],
  [7, 1],
  [10, 8],
  [11, 8],
  [12, 8],
]);

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
  for (let length = firstBytes; ; length = Math.min(length * 4, mostBytes)) {
    const head = new Header(await file.slice(0, length).arrayBuffer());
    const count = head.countWeights();
    if (count !== 'cut short') return count;
    if (length >= file.size || length >= mostBytes) return null;
  }
}

class CutShort extends Error {}
class NotUnderstood extends Error {}

/** The beginning of a GGUF file, read from front to back. */
class Header {
  readonly #bytes: DataView;
  #at = 0;

  constructor(bytes: ArrayBuffer) {
    this.#bytes = new DataView(bytes);
  }

  countWeights(): number | 'cut short' | null {
    try {
      return this.#count();
    } catch (error) {
      if (error instanceof CutShort) return 'cut short';
      if (error instanceof NotUnderstood) return null;
      throw error;
    }
  }

  #count(): number {
    this.#skip(4);
    if (!versions.includes(this.#uint32())) throw new NotUnderstood();
    const tensors = this.#atMost(mostEntries);
    const entries = this.#atMost(mostEntries);
    for (let entry = 0; entry < entries; entry += 1) {
      this.#skipText();
      this.#skipValue(this.#uint32());
    }
    let sum = 0;
    for (let tensor = 0; tensor < tensors; tensor += 1) {
      this.#skipText();
      const dimensions = this.#uint32();
      if (dimensions > mostDimensions) throw new NotUnderstood();
      let weights = 1;
      for (let dimension = 0; dimension < dimensions; dimension += 1) weights *= this.#uint64();
      sum += weights;
      // Its type, and where it lies.
      this.#skip(4 + 8);
    }
    return sum;
  }

  #skipValue(type: number): void {
    if (type === types.string) {
      this.#skipText();
      return;
    }
    const size = sizes.get(type);
    if (size !== undefined) {
      this.#skip(size);
      return;
    }
    if (type !== types.array) throw new NotUnderstood();
    const inner = this.#uint32();
    const count = this.#uint64();
    const each = sizes.get(inner);
    if (each !== undefined) this.#skip(each * count);
    // Lists of lists there are none.
    else if (inner !== types.string) throw new NotUnderstood();
    else for (let item = 0; item < count; item += 1) this.#skipText();
  }
  #skipText(): void {
    this.#skip(this.#uint64());
  }
  #skip(bytes: number): void {
    this.#at += bytes;
    if (this.#at > this.#bytes.byteLength) throw new CutShort();
  }
  #uint32(): number {
    const from = this.#at;
    this.#skip(4);
    return this.#bytes.getUint32(from, true);
  }
  #uint64(): number {
    const from = this.#at;
    this.#skip(8);
    return Number(this.#bytes.getBigUint64(from, true));
  }
  #atMost(most: number): number {
    const count = this.#uint64();
    if (count > most) throw new NotUnderstood();
    return count;
  }
}
