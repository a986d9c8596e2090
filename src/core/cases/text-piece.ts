/** A part of a text that comes piece by piece. */
export interface TextPiece {
  text: string;
  /** How much of the whole is there with it, from 0 to 1. */
  share: number;
}

const PIECE_CHARACTERS = 131_072;

export function* cutText(text: string, characters: number = PIECE_CHARACTERS): Generator<TextPiece, null> {
  for (let start = 0; start < text.length; start += characters) {
    const end = Math.min(text.length, start + characters);
    yield { text: text.slice(start, end), share: end / text.length };
  }
  return null;
}
