import type { Cause } from '../core/model/cause';
import { told } from '../core/model/cause-in-english';
import type { JsonObject } from '../core/model/json';
import type { Judgement, Receipt } from '../core/model/judgement';
import type { Path } from '../core/model/path';
import type { RawReply, ReadReply, UnscoredReason, Usage } from '../core/model/reply';
import { correction } from '../core/prompt/render';
import { readReply } from '../core/reply/read-reply';
import { spendingOf } from '../core/stats/spending';
import type { JudgeFailure, JudgeReply, JudgeRequest, ModelJudge } from '../judges/judge';
import { countTokens, noTokens, sumTokens } from './count-tokens';
import type { Question } from './plan-question';
import type { CallSpending, InTurn, JudgeCaseOptions } from './ready-rubric';
import { pricedUsage } from './priced-usage';
import { PutBack } from './put-back';
import { TimeUp, untilAborted } from './time-up';

/** A malformed reply is sent back at most twice, each time with what was wrong. */
const mostTries = 3;
const worthAnotherTry: ReadonlySet<UnscoredReason> = new Set(['unparseable', 'invalid']);

/** What was said in all tries, and what it took. */
interface Exchange {
  attempts: Judgement['attempts'];
  tokens: Receipt['tokens'];
  /** How many questions were sent. */
  calls: number;
  /** What the one took that brought no reply to read. */
  unanswered?: Usage;
  /** The reply that was taken, with all that its judge tells of it. */
  taken?: JudgeReply;
  /** The case's parts of the questions, where it was asked in several. */
  prompts?: readonly string[];
}
export type AskOptions = Pick<JudgeCaseOptions, 'signal' | 'seed' | 'onText' | 'inTurn' | 'onSpent'>;
export type Answer =
  | ({ ok: true; output: JsonObject; repairs: string[]; expected?: ReadonlyMap<Path, number> } & Exchange)
  | ({ ok: false; reason: UnscoredReason; detail: string; causes?: Cause[] } & Exchange);

/** Rejects only when it is cancelled or the case is put back. A judge that breaks or takes too long leaves what was said until then. */
export async function askModel(
  judge: ModelJudge,
  question: Question,
  language: string,
  { signal, seed, onText, onSpent, inTurn = (ask) => ask(() => Promise.resolve()) }: AskOptions,
): Promise<Answer> {
  const attempts: Judgement['attempts'] = [];
  let tokens = noTokens;
  let calls = 0;
  let previous: JudgeRequest['previous'];
  let unread: Omit<Extract<ReadReply, { ok: false }>, 'ok'> | null = null;
  for (;;) {
    const request = {
      prompt: question.prompt,
      shape: question.portable,
      exact: question.shape,
      ...(previous ? { previous } : {}),
      ...(seed === undefined ? {} : { seed }),
      ...(onText ? { onText } : {}),
      signal,
    };
    // Time may be up between two tries: then nothing more is sent.
    const sent = !signal.aborted;
    if (sent) calls += 1;
    const reply = await askOnce(judge, request, inTurn, (answer) => {
      const priced = withCost(answer, request, judge);
      if (sent) onSpent?.(spendingWith(priced, request));
      return priced;
    });
    if (sent) tokens = sumTokens(tokens, countTokens(request, reply));
    if ('reason' in reply) {
      const { putBack, usage, ...failure } = reply;
      if (putBack) throw new PutBack(failure.detail);
      const unanswered = sent && usage && { unanswered: usage };
      // The question had room; only the reply and its correction have none. The reply is what is wrong.
      const outcome = unread && failure.reason === 'too-long' ? unread : failure;
      return { ok: false, ...outcome, attempts, tokens, calls, ...unanswered };
    }

    const read = readAnswer(question, reply, attempts);
    if (read.ok) return { ...read, attempts, tokens, calls, taken: reply };
    const { reason, detail, causes } = read;
    const again = worthAnotherTry.has(reason) || (reason === 'truncated' && judge.retriesCutOff);
    if (!again || attempts.length === mostTries)
      return { ok: false, reason, detail, causes, attempts, tokens, calls };
    unread = { reason, detail, causes };
    previous = correction(reply.text, detail, language);
  }
}

/** The answer of somebody who was asked elsewhere, and cannot be asked again. `sent`: whether the question got there. */
export function answerGiven(
  question: Question,
  reply: RawReply | (JudgeFailure & { sent: boolean }),
): Answer {
  const attempts: Judgement['attempts'] = [];
  const request = { prompt: question.prompt };
  if ('reason' in reply) {
    const { sent, usage, ...failure } = reply;
    return {
      ok: false,
      ...failure,
      attempts,
      tokens: sent ? countTokens(request, { usage }) : noTokens,
      calls: sent ? 1 : 0,
      ...(usage && { unanswered: usage }),
    };
  }
  return {
    ...readAnswer(question, reply, attempts),
    attempts,
    tokens: countTokens(request, reply),
    calls: 1,
  };
}

/** Reads a reply and puts it on record. */
function readAnswer(
  question: Question,
  { choices: _, ...reply }: JudgeReply,
  attempts: Judgement['attempts'],
): ReadReply {
  const read = readReply(reply, question.validator.validate);
  if (!read.ok) {
    const { reason, detail, causes } = read;
    attempts.push({ reply, failure: `${reason}: ${detail}`, reason, causes });
    return read;
  }
  attempts.push({ reply });
  return { ...read, repairs: [...read.repairs, ...question.validator.mends(read.output)] };
}

type OneAnswer = JudgeReply | JudgeFailure;

/** `counted` hears of every answer before its place is free for another question. */
async function askOnce(
  judge: ModelJudge,
  request: JudgeRequest,
  inTurn: InTurn,
  counted: (answer: OneAnswer) => OneAnswer,
): Promise<OneAnswer> {
  const { signal } = request;
  const ask = async (mayGoAgain: () => Promise<void>) => counted(await judge.ask({ ...request, mayGoAgain }));
  try {
    return await untilAborted(() => inTurn(ask), signal);
  } catch (error) {
    if (signal.reason instanceof TimeUp) {
      const tooLate = told({ code: 'time-up', seconds: signal.reason.seconds });
      // Whoever was too slow was at work all the same.
      return counted({ reason: 'timeout', ...tooLate, usage: {} });
    }
    signal.throwIfAborted();
    return counted({ reason: 'failed', ...told({ code: 'judge-broke', message: messageOf(error) }) });
  }
}

/** A failure for which nothing was done costs nothing. */
function withCost(answer: OneAnswer, request: JudgeRequest, judge: ModelJudge): OneAnswer {
  const price = judge.price?.() ?? null;
  if (price === null || isFree(answer)) return answer;
  return { ...answer, usage: pricedUsage(answer.usage, countTokens(request, answer), price) };
}

function spendingWith(answer: OneAnswer, request: JudgeRequest): CallSpending {
  const { usage } = answer;
  const free = isFree(answer);
  return { ...spendingOf(free ? noTokens : countTokens(request, answer), usage ? [usage] : []), free };
}

function isFree(answer: OneAnswer): boolean {
  return 'reason' in answer && answer.usage === undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
