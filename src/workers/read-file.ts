import { isReadingFailure } from '../core/cases/reading-failure';
import { openBytes, openText, type OpenTable } from '../core/cases/read-table';
import type { TablePart } from '../core/cases/table-shaper';
import { messageOf } from '../core/model/message-of';
import type { ReadingFailure } from '../core/model/table';
import type { ReadReply, ReadRequest } from './read-file-messages';

/** What we promise to read. Beyond it a tab runs out of memory for the text, its cells and their judgements. */
export const LARGEST_FILE_BYTES = 256 * 1024 * 1024;

/** Rows travel in messages of about this size: receiving one must not keep the page from its next frame. */
const MESSAGE_CHARACTERS = 262_144;
const MESSAGE_ROWS = 2000;

/** Reads a file or a pasted text, answering as it goes. */
export async function* readFile({ source, choices }: ReadRequest): AsyncGenerator<ReadReply> {
  const opened = await open(source, choices);
  if (isReadingFailure(opened)) {
    yield { kind: 'failure', failure: opened };
    return;
  }
  yield { kind: 'report', report: opened.report };
  for (let next = opened.parts.next(); ; next = opened.parts.next()) {
    if (next.done) {
      yield next.value ? { kind: 'failure', failure: next.value } : { kind: 'done' };
      return;
    }
    yield* messages(next.value);
  }
}

async function open(
  source: ReadRequest['source'],
  choices: ReadRequest['choices'],
): Promise<OpenTable | ReadingFailure> {
  const size = typeof source === 'string' ? source.length : source.size;
  if (size > LARGEST_FILE_BYTES) return tooLarge(size);
  if (typeof source === 'string') return openText({ text: source, encoding: null }, choices);
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await source.arrayBuffer());
  } catch (error) {
    return unreadable(source.name, error);
  }
  const opened = openBytes(bytes, source.name, choices);
  if (opened !== 'xlsx') return opened;
  const { openWorkbook } = await import('./open-workbook');
  return openWorkbook(bytes.buffer, choices);
}

function* messages({ columns, rows, notes, share }: TablePart): Generator<ReadReply> {
  let start = 0;
  let characters = 0;
  let sentNotes = notes;
  for (let end = 0; end < rows.length; end += 1) {
    for (const cell of rows[end] ?? []) characters += cell.length;
    if (characters < MESSAGE_CHARACTERS && end - start < MESSAGE_ROWS) continue;
    yield { kind: 'rows', columns, rows: rows.slice(start, end + 1), notes: sentNotes, share };
    sentNotes = [];
    start = end + 1;
    characters = 0;
  }
  if (start < rows.length || sentNotes.length > 0)
    yield { kind: 'rows', columns, rows: rows.slice(start), notes: sentNotes, share };
}

function tooLarge(size: number): ReadingFailure {
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
  return {
    code: 'too-large',
    message:
      `Expected at most ${megabytes(LARGEST_FILE_BYTES)} MB, got ${megabytes(size)} MB. ` +
      'Split the file and judge its parts one after the other.',
  };
}

/** A dropped folder looks like a file until it is read. */
function unreadable(name: string, error: unknown): ReadingFailure {
  const detail = messageOf(error);
  return {
    code: 'folder',
    message:
      `"${name}" cannot be read: it is a folder, or it was moved or changed since it was chosen (${detail}). ` +
      'Choose the file again.',
  };
}
