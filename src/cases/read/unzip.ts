/** A file in a zip archive, as the archive's directory describes it. */
export interface ZipPart {
  start: number;
  packed: number;
  size: number;
  method: number;
}

const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const endMark = 0x06054b50;
const endLength = 22;
const longestComment = 65_535;

/** The files of an archive by path. Null where the directory is broken, or two files share bytes. */
export function zipParts(bytes: Uint8Array): Map<string, ZipPart> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const short = (at: number) => view.getUint16(at, true);
  const long = (at: number) => view.getUint32(at, true);
  const parts = new Map<string, ZipPart>();
  const taken: { from: number; to: number }[] = [];
  try {
    let end = bytes.length - endLength;
    const first = Math.max(0, end - longestComment);
    while (end > first && long(end) !== endMark) end -= 1;
    if (long(end) !== endMark) return null;
    let at = long(end + 16);
    taken.push({ from: at, to: end });
    for (let left = short(end + 10); left > 0; left -= 1) {
      const [method, packed, size, local] = [short(at + 10), long(at + 20), long(at + 24), long(at + 42)];
      if (long(at) !== entryMark || long(local) !== localMark) return null;
      const start = local + 30 + short(local + 26) + short(local + 28);
      const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + short(at + 28)));
      if (parts.has(path)) return null;
      parts.set(path, { start, packed, size, method });
      taken.push({ from: local, to: start + packed });
      at += 46 + short(at + 28) + short(at + 30) + short(at + 32);
    }
  } catch (error) {
    // A place beyond the end of the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
  taken.sort((one, other) => one.from - other.from);
  return taken.some(({ to }, index) => to > (taken[index + 1]?.from ?? bytes.length)) ? null : parts;
}

const piece = 16_384;

/** Null where it is broken or has another size than the directory says. Never unpacks much more than that size. */
export async function unpack(bytes: Uint8Array, part: ZipPart): Promise<Uint8Array | null> {
  const packed = bytes.slice(part.start, part.start + part.packed);
  if (part.method === 0) return part.size === packed.length ? packed : null;
  if (part.method !== 8) return null;
  let given = 0;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(queue) {
      if (given < packed.length) queue.enqueue(packed.subarray(given, (given += piece)));
      else queue.close();
    },
  });
  const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const unpacked = new Uint8Array(part.size);
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return size === part.size ? unpacked : null;
      if (size + value.length > part.size) return null;
      unpacked.set(value, size);
      size += value.length;
    }
  } catch (error) {
    // What is not packed as it should be.
    if (error instanceof TypeError) return null;
    throw error;
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
