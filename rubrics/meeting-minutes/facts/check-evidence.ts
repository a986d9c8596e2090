import type { TextRange } from './find-quote';
import type { LocateQuote, LocatedQuote } from './locate-quote';
import type { Evidence, Minutes } from './minutes';
import { placeOf, type Passage } from './passage';
import { splitQuotes } from './quoted-parts';

export interface CheckedQuote {
  passage: Passage;
  status: 'found' | 'altered' | 'missing' | 'reference';
  /** In the answer. */
  place: TextRange;
  /** In the question; for an absent quote the most similar turn of speech, if any, for a reference the turns it points at. */
  sources: TextRange[];
}

/** Presented as someone's words, and not in the transcript word for word. */
export function isAbsent({ status }: CheckedQuote): boolean {
  return status === 'altered' || status === 'missing';
}

export interface CheckedEvidence {
  quotes: CheckedQuote[];
  /** Evidence in the writer's own words, or otherwise not to be looked up. */
  reworded: number;
  /** False: no evidence is named, nothing stands in quotation marks, and no sentence of the transcript is repeated. */
  mayHoldEvidence: boolean;
}

/** A shorter run of words may stand in both texts by chance. */
const REPEATED_LETTERS = 15;

export function checkEvidence(minutes: Minutes, locate: LocateQuote): CheckedEvidence {
  const quotes: CheckedQuote[] = [];
  let reworded = 0;
  for (const evidence of minutes.evidence) {
    const checked = checkOne(evidence, locate);
    if (checked === null) reworded += 1;
    else quotes.push(...checked);
  }
  const mayHoldEvidence =
    minutes.evidence.length > 0 ||
    minutes.statements.some(
      (passage) =>
        splitQuotes(passage).quotes.length > 0 ||
        (passage.text.length >= REPEATED_LETTERS && locate(passage.text).status === 'found'),
    );
  return { quotes, reworded, mayHoldEvidence };
}

/** Null: not a quote that can be looked up. */
function checkOne({ passage, quoted }: Evidence, locate: LocateQuote): CheckedQuote[] | null {
  const located = locate(passage.text);
  if (located.status === 'blank') return [];
  if (located.status === 'found' || located.status === 'reference') return quoteWith(passage, located);
  // `김 팀장이 "3월로 하죠"라고 발언`: the words in quotation marks are the quote.
  const { quotes } = splitQuotes(passage);
  if (quotes.length > 0) {
    const checked = quotes.flatMap((quote) => quoteWith(quote, locate(quote.text)) ?? []);
    return checked.length > 0 ? checked : null;
  }
  return quoted ? quoteWith(passage, located) : null;
}

function quoteWith(passage: Passage, { status, places }: LocatedQuote): CheckedQuote[] | null {
  if (status === 'blank') return [];
  if (status === 'unclear' || (status === 'reference' && places.length === 0)) return null;
  return [{ passage, status, place: placeOf(passage), sources: places }];
}
