import type { Money, Price } from '../model/price';

export interface TokenUse {
  /** All that was sent, cached or not. */
  prompt: number;
  /** How many of these the provider had kept. */
  cached: number;
  /** How many it put into its cache. */
  written?: number;
  reply: number;
}

const million = 1_000_000;

export function costOf({ prompt, cached, written = 0, reply }: TokenUse, price: Price): Money {
  const kept = Math.min(cached, prompt);
  const put = Math.min(written, prompt - kept);
  const sum =
    (prompt - kept - put) * price.prompt +
    kept * (price.cached ?? price.prompt) +
    put * (price.written ?? price.prompt) +
    reply * price.reply;
  return { amount: sum / million, currency: price.currency };
}

/** Tokens before they were used: what replies come to is a guess, and so is what the provider keeps of prompts. */
export interface Forecast {
  prompt: number;
  reusable: number;
  reply: { low: number; high: number };
}

/** From terse replies and everything kept that can be, to talkative ones and nothing kept, but put there each time. */
export function costRange({ prompt, reusable, reply }: Forecast, price: Price): { low: Money; high: Money } {
  const dearer = (price.written ?? 0) > price.prompt;
  return {
    low: costOf({ prompt, cached: reusable, reply: reply.low }, price),
    high: costOf({ prompt, cached: 0, written: dearer ? reusable : 0, reply: reply.high }, price),
  };
}
