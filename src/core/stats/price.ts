import type { Money, Price } from '../model/price';

export interface TokenUse {
  /** All that was sent, cached or not. */
  prompt: number;
  /** How many of these the provider had kept. */
  cached: number;
  reply: number;
}

const million = 1_000_000;

export function costOf({ prompt, cached, reply }: TokenUse, price: Price): Money {
  const kept = Math.min(cached, prompt);
  const sum = (prompt - kept) * price.prompt + kept * (price.cached ?? price.prompt) + reply * price.reply;
  return { amount: sum / million, currency: price.currency };
}
