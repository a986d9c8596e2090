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

const sampleRows = 50;

/** The first row is a case where at least half of its cells read like no name, or come again below. In doubt there is a header. */
export function guessHeader(records: readonly Pick<CsvRow, 'cells'>[]): boolean {
  const [first = [], ...rest] = records.slice(0, sampleRows + 1).map(({ cells }) => cells);
  const filled = first.flatMap((cell, column) => (cell.trim() === '' ? [] : [{ cell: cell.trim(), column }]));
  const values = filled.filter(
    ({ cell, column }) =>
      !isName(cell) || /^(?:[[{]|https?:)/.test(cell) || rest.some((row) => row[column]?.trim() === cell),
  );
  return values.length === 0 || values.length * 2 < filled.length;
}
