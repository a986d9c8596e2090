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
  const likely = likelyEncoding(bytes, utf8.place.byte);
  const decoded = likely === null ? utf8 : decodeAs(bytes, likely);
  return isReadingFailure(decoded) && decoded.place.byte < utf8.place.byte ? utf8 : decoded;
}

/**
 * Any bytes are text in Windows-1252, and many are in EUC-KR and Shift-JIS at once, so what the text looks like decides.
 * Null where it looks like none of them.
 */
function likelyEncoding(bytes: Uint8Array, from: number): Encoding | null {
  const sample = bytes.subarray(from, from + neighbourhood);
  // Nearly all Korean characters are two bytes of this range. Japanese begins below it, an accent stands beside plain letters.
  let korean = 0;
  let others = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const [first = 0, second = 0] = [sample[at], sample[at + 1]];
    if (first < 0x80) continue;
    if (first > 0xa0 && second > 0xa0) korean += 1;
    else others += 1;
    at += 1;
  }
  if (korean > others) return 'euc-kr';
  const share = (encoding: Encoding, wanted: RegExp, at = from) => {
    const text = new TextDecoder(encoding).decode(bytes.subarray(at, from + neighbourhood));
    const foreign = text.match(/[^\0-\x7f]/g)?.length ?? 0;
    return (text.match(wanted)?.length ?? 0) / Math.max(1, foreign);
  };
  // No Japanese text is without kana, wide or half as wide.
  if (share('shift_jis', /[\u3041-\u30ff]|[\uff66-\uff9f]{3,}/g) > 0.2) return 'shift_jis';
  const western =
    /(?<=[a-z])[À-ÿŠšŽžŒœŸ]|[À-ÿŠšŽžŒœŸ](?=[a-z])|[‘’“”–—…•€£«»°±²³µ·×§©®ªº¿¡ß]|(?<=(?:^|[\s\p{P}])[A-ZÀ-Þ]{0,12})[À-Þ](?=[A-ZÀ-Þ]{0,12}(?:[\s\p{P}]|$))/giu;
  return share('windows-1252', western, Math.max(0, from - 1)) > 0.5 ? 'windows-1252' : null;
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
