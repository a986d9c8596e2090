import type { ReadingReport } from '../model/table';

export interface HeaderGuess {
  header: boolean;
  reason: NonNullable<ReadingReport['headerReason']>;
}

type CellKind = 'empty' | 'number' | 'date' | 'json' | 'link' | 'word' | 'prose';

const LONGEST_NAME = 80;
const SAMPLE_ROWS = 50;

/**
 * Whether the first record names the columns. A name differs from what stands below it: it is a word over numbers, or
 * short over long text. Values above values of the same kind are a row like any other. In doubt there is a header.
 */
export function guessHeader(records: readonly (readonly string[])[]): HeaderGuess {
  const [first = [], ...rest] = records.slice(0, SAMPLE_ROWS + 1);
  const votes = first.reduce((sum, cell, column) => {
    const below = rest.map((record) => record[column] ?? '').filter((value) => value.trim() !== '');
    return sum + voteOf(cell, below);
  }, 0);
  if (votes > 0) return { header: true, reason: 'names-above-values' };
  if (votes < 0) return { header: false, reason: 'values-in-first-row' };
  return { header: true, reason: 'names-are-usual' };
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
  // Nobody writes a longer one, and a cell of millions of digits is more than the expression can take.
  const mayBeNumber = text.length <= LONGEST_NAME;
  if (mayBeNumber && /^[-+]?(?:\d+(?:[.,]\d+)*|\.\d+)(?:e[-+]?\d+)?\s*%?$/i.test(text)) return 'number';
  if (/^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b/.test(text)) return 'date';
  if (/^[[{].*[\]}]$/s.test(text)) return 'json';
  if (/^(?:https?:\/\/|mailto:)/i.test(text)) return 'link';
  return text.length > LONGEST_NAME || /[.!?。]\s|[.!?。]$|\n.*\n/s.test(text) ? 'prose' : 'word';
}
