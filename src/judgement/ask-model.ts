import { errorMessage } from '../kit/error-message';
import type { Cause } from './cause';
import { describeCause, causeInEnglish } from '../i18n/en/causes';
import type { JsonObject, Json } from '../kit/json';
import type { Judgement, Receipt } from './judgement';
import type { Path } from '../rubric/path';
import type { RawReply, ReadReply, UnscoredReason, Usage } from './raw-reply';
import { correction } from './prompt/neutralise';
import { readReply } from './reply/read-reply';
import type { JudgeFailure, JudgeReply, JudgeRequest, ModelJudge, TakenSend } from './judge';
import { CaseBill, countTokens, noTokens, sumTokens, sumUsage } from './spending';
import type { Question, QuestionPart } from './plan-question';
import type { InTurn, JudgeCaseOptions } from './ready-rubric';
import type { ObjectSchema } from '../rubric/output-schema';
import { replyOf, valuesIn } from '../rubric/shape/shrink';
import { expectedScores } from './reply/expected-scores';

/** A malformed reply is sent back at most twice, each time with what was wrong. */
const mostTries = 3;
const worthAnotherTry: ReadonlySet<UnscoredReason> = new Set(['unparseable', 'invalid']);

/** What was said in all tries, and what it took. */
interface Exchange {
  attempts: Judgement['attempts'];
  tokens: Receipt['tokens'];
  /** How many questions were sent, those included that came to nothing and were sent again. */
  calls: number;
  /** What those took that brought no reply to read. */
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
  const bill = new CaseBill(judge, onSpent);
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
    const reply = await askOnce(judge, request, inTurn, {
      answered: (answer) => (sent ? bill.answered(request, answer) : answer),
      failed: (took) => bill.failed(request, took),
    });
    if ('reason' in reply) {
      const { putBack, usage: _, text: __, ...failure } = reply;
      if (putBack) throw new Requeue(failure.detail);
      // The question had room; only the reply and its correction have none. The reply is what is wrong.
      const outcome = unread && failure.reason === 'too-long' ? unread : failure;
      return { ok: false, ...outcome, attempts, ...bill.sum };
    }

    const read = readAnswer(question, reply, attempts);
    if (read.ok) return { ...read, attempts, ...bill.sum, taken: reply };
    const { reason, detail, causes } = read;
    const again = worthAnotherTry.has(reason) || (reason === 'truncated' && judge.retriesCutOff);
    if (!again || attempts.length === mostTries)
      return { ok: false, reason, detail, causes, attempts, ...bill.sum };
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
    const { sent, usage, text: _, ...failure } = reply;
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

/** Hears of what a question took before its place is free for another. */
interface Counting {
  answered: (answer: OneAnswer) => OneAnswer;
  /** It was sent for nothing, and is sent again. */
  failed: (took: TakenSend) => void;
}

async function askOnce(
  judge: ModelJudge,
  request: JudgeRequest,
  inTurn: InTurn,
  { answered, failed }: Counting,
): Promise<OneAnswer> {
  const { signal } = request;
  /** `out`: somebody may be at work on it. `over`: what still comes is too late to count. `answer`: it came in time. */
  const send: { out: boolean; over: boolean; answer: OneAnswer | null } = {
    out: false,
    over: false,
    answer: null,
  };
  const ask: Parameters<InTurn>[0] = async (mayGoAgain) => {
    send.out = true;
    const answer = await judge.ask({
      ...request,
      mayGoAgain: async (first) => {
        await mayGoAgain(first);
        send.out = true;
      },
      onFailedSend: (took) => {
        send.out = false;
        if (took && !send.over) failed(took);
      },
    });
    if (send.over) return answer;
    send.answer = answered(answer);
    return send.answer;
  };
  try {
    return await untilAborted(() => inTurn(ask), signal);
  } catch (error) {
    send.over = true;
    if (signal.reason instanceof TimeUp) {
      // It only waits to be read: it is on the bill already.
      if (send.answer) return send.answer;
      const tooLate = describeCause({ code: 'time-up', seconds: signal.reason.seconds });
      // Whoever was too slow was at work all the same.
      return answered({ reason: 'timeout', ...tooLate, ...(send.out && { usage: {} }) });
    }
    signal.throwIfAborted();
    return answered({
      reason: 'failed',
      ...describeCause({ code: 'judge-broke', message: errorMessage(error) }),
    });
  }
}

/** Thrown where a case could be put to nobody: it is asked again when the run goes on. */
export class Requeue extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'Requeue';
  }
}

