/** A stretch of whole records, all of them ended by the same `newline`. */
export interface Stretch {
  text: string;
  newline: '\n' | '\r\n' | '\r';
  /** Where the next stretch starts in the source. */
  end: number;
}

/** How much of a text tells how its rows end. */
const SAMPLE = 1_048_576;

/**
 * Cuts delimited text into stretches of at least `length` characters that end where a record ends. A line end counts only
 * outside quotes; rows that end in another way than their neighbours are made to end alike, since a parser knows one
 * line end and would glue such a row to the next.
 *
 * Short stretches also keep the parser linear: it looks for the next delimiter in all that is left, after every quote.
 */
export function* splitRecords(text: string, delimiter: string, length: number): Generator<Stretch> {
  const scan = new RecordScan(text, delimiter, recordEndIn(text));
  let start = 0;
  while (start < text.length) {
    const spans: Span[] = [];
    let at = start;
    while (at < text.length && at - start < length) {
      const span = scan.recordAt(at);
      spans.push(span);
      at = span.end;
    }
    yield { ...alike(text, spans), end: at };
    start = at;
  }
}

/** Old Macs ended rows with a lone CR; there, an LF stands only inside quotes and is part of a cell. */
function recordEndIn(text: string): '\n' | '\r' {
  if (!/\r(?!\n)/.test(text)) return '\n';
  const unquoted = text.slice(0, SAMPLE).replace(/"[^"]*"/g, '');
  return unquoted.includes('\n') || !unquoted.includes('\r') ? '\n' : '\r';
}

/** Where a record stands; its line end is what lies between `bodyEnd` and `end`. */
interface Span {
  start: number;
  bodyEnd: number;
  end: number;
}

/** The records with one line end for all: as they stand if that is so already. */
function alike(text: string, spans: readonly Span[]): Pick<Stretch, 'text' | 'newline'> {
  const found = new Set<string>();
  for (const { bodyEnd, end } of spans) if (bodyEnd < end) found.add(text.slice(bodyEnd, end));
  const [only = '\n', second] = found;
  if (second === undefined && (only === '\n' || only === '\r\n' || only === '\r'))
    return { text: text.slice(spans[0]?.start, spans.at(-1)?.end), newline: only };
  return { text: spans.map(({ start, bodyEnd }) => text.slice(start, bodyEnd)).join('\n'), newline: '\n' };
}

/** Finds record ends from left to right; each character is looked at a bounded number of times. */
class RecordScan {
  readonly #text: string;
  readonly #delimiter: string;
  readonly #recordEnd: '\n' | '\r';
  #nextEnd = -2;
  #nextQuote = -2;

  constructor(text: string, delimiter: string, recordEnd: '\n' | '\r') {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#recordEnd = recordEnd;
  }

  recordAt(start: number): Span {
    let at = start;
    for (;;) {
      this.#lookAhead(at);
      const quote = this.#nextQuote;
      const end = this.#nextEnd;
      if (quote < 0 || (end >= 0 && end < quote)) return this.#span(start, end);
      const opensField =
        quote === start ||
        (quote - this.#delimiter.length >= at &&
          this.#text.startsWith(this.#delimiter, quote - this.#delimiter.length));
      at = opensField ? this.#afterClosingQuote(quote) : quote + 1;
    }
  }

  /** The CRs before an LF belong to the line end, however many some program put there. */
  #span(start: number, recordEnd: number): Span {
    if (recordEnd < 0) return { start, bodyEnd: this.#text.length, end: this.#text.length };
    let bodyEnd = recordEnd;
    while (bodyEnd > start && this.#text[bodyEnd - 1] === '\r') bodyEnd -= 1;
    return { start, bodyEnd, end: recordEnd + 1 };
  }

  #lookAhead(at: number): void {
    if (this.#nextEnd !== -1 && this.#nextEnd < at) this.#nextEnd = this.#text.indexOf(this.#recordEnd, at);
    if (this.#nextQuote !== -1 && this.#nextQuote < at) this.#nextQuote = this.#text.indexOf('"', at);
  }

  /** A quote closes when it is not doubled and, spaces aside, the cell ends behind it. */
  #afterClosingQuote(opening: number): number {
    const text = this.#text;
    for (let quote = text.indexOf('"', opening + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
      if (text[quote + 1] === '"') {
        quote += 1;
        continue;
      }
      if (this.#isCellEnd(quote + 1)) return quote + 1;
    }
    return text.length;
  }

  #isCellEnd(after: number): boolean {
    const text = this.#text;
    for (let at = after; at < text.length; at += 1) {
      if (text[at] === this.#recordEnd || text.startsWith(this.#delimiter, at)) return true;
      if (text.charAt(at).trim() !== '') return false;
    }
    return true;
  }
}
