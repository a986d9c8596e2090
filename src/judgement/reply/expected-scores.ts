import type { ObjectSchema } from '../../rubric/output-schema';
import type { Path } from '../../rubric/path';
import { allowedIntegers } from '../../rubric/shape/fields';
import { askedFields } from '../../rubric/shape/shrink';
import type { JudgeReply, NumberChoice, TokenOption } from '../judge';
import { scanJson } from './scan-json';

const mostUnclear = 0.01;

/**
 * The mean of the allowed scores, weighted by how likely the model was to say each. Null where that is not clear: a token such as
 * "1" may begin 1 or 10, and a score that is not listed may have been nearly as likely as the last that is.
 */
export function expectedScore(
  { options, untold }: Omit<NumberChoice, 'at'>,
  allowed: readonly number[],
): number | null {
  const listed = distinct(options);
  const silent = allowed.filter((value) => !listed.some(({ text }) => String(value).startsWith(text)));
  let clear = 0;
  let unclear = silent.length * Math.exp(untold);
  let sum = 0;
  for (const { text, logprob } of listed) {
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

export function expectedScores(
  shape: ObjectSchema,
  notAsked: readonly Path[],
  { text, choices }: Pick<JudgeReply, 'text' | 'choices'>,
): Map<Path, number> {
  const expected = new Map<Path, number>();
  if (!choices || choices.length === 0) return expected;
  const choiceAt = new Map(choices.map((choice) => [choice.at, choice]));
  // A reply that had to be mended or searched for is left alone: its places are not certain.
  const scan = scanJson(text, text.search(/\S/));
  if (scan.kind !== 'complete' || scan.mends.length > 0 || text.slice(scan.end).trim() !== '')
    return expected;
  for (const { path, askedPath, schema } of askedFields(shape, notAsked)) {
    const allowed = allowedIntegers(schema);
    const choice = choiceAt.get(scan.numbers.get(askedPath) ?? -1);
    const mean = allowed && choice ? expectedScore(choice, allowed) : null;
    if (mean !== null) expected.set(path, mean);
  }
  return expected;
}
