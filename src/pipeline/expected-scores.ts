import type { ObjectSchema } from '../core/model/output-schema';
import type { Path } from '../core/model/path';
import { expectedScore } from '../core/reply/expected-score';
import { numberPlaces } from '../core/reply/number-places';
import { allowedIntegers } from '../core/shape/allowed-integers';
import { askedFields } from '../core/shape/asked-fields';
import type { JudgeReply } from '../judges/judge';

/** What the scores of a reply are expected to be, by place in the whole shape: only where the judge told its probabilities. */
export function expectedScores(
  shape: ObjectSchema,
  notAsked: readonly Path[],
  { text, choices }: Pick<JudgeReply, 'text' | 'choices'>,
): Map<Path, number> {
  const expected = new Map<Path, number>();
  if (!choices || choices.length === 0) return expected;
  const choiceAt = new Map(choices.map((choice) => [choice.at, choice]));
  const offsets = new Map([...numberPlaces(text)].map(([at, path]) => [path, at]));
  for (const { path, askedPath, schema } of askedFields(shape, notAsked)) {
    const allowed = allowedIntegers(schema);
    const choice = choiceAt.get(offsets.get(askedPath) ?? -1);
    const mean = allowed && choice ? expectedScore(choice, allowed) : null;
    if (mean !== null) expected.set(path, mean);
  }
  return expected;
}
