import type { Json } from '../../model/json';
import type { Known } from '../../model/judgement';
import type { ReportWords } from './report-words';

/** At most two decimals, and none that say nothing. */
export function formatNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function formatJson(value: Json, words: ReportWords): string {
  if (value === null) return words.none;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) {
    const isPair = value.length === 2 && value.every((end) => typeof end === 'number');
    return value.map((item) => formatJson(item, words)).join(isPair ? '–' : ', ');
  }
  return JSON.stringify(value);
}

export function formatKnown(known: Known | undefined, words: ReportWords): string {
  switch (known?.kind) {
    case 'value':
      return formatJson(known.value, words);
    case 'range':
      return `${formatNumber(known.min)}–${formatNumber(known.max)}`;
    case 'one-of':
      return known.values.map((value) => formatJson(value, words)).join(` ${words.or} `);
    case 'error':
      return known.message;
    default:
      return words.undecided;
  }
}
