import { readBatchId, batchIdOf } from '../core/export/batch/batch-id';
import { readResultLine, type ResultLine } from '../core/export/batch/read-result-line';
import type { RunHead } from '../core/model/run';
import { runTag } from './batch-unit';
import { splitLines } from './split-lines';

export interface FileLine {
  /** Null where its bytes are no text. */
  text: string | null;
  /** From 1. */
  line: number;
  /** With its end. */
  bytes: number;
}

/** The lines of a file, one after the other, without ever holding more of it than a piece. */
export async function* batchFileLines(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<FileLine, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  for await (const piece of splitLines(pieces(bytes))) {
    line += 1;
    yield { text: decoded(decoder, piece.bytes), line, bytes: piece.bytes.length + 1 };
  }
}

/** By hand: not every browser lets a stream be iterated. */
async function* pieces(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array, void> {
  const reader = bytes.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Whoever stops in the middle is done with the file.
    await reader.cancel().catch(() => undefined);
  }
}

/** A mark at the start that some programs write is taken off by the decoder. */
function decoded(decoder: TextDecoder, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** What a line is, and the run that its id names, where it is among these. */
export function findRunOf(
  text: string,
  heads: readonly RunHead[],
): { kind: ResultLine['kind']; head: RunHead | null } {
  const line = readResultLine(text);
  const id = 'id' in line ? readBatchId(line.id) : null;
  const isNamed = (head: RunHead) =>
    batchIdOf({ run: runTag(head.id), unit: '', question: '' }).run === id?.run;
  return { kind: line.kind, head: heads.find(isNamed) ?? null };
}
