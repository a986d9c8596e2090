import type { TokenOption } from '../../core/model/reply';

/** WebLLM lists no more. */
export const mostListed = 5;
/** So little that only the likeliest token is left to choose from. */
const onlyLikeliest = 0.000_01;

export interface Sampling {
  temperature: number;
  top_p?: number;
}

/**
 * The likeliest token of all is chosen as well by a share of the choice that nothing but it falls into. A temperature of 0 would make
 * all others impossible, and with them what the model held them for.
 */
export function samplingFor(temperature: number): Sampling {
  return temperature === 0 ? { temperature: 1, top_p: onlyLikeliest } : { temperature };
}

/** For the receipt, where what is sent is not what was set. */
export function sentFor(temperature: number): Record<string, number> {
  const { temperature: sent, top_p: share } = samplingFor(temperature);
  return share === undefined ? {} : { sent_temperature: sent, top_p: share };
}

interface SaidToken {
  token: string;
  logprob: number;
  top_logprobs: readonly { token: string; logprob: number }[];
}

/**
 * What might have been said in a place. The library tells it after grammar and temperature, which only scales: taken back, it is
 * what the model held likely among all that the grammar allows there.
 */
export function optionsOf(
  { token, logprob, top_logprobs: top }: SaidToken,
  { temperature }: Sampling,
): TokenOption[] {
  return [{ token, logprob }, ...top].map((each) => ({
    text: each.token,
    logprob: each.logprob * temperature,
  }));
}
