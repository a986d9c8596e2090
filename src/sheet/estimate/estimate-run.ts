import type { Case } from '../../cases/case';
import type { ObjectSchema } from '../../rubric/output-schema';
import type { Prompt } from '../../judgement/prompt/build-prompt';
import { estimateTokens, estimateReply, type Span } from '../../judgement/prompt/estimate-tokens';
import type { Asking, Judge } from '../../judgement/judge';
import { computeFacts } from '../../judgement/judge-case';
import { commonStart, countParts, planQuestion, type Question } from '../../judgement/plan-question';
import type { CaseKnowledge, JudgeCaseOptions, ReadyRubric } from '../../judgement/ready-rubric';
import { isMissing } from '../../cases/mapping/find-input-faults';

/** What a run will take where every first reply can be used. No judge is asked to find out. */
export interface RunEstimate {
  cases: number;
  /** Cases that are not asked: facts decide all, or an input is missing. */
  notAsked: number;
  requests: number;
  prompt: number;
  /** How many of these stand at the beginning of an earlier question too, so that a provider may have kept them. */
  reusable: number;
  reply: Span;
}

export type PromptOptions = Pick<JudgeCaseOptions, 'mode' | 'tellFacts' | 'asking' | 'world'>;
export interface EstimateOptions extends PromptOptions {
  samples: number;
}

const noJudge: Judge = {
  kind: 'model',
  id: 'preview',
  describe: () => ({ model: 'none', parameters: {} }),
  ask: () => Promise.reject(new Error('No judge is asked.')),
};

/** What a model would be asked about this case. Null when facts leave nothing to ask. */
export function previewQuestion(
  ready: ReadyRubric,
  knowledge: CaseKnowledge,
  options: PromptOptions,
): Question | null {
  const { facts, case: subject } = knowledge;
  const { decided } = ready.program.decide({ input: subject.input, facts });
  return planQuestion(ready, knowledge, decided, { ...options, judge: noJudge }).question;
}

/** The same; as in judging, nothing is asked about a case that lacks an input. */
export function comingQuestion(ready: ReadyRubric, subject: Case, options: PromptOptions): Question | null {
  const knowledge = computeFacts(ready, subject);
  const lacking = knowledge.problems.some(({ fault }) => fault === 'missing');
  return lacking ? null : previewQuestion(ready, knowledge, options);
}

/** Composes the prompt of every case. Offers to pause after each of them, and yields how many are done. */
export function* estimateRun(
  ready: ReadyRubric,
  cases: readonly Case[],
  { samples, ...options }: EstimateOptions,
): Generator<number, RunEstimate, void> {
  const estimate = { cases: cases.length, notAsked: 0, requests: 0, prompt: 0, reusable: 0 };
  const reply = { low: 0, high: 0 };
  const replies = new Map<ObjectSchema, Span>();
  const replyTo = (shape: ObjectSchema) => {
    const known = replies.get(shape) ?? estimateReply(shape);
    replies.set(shape, known);
    return known;
  };
  let isFirst = true;
  for (const [index, subject] of cases.entries()) {
    const question = comingQuestion(ready, subject, options);
    if (question === null) estimate.notAsked += 1;
    else {
      const { shared } = question.prompt.estimate;
      const { calls, start } = callsOf(question, replyTo);
      for (const call of calls) {
        estimate.requests += samples;
        estimate.prompt += samples * call.prompt;
        reply.low += samples * call.reply.low;
        reply.high += samples * call.reply.high;
      }
      // The same case once more has the same beginning and the same end; only its fence differs.
      estimate.reusable += shared * (isFirst ? samples - 1 : samples) + samples * (calls.length - 1) * start;
      isFirst = false;
    }
    yield index + 1;
  }
  return { ...estimate, reply };
}

/** `start`: how much of each prompt stands at the beginning of the case's other questions too. */
function callsOf({ prompt, portable, parts }: Question, replyTo: (shape: ObjectSchema) => Span) {
  const tokens = ({ estimate }: Prompt) => estimate.shared + estimate.own;
  if (!parts) return { calls: [{ prompt: tokens(prompt), reply: replyTo(portable) }], start: 0 };
  const prompts = parts.map((part) => part.prompt(new Map()));
  const start = prompt.estimate.shared + estimateTokens(commonStart(prompts.map(({ own }) => own)));
  let said = 0;
  const calls = parts.map((part, index) => {
    const reply = replyTo(part.portable);
    // What belongs to no criterion is asked with all that was said before.
    const before = part.id === '' ? Math.round(said) : 0;
    said += (reply.low + reply.high) / 2;
    return { prompt: tokens(prompts[index] ?? prompt) + before, reply };
  });
  return { calls, start };
}

export interface AskingCosts {
  /** Into how many questions a case of this rubric can be split; one: there is nothing to split. */
  parts: number;
  /** Of the first case; null without one. */
  of: Record<Asking, RunEstimate> | null;
}

export function askingCosts(
  ready: ReadyRubric,
  [first]: readonly Case[],
  options: Omit<PromptOptions, 'asking'>,
): AskingCosts {
  const parts = countParts(ready.rubric);
  if (!first) return { parts, of: null };
  const cost = (asking: Asking) => estimateOne(ready, first, { ...options, asking });
  return { parts, of: { case: cost('case'), criterion: cost('criterion') } };
}

/** Tokens to send for all cases, estimated from the questions of the shortest and the longest, and the lengths of the others. */
export function tokensToSend(
  ready: ReadyRubric,
  cases: readonly Case[],
  { samples, ...options }: EstimateOptions,
): number {
  const asked = cases
    .filter(({ input }) => !ready.rubric.inputs.some((one) => isMissing(one, input[one.name])))
    .map((subject) => ({ subject, length: inputLength(subject) }))
    .sort((one, other) => one.length - other.length);
  const [short] = asked;
  const long = asked.at(-1);
  if (!short || !long) return 0;
  const least = estimateOne(ready, short.subject, options);
  const most = short === long ? least : estimateOne(ready, long.subject, options);
  // Where facts decide all of one, the other must do for all.
  if (least.requests === 0 || most.requests === 0)
    return samples * asked.length * Math.max(least.prompt, most.prompt);
  const perCharacter = (most.prompt - least.prompt) / Math.max(1, long.length - short.length);
  const longer = asked.reduce((sum, { length }) => sum + length - short.length, 0);
  return samples * (asked.length * least.prompt + perCharacter * longer);
}

function estimateOne(ready: ReadyRubric, subject: Case, options: PromptOptions): RunEstimate {
  const work = estimateRun(ready, [subject], { ...options, samples: 1 });
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

function inputLength({ input }: Case): number {
  return Object.values(input).reduce((sum, text) => sum + text.length, 0);
}
