import Papa from 'papaparse';

/** A quote that never closes, so that the rest of the file is in its cell; or one that is not doubled, kept as it stands. */
export type QuoteFault = 'open-quote' | 'stray-quote';

export interface CsvRow {
  cells: string[];
  quoteFault: QuoteFault | null;
  /** How many rows without any text stand just before it. They are left out. */
  blankBefore: number;
}

export interface CsvPart {
  rows: CsvRow[];
  /** How far the text is read, in characters. */
  end: number;
}

/** How much of a text shows how its rows end. */
const sampleCharacters = 262_144;
/** Papa searches all it is given for the next delimiter at every quoted cell, so it gets a little at a time. */
const partCharacters = 32_768;

/** Reads delimited text in parts, so that the first rows of a long file are there at once. */
export function* readCsv(source: string, delimiter: string, size = partCharacters): Generator<CsvPart> {
  // Papa looks through spaces between a closing quote and the end of a row, but not the end of the text.
  const lastCell = source.slice(source.lastIndexOf(delimiter) + 1);
  const text = /"[^\S\r\n]+$/.test(lastCell) ? source.trimEnd() : source;
  const newline = rowEnd(text);
  let blank = 0;
  for (let start = 0, length = size; start < text.length;) {
    const part = text.slice(start, start + length);
    const rows: CsvRow[] = [];
    const add = ({ data, errors, meta }: Papa.ParseResult<string[]>) => {
      for (const cells of data) {
        if (newline === '\n') dropCarriageReturn(cells, part, meta.cursor);
        if (!hasText(cells)) {
          blank += 1;
          continue;
        }
        const quoteFault = errors.some(({ code }) => code === 'MissingQuotes') ? 'open-quote' : 'stray-quote';
        rows.push({ cells, quoteFault: errors.length > 0 ? quoteFault : null, blankBefore: blank });
        blank = 0;
      }
    };
    const isLast = start + length >= text.length;
    const parser = new Papa.Parser({ delimiter, newline, step: add });
    // Its types say `any`.
    // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment
    const { meta }: Papa.ParseResult<string[]> = parser.parse(part, 0, !isLast);
    // Nothing is read of a row that is longer than the part.
    length = meta.cursor === 0 ? length * 2 : size;
    start += meta.cursor;
    yield { rows, end: start };
  }
}

/**
 * Rows of one file may end in LF and in CRLF, but Papa knows one end of row per file. So LF ends a row, and the CRs before it
 * are dropped unless they stand within quotes. `end` is where the row ends in the text.
 */
function dropCarriageReturn(cells: string[], text: string, end: number): void {
  const last = cells.at(-1);
  if (!last?.endsWith('\r')) return;
  let before = end - 1;
  while (text[before] === '\n' || text[before] === '\r') before -= 1;
  const isQuoted = text[before] === '"' && text[before - 1] === '\r';
  if (!isQuoted) cells[cells.length - 1] = last.replace(/\r+$/, '');
}

/** Old Macs ended rows with a lone CR; there, an LF stands only inside quotes and is part of a cell. */
function rowEnd(text: string): '\n' | '\r' {
  if (!text.includes('\r')) return '\n';
  const unquoted = text.slice(0, sampleCharacters).replace(/"[^"]*(?:"|$)/g, '');
  return unquoted.includes('\n') || !unquoted.includes('\r') ? '\n' : '\r';
}

export function hasText(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.trim() !== '');
}

/** One record without its line end. No spreadsheet runs one of its cells. */
export function csvRecord(cells: readonly string[], delimiter = ','): string {
  // Papa would silently take a comma instead.
  if (delimiter.length !== 1 || Papa.BAD_DELIMITERS.includes(delimiter))
    throw new Error(`Expected a delimiter such as "," or a tab, got ${JSON.stringify(delimiter)}.`);
  return Papa.unparse([cells.map(escapeFormula)], { delimiter });
}

/** What a spreadsheet may run instead of show. Leading apostrophes are looked through, so that escaping can be undone. */
const startsLikeFormula = /^'*\s*[=+\-@\t\r\n]/;
const plainNumber = /^'*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function isRisky(text: string): boolean {
  return startsLikeFormula.test(text) && !plainNumber.test(text);
}

/** Puts an apostrophe before what a spreadsheet would run. Plain numbers stay numbers. */
export function escapeFormula(text: string): string {
  return isRisky(text) ? `'${text}` : text;
}

/** Undoes `escapeFormula`. Only for our own exports: in another file an apostrophe may be part of the text. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && isRisky(text.slice(1)) ? text.slice(1) : text;
}
