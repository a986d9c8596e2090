/** A place in a text, in UTF-16 offsets. */
export interface TextRange {
  start: number;
  end: number;
}

/** Folded text that still knows where each of its units came from. */
export interface FoldedText {
  text: string;
  /** Source offset at which a match may begin at this unit; -1 inside a cluster that folding changed as a whole. */
  starts: readonly number[];
  /** Source offset behind this unit; -1 where a match may not end. */
  ends: readonly number[];
}

export interface FoldOptions {
  /** `one`: a run of white space becomes one space. `none`: white space vanishes. */
  spaces?: 'one' | 'none';
  /** `drop`: punctuation of sentences vanishes too, save where it belongs to a number (`1.5`, `3,000`, `-5`). */
  punctuation?: 'keep' | 'drop';
}

/** Most of what is read; tested first because transcripts are long. */
const PLAIN = /[가-힣a-zA-Z0-9]/u;
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF]/u;
const WHITE_SPACE = /\s/u;
/** Double and single marks fold to the same one: a quotation within a quotation changes its marks. */
const QUOTE_MARK = /["'`´′″“”„‟‘’‚‛«»‹›「」『』｢｣〝〞〟＂＇]/u;
const SENTENCE_MARK = /[.,!?…·;:~\-–—()[\]'、。，！？；：]/u;
/** What may combine with the character before it under NFC: marks, and the vowels and finals of Hangul. */
const COMBINING = /[\p{M}\u1160-\u11FF\uD7B0-\uD7FF]/u;

/**
 * NFC, white space and quote marks folded, invisible characters dropped, with the way back to the source.
 * The fold of a text is the sum of the folds of its clusters, so any range that starts and ends at cluster
 * borders folds to the same letters wherever it stands.
 */
export function foldWithOffsets(source: string, options: FoldOptions = {}): FoldedText {
  const keepSpaces = options.spaces !== 'none';
  const dropMarks = options.punctuation === 'drop';
  const composed = source.normalize('NFC') === source;
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];

  const push = (piece: string, start: number, end: number): void => {
    if (piece === ' ' && !keepSpaces) return;
    if (dropMarks && SENTENCE_MARK.test(piece) && piece.length === 1 && !isOfNumber(source, start, end))
      return;
    if (piece === ' ' && units.at(-1) === ' ') {
      ends[ends.length - 1] = end;
      return;
    }
    for (let i = 0; i < piece.length; i += 1) {
      units.push(piece.charAt(i));
      starts.push(i === 0 ? start : -1);
      ends.push(i === piece.length - 1 ? end : -1);
    }
  };

  let at = 0;
  for (const cluster of composed ? source : clusters(source)) {
    const whole = composed ? cluster : cluster.normalize('NFC');
    const end = at + cluster.length;
    if (whole !== cluster) push([...whole].map(foldCharacter).join(''), at, end);
    else {
      let start = at;
      for (const character of cluster) {
        push(foldCharacter(character), start, start + character.length);
        start += character.length;
      }
    }
    at = end;
  }
  return { text: units.join(''), starts, ends };
}

function isOfNumber(source: string, start: number, end: number): boolean {
  if (!/^\s*\d/u.test(source.slice(end, end + 4))) return false;
  return source.charAt(start) === '-' || /\d\s*$/u.test(source.slice(Math.max(0, start - 4), start));
}

function foldCharacter(character: string): string {
  if (PLAIN.test(character)) return character;
  if (INVISIBLE.test(character)) return '';
  if (WHITE_SPACE.test(character)) return ' ';
  return QUOTE_MARK.test(character) ? "'" : character;
}

function* clusters(source: string): Generator<string> {
  let cluster = '';
  for (const character of source) {
    if (cluster !== '' && !COMBINING.test(character)) {
      yield cluster;
      cluster = '';
    }
    cluster += character;
  }
  if (cluster !== '') yield cluster;
}

/** Where the folded units `from` to `to` stand in the source; null when that would cut through a cluster. */
export function sourceRange(folded: FoldedText, from: number, to: number): TextRange | null {
  const start = folded.starts[from] ?? -1;
  const end = folded.ends[to - 1] ?? -1;
  return start < 0 || end < 0 ? null : { start, end };
}

/**
 * Every place, overlapping ones too, where `quote` stands in the text: NFC, white space and quote marks folded.
 * Pass a text folded once when many quotes are looked for in it. A quote without letters is nowhere.
 */
export function findQuote(text: string | FoldedText, quote: string, options: FoldOptions = {}): TextRange[] {
  const folded = typeof text === 'string' ? foldWithOffsets(text, options) : text;
  const needle = foldWithOffsets(quote, options).text.trim();
  const places: TextRange[] = [];
  for (const at of occurrences(folded.text, needle)) {
    const place = sourceRange(folded, at, at + needle.length);
    if (place !== null) places.push(place);
  }
  return places;
}

/** Knuth–Morris–Pratt: linear also on repetitive text, where repeated `indexOf` is not. */
function* occurrences(text: string, needle: string): Generator<number> {
  if (needle === '') return;
  const borders = borderLengths(needle);
  let matched = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === unit) matched += 1;
    if (matched === needle.length) {
      yield i - needle.length + 1;
      matched = borders[matched - 1] ?? 0;
    }
  }
}

function borderLengths(needle: string): number[] {
  const borders = [0];
  let length = 0;
  for (let i = 1; i < needle.length; i += 1) {
    while (length > 0 && needle.charCodeAt(i) !== needle.charCodeAt(length))
      length = borders[length - 1] ?? 0;
    if (needle.charCodeAt(i) === needle.charCodeAt(length)) length += 1;
    borders.push(length);
  }
  return borders;
}