/** The reason to abort a case whose time is up. Unlike any other reason it leaves a judgement: unscored. */
export class TimeUp extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`No complete answer within ${seconds} s.`);
    this.name = 'TimeUp';
    this.seconds = seconds;
  }
}

/** The work's outcome, or the signal's reason as soon as it aborts, whether or not the work listens to it. */
async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stopListening = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const listener = () => {
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('Cancelled.', 'AbortError'));
    };
    signal.addEventListener('abort', listener, { once: true });
    stopListening = () => signal.removeEventListener('abort', listener);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    stopListening();
  }
}

interface Whole {
  output: ObjectSchema;
  language: string;
  notAsked: readonly Path[];
}

/**
 * Asks for one part after the other. Each reply is read, checked and asked again by itself; then they are put together and
 * checked as one. A part without an answer leaves the case without a score.
 */
export async function askInParts(
  judge: ModelJudge,
  question: Question,
  parts: readonly QuestionPart[],
  { output, language, notAsked }: Whole,
  options: AskOptions,
): Promise<Answer> {
  const said = new Map<Path, Json>();
  const attempts: Judgement['attempts'] = [];
  const repairs = new Set<string>();
  const expected = new Map<Path, number>();
  const prompts: string[] = [];
  let tokens = noTokens;
  let calls = 0;
  let unanswered: Usage | undefined;
  let before = '';
  const { onText, inTurn } = options;
  for (const [index, part] of parts.entries()) {
    const { id, label, notAsked: without } = part;
    const prompt = part.prompt(said);
    prompts.push(prompt.own);
    const start = before;
    const watched = onText && { onText: (soFar: string) => onText(`${start}${soFar}`) };
    const more = index < parts.length - 1;
    const kept = inTurn && { inTurn: (ask: Parameters<InTurn>[0]) => inTurn(ask, more) };
    const answer = await askModel(judge, { ...part, prompt }, language, { ...options, ...watched, ...kept });
    attempts.push(...answer.attempts.map((attempt) => ({ ...attempt, part: id })));
    tokens = sumTokens(tokens, answer.tokens);
    calls += answer.calls;
    if (answer.unanswered) unanswered = sumUsage(unanswered, answer.unanswered);
    if (!answer.ok) {
      const cause: Cause = { code: 'in-part', label };
      const { reason, detail } = answer;
      // Where no codes are known the words alone say it.
      const causes = answer.causes && { causes: [cause, ...answer.causes] };
      const told = `${causeInEnglish(cause)} ${detail}`;
      const failed = { reason, detail: told, ...causes, ...(unanswered && { unanswered }) };
      return { ok: false, ...failed, attempts, tokens, calls, prompts };
    }
    if (answer.taken)
      for (const [path, mean] of expectedScores(output, without, answer.taken)) expected.set(path, mean);
    for (const repair of answer.repairs) repairs.add(repair);
    for (const [path, value] of valuesIn(output, answer.output, without)) said.set(path, value);
    before += `${answer.attempts.at(-1)?.reply.text ?? ''}\n`;
  }
  const whole = question.validator.validate(replyOf(output, said, notAsked));
  const exchange = { attempts, tokens, calls, prompts, ...(unanswered && { unanswered }) };
  if (whole.ok) return { ok: true, output: whole.output, repairs: [...repairs], expected, ...exchange };
  const causes: Cause[] = [{ code: 'parts-do-not-fit' }, ...whole.causes];
  return { ok: false, reason: 'invalid', detail: causes.map(causeInEnglish).join(' '), causes, ...exchange };
}
