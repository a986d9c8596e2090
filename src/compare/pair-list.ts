import { compareRow, type ValueChange } from './compare-row';
import { verdictKey, type PairedRow, type SideBySide, type VerdictKey } from './compare-runs';

/** Which pairs are shown, and in what order. */
export interface PairFilter {
  /** Pairs with the same input, or those whose input changed. */
  input: 'same' | 'changed';
  changedOnly: boolean;
  /** `changed`: any change of verdict. */
  verdict: 'any' | 'changed' | { from: VerdictKey; to: VerdictKey };
  /** Only where this criterion differs, by its place among the shared ones. */
  criterion: number | null;
  order: 'run' | 'difference';
}

export const firstFilter: PairFilter = {
  input: 'same',
  changedOnly: true,
  verdict: 'any',
  criterion: null,
  order: 'difference',
};

export function filterPairs(result: SideBySide, filter: PairFilter): PairedRow[] {
  const { input, changedOnly, verdict, criterion, order } = filter;
  const kept: { pair: PairedRow; distance: number }[] = [];
  for (const pair of input === 'same' ? result.pairs : result.changed) {
    if (changedOnly && !pair.different) continue;
    if (verdict === 'changed' && !pair.verdictChanged) continue;
    if (typeof verdict === 'object' && !hasVerdicts(result, pair, verdict)) continue;
    const change = criterion === null ? null : changeOf(result, pair, criterion);
    if (criterion !== null && change === null) continue;
    const delta = change?.kind === 'number' ? change.delta : criterion === null ? pair.scoreDelta : null;
    // Pairs without two numbers come last.
    kept.push({ pair, distance: delta === null ? -1 : Math.abs(delta) });
  }
  if (order === 'difference') kept.sort((one, other) => other.distance - one.distance);
  return kept.map(({ pair }) => pair);
}

function hasVerdicts({ a, b }: SideBySide, pair: PairedRow, { from, to }: { from: string; to: string }) {
  return verdictKey(a.digestAt(pair.a)) === from && verdictKey(b.digestAt(pair.b)) === to;
}

function changeOf({ a, b, ground }: SideBySide, pair: PairedRow, criterion: number): ValueChange | null {
  const criteria = ground.criteria.slice(criterion, criterion + 1);
  return compareRow({ criteria, scores: false }, a.digestAt(pair.a), b.digestAt(pair.b)).criteria[0] ?? null;
}
