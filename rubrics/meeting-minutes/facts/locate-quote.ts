import { findQuote, foldWithOffsets, type FoldedText, type FoldOptions, type TextRange } from './find-quote';
import { chatTurns } from './similar-turns';
import { timeReferences } from './time-references';
import { spokenText, type Transcript } from './transcript';

/**
 * `found`: word for word. `altered`: not word for word, but like what stands at `places`. `missing`: like nothing that was
 * said; what stands at `places` has most in common with it. `reference`: no words, only the time of the turns at `places`. `unclear`: too short or in another language, so
 * that a program cannot tell. `blank`: there is no quote to look for.
 */
export interface LocatedQuote {
  status: 'found' | 'altered' | 'missing' | 'reference' | 'unclear' | 'blank';
  places: TextRange[];
}

export type LocateQuote = (quote: string) => LocatedQuote;

const ELLIPSIS = /[[(]\s*(?:중략|…+|⋯+|\.{2,})\s*[\])]|…+|⋯+|\.{2,}/u;
const EDGE = /^[\s.,!?~·;:\-–—•>*]+|[\s.,!?~·;:\-–—*]+$/gu;
const STAMP = /[[(]\d{1,2}:\d{2}(?::\d{2})?[\])]|^\s*\d{1,2}:\d{2}:\d{2}/gmu;
/** With fewer letters, what is not found may be a name, a number or a label rather than someone's words. */
const SHORTEST_QUOTE = 6;
const HANGUL = /\p{Script=Hangul}/u;
const exactly: FoldOptions = { spaces: 'one' };
const unspaced: FoldOptions = { spaces: 'none' };
const unmarked: FoldOptions = { spaces: 'none', punctuation: 'drop' };

/**
 * Looks for quotes in the transcript. Tolerated, because no spoken word changes: spacing, quote marks, punctuation, how a
 * quantity is written, names and time stamps of known speakers between two turns, and an ellipsis or a line break for what
 * was left out, as long as the pieces come in order.
 */
export function quoteLocator(question: string, transcript: Transcript): LocateQuote {
  const region = shifted(foldWithOffsets(question.slice(transcript.start, transcript.end)), transcript.start);
  const ways = [exactly, unspaced, unmarked].map((options) => ({
    options,
    text: spokenText(question, transcript, options),
  }));
  const labels = speakerLabels(transcript.speakers);
  const turns = chatTurns(question, transcript);
  const referredTo = timeReferences(question, transcript);
  const inHangul = HANGUL.test(question.slice(transcript.start, transcript.end));

  return (quote) => {
    const referred = referredTo(quote);
    if (referred !== null) return { status: 'reference', places: referred };
    const said = quote.replace(STAMP, ' ').replace(labels, ' ');
    const pieces = piecesOf(said.split(ELLIPSIS));
    if (pieces.length === 0) return { status: 'blank', places: [] };
    const whole = findQuote(region, quote)[0];
    if (whole) return { status: 'found', places: [whole] };
    const lines = piecesOf(said.split(new RegExp(`${ELLIPSIS.source}|\\n`, 'u')));
    for (const wanted of lines.length > pieces.length ? [pieces, lines] : [pieces]) {
      for (const { text, options } of ways) {
        const places = inOrder(text, wanted, options);
        if (places) return { status: 'found', places };
      }
    }
    const saying = turns.saying(lines);
    if (saying) return { status: 'found', places: saying };
    const letters = said.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    if (letters < SHORTEST_QUOTE || (inHangul && !HANGUL.test(said)))
      return { status: 'unclear', places: [] };
    const near = turns.nearest(said);
    return { status: near?.alike ? 'altered' : 'missing', places: near ? [near.place] : [] };
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
function inOrder(text: FoldedText, pieces: readonly string[], options: FoldOptions): TextRange[] | null {
  const all = pieces.map((piece) => findQuote(text, piece, options));
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
