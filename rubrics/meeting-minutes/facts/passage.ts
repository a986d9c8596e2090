/** A stretch of an input that knows where each of its characters stands there. JSON strings are read unescaped. */
export interface Passage {
  text: string;
  /** Offset in the input of each UTF-16 unit of `text`, and of the end: one entry more than `text` has units. */
  offsets: readonly number[];
}

export function passageOf(source: string, start: number, end: number): Passage {
  const offsets = Array.from({ length: end - start + 1 }, (_, i) => start + i);
  return { text: source.slice(start, end), offsets };
}

export function part(passage: Passage, start: number, end: number): Passage {
  return { text: passage.text.slice(start, end), offsets: passage.offsets.slice(start, end + 1) };
}

export function trimmed(passage: Passage): Passage {
  const start = passage.text.length - passage.text.trimStart().length;
  return part(passage, start, Math.max(start, passage.text.trimEnd().length));
}

/** Where units `start` to `end` of the passage stand in the input. */
export function placeOf(
  passage: Passage,
  start = 0,
  end = passage.text.length,
): { start: number; end: number } {
  return { start: passage.offsets[start] ?? 0, end: passage.offsets[end] ?? 0 };
}
