import { z } from '../../core/model/zod';
import { messageOf } from './file-source';

/** What a file was read as, or why it is not what its name says. */
export type Content<T> = { value: T } | { wrong: string };

/** `read` throws where the bytes are not what it reads: cut short, or the page of an error in their place. */
export function contentOf<T>(bytes: Uint8Array, read: (bytes: Uint8Array) => T): Content<T> {
  try {
    return { value: read(bytes) };
  } catch (error) {
    return { wrong: error instanceof z.ZodError ? firstIssue(error) : messageOf(error) };
  }
}

export function jsonOf(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

export function isLibrary(bytes: Uint8Array): true {
  if (new TextDecoder().decode(bytes.subarray(0, 4)) !== '\0asm') throw new Error('no WebAssembly');
  return true;
}

function firstIssue({ issues: [first] }: z.ZodError): string {
  return first ? [...first.path.map(String), first.message].join(': ') : '';
}
