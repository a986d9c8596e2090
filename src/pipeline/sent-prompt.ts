import type { Judgement } from '../core/model/judgement';
import { commonStart, type QuestionPart } from './plan-parts';
import type { Question } from './plan-question';

/**
 * A question as it is kept: what all its parts begin with once, then the rest of each. `prompts` are the parts as they were sent;
 * of those that were not asked any more it is what would have been.
 */
export function sentPrompt(
  { prompt: { shared, own }, parts }: Pick<Question, 'prompt' | 'parts'>,
  prompts: readonly string[] = [],
): NonNullable<Judgement['prompt']> {
  if (!parts) return { shared, own };
  const owns = ownsOf(parts).map((planned, index) => prompts[index] ?? planned);
  const start = commonStart(owns);
  const rests = parts.map(({ id, label }, index) => ({
    id,
    label,
    rest: (owns[index] ?? '').slice(start.length),
  }));
  return { shared, own: start, parts: rests };
}

/** The case's part of each question, without what the judge says in between. */
export function ownsOf(parts: readonly QuestionPart[]): string[] {
  return parts.map(({ prompt }) => prompt(new Map()).own);
}
