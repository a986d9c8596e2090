import type { Case } from '../../cases/case';
import type { JudgeFailure, ModelJudge } from '../../judgement/judge';
import { estimateReply } from '../../judgement/prompt/estimate-tokens';
import { previewQuestion, type PromptOptions, type RunEstimate } from './estimate-run';
import { studyCase } from '../../judgement/judge-case';
import { prepareJudge } from '../run/make-room';
import type { ReadyRubric } from '../../judgement/ready-rubric';

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

interface Pace {
  tokens: number;
  milliseconds: number;
}

/** What one question showed of a judge. */
export interface Measurement {
  /** What it had to read, up to its first word. */
  read: Pace;
  written: Pace;
  /** Whether it keeps what questions begin with. */
  reuses: boolean;
  /** Its own count of tokens for one of our estimate: of the question, and of the reply against the middle of the guess. */
  promptFactor: number;
  replyFactor: number;
}

export interface Forecast {
  milliseconds: number;
  /** Null where it was too short to tell. */
  readPerSecond: number | null;
  writtenPerSecond: number | null;
}

/** How long a run takes if its other questions go as the measured one did. */
export function forecastRun(
  { prompt, reusable, reply }: Pick<RunEstimate, 'prompt' | 'reusable' | 'reply'>,
  { read, written, reuses, promptFactor, replyFactor }: Measurement,
): Forecast {
  const toRead = (reuses ? prompt - reusable : prompt) * promptFactor;
  const toWrite = ((reply.low + reply.high) / 2) * replyFactor;
  return {
    milliseconds: toRead * perToken(read) + toWrite * perToken(written),
    readPerSecond: perSecond(read),
    writtenPerSecond: perSecond(written),
  };
}

function perToken({ tokens, milliseconds }: Pace): number {
  return milliseconds / Math.max(1, tokens);
}

function perSecond({ tokens, milliseconds }: Pace): number | null {
  return tokens > 0 && milliseconds > 0 ? (1000 * tokens) / milliseconds : null;
}
