import type { Case } from '../core/model/case';
import type { JudgeFailure, ModelJudge } from '../judges/judge';
import { estimateReply } from './estimate-reply';
import { previewQuestion, type PromptOptions } from './estimate-run';
import type { Measurement } from './forecast';
import { studyCase } from './judge-case';
import { prepareJudge } from './prepare-judge';
import type { ReadyRubric } from './ready-rubric';

export interface MeasureHooks {
  signal: AbortSignal;
  /** In milliseconds. */
  now: () => number;
}

/**
 * Asks a judge about the first of these cases of which there is something to ask, and tells how fast it reads and writes. The
 * reply is looked at by nobody. Null: there is nothing to ask about any of them. Rejects with the signal's reason.
 */
export async function measureCase(
  ready: ReadyRubric,
  judge: ModelJudge,
  cases: Iterable<Case>,
  options: PromptOptions,
  { signal, now }: MeasureHooks,
): Promise<Measurement | { problem: string } | null> {
  for (const subject of cases) {
    const knowledge = studyCase(ready, subject);
    const lacking = knowledge.problems.some(({ fault }) => fault === 'missing');
    const question = lacking ? null : previewQuestion(ready, knowledge, options);
    if (!question) continue;
    const prepared = await prepareJudge(ready, judge, [[0, subject]], options, { signal });
    if ('problem' in prepared) return prepared;
    const { prompt } = question;
    const { portable, shape } = question.parts?.[0] ?? question;
    const began = now();
    const words: number[] = [];
    const onText = () => {
      if (words.length === 0) words.push(now());
    };
    const reply = await judge.ask({ prompt, shape: portable, exact: shape, onText, signal });
    if (isFailure(reply)) return { problem: reply.detail };
    const ended = now();
    const { promptTokens, cachedTokens, replyTokens } = reply.usage ?? {};
    if (promptTokens === undefined || replyTokens === undefined) return null;
    const [firstWord = ended] = words;
    const reading = firstWord - began;
    const { low, high } = estimateReply(portable);
    return {
      read: { tokens: promptTokens - (cachedTokens ?? 0), milliseconds: reading },
      written: { tokens: replyTokens, milliseconds: ended - began - reading },
      reuses: cachedTokens !== undefined,
      promptFactor: promptTokens / Math.max(1, prompt.estimate.shared + prompt.estimate.own),
      replyFactor: (2 * replyTokens) / Math.max(1, low + high),
    };
  }
  return null;
}

function isFailure(reply: object): reply is JudgeFailure {
  return 'reason' in reply;
}
