import type { TextRange } from './find-quote';
import { spokenForms } from './spoken-form';
import type { Transcript } from './transcript';

export interface Turns {
  /** Turns that hold the pieces, one after another, but for the way quantities are written and for punctuation. */
  saying: (pieces: readonly string[]) => TextRange[] | null;
  /** The turn, or two turns in a row, that has most in common with the quote; null when none has much. */
  nearest: (quote: string) => NearestTurn | null;
}

export interface NearestTurn {
  place: TextRange;
  /** The quote is a changed form of it. False: it only speaks of the same things. */
  alike: boolean;
}

/** From this share of common letter triples, or of common beginnings of words, a turn is like a quote. */
const SIMILAR_TRIPLES = 0.3;
const SIMILAR_WORDS = 0.5;
/** With less in common, it is chance. */
const RELATED = 0.1;
/** A shorter piece may be there by chance. */
const TELLING_LETTERS = 6;

interface Turn extends TextRange {
  form: string;
  triples: ReadonlySet<string>;
  stems: ReadonlySet<string>;
}

export function chatTurns(question: string, transcript: Transcript): Turns {
  const formOf = spokenForms();
  const turns = placesOf(question, transcript).map(({ start, end }): Turn => {
    const text = question.slice(start, end);
    const form = formOf(text);
    return { start, end, form, triples: triplesOf(form), stems: stemsOf(text) };
  });
  return {
    saying: (pieces) => saying(turns, pieces.map(formOf)),
    nearest: (quote) => nearest(turns, triplesOf(formOf(quote)), stemsOf(quote)),
  };
}

/** Where no speaker is marked, each line is a turn. */
function placesOf(question: string, { located, utterances }: Transcript): TextRange[] {
  if (located) return utterances.map(({ textStart, end }) => ({ start: textStart, end }));
  return [...question.matchAll(/[^\n]+/gu)].map(({ index, 0: line }) => ({
    start: index,
    end: index + line.length,
  }));
}

function saying(turns: readonly Turn[], forms: readonly string[]): TextRange[] | null {
  const places: TextRange[] = [];
  let turn = 0;
  let from = 0;
  for (const form of forms) {
    if (form.length < TELLING_LETTERS) return null;
    let at = -1;
    for (; turn < turns.length; turn += 1, from = 0) {
      at = turns[turn]?.form.indexOf(form, from) ?? -1;
      if (at >= 0) break;
    }
    const holder = turns[turn];
    if (holder === undefined) return null;
    places.push({ start: holder.start, end: holder.end });
    from = at + form.length;
  }
  return places;
}

function nearest(
  turns: readonly Turn[],
  triples: ReadonlySet<string>,
  stems: ReadonlySet<string>,
): NearestTurn | null {
  let best: NearestTurn | null = null;
  let bestLikeness: Likeness = { alike: false, share: RELATED };
  const alone = turns.map((turn) => likeness(triples, stems, [turn]));
  for (const [i, turn] of turns.entries()) {
    const own = alone[i] ?? bestLikeness;
    const next = turns[i + 1];
    const both = next ? likeness(triples, stems, [turn, next]) : own;
    // Two turns only where the quote draws on both of them and is like them.
    const needsBoth = both.alike && isMore(both, own) && isMore(both, alone[i + 1] ?? own);
    const found = needsBoth ? both : own;
    if (!isMore(found, bestLikeness)) continue;
    bestLikeness = found;
    const end = needsBoth && next ? next.end : turn.end;
    best = { place: { start: turn.start, end }, alike: found.alike };
  }
  return best;
}

interface Likeness {
  alike: boolean;
  share: number;
}

function isMore(one: Likeness, other: Likeness): boolean {
  return one.alike === other.alike ? one.share > other.share : one.alike;
}

function likeness(
  triples: ReadonlySet<string>,
  stems: ReadonlySet<string>,
  turns: readonly Turn[],
): Likeness {
  const inTriples = common(
    triples,
    turns.map((turn) => turn.triples),
  );
  const inStems = common(
    stems,
    turns.map((turn) => turn.stems),
  );
  const byTriples = triples.size === 0 ? 0 : inTriples / triples.size;
  const byWords = stems.size === 0 ? 0 : inStems / stems.size;
  const alike = byTriples >= SIMILAR_TRIPLES || (inStems >= 2 && byWords >= SIMILAR_WORDS);
  return { alike, share: byTriples + byWords };
}

function common(wanted: ReadonlySet<string>, sources: readonly ReadonlySet<string>[]): number {
  return [...wanted].filter((one) => sources.some((source) => source.has(one))).length;
}

function triplesOf(form: string): Set<string> {
  return new Set(Array.from({ length: Math.max(0, form.length - 2) }, (_, i) => form.slice(i, i + 3)));
}

/** The first two letters of each word: what is left of it when endings and particles change. */
function stemsOf(text: string): Set<string> {
  const words = text.normalize('NFC').match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return new Set(words.map((word) => word.slice(0, 2)));
}
