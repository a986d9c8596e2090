/** Characters that take no room or turn the reading direction: they can hide text from a person but not from a model. */
const hidden =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- these are the characters to be shown
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

export interface Piece {
  text: string;
  /** Set where the piece is one hidden character, shown by its code. */
  code?: string;
}

export function revealHidden(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(hidden)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) });
    const code = (match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    pieces.push({ text: match[0], code: `U+${code}` });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** Marked where something is left out, and never cut in the middle of a character. */
export function truncate(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
