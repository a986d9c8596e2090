import { isMissing } from '../core/cases/find-input-faults';
import type { Case } from '../core/model/case';
import type { Asking } from '../core/model/run';
import { estimateRun, type EstimateOptions, type PromptOptions, type RunEstimate } from './estimate-run';
import { countParts } from './plan-parts';
import type { ReadyRubric } from './ready-rubric';

/** What one case takes, asked in one way or the other. */
export interface AskingCost {
  calls: number;
  prompt: number;
  /** Of the prompt, what stands at the beginning of an earlier question about the case too. */
  reusable: number;
}
export interface AskingCosts {
  /** Into how many questions a case of this rubric can be split; one: there is nothing to split. */
  parts: number;
  /** Of the first case; null without one. */
  of: Record<Asking, AskingCost> | null;
}

/**
 * Tokens to send for all cases, told from the questions of the shortest and the longest, and the lengths of the others: what a
 * question has besides the case's own words may be most of it.
 */
export function tokensToSend(
  ready: ReadyRubric,
  cases: readonly Case[],
  { samples, ...options }: EstimateOptions,
): number {
  const span = spanOf(ready, cases);
  if (!span) return 0;
  const { short, long, count, characters } = span;
  const least = estimateOne(ready, short, options);
  const most = short === long ? least : estimateOne(ready, long, options);
  // Of one that facts decide nobody is asked: the other must do for all.
  if (least.requests === 0 || most.requests === 0)
    return samples * count * Math.max(least.prompt, most.prompt);
  const more = lengthOf(long) - lengthOf(short);
  const perCharacter = more === 0 ? 0 : (most.prompt - least.prompt) / more;
  return samples * (count * least.prompt + perCharacter * (characters - count * lengthOf(short)));
}

/** Of the cases that are put to a judge: those without a required input are not. */
function spanOf(
  { rubric }: ReadyRubric,
  cases: readonly Case[],
): { short: Case; long: Case; count: number; characters: number } | null {
  const isPut = ({ input }: Case) =>
    !rubric.inputs.some((declared) => isMissing(declared, input[declared.name]));
  const first = cases.find(isPut);
  if (!first) return null;
  const span = { short: first, long: first, count: 0, characters: 0 };
  for (const each of cases) {
    if (!isPut(each)) continue;
    const length = lengthOf(each);
    span.count += 1;
    span.characters += length;
    if (length < lengthOf(span.short)) span.short = each;
    if (length > lengthOf(span.long)) span.long = each;
  }
  return span;
}

/** What asking criterion by criterion takes beside asking at once. */
export function askingCosts(
  ready: ReadyRubric,
  [first]: readonly Case[],
  options: Omit<PromptOptions, 'asking'>,
): AskingCosts {
  const parts = countParts(ready.rubric);
  if (!first) return { parts, of: null };
  const cost = (asking: Asking): AskingCost => {
    const { requests, prompt, reusable } = estimateOne(ready, first, { ...options, asking });
    return { calls: requests, prompt, reusable };
  };
  return { parts, of: { case: cost('case'), criterion: cost('criterion') } };
}

function estimateOne(ready: ReadyRubric, subject: Case, options: PromptOptions): RunEstimate {
  const work = estimateRun(ready, [subject], { ...options, samples: 1 });
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

function lengthOf(subject: Case): number {
  return Object.values(subject.input).reduce((sum, text) => sum + text.length, 0);
}
