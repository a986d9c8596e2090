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

/** Numbers are written as such, text is always quoted. */
export type Cell = string | number;

export interface CsvForm {
  delimiter?: string;
  /** Numbers as `3,5`. Where the delimiter is a comma, they keep their point. */
  decimalComma?: boolean;
  /** True leaves texts alone that a spreadsheet would run. */
  formulas?: boolean;
}

/** One record without its line end. */
export function csvRecord(cells: readonly Cell[], form: CsvForm = {}): string {
  const { delimiter = ',', decimalComma = false, formulas = false } = form;
  // Nothing could be read back.
  if (delimiter.length !== 1 || Papa.BAD_DELIMITERS.includes(delimiter))
    throw new Error(`Expected a delimiter such as "," or a tab, got ${JSON.stringify(delimiter)}.`);
  const written = (cell: Cell) => {
    if (typeof cell === 'string') return cell && quoted(formulas ? cell : escapeFormula(cell));
    const digits = decimalComma && delimiter !== ',' ? String(cell).replace('.', ',') : String(cell);
    return digits.includes(delimiter) ? quoted(digits) : digits;
  };
  return cells.map(written).join(delimiter);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** A program set to another separator, or one that ignores quotes, begins a new cell after each of these. */
const breaks = ',;\\t\\n\\v\\f\\r\\x1c-\\x1e\\x85\\u2028\\u2029';
/** What such a program drops or does not show. Apostrophes are among it, so that escaping can be undone. */
const unseen = `(?:(?![${breaks}])[\\p{C}\\p{Z}\\p{DI}\\u2800'"])*`;
/** A spreadsheet takes the wide and the small forms for the plain ones. */
const signs = '=+\\-@＝＋－＠﹦﹢﹣﹫';
const formula = new RegExp(`((?:^|[${breaks}])${unseen})([${signs}])`, 'gu');
const escapedFormula = new RegExp(`((?:^|[${breaks}])${unseen})'([${signs}])`, 'gu');
const liveFormula = new RegExp(`(?:^|[${breaks}])${unseen}(?<!')[${signs}]`, 'u');
/** An amount, a date, a telephone number, a list of numbers. The worst that can come of it is a sum. */
const onlyFigures = /^[\d\s+\-.,()/[\]'"]*(?:\de[+-]?\d+)?$/i;

/** Puts an apostrophe before each place that a spreadsheet would run as a formula, however it splits the text into cells. */
export function escapeFormula(text: string): string {
  return onlyFigures.test(text) ? text : text.replace(formula, "$1'$2");
}

/** Undoes `escapeFormula`. Only for our own exports: in another file an apostrophe may be part of the text. */
export function unescapeFormula(text: string): string {
  return onlyFigures.test(text) ? text : text.replace(escapedFormula, '$1$2');
}

/** Whether a spreadsheet would run a part of it: `escapeFormula` leaves no such text. */
export function holdsFormula(text: string): boolean {
  return !onlyFigures.test(text) && liveFormula.test(text);
}

/** The sheet of the workbooks that we write. Their texts need no escaping, so a reader must not undo any. */
export const workbookSheet = 'Scored by Assay';
