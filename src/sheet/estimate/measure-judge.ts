import type { Case } from '../../cases/case';
import type { ModelJudge } from '../../judgement/judge';
import { estimateReply } from '../../judgement/prompt/estimate-tokens';
import { comingQuestion, type PromptOptions, type RunEstimate } from './estimate-run';
import { prepareJudge } from '../run/make-room';
import type { ReadyRubric } from '../../judgement/ready-rubric';

interface Pace {
  tokens: number;
  milliseconds: number;
}

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

/** Asks a judge about the first case that leaves something to ask, to see how fast it is. Null: none does. */
export async function measureJudge(
  ready: ReadyRubric,
  judge: ModelJudge,
  cases: Iterable<Case>,
  options: PromptOptions,
  { signal, now }: { signal: AbortSignal; now: () => number },
): Promise<Measurement | { problem: string } | null> {
  for (const subject of cases) {
    const question = comingQuestion(ready, subject, options);
    if (!question) continue;
    const prepared = await prepareJudge(ready, judge, [[0, subject]], options, { signal });
    if ('problem' in prepared) return prepared;
    const { prompt } = question;
    const { portable, shape } = question.parts?.[0] ?? question;
    const began = now();
    const words: number[] = [];
    const onText = () => void words.push(now());
    const reply = await judge.ask({ prompt, shape: portable, exact: shape, onText, signal });
    if ('reason' in reply) return { problem: reply.detail };
    const ended = now();
    const { promptTokens, cachedTokens, replyTokens } = reply.usage ?? {};
    if (promptTokens === undefined || replyTokens === undefined) return null;
    const [firstWord = ended] = words;
    const { low, high } = estimateReply(portable);
    return {
      read: { tokens: promptTokens - (cachedTokens ?? 0), milliseconds: firstWord - began },
      written: { tokens: replyTokens, milliseconds: ended - firstWord },
      reuses: cachedTokens !== undefined,
      promptFactor: promptTokens / Math.max(1, prompt.estimate.shared + prompt.estimate.own),
      replyFactor: (2 * replyTokens) / Math.max(1, low + high),
    };
  }
  return null;
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
  const perToken = ({ tokens, milliseconds }: Pace) => milliseconds / Math.max(1, tokens);
  const perSecond = ({ tokens, milliseconds }: Pace) =>
    tokens > 0 && milliseconds > 0 ? (1000 * tokens) / milliseconds : null;
  return {
    milliseconds: toRead * perToken(read) + toWrite * perToken(written),
    readPerSecond: perSecond(read),
    writtenPerSecond: perSecond(written),
  };
}
