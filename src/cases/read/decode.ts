import { isReadingFailure, type Encoding, type ReadingFailure } from '../table';

export interface DecodedText {
  text: string;
  encoding: Encoding;
}

interface WrongBytes extends ReadingFailure {
  code: 'wrong-bytes';
  place: { line: number };
}

/** How many characters around the first wrong byte show whether the rest is UTF-8. */
const neighbourhood = 100_000;

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
  if (!isReadingFailure(utf8) || isMostlyUtf8(bytes)) return utf8;
  const korean = decodeAs(bytes, 'euc-kr');
  return isReadingFailure(korean) ? utf8 : korean;
}

function decodeAs(bytes: Uint8Array, encoding: Encoding): DecodedText | WrongBytes {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch (error) {
    // A fatal decoder throws a TypeError for wrong bytes; anything else, e.g. no memory, is not the file's fault.
    if (!(error instanceof TypeError)) throw error;
    const [before = ''] = new TextDecoder(encoding).decode(bytes).split('\ufffd', 1);
    return { code: 'wrong-bytes', place: { line: before.split('\n').length } };
  }
}

/** EUC-KR accepts much broken Korean UTF-8 as nonsense, but its own texts hardly ever hold three-byte UTF-8 sequences. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const wrongAt = text.indexOf('\ufffd');
  let threeByte = 0;
  let replaced = 0;
  for (const char of text.slice(Math.max(0, wrongAt - neighbourhood), wrongAt + neighbourhood)) {
    if (char === '\ufffd') replaced += 1;
    else if (char >= '\u0800') threeByte += 1;
  }
  return threeByte > replaced;
}
