import { findQuote } from '../../../src/core/text/find-quote';
import { foldWithOffsets, type FoldedText, type TextRange } from '../../../src/core/text/fold-with-offsets';
import { spokenText, type Transcript } from './transcript';

/**
 * `found`: word for word. `altered`: not word for word, but most of it stands at `places`. `missing`: nowhere.
 * `blank`: there is no quote to look for.
 */
export interface LocatedQuote {
  status: 'found' | 'altered' | 'missing' | 'blank';
  places: TextRange[];
}

export type LocateQuote = (quote: string) => LocatedQuote;

const ELLIPSIS = /[[(]\s*(?:중략|…+|⋯+|\.{2,})\s*[\])]|…+|⋯+|\.{2,}/u;
const EDGE = /^[\s.,!?~·;:\-–—•>*]+|[\s.,!?~·;:\-–—*]+$/gu;
const STAMP = /[[(]\d{1,2}:\d{2}(?::\d{2})?[\])]|^\s*\d{1,2}:\d{2}:\d{2}/gmu;
/** From this share of common letter triples on, a quote counts as changed rather than made up. */
const ALTERED_SHARE = 0.6;

/**
 * Looks for quotes in the transcript. Tolerated, because no spoken word changes: spacing, quote marks, punctuation at
 * the ends, names and time stamps of known speakers between two turns, and an ellipsis or a line break for what
 * was left out, as long as the pieces come in order.
 */
export function quoteLocator(question: string, transcript: Transcript): LocateQuote {
  const region = shifted(foldWithOffsets(question.slice(transcript.start, transcript.end)), transcript.start);
  const spoken = spokenText(question, transcript, 'one');
  const unspaced = spokenText(question, transcript, 'none');
  const labels = speakerLabels(transcript.speakers);
  const nearest = nearestUtterance(question, transcript);

  return (quote) => {
    const said = quote.replace(STAMP, ' ').replace(labels, ' ');
    const pieces = piecesOf(said.split(ELLIPSIS));
    if (pieces.length === 0) return { status: 'blank', places: [] };
    const whole = findQuote(region, quote)[0];
    if (whole) return { status: 'found', places: [whole] };
    const lines = piecesOf(said.split(new RegExp(`${ELLIPSIS.source}|\\n`, 'u')));
    const places =
      inOrder(spoken, pieces, 'one') ??
      inOrder(unspaced, pieces, 'none') ??
      (lines.length > pieces.length ? inOrder(unspaced, lines, 'none') : null);
    if (places) return { status: 'found', places };
    const near = nearest(said);
    return near ? { status: 'altered', places: [near] } : { status: 'missing', places: [] };
  };
}

function piecesOf(parts: readonly string[]): string[] {
  return parts.map((piece) => piece.replace(EDGE, '')).filter((piece) => /[\p{L}\p{N}]/u.test(piece));
}

function shifted(folded: FoldedText, by: number): FoldedText {
  const shift = (offset: number): number => (offset < 0 ? offset : offset + by);
  return { text: folded.text, starts: folded.starts.map(shift), ends: folded.ends.map(shift) };
}

/** `김민지 팀장:` and `김민지:` alike. Only names that speak in this transcript. */
function speakerLabels(speakers: readonly string[]): RegExp {
  const names = speakers.flatMap((speaker) => [speaker, speaker.split(/[\s(]/u)[0] ?? speaker]);
  const sorted = [...new Set(names)].filter((name) => name.length >= 2).sort((a, b) => b.length - a.length);
  if (sorted.length === 0) return /(?!)/u;
  const escaped = sorted.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`));
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${escaped.join('|')})(?:\s[가-힣]{2,4})?\s*[:：]`, 'gu');
}

/** Earliest places of the pieces one after another, then each pulled as late as the next one allows. */
function inOrder(text: FoldedText, pieces: readonly string[], spaces: 'one' | 'none'): TextRange[] | null {
  const all = pieces.map((piece) => findQuote(text, piece, { spaces }));
  let from = 0;
  for (const places of all) {
    const next = places.find(({ start }) => start >= from);
    if (!next) return null;
    from = next.end;
  }
  let until = from;
  const chosen: TextRange[] = [];
  for (const places of all.reverse()) {
    const last = places.findLast(({ end }) => end <= until);
    if (!last) return null;
    chosen.unshift(last);
    until = last.start;
  }
  return chosen;
}

function nearestUtterance(question: string, transcript: Transcript): (quote: string) => TextRange | null {
  const turns = transcript.utterances.map(({ textStart, end }) => ({
    start: textStart,
    end,
    triples: triplesOf(question.slice(textStart, end)),
  }));
  return (quote) => {
    const wanted = triplesOf(quote);
    if (wanted.size < 4) return null;
    let best: TextRange | null = null;
    let bestShare = ALTERED_SHARE;
    const alone = turns.map((turn) => shareOf(wanted, turn.triples));
    for (const [i, turn] of turns.entries()) {
      const own = alone[i] ?? 0;
      const next = turns[i + 1];
      const both = next ? shareOf(wanted, turn.triples, next.triples) : 0;
      // Two turns only where the quote draws on both of them.
      const needsBoth = both > Math.max(own, alone[i + 1] ?? 0);
      const share = needsBoth ? both : own;
      if (share < bestShare || (best !== null && share === bestShare)) continue;
      bestShare = share;
      best = { start: turn.start, end: needsBoth && next ? next.end : turn.end };
    }
    return best;
  };
}

function triplesOf(text: string): Set<string> {
  const letters = foldWithOffsets(text, { spaces: 'none' }).text.replace(/[^\p{L}\p{N}]/gu, '');
  return new Set(Array.from({ length: Math.max(0, letters.length - 2) }, (_, i) => letters.slice(i, i + 3)));
}

function shareOf(wanted: ReadonlySet<string>, ...sources: ReadonlySet<string>[]): number {
  let hits = 0;
  for (const triple of wanted) if (sources.some((source) => source.has(triple))) hits += 1;
  return hits / wanted.size;
}
