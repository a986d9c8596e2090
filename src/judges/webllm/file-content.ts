import type { FileFlaw } from '../../core/model/device';
import { z } from '../../core/model/zod';

/** What a file was read as, or why it is not what its name says. */
export type Content<T> = { value: T } | { wrong: FileFlaw };

/** How a file is read. It may be cut short, or hold the page of an error in its place. */
export type ReadContent<T> = (bytes: Uint8Array) => Content<T>;

export function jsonLike<T>(schema: z.ZodType<T>): ReadContent<T> {
  return (bytes) => {
    let json: unknown;
    try {
      json = JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      return { wrong: { kind: 'not-json' } };
    }
    const read = schema.safeParse(json);
    return read.success ? { value: read.data } : { wrong: firstFlaw(read.error) };
  };
}

export const anyJson = jsonLike(z.unknown());
export const anyBytes: ReadContent<true> = () => ({ value: true });

/** One that is cut short begins like a whole one. */
export const library: ReadContent<true> = (bytes) =>
  WebAssembly.validate(bytes.slice()) ? { value: true } : { wrong: { kind: 'not-wasm' } };

function firstFlaw({ issues: [first] }: z.ZodError): FileFlaw {
  const at = (first?.path ?? []).map(String).join('.');
  return { kind: first?.code === 'custom' ? 'sums' : 'field', at };
}
