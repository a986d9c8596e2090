import { parseDelimited } from './parse-delimited';

/** In the order of trust when two fit equally well: a tab hardly ever stands in text, a comma often does. */
const CANDIDATES = ['\t', ';', '|', ','] as const;
const SAMPLE_CHARACTERS = 262_144;
const SAMPLE_RECORDS = 200;
/** Below this share of records with the same number of cells, the character is there by chance. */
const LEAST_AGREEMENT = 0.5;
/** The same where a space nearly always follows it, as in sentences. */
const LEAST_AGREEMENT_IN_PROSE = 0.7;
/** A longer cell of a first row is a text, not the name of a column. */
const LONGEST_NAME = 60;
/** The most that a header alone speaks for a delimiter: less than rows that agree. */
const HEADER_TRUST = 0.4;

/** The delimiter that cuts the first records into the same number of cells; null where none does: a single column. */
export function guessDelimiter(text: string): string | null {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const isCut = sample.length < text.length;
  let best: { delimiter: string | null; score: number } = { delimiter: null, score: 0 };
  for (const delimiter of CANDIDATES) {
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
  for (const { records } of parseDelimited(sample, delimiter, 16_384)) {
    for (const { cells, quoteFault } of records) {
      header ??= cells;
      counts.push(cells.length);
      if (quoteFault !== null) faults += 1;
    }
    if (counts.length > SAMPLE_RECORDS) break;
  }
  if (isCut && counts.length > 1) counts.pop();
  counts.length = Math.min(counts.length, SAMPLE_RECORDS);
  const [first = 0] = counts;
  // A header names the columns, so it has the delimiter in it; prose below a one-word header is a single column.
  if (first < 2) return 0;
  const rows = counts.length > 2 ? counts.slice(1) : counts;
  const { count, share } = mostCommon(rows);
  const isProse = shareBeforeSpace(sample, delimiter) > 0.9;
  if (count < 2 || share < (isProse ? LEAST_AGREEMENT_IN_PROSE : LEAST_AGREEMENT))
    return isProse ? 0 : scoreOfHeader(header ?? [], rows);
  const trust = delimiter === '\t' ? 0.3 : 0;
  const prose = isProse && first !== count ? 0.3 : 0;
  const faulty = Math.min(0.5, (faults / counts.length) * 2);
  return Math.max(0.01, share + trust + Math.min(count, 20) * 0.01 - prose - faulty);
}

/**
 * Rows of all lengths below a header that names columns. The more names there are, the less they stand there by chance, and
 * the fewer rows need have the delimiter too.
 */
function scoreOfHeader(header: readonly string[], rows: readonly number[]): number {
  const names = new Set(header.map((cell) => cell.trim()));
  if (names.size < header.length || !header.every(isName)) return 0;
  const cut = rows.filter((count) => count > 1).length / rows.length;
  return cut * header.length < 1 ? 0 : HEADER_TRUST * cut;
}

function isName(cell: string): boolean {
  return (
    cell === cell.trim() && cell.length <= LONGEST_NAME && /\p{L}/u.test(cell) && !/[.!?。]$/u.test(cell)
  );
}

function mostCommon(counts: readonly number[]): { count: number; share: number } {
  const tally = new Map<number, number>();
  for (const count of counts) tally.set(count, (tally.get(count) ?? 0) + 1);
  const [count = 0, times = 0] = [...tally].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return { count, share: counts.length === 0 ? 0 : times / counts.length };
}

/** How often a space follows the character. */
function shareBeforeSpace(sample: string, delimiter: string): number {
  const pieces = sample.split(delimiter);
  return pieces.slice(1).filter((piece) => piece.startsWith(' ')).length / Math.max(1, pieces.length - 1);
}
