import type { Usage } from './reply';

/** Tokens sent and received, as far as they were counted, and the cost where it is known. */
export function usageInFigures({ promptTokens, replyTokens, cost }: Usage): string {
  const tokens = `${promptTokens ?? '?'} + ${replyTokens ?? '?'}`;
  if (!cost) return tokens;
  return `${tokens}, ${cost.estimated ? '≈ ' : ''}${Number(cost.amount.toPrecision(6))} ${cost.currency}`;
}
