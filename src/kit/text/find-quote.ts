import {
  foldWithOffsets,
  sourceRange,
  type FoldedText,
  type FoldOptions,
  type TextRange,
} from './fold-with-offsets';

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
