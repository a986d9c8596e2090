import type { NumberChoice, TokenOption } from '../model/reply';

/** Of the probability that fell on allowed scores, how much may fall on tokens that leave open which score they begin, or are not told. */
const mostUnclear = 0.01;

/**
 * The mean of the allowed scores, each weighted by how likely the model was to say it: of all it might have said in this place,
 * only the beginnings of allowed scores count. Null where that cannot be told: a token such as "1" may begin 1 or 10, and a score
 * of which nothing is told may have been nearly as likely as the last that is.
 */
export function expectedScore(
  { options, untold }: Omit<NumberChoice, 'at'>,
  allowed: readonly number[],
): number | null {
  const told = distinct(options);
  const silent = allowed.filter((value) => !told.some(({ text }) => String(value).startsWith(text)));
  let clear = 0;
  let unclear = silent.length * Math.exp(untold);
  let sum = 0;
  for (const { text, logprob } of told) {
    const begins = allowed.filter((value) => String(value).startsWith(text));
    const [only, other] = begins;
    if (only === undefined) continue;
    const probability = Math.exp(logprob);
    if (other !== undefined) unclear += probability;
    else {
      clear += probability;
      sum += probability * only;
    }
  }
  return clear > 0 && unclear <= mostUnclear * (clear + unclear) ? sum / clear : null;
}

/** The same sign with and without a space before it are two tokens that say the same; one that is listed twice is one. */
function distinct(options: readonly TokenOption[]): TokenOption[] {
  const seen = new Map<string, TokenOption>();
  for (const { text, logprob } of options) {
    const trimmed = text.trim();
    if (trimmed !== '' && !seen.has(text)) seen.set(text, { text: trimmed, logprob });
  }
  return [...seen.values()];
}
