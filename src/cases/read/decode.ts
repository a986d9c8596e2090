import { isReadingFailure, type Encoding, type ReadingFailure } from '../table';

export interface DecodedText {
  text: string;
  encoding: Encoding;
}

/** Told apart from `wrong-bytes` failures of a guess that got less far. */
interface WrongBytes extends ReadingFailure {
  code: 'wrong-bytes';
  place: { byte: number; line: number };
}

const ENCODING_NAMES: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'euc-kr': 'EUC-KR (CP949)',
};

/** How much is decoded at once while looking for the first wrong byte. */
const SEARCH_STEP = 65_536;
/** How much around the first wrong byte tells whether the rest is UTF-8. */
const NEIGHBOURHOOD = 262_144;

/**
 * Bytes → text. A byte that means nothing in the encoding is a failure with its place: a replacement character would
 * change what is judged without anybody having said so.
 */
export function decode(bytes: Uint8Array, chosen?: Encoding): DecodedText | ReadingFailure {
  const marked = chosen ?? markedEncoding(bytes);
  const decoded = marked === undefined ? decodeByGuess(bytes) : decodeAs(bytes, marked);
  if (marked === 'utf-16le' || marked === 'utf-16be') return decoded;
  // Looked for in the text: a browser searches that many times faster than it searches bytes.
  const doubtful = isReadingFailure(decoded) || decoded.text.includes('\0');
  const nul = doubtful ? bytes.indexOf(0) : -1;
  return nul >= 0 ? notText(nul) : decoded;
}

/** What a byte order mark at the start says. */
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
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch (error) {
    // A fatal decoder says TypeError for wrong bytes; anything else, e.g. no memory, is not the file's fault.
    if (!(error instanceof TypeError)) throw error;
    return wrongBytes(bytes, encoding);
  }
}

/**
 * Whether a file that is not wholly UTF-8 is so but for some damage. EUC-KR would accept many a broken Korean UTF-8 text
 * and give nonsense. Its own texts hardly ever hold the three-byte sequences that Korean has in UTF-8.
 */
function isMostlyUtf8(bytes: Uint8Array, wrongAt: number): boolean {
  const around = bytes.subarray(Math.max(0, wrongAt - NEIGHBOURHOOD), wrongAt + NEIGHBOURHOOD);
  let threeByte = 0;
  let replaced = 0;
  for (const char of new TextDecoder('utf-8').decode(around)) {
    if (char === '\ufffd') replaced += 1;
    else if (char >= '\u0800') threeByte += 1;
  }
  return threeByte > replaced;
}

function wrongBytes(bytes: Uint8Array, encoding: Encoding): WrongBytes {
  const { byte, lines } = firstWrongByte(bytes, encoding);
  const line = lines + 1;
  const value = (bytes[byte] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  return {
    code: 'wrong-bytes',
    message:
      `Expected text in ${ENCODING_NAMES[encoding]}, found the byte 0x${value} that has no meaning there, ` +
      `in line ${line} (byte ${byte}). Choose another encoding, or save the file as UTF-8.`,
    place: { byte, line },
  };
}

/** Where the first sequence starts that does not decode, and how many lines end before it. */
function firstWrongByte(bytes: Uint8Array, encoding: Encoding): { byte: number; lines: number } {
  const steps = new TextDecoder(encoding, { fatal: true });
  let goodEnd = 0;
  try {
    for (; goodEnd < bytes.length; goodEnd += SEARCH_STEP)
      steps.decode(bytes.subarray(goodEnd, goodEnd + SEARCH_STEP), { stream: true });
  } catch {
    // The step that starts at goodEnd holds the wrong byte, or the end of a sequence begun before it.
  }
  const single = new TextDecoder(encoding, { fatal: true });
  const start = Math.max(0, Math.min(goodEnd, bytes.length) - SEARCH_STEP);
  let lines = countLineEnds(single.decode(bytes.subarray(0, start), { stream: true }));
  let sequenceStart = start;
  try {
    for (let at = start; at < bytes.length; at += 1) {
      const decoded = single.decode(bytes.subarray(at, at + 1), { stream: true });
      if (decoded === '') continue;
      sequenceStart = at + 1;
      lines += countLineEnds(decoded);
    }
  } catch {
    // sequenceStart is the place.
  }
  return { byte: Math.min(sequenceStart, bytes.length - 1), lines };
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function notText(byte: number): ReadingFailure {
  return {
    code: 'not-text',
    message:
      `Expected a text file or a workbook, found a zero byte at byte ${byte}: this is no text, or it is UTF-16 without ` +
      'a byte order mark. Choose the encoding UTF-16, or save the file as CSV in UTF-8.',
  };
}
