import type { Money } from '../../core/model/price';
import { formatNumber } from './format';

/** Small sums keep the figures that tell them apart. */
export function formatMoney({ amount, currency }: Money, language: string): string {
  // A run from a file may name anything.
  if (!/^[A-Z]{3}$/.test(currency)) return `${formatNumber(amount)} ${currency}`;
  const small = amount !== 0 && Math.abs(amount) < 0.1;
  return amount.toLocaleString(language, {
    style: 'currency',
    currency,
    ...(small ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 }),
  });
}
