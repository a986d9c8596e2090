import { readCsv, type CsvRow } from '../../kit/csv';

/** In the order of trust when two fit equally well: a tab hardly ever stands in text, a comma often does. */
const candidates = ['\t', ';', '|', ','] as const;
const sampleCharacters = 262_144;
const sampleRecords = 200;
/** Below this share of records with the same number of cells, the character is there by chance. */
const leastAgreement = 0.5;
/** The same where a space nearly always follows it, as in sentences. */
const leastAgreementInProse = 0.7;
/** A longer cell of a first row is a text, not the name of a column. */
const longestName = 60;
/** The most that a header alone speaks for a delimiter: less than rows that agree. */
const headerTrust = 0.4;

/** The delimiter that cuts the first records into the same number of cells; null where none does: a single column. */
export function guessDelimiter(text: string): string | null {
  const sample = text.slice(0, sampleCharacters);
  const isCut = sample.length < text.length;
  let best: { delimiter: string | null; score: number } = { delimiter: null, score: 0 };
  for (const delimiter of candidates) {
    if (!sample.includes(delimiter)) continue;
    const score = scoreOf(sample, delimiter, isCut);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function scoreOf(sample: string, delimiter: string, isCut: boolean): number {
  const counts: number[] = [];
  let header: readonly string[] | undefined;
  let faults = 0;
  for (const { rows } of readCsv(sample, delimiter)) {
    for (const { cells, quoteFault } of rows) {
      header ??= cells;
      counts.push(cells.length);
      if (quoteFault !== null) faults += 1;
    }
    if (counts.length > sampleRecords) break;
  }
  if (isCut && counts.length > 1) counts.pop();
  counts.length = Math.min(counts.length, sampleRecords);
  const [first = 0] = counts;
  // A header names the columns, so it has the delimiter in it; prose below a one-word header is a single column.
  if (first < 2) return 0;
  const rows = counts.length > 2 ? counts.slice(1) : counts;
  const { count, share } = mostCommon(rows);
  const isProse = shareBeforeSpace(sample, delimiter) > 0.9;
  if (count < 2 || share < (isProse ? leastAgreementInProse : leastAgreement))
    return isProse ? 0 : scoreOfHeader(header ?? [], rows);
  const trust = delimiter === '\t' ? 0.3 : 0;
  const prose = isProse && first !== count ? 0.3 : 0;
  const faulty = Math.min(0.5, (faults / counts.length) * 2);
  return Math.max(0.01, share + trust + Math.min(count, 20) * 0.01 - prose - faulty);
}

/** For ragged rows. The more names a header has, the fewer rows need the delimiter too. */
function scoreOfHeader(header: readonly string[], rows: readonly number[]): number {
  const names = new Set(header.map((cell) => cell.trim()));
  if (names.size < header.length || !header.every(isName)) return 0;
  const cut = rows.filter((count) => count > 1).length / rows.length;
  return cut * header.length < 1 ? 0 : headerTrust * cut;
}

function isName(cell: string): boolean {
  return cell === cell.trim() && cell.length <= longestName && /\p{L}/u.test(cell) && !/[.!?。]$/u.test(cell);
}

function mostCommon(counts: readonly number[]): { count: number; share: number } {
  const tally = new Map<number, number>();
  for (const count of counts) tally.set(count, (tally.get(count) ?? 0) + 1);
  const [count = 0, times = 0] = [...tally].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return { count, share: counts.length === 0 ? 0 : times / counts.length };
}

function shareBeforeSpace(sample: string, delimiter: string): number {
  const pieces = sample.split(delimiter);
  return pieces.slice(1).filter((piece) => piece.startsWith(' ')).length / Math.max(1, pieces.length - 1);
}

type CellKind = 'empty' | 'number' | 'date' | 'json' | 'link' | 'word' | 'prose';

const longestColumnName = 80;
const sampleRows = 50;

/** A name differs from what stands below it: a word over numbers, or short over long text. In doubt there is a header. */
export function guessHeader(records: readonly Pick<CsvRow, 'cells'>[]): boolean {
  const [first = [], ...rest] = records.slice(0, sampleRows + 1).map(({ cells }) => cells);
  const votes = first.reduce((sum, cell, column) => {
    const below = rest.map((record) => record[column] ?? '').filter((value) => value.trim() !== '');
    return sum + voteOf(cell, below);
  }, 0);
  return votes >= 0;
}

/** Positive: the cell reads like the name of what stands below. Negative: like one more of them. */
function voteOf(cell: string, below: readonly string[]): number {
  const kind = kindOf(cell);
  if (kind === 'empty') return 0;
  if (kind === 'json' || kind === 'link' || kind === 'prose') return -2;
  const alike = below.filter((value) => kindOf(value) === kind).length;
  if (kind === 'number' || kind === 'date') return below.length === 0 || alike * 2 > below.length ? -1 : 0;
  if (below.length === 0) return 0;
  if (below.includes(cell)) return -1;
  return alike * 2 <= below.length ? 1 : 0;
}

function kindOf(cell: string): CellKind {
  const text = cell.trim();
  if (text === '') return 'empty';
  // No number is longer, and a cell of millions of digits is more than the expression can take.
  const mayBeNumber = text.length <= longestColumnName;
  if (mayBeNumber && /^[-+]?(?:\d+(?:[.,]\d+)*|\.\d+)(?:e[-+]?\d+)?\s*%?$/i.test(text)) return 'number';
  if (/^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b/.test(text)) return 'date';
  if (/^[[{].*[\]}]$/s.test(text)) return 'json';
  if (/^(?:https?:\/\/|mailto:)/i.test(text)) return 'link';
  return text.length > longestColumnName || /[.!?。]\s|[.!?。]$|\n.*\n/s.test(text) ? 'prose' : 'word';
}
