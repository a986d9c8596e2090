import type { RunHead } from '../core/model/run';
import type { EarlierResult } from './run-ledger';

/** The rows of a run of which something is still to be asked. */
export function openRows(
  { cases, settings }: Pick<RunHead, 'cases' | 'settings'>,
  earlier: Iterable<EarlierResult>,
  askAgain: (result: EarlierResult) => boolean,
): Set<number> {
  const last = new Map<number, EarlierResult>();
  for (const result of earlier) last.set(result.row * settings.samples + result.sample, result);
  const settled = new Map<number, number>();
  for (const result of last.values())
    if (!askAgain(result)) settled.set(result.row, (settled.get(result.row) ?? 0) + 1);
  const rows = new Set<number>();
  for (let row = 0; row < cases; row += 1) if ((settled.get(row) ?? 0) < settings.samples) rows.add(row);
  return rows;
}
