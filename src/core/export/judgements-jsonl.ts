import { wantedAt, type JudgedEntries, type JudgedEntry, type Piece } from './judged-entries';
import { judgementLine, type LineRun } from './judgement-line';

/** `run` is null where nothing was judged. */
export type LineEntry = JudgedEntry & { run: LineRun | null };

export interface JsonlOptions {
  /** False leaves out the prompts' text, which repeats the rubric in every line. Its hash stays in the receipt. */
  prompts?: boolean;
  onProgress?: (entries: number) => void;
}

const chunkLength = 65_536;
/** Line ends to some readers of text, though not to JSON. */
const otherLineEnds = /[\u0085\u2028\u2029]/g;

/** One complete judgement per line, in pieces of about 64 kB. Cases that were not judged, or whose judgement
 * cannot be read, have no line. */
export function* judgementsJsonlChunks(
  entries: JudgedEntries<LineEntry>,
  { prompts = true, onProgress }: JsonlOptions = {},
): Generator<Piece, void> {
  let chunk = '';
  for (let index = 0; index < entries.count; index += 1) {
    const wanted = wantedAt(index, entries.count);
    if (wanted) yield wanted;
    const { run, judgement, ...entry } = entries.at(index);
    const told = judgement && !prompts ? { ...judgement, prompt: null } : judgement;
    const line = run && judgementLine(run, { ...entry, judgement: told });
    if (line) chunk += `${JSON.stringify(line).replace(otherLineEnds, escaped)}\n`;
    if (chunk.length >= chunkLength) {
      onProgress?.(index + 1);
      yield chunk;
      chunk = '';
    }
  }
  onProgress?.(entries.count);
  yield chunk;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
