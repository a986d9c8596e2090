/** As GGUF numbers them. */
const kinds = { normal: 1, unknown: 2, control: 3, byte: 6 };

export interface Token {
  text: string;
  kind: number;
  /** The higher of two that could be joined comes first. */
  score: number;
  /** Whether the model may say it. The others are only read. */
  speakable: boolean;
}

/** How llama.cpp's SentencePiece writes a space. */
const space = '\u2581';

export function byteToken(byte: number): string {
  return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
}

/**
 * Printable ASCII one by one, all other text byte by byte, and pairs of letters, which the model reads but never says: they
 * make prompts half as long.
 */
export function tinyVocabulary(): Token[] {
  const special = [
    { text: '<unk>', kind: kinds.unknown, score: 0, speakable: false },
    { text: '<s>', kind: kinds.control, score: 0, speakable: false },
    { text: '</s>', kind: kinds.control, score: 0, speakable: true },
  ];
  const bytes = Array.from({ length: 256 }, (_, byte) => ({
    text: byteToken(byte),
    kind: kinds.byte,
    score: 0,
    speakable: false,
  }));
  const printable = Array.from({ length: 0x7f - 0x20 }, (_, step) => String.fromCharCode(0x20 + step));
  const single = printable.map((text) => ({
    text: text === ' ' ? space : text,
    kind: kinds.normal,
    score: -1000,
    speakable: text !== ' ',
  }));
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const pairs = [space, ...letters].flatMap((first) => [space, ...letters].map((second) => first + second));
  const joined = pairs.map((text, index) => ({
    text,
    kind: kinds.normal,
    score: -1 - index,
    speakable: false,
  }));
  return [...special, ...bytes, ...single, ...joined];
}
