import type { Known } from '../../core/model/judgement';
import type { RunMessages } from '../../i18n/run-screen-words';
import type { ValueChange } from '../../state/comparison.svelte';
import type { VerdictKey } from '../../state/verdict-table';
import { formatJson, formatKnown, formatNumber } from '../kit/format';

/** How a value of A became one of B: 3 → 5 (+2). */
export function changeInWords(change: ValueChange, t: RunMessages): string {
  const { fromTo } = t.compare;
  if (change.kind === 'number') {
    const sign = change.delta > 0 ? '+' : '−';
    const delta = `${sign}${formatNumber(Math.abs(change.delta))}`;
    return `${fromTo(formatNumber(change.from), formatNumber(change.to))} (${delta})`;
  }
  if (change.kind === 'label') return fromTo(formatJson(change.from, t), formatJson(change.to, t));
  return fromTo(knownInWords(change.from, t), knownInWords(change.to, t));
}

function knownInWords(known: Known | null, t: RunMessages): string {
  return known === null ? t.compare.absent : formatKnown(known, t);
}

export function verdictInWords(key: VerdictKey, t: RunMessages): string {
  if (key === 'undecided') return t.judgement.undecided;
  if (key === 'unscored') return t.status.unscored;
  return key === 'not-judged' ? t.results.notJudged : key.slice(1);
}
