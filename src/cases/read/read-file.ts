import { readBytes, readText, type OnProgress } from './read-table';
import { errorMessage } from '../../kit/error-message';
import type { ReadingChoices, ReadingFailure, ReadTable } from '../table';

/** Reads a file or pasted text in a worker. Rejects with the signal's reason when cancelled. */
export type ReadCases = (
  source: File | string,
  choices: ReadingChoices,
  options?: { signal?: AbortSignal; onProgress?: OnProgress },
) => Promise<ReadTable | ReadingFailure>;

/** What we promise to read. Beyond it a tab runs out of memory for the text, its cells and their judgements. */
export const largestFileBytes = 256 * 1024 * 1024;

export async function readFile(
  source: File | string,
  choices: ReadingChoices,
  onProgress?: OnProgress,
): Promise<ReadTable | ReadingFailure> {
  const size = typeof source === 'string' ? source.length : source.size;
  if (size > largestFileBytes) return { code: 'too-large' };
  if (typeof source === 'string') return readText({ text: source, encoding: null }, choices, onProgress);
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await source.arrayBuffer());
  } catch (error) {
    // A dropped folder looks like a file until it is read. A file may have been moved or changed since it was chosen.
    return { code: 'folder', detail: errorMessage(error) };
  }
  const read = readBytes(bytes, source.name, choices, onProgress);
  if (read !== 'xlsx') return read;
  const { readWorkbook } = await import('./read-workbook');
  return readWorkbook(bytes, choices);
}

/** Rows travel in messages of about this size: receiving one must not keep the page from its next frame. */
const messageCharacters = 262_144;
const messageRows = 2000;

export function* rowMessages(rows: readonly string[][]): Generator<string[][]> {
  let start = 0;
  let characters = 0;
  for (const [index, row] of rows.entries()) {
    for (const cell of row) characters += cell.length;
    if (characters < messageCharacters && index - start < messageRows) continue;
    yield rows.slice(start, index + 1);
    start = index + 1;
    characters = 0;
  }
  if (start < rows.length) yield rows.slice(start);
}
