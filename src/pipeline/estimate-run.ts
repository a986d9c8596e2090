import type { Case } from '../core/model/case';
import type { ObjectSchema } from '../core/model/output-schema';
import type { Judge } from '../judges/judge';
import { countTokens, noTokens } from './count-tokens';
import { estimateReply, type Span } from './estimate-reply';
import { studyCase } from './judge-case';
import { planQuestion, type Question } from './plan-question';
import type { CaseKnowledge, JudgeCaseOptions, ReadyRubric } from './ready-rubric';

/** What a run will take where every first reply can be used. Nobody is asked to find out. */
export interface RunEstimate {
  cases: number;
  /** Cases that are put to nobody: facts decide all, or an input is missing. */
  notAsked: number;
  requests: number;
  prompt: number;
  /** How many of these stand at the beginning of an earlier question too, so that a provider may have kept them. */
  reusable: number;
  reply: Span;
}

export type PromptOptions = Pick<JudgeCaseOptions, 'mode' | 'tellFacts' | 'world'>;
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
  const estimate = { cases: cases.length, notAsked: 0, requests: 0, prompt: 0, reusable: 0 };
  const reply = { low: 0, high: 0 };
  const replies = new Map<ObjectSchema, Span>();
  let first = true;
  for (const [index, subject] of cases.entries()) {
    const question = askedOf(ready, subject, options);
    if (question === null) estimate.notAsked += 1;
    else {
      const { prompt, portable } = question;
      const sent = countTokens(noTokens, { prompt }, null).prompt;
      const said = replies.get(portable) ?? estimateReply(portable);
      replies.set(portable, said);
      estimate.requests += samples;
      estimate.prompt += samples * sent;
      // The same case once more has the same beginning and the same end; only its fence differs.
      estimate.reusable += prompt.estimate.shared * (first ? samples - 1 : samples);
      reply.low += samples * said.low;
      reply.high += samples * said.high;
      first = false;
    }
    yield index + 1;
  }
  return { ...estimate, reply };
}

/** As in judging, a case that lacks an input is put to nobody. */
function askedOf(ready: ReadyRubric, subject: Case, options: PromptOptions): Question | null {
  const knowledge = studyCase(ready, subject);
  const lacking = knowledge.problems.some(({ fault }) => fault === 'missing');
  return lacking ? null : previewQuestion(ready, knowledge, options);
}
