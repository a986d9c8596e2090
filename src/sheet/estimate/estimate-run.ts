import type { Case } from '../../cases/case';
import type { ObjectSchema } from '../../rubric/output-schema';
import type { Prompt } from '../../judgement/prompt/build-prompt';
import { estimateTokens, estimateReply, type Span } from '../../judgement/prompt/estimate-tokens';
import type { Judge, Asking } from '../../judgement/judge';
import { countTokens } from '../../judgement/spending';
import { studyCase } from '../../judgement/judge-case';
import { commonStart, countParts, planQuestion, type Question } from '../../judgement/plan-question';
import type { CaseKnowledge, JudgeCaseOptions, ReadyRubric } from '../../judgement/ready-rubric';
import { isMissing } from '../../cases/mapping/find-input-faults';

/** What a run will take where every first reply can be used. Nobody is asked to find out. */
export interface RunEstimate {
  cases: number;
  /** Cases that are put to nobody: facts decide all, or an input is missing. */
  notAsked: number;
  requests: number;
  prompt: number;
  /** How many of these stand at the beginning of an earlier question too, so that a provider may have kept them. */
  reusable: number;
  /** Of the prompt, what the questions have from the rubric and not from the case. */
  shared: number;
  reply: Span;
}

export type PromptOptions = Pick<JudgeCaseOptions, 'mode' | 'tellFacts' | 'asking' | 'world'>;
export interface EstimateOptions extends PromptOptions {
  samples: number;
}

const nobody: Judge = {
  kind: 'model',
  id: 'preview',
  describe: () => ({ model: 'none', parameters: {} }),
  ask: () => Promise.reject(new Error('Nobody is asked.')),
};

/** What a model would be given for this case. Null when facts leave nothing to ask. */
export function previewQuestion(
  ready: ReadyRubric,
  knowledge: CaseKnowledge,
  options: PromptOptions,
): Question | null {
  const { facts, case: subject } = knowledge;
  const { decided } = ready.program.decide({ input: subject.input, facts });
  return planQuestion(ready, knowledge, decided, { ...options, judge: nobody }).question;
}

/** Composes the prompt of every case. Offers to pause after each of them, and tells how many are done. */
export function* estimateRun(
  ready: ReadyRubric,
  cases: readonly Case[],
  { samples, ...options }: EstimateOptions,
): Generator<number, RunEstimate, void> {
  const estimate = { cases: cases.length, notAsked: 0, requests: 0, prompt: 0, reusable: 0, shared: 0 };
  const reply = { low: 0, high: 0 };
  const replies = new Map<ObjectSchema, Span>();
  const repliesOf = (shape: ObjectSchema) => {
    const known = replies.get(shape) ?? estimateReply(shape);
    replies.set(shape, known);
    return known;
  };
  let first = true;
  for (const [index, subject] of cases.entries()) {
    const question = askedOf(ready, subject, options);
    if (question === null) estimate.notAsked += 1;
    else {
      const asked = callsOf(question, repliesOf);
      for (const call of asked) {
        estimate.requests += samples;
        estimate.prompt += samples * call.prompt;
        reply.low += samples * call.reply.low;
        reply.high += samples * call.reply.high;
      }
      estimate.shared += samples * asked.length * question.prompt.estimate.shared;
      // The same case once more has the same beginning and the same end; only its fence differs.
      const { shared } = question.prompt.estimate;
      estimate.reusable += shared * (first ? samples - 1 : samples);
      for (const { start } of asked.slice(1)) estimate.reusable += samples * start;
      first = false;
    }
    yield index + 1;
  }
  return { ...estimate, reply };
}

interface Call {
  prompt: number;
  reply: Span;
  /** How much of the prompt stands at the beginning of the case's other questions too. */
  start: number;
}

function callsOf({ prompt, portable, parts }: Question, repliesOf: (shape: ObjectSchema) => Span): Call[] {
  const sent = (each: Prompt) => countTokens({ prompt: each }).prompt;
  if (!parts) return [{ prompt: sent(prompt), reply: repliesOf(portable), start: 0 }];
  const prompts = parts.map((part) => part.prompt(new Map()));
  const start = prompt.estimate.shared + estimateTokens(commonStart(prompts.map(({ own }) => own)));
  const said = parts.map((part) => repliesOf(part.portable));
  return parts.map(({ id }, index) => {
    const before = said.slice(0, index).reduce((sum, { low, high }) => sum + (low + high) / 2, 0);
    // What belongs to no criterion is asked with all that was said before.
    const told = id === '' ? Math.round(before) : 0;
    const each = prompts[index] ?? prompt;
    return { prompt: sent(each) + told, reply: said[index] ?? { low: 0, high: 0 }, start };
  });
}

/** As in judging, a case that lacks an input is put to nobody. */
function askedOf(ready: ReadyRubric, subject: Case, options: PromptOptions): Question | null {
  const knowledge = studyCase(ready, subject);
  const lacking = knowledge.problems.some(({ fault }) => fault === 'missing');
  return lacking ? null : previewQuestion(ready, knowledge, options);
}

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
