import type { Json } from '../kit/json';
import { differs } from '../judgement/explain';
import type { Judgement } from '../judgement/judgement';
import type { Path } from '../rubric/path';
import type { Rubric } from '../rubric/rubric';
import { boundsOf } from '../rubric/values';
import { numberOf, textOf } from '../sheet/figures/measure';

/** Assay's own computation, never what the judge says of itself. Score and verdict are null while they are open. */
export function upheld({ headline }: Pick<Judgement, 'headline'>) {
  return {
    score: numberOf(headline?.value),
    range: boundsOf(headline?.value),
    verdict: textOf(headline?.verdict),
  };
}

/** What the judge says of itself; a key is absent where it says nothing. A field that the program filled is no word of the judge. */
export function claimed(
  { headline: { stated_value: valuePath, stated_verdict: verdictPath } }: Pick<Rubric, 'headline'>,
  { headline, fields }: Pick<Judgement, 'headline' | 'fields'>,
): { score?: Json; verdict?: Json } {
  const byProgram = (path: Path | undefined) =>
    fields.some((field) => field.path === path && field.by === 'program');
  const { statedValue, statedVerdict } = headline ?? {};
  return {
    ...(statedValue !== undefined && !byProgram(valuePath) && { score: statedValue }),
    ...(statedVerdict !== undefined && !byProgram(verdictPath) && { verdict: statedVerdict }),
  };
}

/** Whether the judge says otherwise of itself than what is upheld. What is undecided contradicts nothing. */
export function claimDiffers(rubric: Pick<Rubric, 'headline'>, judgement: Judgement): boolean {
  const said = claimed(rubric, judgement);
  const { value, verdict } = judgement.headline ?? {};
  return differs(value, said.score) || differs(verdict, said.verdict);
}
