import { isReadingFailure, type Encoding, type ReadingFailure } from '../table';

export interface DecodedText {
  text: string;
  encoding: Encoding;
}

interface WrongBytes extends ReadingFailure {
  code: 'wrong-bytes';
  place: { byte: number; line: number };
}

/** How much around the first wrong byte shows whether the rest is UTF-8. */
const neighbourhood = 262_144;

/** A byte that means nothing is a failure: a replacement character would silently change what is judged. */
export function decode(bytes: Uint8Array, chosen?: Encoding): DecodedText | ReadingFailure {
  const marked = chosen ?? markedEncoding(bytes);
  const decoded = marked === undefined ? decodeByGuess(bytes) : decodeAs(bytes, marked);
  if (marked === 'utf-16le' || marked === 'utf-16be') return decoded;
  // Looked for in the text: a browser searches that many times faster than it searches bytes.
  const doubtful = isReadingFailure(decoded) || decoded.text.includes('\0');
  return doubtful && bytes.includes(0) ? { code: 'not-text' } : decoded;
}

function markedEncoding(bytes: Uint8Array): Encoding | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

function decodeByGuess(bytes: Uint8Array): DecodedText | ReadingFailure {
  const utf8 = decodeAs(bytes, 'utf-8');
  if (!isReadingFailure(utf8) || isMostlyUtf8(bytes, utf8.place.byte)) return utf8;
  const korean = decodeAs(bytes, 'euc-kr');
  if (!isReadingFailure(korean)) return korean;
  return korean.place.byte > utf8.place.byte ? korean : utf8;
}

function decodeAs(bytes: Uint8Array, encoding: Encoding): DecodedText | WrongBytes {
  const text = textIn(bytes, encoding);
  return text === null ? wrongBytes(bytes, encoding) : { text, encoding };
}

/** Null where a byte is wrong. `begun`: the last character may be incomplete. */
function textIn(bytes: Uint8Array, encoding: Encoding, begun = false): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: begun });
  } catch (error) {
    // A fatal decoder throws a TypeError for wrong bytes; anything else, e.g. no memory, is not the file's fault.
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

/** EUC-KR accepts much broken Korean UTF-8 as nonsense, but its own texts hardly ever hold three-byte UTF-8 sequences. */
function isMostlyUtf8(bytes: Uint8Array, wrongAt: number): boolean {
  const around = bytes.subarray(Math.max(0, wrongAt - neighbourhood), wrongAt + neighbourhood);
  let threeByte = 0;
  let replaced = 0;
  for (const char of new TextDecoder('utf-8').decode(around)) {
    if (char === '\ufffd') replaced += 1;
    else if (char >= '\u0800') threeByte += 1;
  }
  return threeByte > replaced;
}

function wrongBytes(bytes: Uint8Array, encoding: Encoding): WrongBytes {
  // The longest beginning without a wrong byte, by halving.
  let sound = 0;
  let unsound = bytes.length + 1;
  while (unsound - sound > 1) {
    const middle = Math.floor((sound + unsound) / 2);
    if (textIn(bytes.subarray(0, middle), encoding, true) === null) unsound = middle;
    else sound = middle;
  }
  // It may end in the middle of a character, which then is the wrong one.
  let before = textIn(bytes.subarray(0, sound), encoding);
  while (before === null) before = textIn(bytes.subarray(0, (sound -= 1)), encoding);
  const place = { byte: Math.min(sound, bytes.length - 1), line: before.split('\n').length };
  return { code: 'wrong-bytes', place };
}
